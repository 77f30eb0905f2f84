// How large tiles can be so that everything fits, and which set lies in which row.
//
// Sets keep their order: a table that shuffles its sets whenever a tile is added cannot be read.
// With the order kept, filling each row as far as it goes needs the fewest rows, and larger tiles
// never need fewer rows; so the largest size is found by halving.

/**
 * Measures in px. Spaces around a set do not grow with the tiles.
 * @typedef {object} Measures
 * @property {number} ratio  height of a tile by its width
 * @property {number} pad  between the tiles of a set and its frame, on each side
 * @property {number} gap  between two sets in a row
 * @property {number} rowGap  between two rows, with room for a line of words under a set
 * @property {number} longest a longer set (a mirrored run, a muddle) may go on in a second line
 *   before all tiles shrink for it
 */

/**
 * @typedef {object} TableFit
 * @property {number} tile  width of a tile
 * @property {number[][]} rows  indexes of the sets, by row
 * @property {number} width  of the widest row
 * @property {number} height  of all rows
 * @property {number} perLine  a set with more tiles than this goes on in a second line
 * @property {boolean} fits  if not, even the smallest tiles need scrolling, up and down only
 */

/**
 * @typedef {{tile: number, rows: number, perRow: number, height: number, fits: boolean}} RackFit
 */

/** @type {Measures} */
export const MEASURES = Object.freeze({ ratio: 1.32, pad: 3, gap: 6, rowGap: 8, longest: 13 });

/** Finer sizes cannot be seen. */
const STEP = 0.5;
/** Sums of fractions may be this much off. */
const ROUNDING = 1e-9;

/**
 * Fit the table.
 * @param {readonly number[]} lengths  how many tiles each set has
 * @param {{width: number, height: number, min: number, max: number}} room
 * @param {Partial<Measures>} [measures]
 * @returns {TableFit}
 */
export function fitTable(lengths, room, measures = {}) {
  const all = { ...MEASURES, ...measures };
  const longest = Math.min(all.longest, Math.max(1, ...lengths));
  const largest = Math.min(room.max, (room.width - 2 * all.pad) / longest);
  const size = (/** @type {number} */ step) => room.min + step * STEP;
  let low = 0;
  let high = Math.max(0, Math.floor((largest - room.min) / STEP));
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fillRows(lengths, room.width, size(middle), all).height <= room.height) low = middle;
    else high = middle - 1;
  }
  const found = fillRows(lengths, room.width, size(low), all);
  const best = balanceRows(lengths, found, room.width, all);
  return { ...best, fits: best.height <= room.height && best.width <= room.width };
}

/**
 * Fit the rack: full rows of tiles that a finger can hit.
 * @param {number} count
 * @param {{width: number, height: number, min: number, max: number}} room
 * @param {{ratio?: number, gap?: number}} [measures]
 * @returns {RackFit}
 */
export function fitRack(count, room, { ratio = MEASURES.ratio, gap = 2 } = {}) {
  const at = (/** @type {number} */ tile) => {
    const perRow = Math.max(1, Math.floor((room.width + gap) / (tile + gap)));
    const rows = Math.max(1, Math.ceil(count / perRow));
    const height = rows * tile * ratio + (rows - 1) * gap;
    return { tile, rows, perRow, height, fits: height <= room.height && tile <= room.width };
  };
  for (let tile = room.max; tile > room.min; tile -= STEP) {
    const fit = at(tile);
    if (fit.fits) return fit;
  }
  return at(room.min);
}

/**
 * Fill rows in order with sets of tiles of one size.
 * @param {readonly number[]} lengths
 * @param {number} width
 * @param {number} tile
 * @param {Measures} measures
 * @returns {Omit<TableFit, "fits">}
 */
function fillRows(lengths, width, tile, { ratio, pad, gap, rowGap }) {
  const perLine = Math.max(1, Math.floor((width - 2 * pad) / tile + ROUNDING));
  /** @type {number[][]} */
  const rows = [];
  let widest = 0;
  let height = 0;
  let used = Infinity; // of the row under way
  lengths.forEach((count, index) => {
    const lines = Math.ceil(count / perLine);
    const wide = Math.min(count, perLine) * tile + 2 * pad;
    if (lines === 1 && used + gap + wide <= width + ROUNDING) {
      rows.at(-1)?.push(index);
      used += gap + wide;
    } else {
      height += lines * tile * ratio + 2 * pad + (rows.length ? rowGap : 0);
      rows.push([index]);
      used = lines === 1 ? wide : Infinity; // a set in several lines has its row for itself
    }
    widest = Math.max(widest, used === Infinity ? wide : used);
  });
  return { tile, rows, width: widest, height, perLine };
}

/**
 * Make the rows about equally long, without making more of them: a last row with one set looks
 * forgotten. Of all ways to cut the sets into so many rows it takes the one with the least sum of
 * squared widths.
 * @param {readonly number[]} lengths
 * @param {Omit<TableFit, "fits">} found
 * @param {number} width
 * @param {Measures} measures
 * @returns {Omit<TableFit, "fits">}
 */
function balanceRows(lengths, found, width, { pad, gap }) {
  const { tile, perLine } = found;
  const wide = lengths.map((count) => Math.min(count, perLine) * tile + 2 * pad);
  const isAlone = lengths.map((count) => count > perLine);
  /**
   * The best rows for the first sets, by their number.
   * @typedef {{cost: number, rows: number[][], width: number}} Cut
   */
  /** @type {(Cut | undefined)[]} */
  let best = [{ cost: 0, rows: [], width: 0 }];
  for (const _ of found.rows) {
    /** @type {(Cut | undefined)[]} */
    const longer = [];
    best.forEach((cut, from) => {
      if (!cut) return;
      let used = -gap;
      for (let to = from; to < lengths.length; to += 1) {
        used += gap + /** @type {number} */ (wide[to]);
        const isFirst = to === from;
        if (!isFirst && (used > width + ROUNDING || isAlone[to] || isAlone[from])) break;
        const cost = cut.cost + used * used;
        if (cost >= (longer[to + 1]?.cost ?? Infinity)) continue;
        const row = lengths.slice(from, to + 1).map((_length, index) => from + index);
        longer[to + 1] = { cost, rows: [...cut.rows, row], width: Math.max(cut.width, used) };
      }
    });
    best = longer;
  }
  const { rows, width: widest } = best[lengths.length] ?? found;
  return { ...found, rows, width: widest };
}
