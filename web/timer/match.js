// A match at a real table: who plays, the games as they were typed, and what comes of them. Pure.
//
// Only what people typed is kept; every score is computed from it, so that a correction changes all
// that follows.

import { EDITIONS, getEdition } from "../shared/score_sheet/editions.js";
import { encodePoints, rankPlayers, scoreGame } from "../shared/score_sheet/scoring.js";

/** @typedef {import("../shared/score_sheet/scoring.js").Rack} Rack */
/** @typedef {import("../shared/score_sheet/scoring.js").ScoreLine} Line */
/**
 * @typedef {{racks: readonly Rack[], out: number | null}} Game as it was typed; `out`: who went out
 */
/**
 * @typedef {{edition: string, names: readonly string[], seconds: number | null, first: number,
 *   games: readonly Game[]}} Match `first`: who starts its first game
 */
/**
 * @typedef {Game & {at: number, isSaid: boolean}} Draft game number `at` under way; `isSaid`: how
 *   it ended
 */

export const LONGEST_NAME = 24;

/** @type {Rack} */
const FULL_RACK = { by: "tiles", tiles: [], sum: null, jokers: 0, opened: "opened" };

/**
 * Begin a match; who has no name gets one, and no two the same.
 * @param {{edition: string, names: readonly string[], seconds: number | null}} choice
 * @param {(number: number) => string} usual  the name of a player without one
 * @returns {Match}
 */
export function newMatch({ edition, names, seconds }, usual) {
  /** @type {string[]} */
  const own = [];
  for (const [seat, typed] of names.entries()) {
    const name = typed.trim().replace(/\s+/g, " ").slice(0, LONGEST_NAME) || usual(seat + 1);
    let other = name;
    for (let number = 2; own.includes(other); number += 1) other = `${name} ${number}`;
    own.push(other);
  }
  return { edition, names: own, seconds, first: 0, games: [] };
}

/** Who starts the game to come: each time the player to the left (N-3). @param {Match} match */
export const starterOf = ({ first, games, names }) => (first + games.length) % names.length;

/**
 * Let somebody start the game to come; the others follow from it.
 * @param {Match} match
 * @param {number} seat
 * @returns {Match}
 */
export function startWith(match, seat) {
  const players = match.names.length;
  return { ...match, first: (((seat - match.games.length) % players) + players) % players };
}

/** @param {Match} match @returns {Draft} */
export function newDraft({ games, names }) {
  return { at: games.length, isSaid: false, out: null, racks: names.map(() => FULL_RACK) };
}

/** A game again, to correct it. @param {Match} match @param {number} at @returns {Draft} */
export function draftOf(match, at) {
  const game = match.games[at];
  return game ? { ...game, at, isSaid: true } : newDraft(match);
}

/** @param {Draft} draft @param {number} seat @param {Partial<Rack>} change @returns {Draft} */
export function withRack(draft, seat, change) {
  return {
    ...draft,
    racks: draft.racks.map((rack, other) => (other === seat ? { ...rack, ...change } : rack)),
  };
}

/** @param {Match} match @param {Draft} draft @returns {Match} */
export function withGame(match, { at, racks, out }) {
  return {
    ...match,
    games: [...match.games.slice(0, at), { racks, out }, ...match.games.slice(at + 1)],
  };
}

/** @param {Match} match @param {number} at @returns {Match} */
export function withoutGame(match, at) {
  return { ...match, games: match.games.toSpliced(at, 1) };
}

/** The score sheets of all games. @param {Match} match @returns {(readonly Line[])[]} */
export function sheetsOf({ edition, games }) {
  return games.flatMap(({ racks, out }) => {
    const scored = scoreGame(getEdition(edition), racks, out);
    return "lines" in scored ? [scored.lines] : [];
  });
}

/** @param {Match} match */
export function rankingOf(match) {
  return rankPlayers(getEdition(match.edition), match.names.length, sheetsOf(match));
}

/** Each player's points after every game, from 0 on. @param {Match} match @returns {number[][]} */
export function courseOf(match) {
  const sheets = sheetsOf(match);
  return match.names.map((_, seat) => {
    let total = 0;
    return [0, ...sheets.map((lines) => (total += (lines[seat]?.sixtieths ?? 0) / 60))];
  });
}

// --- for others
// -----------------------------------------------------------------------------------

/**
 * A table for spreadsheets: a line a game, then the sums.
 * @param {Match} match
 * @param {{game: string, sum: string, wins: string}} words
 */
export function toCsv(match, words) {
  const sheets = sheetsOf(match);
  const totals = rankingOf(match).toSorted((a, b) => a.seat - b.seat);
  const rows = [
    [words.game, ...match.names],
    ...sheets.map((lines, at) => [at + 1, ...lines.map((line) => decimal(line.sixtieths))]),
    [words.sum, ...totals.map((total) => decimal(total.sixtieths))],
    ...(getEdition(match.edition).match_counts === "points"
      ? []
      : [[words.wins, ...totals.map((total) => total.big)]]),
  ];
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/**
 * A spreadsheet takes "27/2" for a date; the exact points are in the JSON.
 * @param {number} sixtieths
 */
const decimal = (sixtieths) => Number((sixtieths / 60).toFixed(4));

/** @param {string | number} value */
function cell(value) {
  if (typeof value === "number") return String(value);
  // a name that a spreadsheet would take for a formula
  const safe = /^[=+\-@]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** What was typed, and the points that it made. @param {Match} match */
export function toJson(match) {
  const sheets = sheetsOf(match);
  const exact = (/** @type {{sixtieths: number}} */ { sixtieths, ...rest }) => ({
    ...rest,
    points: encodePoints(sixtieths),
  });
  return JSON.stringify(
    {
      edition: match.edition,
      players: match.names,
      games: match.games.map((game, at) => ({ ...game, scores: (sheets[at] ?? []).map(exact) })),
      standings: rankingOf(match).map(({ seat, ...rest }) => ({
        name: match.names[seat],
        ...exact(rest),
      })),
    },
    null,
    1,
  );
}

// --- kept by the browser
// --------------------------------------------------------------------------

/**
 * Whether this is a match that can be played on, and no older or damaged text.
 * @param {any} value
 * @returns {value is Match}
 */
export function isMatch(value) {
  const book = EDITIONS[value?.edition];
  if (
    !book ||
    !Array.isArray(value.names) ||
    !Array.isArray(value.games) ||
    !Number.isInteger(value.first)
  )
    return false;
  const players = value.names.length;
  if (players < book.players_min || players > book.players_max) return false;
  return value.games.every(
    (/** @type {any} */ game) =>
      Array.isArray(game?.racks) &&
      game.racks.length === players &&
      "lines" in scoreGame(book, game.racks, game.out),
  );
}
