// What a score sheet comes to and what is wrong with it, judged in the browser while somebody
// types. Pure.
//
// The server judges again when the sheet is sent (tournament/score_sheet.py); a test gives both
// the same sheets.

import { doesOpeningAffectScore, scoreGame } from "./scoring.js";
import {
  findWinner,
  buildScoringRack,
  hasRack,
  isLineBlank,
  listRackSeats,
  parsePoints,
  updateSheet,
} from "./sheet.js";

/** @typedef {import("./edition_data.js").Edition} Edition */
/** @typedef {import("./scoring.js").ScoreLine} ScoreLine */
/** @typedef {import("./sheet.js").Line} Line */
/** @typedef {import("./sheet.js").Sheet} Sheet */
/**
 * @typedef {"end" | "players" | "missing" | "empty" | "written" | "jokers" | "tiles" | "box" |
 *   "tie" | "tie_tiles" | "reason"} ProblemCode
 */
/** @typedef {{code: ProblemCode, seats: readonly number[], most?: number}} Problem */
/**
 * @typedef {{scores: readonly (ScoreLine | null)[], problem: Problem | null}} Verdict  no scores
 *   until they can be computed
 */
/**
 * @typedef {object} Demands
 * @property {boolean} [needsReason]  a correction needs a reason
 * @property {boolean} [confirmsTie]  a tie has to be ticked
 */

/** Number tiles 1 to 13 in four colours. */
const SUM_OF_ALL_NUMBERS = 4 * 91;

/** @param {Edition} edition */
export const countJokersInBox = ({ box }) =>
  box.ordinary + box.double + box.colour_change + box.mirror;

/** Return what all number tiles of the box count. @param {Edition} edition */
export const sumNumbersInBox = ({ box }) => SUM_OF_ALL_NUMBERS * box.copies;

/** Whether it matters who has opened. @param {Edition} edition @param {Sheet} sheet */
export const needsOpeningEntry = (edition, sheet) =>
  doesOpeningAffectScore(edition, findWinner(sheet));

/**
 * Judge a sheet: its scores, and the first problem that is left.
 * @param {Edition} edition
 * @param {Sheet} sheet
 * @param {Demands} [demands]
 * @returns {Verdict}
 */
export function judgeSheet(edition, sheet, { needsReason = false, confirmsTie = false } = {}) {
  const isPlayed = sheet.end !== "not_played";
  const noReason =
    (needsReason || !isPlayed) && !sheet.reason.trim() ? createProblem("reason") : null;
  if (!isPlayed) return { scores: [], problem: noReason };
  const problem = findMissingEntry(sheet) ?? findExcessiveSum(edition, sheet);
  if (problem) return { scores: [], problem };

  const seats = [...sheet.lines.keys()].filter(
    (seat) => seat === sheet.end || hasRack(sheet, seat),
  );
  const racks = seats.map((seat) => buildScoringRack(/** @type {Line} */ (sheet.lines[seat])));
  const winner = findWinner(sheet);
  const scored = scoreGame(edition, racks, winner === null ? null : seats.indexOf(winner));
  if ("problem" in scored)
    return { scores: [], problem: convertScoringProblem(scored.problem, seats) };
  const scores = sheet.lines.map((_, seat) => scored.lines[seats.indexOf(seat)] ?? null);
  const winners = listWinners(scores);
  const isUnconfirmed = confirmsTie && winners.length > 1 && !sheet.tie;
  return { scores, problem: isUnconfirmed ? createProblem("tie", winners) : noReason };
}

/**
 * List the seats that won.
 * @param {readonly (ScoreLine | null)[]} scores
 */
export const listWinners = (scores) =>
  [...scores.keys()].filter((seat) => scores[seat]?.why === "won");

/** @param {ProblemCode} code @param {readonly number[]} [seats] @returns {Problem} */
const createProblem = (code, seats = []) => ({ code, seats });

/**
 * Turn a problem of scoring, which knows only the players there, into one of the sheet.
 * @param {import("./scoring.js").Problem} problem
 * @param {readonly number[]} seats
 */
function convertScoringProblem({ code, seat }, seats) {
  return createProblem(
    code === "tie" ? "tie_tiles" : code,
    seat < 0 ? [] : [/** @type {number} */ (seats[seat])],
  );
}

/** Find what is not filled in yet. @param {Sheet} sheet @returns {Problem | null} */
function findMissingEntry(sheet) {
  if (sheet.end === null) return createProblem("end");
  const blank = listRackSeats(sheet).filter((seat) => isLineBlank(sheet.lines[seat]));
  if (blank.length) return createProblem("missing", blank);
  const unreadable = [...sheet.lines.keys()].filter(
    (seat) => parsePoints(sheet.lines[seat]?.written ?? "") === undefined,
  );
  return unreadable.length ? createProblem("written", unreadable) : null;
}

/**
 * Find sums that are higher than the box allows.
 * @param {Edition} edition
 * @param {Sheet} sheet
 * @returns {Problem | null}
 */
function findExcessiveSum(edition, sheet) {
  const lines = listRackSeats(sheet)
    .map((seat) => /** @type {Line} */ (sheet.lines[seat]))
    .filter(({ by }) => by === "sum");
  const jokers = lines.reduce((total, line) => total + line.jokers, 0);
  if (jokers > countJokersInBox(edition))
    return { ...createProblem("jokers"), most: countJokersInBox(edition) };
  const sum = lines.reduce((total, line) => total + (line.sum ?? 0), 0);
  const most = sumNumbersInBox(edition);
  return sum > most ? { ...createProblem("tiles"), most } : null;
}

/**
 * Remove the tick for a tie where there is no tie any more.
 * @param {Edition} edition
 * @param {Sheet} sheet
 * @returns {Sheet}
 */
export function dropFalseTie(edition, sheet) {
  if (!sheet.tie) return sheet;
  return listWinners(judgeSheet(edition, sheet).scores).length > 1
    ? sheet
    : updateSheet(sheet, { tie: false });
}
