// The games of a table on its phone: what the server has, what waits to be sent, and what is being
// typed. Pure.

import { encodePoints } from "../../shared/score_sheet/scoring.js";
import { judge } from "./judge.js";
import { pointsNumber } from "../model.js";
import { emptySheet, sheetOf } from "../score_sheet.js";

/** @typedef {import("../model.js").GameView} GameView */
/** @typedef {import("../model.js").Points} Points */
/** @typedef {import("../score_sheet.js").Typed} Typed */
/** @typedef {import("../../app/texts.js").Problem} Refusal */
/**
 * @typedef {{typed: Typed, isFix: boolean, stamp: string | null, said?: readonly Refusal[]}} Kept
 *   what was typed; `stamp` once it was sent; `said`: why it came back
 */
/** @typedef {"open" | "waiting" | "entered"} Stage */

/**
 * @typedef {object} TableGame
 * @property {number} game
 * @property {string} starter
 * @property {Stage} stage
 * @property {boolean} isPlayed
 * @property {readonly (Points | null)[]} points  by seat; what waits counts as sent
 * @property {readonly (number | null)[]} big
 * @property {number} corrections
 */

/**
 * @param {GameView} game
 * @param {Kept | null} kept
 * @param {ReadonlySet<string>} waiting  stamps that are on their way
 * @returns {TableGame}
 */
export function tableGame(game, kept, waiting) {
  const { game: number, starter, corrections } = game;
  const common = { game: number, starter, corrections };
  if (kept?.stamp && waiting.has(kept.stamp)) {
    const { scores } = judge(kept.typed);
    const points = scores.map((score) => score && encodePoints(score.sixtieths));
    return {
      ...common,
      stage: "waiting",
      isPlayed: kept.typed.end !== "not_played",
      points,
      big: scores.map((score) => score?.big ?? null),
    };
  }
  if (game.entered)
    return {
      ...common,
      stage: "entered",
      isPlayed: game.played,
      points: game.points,
      big: game.big,
    };
  return { ...common, stage: "open", isPlayed: false, points: [], big: [] };
}

/**
 * Whether what was typed is no longer needed: the server has it.
 * @param {GameView} game
 * @param {Kept} kept
 * @param {ReadonlySet<string>} waiting
 */
export function isArrived(game, kept, waiting) {
  return game.entered && kept.stamp !== null && !waiting.has(kept.stamp);
}

/**
 * What was sent and refused, to be typed on. Where another result is there it becomes a correction,
 * where there is none an entry.
 * @param {Kept} kept @param {readonly Refusal[]} said @returns {Kept}
 */
export function sentBack({ typed, isFix }, said) {
  const has = (/** @type {string} */ code) => said.some((problem) => problem.code === code);
  return {
    typed,
    isFix: has("result_there") || (isFix && !has("result_missing")),
    stamp: null,
    said,
  };
}

/**
 * The sheet to type in: what was begun, what is there to be corrected, or an empty one.
 * @param {GameView} game
 * @param {Kept | null} kept
 * @param {number} players
 * @returns {Kept}
 */
export function sheetFor(game, kept, players) {
  if (kept && (kept.isFix || !game.entered) && kept.typed.lines.length === players) return kept;
  const typed = game.entered
    ? sheetOf(game.paper, players)
    : emptySheet(Array(players).fill(false));
  return { typed, isFix: game.entered, stamp: null };
}

/**
 * Big and small points of every seat over the games.
 * @param {readonly TableGame[]} games
 * @param {number} players
 */
export function totals(games, players) {
  return Array.from({ length: players }, (_, seat) => ({
    big: games.reduce((sum, { big }) => sum + (big[seat] ?? 0), 0),
    points: games.reduce((sum, { points }) => sum + pointsNumber(points[seat] ?? 0), 0),
  }));
}
