// A match at a real table: the players, the games as they were typed, and their scores. Pure.
//
// Only what people typed is stored. Scores are computed from it, so a correction changes all that
// follows.

import { EDITIONS, getEdition } from "../shared/score_sheet/editions.js";
import { encodePoints, rankPlayers, scoreGame } from "../shared/score_sheet/scoring.js";
import { createLine, createSheet, findWinner } from "../shared/score_sheet/sheet.js";

/** @typedef {import("../shared/score_sheet/scoring.js").Rack} Rack */
/** @typedef {import("../shared/score_sheet/scoring.js").ScoreLine} Line */
/**
 * @typedef {{racks: readonly Rack[], out: number | null}} Game as it was typed; `out`: who went out
 */
/**
 * @typedef {{edition: string, names: readonly string[], seconds: number | null, first: number,
 *   games: readonly Game[], main?: number | null}} Match
 *   `first`: who starts its first game; `main`: seconds of the main time, of which `seconds` of
 *   each turn cost nothing (M-3)
 */
/**
 * @typedef {{index: number, sheet: import("../shared/score_sheet/sheet.js").Sheet}} Draft  the
 *   score sheet of game number `index` + 1, not saved yet
 */

export const MAX_NAME_LENGTH = 24;

/**
 * Create a match. Players without a name get one, and no two have the same.
 * @param {{edition: string, names: readonly string[], seconds: number | null,
 *   main?: number | null}} choice
 * @param {(number: number) => string} makeName  the name of a player without one
 * @returns {Match}
 */
export function createMatch({ edition, names, seconds, main = null }, makeName) {
  /** @type {string[]} */
  const own = [];
  for (const [seat, typed] of names.entries()) {
    const name = typed.trim().replace(/\s+/g, " ").slice(0, MAX_NAME_LENGTH) || makeName(seat + 1);
    let other = name;
    for (let number = 2; own.includes(other); number += 1) other = `${name} ${number}`;
    own.push(other);
  }
  return { edition, names: own, seconds, main, first: 0, games: [] };
}

/** Find who starts the next game: each time the player to the left (N-3). @param {Match} match */
export const findStarter = ({ first, games, names }) => (first + games.length) % names.length;

/**
 * Let a player start the next game; later starters follow from it.
 * @param {Match} match
 * @param {number} seat
 * @returns {Match}
 */
export function setStarter(match, seat) {
  const players = match.names.length;
  return { ...match, first: (((seat - match.games.length) % players) + players) % players };
}

/** Create the score sheet of the next game. @param {Match} match @returns {Draft} */
export function createGameDraft({ games, names }) {
  return { index: games.length, sheet: createSheet(names.map(() => ({ by: "tiles" }))) };
}

/**
 * Open the score sheet of a game again, to correct it.
 * @param {Match} match
 * @param {number} index
 * @returns {Draft}
 */
export function createDraftFromGame(match, index) {
  const game = match.games[index];
  if (!game) return createGameDraft(match);
  const sheet = createSheet(game.racks.map((rack) => createLine(rack)));
  return { index, sheet: { ...sheet, end: game.out ?? "pool_empty" } };
}

/** Put the game of a score sheet into the match. @param {Match} match @param {Draft} draft */
export function addOrReplaceGame(match, { index, sheet }) {
  const racks = sheet.lines.map(({ presence: _, written: __, ...rack }) => rack);
  const game = { racks, out: findWinner(sheet) };
  return {
    ...match,
    games: [...match.games.slice(0, index), game, ...match.games.slice(index + 1)],
  };
}

/** @param {Match} match @param {number} index @returns {Match} */
export function deleteGame(match, index) {
  return { ...match, games: match.games.toSpliced(index, 1) };
}

/** Score all games. @param {Match} match @returns {(readonly Line[])[]} */
export function scoreGames({ edition, games }) {
  return games.flatMap(({ racks, out }) => {
    const scored = scoreGame(getEdition(edition), racks, out);
    return "lines" in scored ? [scored.lines] : [];
  });
}

/** Rank the players, the best first. @param {Match} match */
export function rankMatchPlayers(match) {
  return rankPlayers(getEdition(match.edition), match.names.length, scoreGames(match));
}

/**
 * List each player's points after every game, from 0 on.
 * @param {Match} match
 * @returns {number[][]}
 */
export function listRunningTotals(match) {
  const sheets = scoreGames(match);
  return match.names.map((_, seat) => {
    let total = 0;
    return [0, ...sheets.map((lines) => (total += (lines[seat]?.sixtieths ?? 0) / 60))];
  });
}

// --- exports

/**
 * Format a table for spreadsheets: a row for each game, then the sums.
 * @param {Match} match
 * @param {{game: string, sum: string, wins: string}} words
 */
export function formatMatchCsv(match, words) {
  const sheets = scoreGames(match);
  const totals = rankMatchPlayers(match).toSorted((a, b) => a.seat - b.seat);
  const rows = [
    [words.game, ...match.names],
    ...sheets.map((lines, at) => [
      at + 1,
      ...lines.map((line) => sixtiethsToDecimal(line.sixtieths)),
    ]),
    [words.sum, ...totals.map((total) => sixtiethsToDecimal(total.sixtieths))],
    ...(getEdition(match.edition).match_counts === "points"
      ? []
      : [[words.wins, ...totals.map((total) => total.big)]]),
  ];
  return rows.map((row) => `${row.map(formatCsvCell).join(",")}\r\n`).join("");
}

/**
 * Return decimal points: a spreadsheet takes "27/2" for a date. The JSON has the exact points.
 * @param {number} sixtieths
 */
const sixtiethsToDecimal = (sixtieths) => Number((sixtieths / 60).toFixed(4));

/** @param {string | number} value */
function formatCsvCell(value) {
  if (typeof value === "number") return String(value);
  // a name that a spreadsheet would take for a formula
  const safe = /^[=+\-@]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Format the games and their points as JSON. @param {Match} match */
export function formatMatchJson(match) {
  const sheets = scoreGames(match);
  const withPoints = (/** @type {{sixtieths: number}} */ { sixtieths, ...rest }) => ({
    ...rest,
    points: encodePoints(sixtieths),
  });
  return JSON.stringify(
    {
      edition: match.edition,
      players: match.names,
      games: match.games.map((game, at) => ({
        ...game,
        scores: (sheets[at] ?? []).map(withPoints),
      })),
      standings: rankMatchPlayers(match).map(({ seat, ...rest }) => ({
        name: match.names[seat],
        ...withPoints(rest),
      })),
    },
    null,
    1,
  );
}

// --- storage

/**
 * Whether a value that the browser kept is a match that can go on.
 * @param {any} value
 * @returns {value is Match}
 */
export function isValidMatch(value) {
  const rules = EDITIONS[value?.edition];
  if (
    !rules ||
    !Array.isArray(value.names) ||
    !Array.isArray(value.games) ||
    !Number.isInteger(value.first)
  )
    return false;
  const players = value.names.length;
  if (players < rules.players_min || players > rules.players_max) return false;
  return value.games.every(
    (/** @type {any} */ game) =>
      Array.isArray(game?.racks) &&
      game.racks.length === players &&
      "lines" in scoreGame(rules, game.racks, game.out),
  );
}
