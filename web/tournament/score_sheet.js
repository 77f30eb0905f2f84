// A game on the score sheet while it is typed: what the fields hold, and the paper that the server
// is told.

/** @typedef {import("./model.js").Paper} Paper */
/** @typedef {import("./model.js").Points} Points */
/**
 * @typedef {"here" | "left" | "absent"} Presence left: during this game; absent: did not play it
 */
/**
 * @typedef {{tiles: string, jokers: number, opened: boolean, could: boolean, announced: boolean,
 *   presence: Presence, written: string}} Line
 */
/**
 * @typedef {object} Typed
 * @property {number | "pool_empty" | "round_time" | "not_played" | null} end the seat that went
 *   out, or how else it ended; null: not said yet
 * @property {readonly Line[]} lines  by seat
 * @property {boolean} tie
 * @property {string} reason  for a correction, or why it was not played
 * @property {string} [stamp]  once it was sent; another content has another one
 */

/** @type {Line} */
const EMPTY = {
  tiles: "",
  jokers: 0,
  opened: true,
  could: false,
  announced: false,
  presence: "here",
  written: "",
};

/**
 * An empty sheet.
 * @param {readonly boolean[]} isGone by seat: who has left the tournament before
 * @returns {Typed}
 */
export function emptySheet(isGone) {
  return {
    end: null,
    lines: isGone.map((gone) => ({ ...EMPTY, presence: gone ? "absent" : "here" })),
    tie: false,
    reason: "",
  };
}

/**
 * The sheet of a game that was entered, to be corrected.
 * @param {Paper | null} paper
 * @param {number} seats
 * @returns {Typed}
 */
export function sheetOf(paper, seats) {
  if (!paper) return { ...emptySheet(Array(seats).fill(false)), end: "not_played" };
  const lines = paper.racks.map((rack, seat) => lineOf(rack, paper.written[seat] ?? null));
  const out = paper.racks.findIndex((rack) => rack && !rack.tiles && !rack.jokers);
  return {
    end: paper.ending === "went_out" ? out : paper.ending,
    lines,
    tie: paper.tie,
    reason: "",
  };
}

/**
 * @param {import("./model.js").PaperRack | null} rack
 * @param {Points | null} written
 * @returns {Line}
 */
function lineOf(rack, written) {
  const shown = written === null ? "" : String(written);
  if (!rack) return { ...EMPTY, presence: "absent", written: shown };
  const { tiles, jokers, opened, could_have_opened: could, announced, left } = rack;
  return {
    tiles: String(tiles),
    jokers,
    opened,
    could,
    announced,
    presence: left ? "left" : "here",
    written: shown,
  };
}

/**
 * Change something; what was sent before was another content.
 * @param {Typed} typed
 * @param {Partial<Typed>} changes
 * @returns {Typed}
 */
export function changed(typed, changes) {
  const { stamp: _, ...others } = typed;
  return { ...others, ...changes };
}

/** @param {Typed} typed @param {number} seat @param {Partial<Line>} changes @returns {Typed} */
export function withLine(typed, seat, changes) {
  return changed(typed, {
    lines: typed.lines.map((line, at) => (at === seat ? { ...line, ...changes } : line)),
  });
}

/**
 * Whether a line has fields: who went out has an empty rack, who is absent none.
 * @param {Typed} typed
 * @param {number} seat
 */
export const hasRack = (typed, seat) =>
  seat !== typed.end && typed.lines[seat]?.presence !== "absent";

/**
 * What is still to be typed: "end", or the seats without a sum, or those with unreadable points.
 * @param {Typed} typed
 * @returns {{what: "end" | "tiles" | "written", seats: readonly number[]} | null}
 */
export function missing(typed) {
  if (typed.end === null) return { what: "end", seats: [] };
  if (typed.end === "not_played") return null;
  const seats = [...typed.lines.keys()];
  const empty = seats.filter(
    (seat) => hasRack(typed, seat) && !/^\d+$/.test(typed.lines[seat]?.tiles.trim() ?? ""),
  );
  if (empty.length) return { what: "tiles", seats: empty };
  const unreadable = seats.filter(
    (seat) => readPoints(typed.lines[seat]?.written ?? "") === undefined,
  );
  return unreadable.length ? { what: "written", seats: unreadable } : null;
}

/**
 * The paper of a sheet that is complete; null for a game that was not played.
 * @param {Typed} typed @returns {Paper | null}
 */
export function paperOf(typed) {
  if (typed.end === "not_played" || typed.end === null) return null;
  const written = typed.lines.map((line) => readPoints(line.written) ?? null);
  return {
    ending: typeof typed.end === "number" ? "went_out" : typed.end,
    racks: typed.lines.map((line, seat) => rackOf(typed, line, seat)),
    tie: typeof typed.end !== "number" && typed.tie,
    written: written.some((points) => points !== null) ? written : [],
  };
}

/** @param {Typed} typed @param {Line} line @param {number} seat */
function rackOf(typed, line, seat) {
  if (line.presence === "absent" && seat !== typed.end) return null;
  if (seat === typed.end)
    return {
      tiles: 0,
      jokers: 0,
      opened: true,
      could_have_opened: false,
      announced: false,
      left: false,
    };
  return {
    tiles: Number(line.tiles),
    jokers: line.jokers,
    opened: line.opened,
    could_have_opened: !line.opened && line.could,
    announced: !line.opened && line.announced,
    left: line.presence === "left",
  };
}

/**
 * Points as somebody writes them: "-40", "13,5", "27/2". Null for nothing, undefined for what is no
 * number.
 * @param {string} text @returns {Points | null | undefined}
 */
export function readPoints(text) {
  const plain = text.trim().replace(/[−–]/, "-").replace(",", ".").replace(/^\+/, "");
  if (!plain) return null;
  if (/^-?\d{1,6}$/.test(plain)) return Number(plain);
  if (/^-?\d{1,6}\/[1-9]\d{0,2}$/.test(plain)) return plain;
  const decimal = /^(-?)(\d{1,6})\.(\d{1,2})$/.exec(plain);
  if (!decimal) return undefined;
  const [, sign, whole, part = ""] = decimal;
  const bottom = 10 ** part.length;
  const top = Number(whole) * bottom + Number(part);
  const shared = divisor(top, bottom);
  return shared === bottom
    ? Number(`${sign}${top / shared}`)
    : `${sign}${top / shared}/${bottom / shared}`;
}

/** @param {number} a @param {number} b @returns {number} */
const divisor = (a, b) => (b ? divisor(b, a % b) : a);
