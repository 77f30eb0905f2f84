// What a game at a real table scores: numbers/typed.py and numbers/scoring.py again, for where
// there is no server.
//
// A test gives both the same racks, thousands of them. Points are counted in sixtieths: so all
// parts of a shared
// win are whole (N-54), and nothing is ever rounded.

import { readFace } from "../board/number_tiles.js";
import { couldOpen } from "./opening.js";

/** @typedef {import("./books.js").Book} Book */
/** @typedef {"opened" | "unopened" | "could_open" | "announced" | "no_turn"} Opened */

/**
 * What is left on a rack: its tiles, or the sum of its number tiles and how many jokers.
 * @typedef {object} Rack
 * @property {"tiles" | "sum"} by
 * @property {readonly string[]} tiles
 * @property {number | null} sum  null until it is typed
 * @property {number} jokers
 * @property {Opened} opened
 * @property {boolean} [hasLeft]  during the game: cannot win it
 */

/**
 * @typedef {"won" | "rack" | "not_opened" | "announced" | "could_have_opened" | "difference" |
 *   "left"} Why
 */
/** @typedef {{count: number, tiles: number, why: Why, sixtieths: number, big: number}} Line */
/**
 * @typedef {{code: "players" | "missing" | "empty" | "box" | "tie", seat: number}} Problem `seat`:
 *   -1 for all
 */
/** @typedef {{lines: readonly Line[]} | {problem: Problem}} Scored */

export const SIXTIETHS = 60;

/** @param {Book} book @param {string} face */
const tileCount = (book, face) => readFace(face).number || book.joker_penalty;

/** @param {Book} book @param {Rack} rack */
export function rackCount(book, rack) {
  if (rack.by === "sum") return (rack.sum ?? 0) + rack.jokers * book.joker_penalty;
  return rack.tiles.reduce((sum, face) => sum + tileCount(book, face), 0);
}

/** Whether the flat scores of N-41 can come up. @param {Book} book @param {number | null} out */
export const asksOpened = (book, out) => book.not_opened !== null && out !== null;

/**
 * Score a game: somebody went out, or the pool ran out and the lowest rack wins.
 * @param {Book} book
 * @param {readonly Rack[]} racks  by seat
 * @param {number | null} out  who went out; their rack is empty, whatever it says
 * @returns {Scored}
 */
export function scoreGame(book, racks, out) {
  const problem = findProblem(book, racks, out);
  if (problem) return { problem };
  const counts = racks.map((rack, seat) => (seat === out ? 0 : rackCount(book, rack)));
  return {
    lines:
      out === null ? scoreLowest(book, racks, counts) : scoreGoingOut(book, racks, counts, out),
  };
}

/**
 * @param {Book} book
 * @param {readonly Rack[]} racks
 * @param {number | null} out
 * @returns {Problem | null}
 */
function findProblem(book, racks, out) {
  const staying = racks.filter((rack) => !rack.hasLeft).length;
  if (staying < book.players_min || racks.length > book.players_max)
    return { code: "players", seat: -1 };
  const losers = [...racks.keys()].filter((seat) => seat !== out);
  const rackOf = (/** @type {number} */ seat) => /** @type {Rack} */ (racks[seat]);
  const missing = losers.find((seat) => rackOf(seat).by === "sum" && rackOf(seat).sum === null);
  if (missing !== undefined) return { code: "missing", seat: missing };
  const empty = losers.find((seat) =>
    rackOf(seat).by === "tiles" ? !rackOf(seat).tiles.length : !rackCount(book, rackOf(seat)),
  );
  if (empty !== undefined) return { code: "empty", seat: empty };
  const typed = losers.flatMap((seat) => (rackOf(seat).by === "tiles" ? rackOf(seat).tiles : []));
  if (typed.some((face) => left(book, typed, face) < 0)) return { code: "box", seat: -1 };
  return out === null ? tieWithoutTiles(book, racks) : null;
}

/**
 * How many tiles of a face the box still has.
 * @param {Book} book
 * @param {readonly string[]} taken
 * @param {string} face
 */
export function left({ box }, taken, face) {
  const jokers = { J: box.ordinary, D: box.double, C: box.colour_change, M: box.mirror };
  const all = jokers[/** @type {keyof typeof jokers} */ (face)] ?? box.copies;
  return all - taken.filter((other) => other === face).length;
}

/**
 * A tie that fewer tiles decide needs the tiles (N-54).
 * @param {Book} book
 * @param {readonly Rack[]} racks
 * @returns {Problem | null}
 */
function tieWithoutTiles(book, racks) {
  const counts = racks.map((rack) => rackCount(book, rack));
  const tied = racks.filter((_, seat) => counts[seat] === Math.min(...counts));
  const isUnclear =
    book.tie === "fewer_tiles" && tied.length > 1 && tied.some((rack) => rack.by === "sum");
  return isUnclear
    ? { code: "tie", seat: racks.findIndex((rack) => tied.includes(rack) && rack.by === "sum") }
    : null;
}

