// What the tiles of a box show.

/** @typedef {import("../app/protocol.js").BoxSpec} BoxSpec */

export const COLOURS = ["K", "R", "B", "O"];
export const NUMBERS = Array.from({ length: 13 }, (_, index) => index + 1);

/**
 * Return what each tile of a box shows, by its id: black, red, blue, orange, each number as often
 * as there are copies; then jokers.
 * @param {BoxSpec} spec
 * @returns {string[]}
 */
export function listBoxFaces({ copies, ordinary, double, colour_change: change, mirror }) {
  const times = (/** @type {string} */ face, /** @type {number} */ count) =>
    Array(count).fill(face);
  const numbers = COLOURS.flatMap((colour) =>
    NUMBERS.flatMap((number) => times(`${colour}${number}`, copies)),
  );
  return [
    ...numbers,
    ...times("J", ordinary),
    ...times("D", double),
    ...times("C", change),
    ...times("M", mirror),
  ];
}
