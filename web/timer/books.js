// What the rule books say about players, time and scores, for tables without a network.
//
// These are fields of the editions in editions/books.py, by their names there; a test compares
// them.

/**
 * @typedef {object} Book
 * @property {string} key
 * @property {number} players_min
 * @property {number} players_max
 * @property {import("../solver/position.js").BoxSpec} box
 * @property {number} opening_threshold
 * @property {number | null} turn_seconds
 * @property {number} joker_penalty
 * @property {number | null} not_opened
 * @property {number | null} could_have_opened
 * @property {"flat" | "count_rack"} announced_opening
 * @property {"shared" | "fewer_tiles"} tie
 * @property {"wins_then_points" | "points"} match_counts
 */

const NUMBERS_AND_JOKERS = { copies: 2, ordinary: 2, double: 0, colour_change: 0, mirror: 0 };

/** @type {Book} */
const CLASSIC = {
  key: "classic",
  players_min: 2,
  players_max: 4,
  box: NUMBERS_AND_JOKERS,
  opening_threshold: 30,
  turn_seconds: 60,
  joker_penalty: 50,
  not_opened: 100,
  could_have_opened: 200,
  announced_opening: "flat",
  tie: "shared",
  match_counts: "wins_then_points",
};

/** Those of them that only count what is left. */
const COUNT_RACKS = { joker_penalty: 30, not_opened: null, could_have_opened: null };

/** @type {Readonly<Record<string, Book>>} */
export const BOOKS = Object.freeze({
  classic: CLASSIC,
  six: {
    ...CLASSIC,
    key: "six",
    players_min: 5,
    players_max: 6,
    box: { ...NUMBERS_AND_JOKERS, copies: 3, ordinary: 4 },
  },
  travel: { ...CLASSIC, ...COUNT_RACKS, key: "travel", match_counts: "points" },
  twist: {
    ...CLASSIC,
    ...COUNT_RACKS,
    key: "twist",
    box: { copies: 2, ordinary: 2, double: 2, colour_change: 2, mirror: 2 },
    tie: "fewer_tiles",
  },
  tournament: { ...CLASSIC, key: "tournament", turn_seconds: 40 },
});

/** @param {string} key @returns {Book} */
export function bookOf(key) {
  return BOOKS[key] ?? CLASSIC;
}

/**
 * The rules of a tournament's table; five players need the big box (tournament/paper.py).
 * @param {number} players
 * @returns {Book}
 */
export function tournamentBook(players) {
  const { tournament, six } = /** @type {{tournament: Book, six: Book}} */ (BOOKS);
  return players > tournament.players_max
    ? { ...tournament, players_max: players, box: six.box }
    : tournament;
}