/**
 * N-40, N-41.
 * @param {Book} book
 * @param {readonly Rack[]} racks
 * @param {readonly number[]} counts
 * @param {number} winner
 */
function scoreGoingOut(book, racks, counts, winner) {
  /** @type {[Why, number][]} */
  const losses = racks.map((rack, seat) =>
    seat === winner ? ["won", 0] : loss(book, rack, counts[seat] ?? 0),
  );
  return sheet(book, racks, counts, losses);
}

/** @param {Book} book @param {Rack} rack @param {number} count @returns {[Why, number]} */
function loss(book, rack, count) {
  const { not_opened: flat, could_have_opened: larger } = book;
  if (rack.opened === "opened" || flat === null || larger === null) return ["rack", count];
  if (rack.opened === "announced")
    return book.announced_opening === "count_rack" ? ["rack", count] : ["announced", flat];
  return couldHaveOpened(book, rack) ? ["could_have_opened", larger] : ["not_opened", flat];
}

/**
 * Of tiles it is found out; of a sum only the table knows.
 * @param {Book} book
 * @param {Rack} rack
 */
export function couldHaveOpened(book, rack) {
  if (rack.opened !== "unopened" && rack.opened !== "could_open") return false;
  return rack.by === "tiles"
    ? couldOpen(rack.tiles, book.opening_threshold)
    : rack.opened === "could_open";
}

/**
 * N-53, N-54; who has left does not gain by it.
 * @param {Book} book
 * @param {readonly Rack[]} racks
 * @param {readonly number[]} counts
 */
function scoreLowest(book, racks, counts) {
  const staying = [...racks.keys()].filter((seat) => !racks[seat]?.hasLeft);
  const lowest = Math.min(...staying.map((seat) => counts[seat] ?? 0));
  let best = staying.filter((seat) => counts[seat] === lowest);
  if (book.tie === "fewer_tiles") {
    const fewest = Math.min(...best.map((seat) => tilesOf(racks[seat])));
    best = best.filter((seat) => tilesOf(racks[seat]) === fewest);
  }
  /** @type {[Why, number][]} */
  const losses = counts.map((count, seat) =>
    best.includes(seat)
      ? ["won", 0]
      : count < lowest
        ? ["left", 0]
        : ["difference", count - lowest],
  );
  return sheet(book, racks, counts, losses);
}

/** @param {Rack | undefined} rack */
const tilesOf = (rack) => (rack?.by === "tiles" ? rack.tiles.length : 0);

/**
 * @param {Book} book @param {readonly Rack[]} racks @param {readonly number[]} counts
 * @param {readonly [Why, number][]} losses
 * @returns {Line[]}
 */
function sheet(book, racks, counts, losses) {
  const winners = losses.filter(([why]) => why === "won").length;
  const gain = (losses.reduce((sum, [, lost]) => sum + lost, 0) * SIXTIETHS) / winners;
  const big = book.match_counts === "wins_then_points" ? 1 : 0;
  return losses.map(([why, lost], seat) => {
    const won = why === "won";
    const count = counts[seat] ?? 0;
    return {
      count,
      tiles: count ? tilesOf(racks[seat]) : 0,
      why,
      sixtieths: won ? gain : -lost * SIXTIETHS,
      big: won ? big : 0,
    };
  });
}

// --- a match
// --------------------------------------------------------------------------------------

/** @typedef {{place: number, seat: number, big: number, sixtieths: number}} Standing */

/**
 * Rank the players over all games, the best first; who is level shares a place (N-60, N-61).
 * @param {Book} book
 * @param {number} players
 * @param {readonly (readonly Line[])[]} games
 * @returns {Standing[]}
 */
export function standings(book, players, games) {
  const totals = Array.from({ length: players }, (_, seat) => {
    const lines = games.map((lines) => /** @type {Line} */ (lines[seat]));
    return {
      seat,
      big: sum(lines.map((line) => line.big)),
      sixtieths: sum(lines.map((line) => line.sixtieths)),
    };
  });
  const byWins = book.match_counts === "wins_then_points";
  /** Below 0 if the first stands better. @param {typeof totals[0]} a @param {typeof totals[0]} b */
  const order = (a, b) => (byWins ? b.big - a.big : 0) || b.sixtieths - a.sixtieths;
  const sorted = totals.toSorted((a, b) => order(a, b) || a.seat - b.seat);
  return sorted.map((one) => ({
    place: sorted.findIndex((other) => order(one, other) === 0) + 1,
    ...one,
  }));
}

/** @param {readonly number[]} numbers */
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/**
 * Points as the server writes them: 27, or an exact fraction, "27/2".
 * @param {number} sixtieths
 * @returns {number | string}
 */
export function pointsOf(sixtieths) {
  if (sixtieths % SIXTIETHS === 0) return sixtieths / SIXTIETHS;
  const shared = gcd(Math.abs(sixtieths), SIXTIETHS);
  return `${sixtieths / shared}/${SIXTIETHS / shared}`;
}

/** @param {number} a @param {number} b @returns {number} */
function gcd(a, b) {
  return b ? gcd(b, a % b) : a;
}
