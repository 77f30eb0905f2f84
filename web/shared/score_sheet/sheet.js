// The score sheet of one game while somebody fills it in: how the game ended, and a line for each
// seat. Pure.

import { findCommonDivisor } from "./fractions.js";

/** @typedef {import("./scoring.js").Rack} Rack */
/** @typedef {import("./scoring.js").Opened} Opened */
/** @typedef {number | "pool_empty" | "round_time" | "not_played"} Ending  a seat: it went out */
/**
 * @typedef {"here" | "left" | "absent"} Presence  left: during this game; absent: did not play it
 */
/**
 * @typedef {object} Line
 * @property {"tiles" | "sum"} by  how the rack is entered
 * @property {readonly string[]} tiles
 * @property {number | null} sum  of the number tiles; null until it is typed
 * @property {number} jokers  beside the sum
 * @property {Opened} opened
 * @property {Presence} presence
 * @property {string} written  the points that the players wrote on paper, to compare
 */
/**
 * @typedef {object} Sheet
 * @property {Ending | null} end  null: not chosen yet
 * @property {readonly Line[]} lines  by seat
 * @property {boolean} tie
 * @property {string} reason  for a correction, or for a game that was not played
 * @property {string} [stamp]  once it was sent; a change removes it
 */

export const MAX_SUM_DIGITS = 4;
export const MAX_REASON_LENGTH = 200;

/** @type {Line} */
const EMPTY_LINE = {
  by: "sum",
  tiles: [],
  sum: null,
  jokers: 0,
  opened: "opened",
  presence: "here",
  written: "",
};

/** @param {Partial<Line>} fields @returns {Line} */
export const createLine = (fields) => ({ ...EMPTY_LINE, ...fields });

/**
 * Create an empty sheet.
 * @param {readonly Partial<Line>[]} lines  by seat
 * @returns {Sheet}
 */
export const createSheet = (lines) => ({
  end: null,
  lines: lines.map(createLine),
  tie: false,
  reason: "",
});

/**
 * Whether a value that the browser kept is a sheet for this many players.
 * @param {unknown} value
 * @param {number} players
 * @returns {value is Sheet}
 */
export function isSheet(value, players) {
  const lines = /** @type {Partial<Sheet> | null | undefined} */ (value)?.lines;
  return (
    Array.isArray(lines) &&
    lines.length === players &&
    lines.every((line) => Array.isArray(line?.tiles))
  );
}

/**
 * Change fields of a sheet. It then differs from what was sent, so it loses its stamp.
 * @param {Sheet} sheet
 * @param {Partial<Sheet>} changes
 * @returns {Sheet}
 */
export function updateSheet(sheet, changes) {
  const { stamp: _, ...others } = sheet;
  return { ...others, ...changes };
}

/**
 * Change fields of one line.
 * @param {Sheet} sheet
 * @param {number} seat
 * @param {Partial<Line>} changes
 * @returns {Sheet}
 */
export function updateLine(sheet, seat, changes) {
  return updateSheet(sheet, {
    lines: sheet.lines.map((line, index) => (index === seat ? { ...line, ...changes } : line)),
  });
}

/**
 * Change who was there. A player who left did not go out.
 * @param {Sheet} sheet
 * @param {number} seat
 * @param {Presence} presence
 * @returns {Sheet}
 */
export function updatePresence(sheet, seat, presence) {
  const changed = updateLine(sheet, seat, { presence });
  return presence !== "here" && sheet.end === seat ? updateSheet(changed, { end: null }) : changed;
}

/** @param {Sheet} sheet @returns {number | null} */
export const findWinner = ({ end }) => (typeof end === "number" ? end : null);

/**
 * Whether a seat has a rack to enter: not the player who went out, nor one who did not play.
 * @param {Sheet} sheet
 * @param {number} seat
 */
export const hasRack = (sheet, seat) =>
  seat !== sheet.end && sheet.lines[seat]?.presence !== "absent";

/** List the seats whose racks are entered. @param {Sheet} sheet @returns {number[]} */
export function listRackSeats(sheet) {
  if (sheet.end === null || sheet.end === "not_played") return [];
  return [...sheet.lines.keys()].filter((seat) => hasRack(sheet, seat));
}

/** Whether nothing is entered for a rack yet. @param {Line | undefined} line */
export const isLineBlank = (line) =>
  line?.by === "tiles" ? !line.tiles.length : (line?.sum ?? null) === null;

/** Return the rack of a line, as scoring takes it. @param {Line} line @returns {Rack} */
export function buildScoringRack({ by, tiles, sum, jokers, opened, presence }) {
  return { by, tiles, sum, jokers, opened, hasLeft: presence === "left" };
}

/**
 * Read the digits that somebody types as a sum.
 * @param {string} text
 * @param {number} [max]
 * @returns {number | null}
 */
export function parseSum(text, max = Number.POSITIVE_INFINITY) {
  const digits = text
    .replace(/\D/g, "")
    .replace(/^0+(?=\d)/, "")
    .slice(0, MAX_SUM_DIGITS);
  return digits ? Math.min(Number(digits), max) : null;
}

/** @typedef {import("./points.js").Points} Points */

/**
 * Parse points as people write them: "-40", "13,5", "27/2". Null for nothing, undefined for what
 * is not a number.
 * @param {string} text
 * @returns {Points | null | undefined}
 */
export function parsePoints(text) {
  const plain = text.trim().replace(/[−–]/, "-").replace(",", ".").replace(/^\+/, "");
  if (!plain) return null;
  if (/^-?\d{1,6}$/.test(plain)) return Number(plain);
  if (/^-?\d{1,6}\/[1-9]\d{0,2}$/.test(plain)) return plain;
  const decimal = /^(-?)(\d{1,6})\.(\d{1,2})$/.exec(plain);
  if (!decimal) return undefined;
  const [, sign, whole, part = ""] = decimal;
  const bottom = 10 ** part.length;
  const top = Number(whole) * bottom + Number(part);
  const divisor = findCommonDivisor(top, bottom);
  return divisor === bottom
    ? Number(`${sign}${top / divisor}`)
    : `${sign}${top / divisor}/${bottom / divisor}`;
}
