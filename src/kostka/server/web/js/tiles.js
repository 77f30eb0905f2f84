// Draws a tile: a pure function from a face name ("B3", "J") to markup, classes and the key of its name.
//
// The markup has classes and no styles: a strict content-security policy refuses styles in attributes,
// and css/tiles.css then decides about light and dark. Shapes are drawn and not typed, so that no font
// has to know them. The pictures of jokers are large and few-lined: on a phone a tile is 20 px wide.

import { readFace } from "./order.js";

/** @typedef {"black" | "red" | "blue" | "orange"} Colour */
/** @typedef {{key: string, values: Record<string, string | number>}} Label  a key of the translations */

/**
 * @typedef {object} Drawing
 * @property {string} markup  an SVG, hidden from screen readers
 * @property {string} classes  for the element around it
 * @property {Label} label  the tile's name, for screen readers
 * @property {string | null} about  the key of one sentence on what a joker does
 */

/** @type {Readonly<Record<string, Colour>>} */
export const COLOUR_NAMES = Object.freeze({ K: "black", R: "red", B: "blue", O: "orange" });

/** @type {Readonly<Record<string, string>>} */
export const JOKER_NAMES = Object.freeze({ J: "joker", D: "double", C: "change", M: "mirror" });

/** Each shape in a square from -10 to 10. @type {Readonly<Record<Colour, string>>} */
const SHAPES = Object.freeze({
  black: "M-8-8H8V8H-8Z",
  red: "M0 9C-4 5.5-10 1-10-4C-10-7.6-7.6-9.5-5-9.5C-2.8-9.5-1-8.2 0-6.2C1-8.2 2.8-9.5 5-9.5C7.6-9.5 10-7.6 10-4C10 1 4 5.5 0 9Z",
  blue: "M0-9A9 9 0 1 1 0 9A9 9 0 1 1 0-9Z",
  orange: "M0-10.5L10.5 0L0 10.5L-10.5 0Z",
});

/** A star in a square from -10 to 10. */
const STAR = "M0-10.5L2.9-3.6L10.2-3.1L4.6 1.7L6.3 8.9L0 5.1L-6.3 8.9L-4.6 1.7L-10.2-3.1L-2.9-3.6Z";

/**
 * Draw a face.
 * @param {string} name
 * @returns {Drawing}
 */
export function drawTile(name) {
  const face = readFace(name);
  const kind = face.joker ? /** @type {string} */ (JOKER_NAMES[name]) : COLOUR_NAMES[face.colour];
  const inside = face.joker ? JOKER_PICTURES[name]?.() : number(/** @type {Colour} */ (kind), face.number);
  return {
    markup: `<svg class="tile-face" viewBox="0 0 100 132" aria-hidden="true" focusable="false">${inside}</svg>`,
    classes: face.joker ? `tile tile-joker tile-${kind}` : `tile tile-${kind}`,
    label: { key: `tile.${kind}`, values: face.joker ? {} : { number: face.number } },
    about: face.joker ? `about.${kind}` : null,
  };
}

/**
 * Draw a whole tile that only shows something: in rules, replays, score sheets.
 * @param {string} name
 * @param {string} label  in the reader's language
 * @returns {string}
 */
export function tileMarkup(name, label) {
  const { classes, markup } = drawTile(name);
  return `<span class="${classes}" role="img" aria-label="${escapeText(label)}">${markup}</span>`;
}

/**
 * Make text safe inside markup, in quotes too.
 * @param {string} text
 * @returns {string}
 */
export function escapeText(text) {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** @param {Colour} colour @param {number} value */
function number(colour, value) {
  const wide = value > 9 ? " tile-number-wide" : "";
  return `<text class="tile-number${wide}" x="50" y="70">${value}</text>${shape(colour, 50, 104, 1.35)}`;
}

/** @param {Colour} colour @param {number} x @param {number} y @param {number} size */
function shape(colour, x, y, size) {
  return `<path class="ink-${colour}" transform="translate(${x} ${y}) scale(${size})" d="${SHAPES[colour]}"/>`;
}

/** @param {number} x @param {number} y @param {number} size */
function star(x, y, size) {
  return `<path class="ink-joker" transform="translate(${x} ${y}) scale(${size})" d="${STAR}"/>`;
}

/** @type {Readonly<Record<string, () => string>>} */
const JOKER_PICTURES = Object.freeze({
  // Any tile of any colour: a star, and the four shapes.
  J: () =>
    star(50, 52, 3.3) +
    shape("black", 17, 110, 0.85) +
    shape("red", 39, 110, 0.85) +
    shape("blue", 61, 110, 0.85) +
    shape("orange", 83, 110, 0.85),
  // Two tiles in one: two small tiles, each with a star.
  D: () =>
    '<rect class="line-joker" x="9" y="24" width="39" height="56" rx="7"/>' +
    '<rect class="line-joker" x="52" y="24" width="39" height="56" rx="7"/>' +
    star(28.5, 52, 1.5) +
    star(71.5, 52, 1.5) +
    '<text class="tile-sign" x="50" y="117">×2</text>',
  // The colour before it is not the colour after it.
  C: () =>
    shape("red", 27, 33, 2.1) +
    '<path class="line-joker" d="M57 27C75 27 78 40 75 54M64 45L75 57L87 47"/>' +
    shape("blue", 72, 83, 2.1) +
    '<path class="line-joker" d="M43 89C25 89 22 76 25 62M36 71L25 59L13 69"/>' +
    star(50, 117, 0.85),
  // What lies on one side lies on the other, the other way round.
  M: () =>
    '<path class="line-joker line-dashed" d="M50 16V92"/>' +
    '<path class="ink-joker" d="M41 26V82L10 82Z"/>' +
    '<path class="line-joker" d="M60 29V80L86 80Z"/>' +
    star(50, 113, 1.1),
});
