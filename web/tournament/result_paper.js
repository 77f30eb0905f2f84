// The result of a game as the tournament's server stores it (`Paper`), from and to a score sheet.

import { createLine, createSheet, parsePoints } from "../shared/score_sheet/sheet.js";

/** @typedef {import("./model.js").Paper} Paper */
/** @typedef {import("./model.js").PaperRack} PaperRack */
/** @typedef {import("./model.js").Points} Points */
/** @typedef {import("../shared/score_sheet/sheet.js").Line} Line */
/** @typedef {import("../shared/score_sheet/sheet.js").Sheet} Sheet */

/** @type {PaperRack} */
const EMPTY_RACK = {
  tiles: 0,
  jokers: 0,
  opened: true,
  could_have_opened: false,
  announced: false,
  left: false,
};

/**
 * Create an empty sheet for a table.
 * @param {readonly boolean[]} hasLeft  by seat: left the tournament before this game
 * @returns {Sheet}
 */
export const createTableSheet = (hasLeft) =>
  createSheet(hasLeft.map((isGone) => ({ presence: isGone ? "absent" : "here" })));

/**
 * Read a result back into a sheet, to correct it.
 * @param {Paper | null} paper  null: not played
 * @param {number} players
 * @returns {Sheet}
 */
export function convertPaperToSheet(paper, players) {
  if (!paper) return { ...createTableSheet(Array(players).fill(false)), end: "not_played" };
  const winner = paper.racks.findIndex((rack) => rack && !rack.tiles && !rack.jokers);
  return {
    end: paper.ending === "went_out" ? winner : paper.ending,
    lines: paper.racks.map((rack, seat) => convertRackToLine(rack, paper.written[seat] ?? null)),
    tie: paper.tie,
    reason: "",
  };
}

/** @param {PaperRack | null} rack @param {Points | null} points @returns {Line} */
function convertRackToLine(rack, points) {
  const written = points === null ? "" : String(points);
  if (!rack) return createLine({ presence: "absent", written });
  return createLine({
    sum: rack.tiles,
    jokers: rack.jokers,
    opened: getOpeningStatus(rack),
    presence: rack.left ? "left" : "here",
    written,
  });
}

/** @param {PaperRack} rack @returns {Line["opened"]} */
function getOpeningStatus({ opened, announced, could_have_opened: couldOpen }) {
  if (opened) return "opened";
  return announced ? "announced" : couldOpen ? "could_open" : "unopened";
}

/**
 * Write the result of a complete sheet; null for a game that was not played.
 * @param {Sheet} sheet
 * @returns {Paper | null}
 */
export function convertSheetToPaper(sheet) {
  const { end, lines } = sheet;
  if (end === "not_played" || end === null) return null;
  const written = lines.map((line) => parsePoints(line.written) ?? null);
  return {
    ending: typeof end === "number" ? "went_out" : end,
    racks: lines.map((line, seat) => (seat === end ? EMPTY_RACK : convertLineToRack(line))),
    tie: typeof end !== "number" && sheet.tie,
    written: written.some((points) => points !== null) ? written : [],
  };
}

/** @param {Line} line @returns {PaperRack | null} */
function convertLineToRack({ sum, jokers, opened, presence }) {
  if (presence === "absent") return null;
  return {
    tiles: sum ?? 0,
    jokers,
    opened: opened === "opened",
    could_have_opened: opened === "could_open",
    announced: opened === "announced",
    left: presence === "left",
  };
}
