// The games of a table on its phone: what the server has, what waits to be sent, and what is being
// typed. Pure.

import { getTournamentEdition } from "../../shared/score_sheet/editions.js";
import { judgeSheet } from "../../shared/score_sheet/judge.js";
import { pointsToNumber } from "../../shared/score_sheet/points.js";
import { encodePoints } from "../../shared/score_sheet/scoring.js";
import { isSheet } from "../../shared/score_sheet/sheet.js";
import { createTableSheet, convertPaperToSheet } from "../result_paper.js";

/** @typedef {import("../model.js").GameView} GameView */
/** @typedef {import("../model.js").Points} Points */
/** @typedef {import("../../shared/score_sheet/sheet.js").Sheet} Sheet */
/** @typedef {import("../../app/texts.js").Problem} Refusal */
/**
 * What this phone keeps of a game.
 * @typedef {object} SheetDraft
 * @property {Sheet} sheet
 * @property {boolean} isCorrection
 * @property {string | null} stamp  once it was sent
 * @property {readonly Refusal[]} [refusals]  why it came back
 */
/** @typedef {"open" | "waiting" | "entered"} Stage */

/**
 * @typedef {object} TableGame
 * @property {number} game
 * @property {string} starter
 * @property {Stage} stage
 * @property {boolean} isPlayed
 * @property {readonly (Points | null)[]} points  by seat; a result that waits counts as sent
 * @property {readonly (number | null)[]} big
 * @property {number} corrections
 */

/**
 * Build the line of a game on the table's sheet.
 * @param {GameView} game
 * @param {SheetDraft | null} draft
 * @param {ReadonlySet<string>} unsent  stamps of results that wait to be sent
 * @param {string} [edition]  the tournament's
 * @returns {TableGame}
 */
export function buildTableGame(game, draft, unsent, edition = "tournament") {
  const { game: number, starter, corrections } = game;
  const common = { game: number, starter, corrections };
  if (draft?.stamp && unsent.has(draft.stamp)) {
    const { sheet } = draft;
    const { scores } = judgeSheet(getTournamentEdition(edition, sheet.lines.length), sheet);
    return {
      ...common,
      stage: "waiting",
      isPlayed: sheet.end !== "not_played",
      points: scores.map((score) => score && encodePoints(score.sixtieths)),
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
 * Whether a draft is no longer needed because the server has it.
 * @param {GameView} game
 * @param {SheetDraft} draft
 * @param {ReadonlySet<string>} unsent
 */
export function isDraftDelivered(game, draft, unsent) {
  return game.entered && draft.stamp !== null && !unsent.has(draft.stamp);
}

/**
 * Reopen a draft that the server refused. It becomes a correction if there is another result, and
 * an entry if there is none.
 * @param {SheetDraft} draft
 * @param {readonly Refusal[]} refusals
 * @returns {SheetDraft}
 */
export function reopenRefusedDraft({ sheet, isCorrection }, refusals) {
  const has = (/** @type {string} */ code) => refusals.some((refusal) => refusal.code === code);
  return {
    sheet,
    isCorrection: has("result_there") || (isCorrection && !has("result_missing")),
    stamp: null,
    refusals,
  };
}

/**
 * Return the draft to type in: the one that was begun, the entered result or an empty sheet.
 * @param {GameView} game
 * @param {SheetDraft | null} draft
 * @param {number} players
 * @returns {SheetDraft}
 */
export function getOrCreateDraft(game, draft, players) {
  if (draft && (draft.isCorrection || !game.entered) && isSheet(draft.sheet, players)) return draft;
  const sheet = game.entered
    ? convertPaperToSheet(game.paper, players)
    : createTableSheet(Array(players).fill(false));
  return { sheet, isCorrection: game.entered, stamp: null };
}

/**
 * Add up the big and small points of every seat.
 * @param {readonly TableGame[]} games
 * @param {number} players
 */
export function sumPointsBySeat(games, players) {
  return Array.from({ length: players }, (_, seat) => ({
    big: games.reduce((sum, { big }) => sum + (big[seat] ?? 0), 0),
    points: games.reduce((sum, { points }) => sum + pointsToNumber(points[seat] ?? 0), 0),
  }));
}
