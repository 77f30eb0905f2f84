// What a typed score sheet comes to, and what is wrong with it, without asking the server. Pure.
//
// Its rules are those of tournament/paper.py; a test gives both the same sheets.

import { getTournamentEdition } from "../../shared/score_sheet/editions.js";
import { doesOpeningCount, scoreGame } from "../../shared/score_sheet/scoring.js";
import { hasRack, missing } from "../score_sheet.js";

/** @typedef {import("../score_sheet.js").Typed} Typed */
/** @typedef {import("../score_sheet.js").Line} Line */
/** @typedef {import("../../shared/score_sheet/scoring.js").ScoreLine} Score */
/** @typedef {"opened" | "unopened" | "could_open" | "announced"} Opening */
/**
 * @typedef {"end" | "players" | "missing" | "empty" | "jokers" | "tiles" | "tie" | "reason"} Wrong
 */
/** @typedef {{code: Wrong, seats: readonly number[], most?: number}} Problem */
/**
 * @typedef {{scores: readonly (Score | null)[], problem: Problem | null}} Judged no scores until
 *   they can be computed
 */

/** @param {Line} line @returns {Opening} */
export function openingOf({ opened, could, announced }) {
  return opened ? "opened" : announced ? "announced" : could ? "could_open" : "unopened";
}

/** The seats whose racks are asked for. @param {Typed} typed @returns {number[]} */
export function askedSeats(typed) {
  if (typed.end === null || typed.end === "not_played") return [];
  return [...typed.lines.keys()].filter((seat) => hasRack(typed, seat));
}

/** Whether the opening counts: where somebody went out. @param {Typed} typed */
export const asksForOpening = ({ end, lines }) =>
  doesOpeningCount(getTournamentEdition(lines.length), typeof end === "number" ? end : null);

/** How many jokers the box of a table has. @param {number} players */
export const jokersOf = (players) => getTournamentEdition(players).box.ordinary;

/** What all number tiles of its box count. @param {number} players */
const tilesOf = (players) => 4 * 91 * getTournamentEdition(players).box.copies;

/** @param {Typed} typed @param {boolean} [needsReason]  for a correction @returns {Judged} */
export function judge(typed, needsReason = false) {
  const { end, lines, tie } = typed;
  const reason =
    (needsReason || end === "not_played") && !typed.reason.trim() ? wrong("reason") : null;
  if (end === "not_played") return { scores: [], problem: reason };
  const lacking = missing(typed);
  if (lacking)
    return {
      scores: [],
      problem: wrong(lacking.what === "end" ? "end" : "missing", lacking.seats),
    };
  const beyond = beyondBox(typed);
  if (beyond) return { scores: [], problem: beyond };

  const seats = [...lines.keys()].filter((seat) => seat === end || hasRack(typed, seat));
  const racks = seats.map((seat) => rackOf(/** @type {Line} */ (lines[seat])));
  const scored = scoreGame(
    getTournamentEdition(lines.length),
    racks,
    typeof end === "number" ? seats.indexOf(end) : null,
  );
  if ("problem" in scored) {
    const { code, seat } = scored.problem;
    return {
      scores: [],
      problem: wrong(
        /** @type {Wrong} */ (code),
        seat < 0 ? [] : [/** @type {number} */ (seats[seat])],
      ),
    };
  }
  const scores = lines.map((_, seat) => scored.lines[seats.indexOf(seat)] ?? null);
  const winners = seats.filter((seat) => scores[seat]?.big);
  return { scores, problem: winners.length > 1 && !tie ? wrong("tie", winners) : reason };
}

/** @param {Wrong} code @param {readonly number[]} [seats] @returns {Problem} */
const wrong = (code, seats = []) => ({ code, seats });

/** @param {Typed} typed @returns {Problem | null} */
function beyondBox(typed) {
  const asked = askedSeats(typed).map((seat) => /** @type {Line} */ (typed.lines[seat]));
  const players = typed.lines.length;
  if (asked.reduce((sum, { jokers }) => sum + jokers, 0) > jokersOf(players))
    return { ...wrong("jokers"), most: jokersOf(players) };
  const isMore = asked.reduce((sum, { tiles }) => sum + Number(tiles), 0) > tilesOf(players);
  return isMore ? { ...wrong("tiles"), most: tilesOf(players) } : null;
}

/** @param {Line} line @returns {import("../../shared/score_sheet/scoring.js").Rack} */
function rackOf(line) {
  return {
    by: "sum",
    tiles: [],
    sum: Number(line.tiles),
    jokers: line.jokers,
    opened: openingOf(line),
    hasLeft: line.presence === "left",
  };
}

/**
 * A tie is said where there is one, and forgotten where there is none any more.
 * @param {Typed} typed
 * @returns {Typed}
 */
export function withoutFalseTie(typed) {
  if (!typed.tie) return typed;
  const winners = judge(typed).scores.filter((score) => score?.big);
  return winners.length > 1 ? typed : { ...typed, tie: false };
}
