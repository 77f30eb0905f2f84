// Draws a tile: a pure function from a face name ("B3", "J") to markup, classes and the key of its
// name.
//
// The markup has classes and no styles: a strict content-security policy refuses styles in
// attributes, and css/tiles.css then decides about light and dark. Shapes are drawn and not
// typed, so that no font has to know them. The pictures of jokers are large and few-lined: on a
// phone a tile is 20 px wide.

import { isLetterFace, getLetter } from "./letter_tiles.js";
import { parseFace } from "./number_tiles.js";

/** @typedef {"black" | "red" | "blue" | "orange"} Colour */
/**
 * @typedef {{key: string, values: Record<string, string | number>}} Label a key of the translations
 */

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

/** For drawings beside which the name is said in words. */
const UNSPOKEN = 'aria-hidden="true" focusable="false"';

/** Each shape in a square from -10 to 10. @type {Readonly<Record<Colour, string>>} */
const SHAPES = Object.freeze({
  black: "M-8-8H8V8H-8Z",
  red:
    "M0 9C-4 5.5-10 1-10-4C-10-7.6-7.6-9.5-5-9.5C-2.8-9.5-1-8.2 0-6.2C1-8.2 2.8-9.5 5-9.5" +
    "C7.6-9.5 10-7.6 10-4C10 1 4 5.5 0 9Z",
  blue: "M0-9A9 9 0 1 1 0 9A9 9 0 1 1 0-9Z",
  orange: "M0-10.5L10.5 0L0 10.5L-10.5 0Z",
});

/** A star in a square from -10 to 10. */
const STAR = "M0-10.5L2.9-3.6L10.2-3.1L4.6 1.7L6.3 8.9L0 5.1L-6.3 8.9L-4.6 1.7L-10.2-3.1L-2.9-3.6Z";

/**
 * Draw a face.
 * @param {string} name
 * @param {string} [stands]  what a joker stands for in its set, in the server's words
 * @returns {Drawing}
 */
export function renderTile(name, stands = "") {
  if (isLetterFace(name)) return renderLetterTile(getLetter(name), stands && getLetter(stands));
  const face = parseFace(name);
  const kind = face.joker ? /** @type {string} */ (JOKER_NAMES[name]) : COLOUR_NAMES[face.colour];
  const inside = face.joker
    ? renderJoker(name, stands)
    : renderNumber(/** @type {Colour} */ (kind), face.number);
  return {
    markup: wrapInSvg(inside),
    classes: face.joker ? `tile tile-joker tile-${kind}` : `tile tile-${kind}`,
    label: { key: `tile.${kind}`, values: face.joker ? {} : { number: face.number } },
    about: face.joker ? `about.${kind}` : null,
  };
}

/** @param {string} inside */
const wrapInSvg = (inside) =>
  `<svg class="tile-face" viewBox="0 0 100 132" ${UNSPOKEN}>${inside}</svg>`;

/**
 * A letter, or a joker: a star, which with a letter makes room for it, so that the word can be
 * read.
 * @param {string} letter
 * @param {string} stands
 * @returns {Drawing}
 */
function renderLetterTile(letter, stands) {
  const isJoker = letter === "?";
  const shown = escapeMarkup(isJoker ? stands : letter);
  // The widest letters are pressed a little, so that they keep off the edges.
  const wide = "MW".includes(shown) ? ' textLength="78" lengthAdjust="spacingAndGlyphs"' : "";
  const text =
    shown &&
    `<text class="tile-letter${isJoker ? " ink-joker" : ""}" x="50" y="${isJoker ? 82 : 93}"` +
      `${wide}>${shown}</text>`;
  return {
    markup: wrapInSvg(
      text + (isJoker ? (shown ? renderStar(50, 110, 1.3) : renderStar(50, 64, 3.6)) : ""),
    ),
    classes: isJoker ? "tile tile-joker tile-letter-joker" : "tile tile-plain",
    label: isJoker ? { key: "tile.joker", values: {} } : { key: "tile.letter", values: { letter } },
    about: isJoker ? "about.letter_joker" : null,
  };
}

/**
 * Draw a whole tile that only shows something: in rules, replays, score sheets.
 * @param {string} name
 * @param {string} label  in the reader's language
 * @returns {string}
 */
export function renderLabelledTile(name, label) {
  const { classes, markup } = renderTile(name);
  return `<span class="${classes}" role="img" aria-label="${escapeMarkup(label)}">${markup}</span>`;
}

/**
 * The shape of a colour alone, or the star of the jokers.
 * @param {Colour | "joker"} kind
 * @returns {string}
 */
export function renderColourMark(kind) {
  const inside = kind === "joker" ? renderStar(0, 0, 1) : renderShape(kind, 0, 0, 1);
  return `<svg class="mark" viewBox="-11 -11 22 22" ${UNSPOKEN}>${inside}</svg>`;
}

/**
 * Make text safe inside markup, in quotes too.
 * @param {string} text
 * @returns {string}
 */
export function escapeMarkup(text) {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/**
 * Take apart what a joker stands for: "R5", "B3/O3" for either, "8" of any colour, two of them for
 * a double joker.
 * @param {string} words
 * @returns {{number: number, colours: string[]}[]}
 */
export function parseJokerMeaning(words) {
  return words.split(" ").map((word) => {
    const choices = word.split("/");
    const colours = choices.map((choice) => choice.replace(/\d+/, "")).filter(Boolean);
    return { number: Number(/** @type {string} */ (choices[0]).replace(/\D/g, "")), colours };
  });
}

/**
 * A joker with its place in a set has a smaller picture, and below it what it stands for.
 * @param {string} name
 * @param {string} stands
 */
function renderJoker(name, stands) {
  const picture = JOKER_PICTURES[name]?.() ?? "";
  if (!stands) return picture;
  const cells = parseJokerMeaning(stands);
  const below =
    cells.length > 1
      ? renderDoubleJokerMeaning(cells)
      : cells[0]
        ? renderSingleJokerMeaning(cells[0])
        : "";
  const line = '<path class="line-thin" d="M10 80H90"/>';
  return `<g transform="translate(22 3) scale(.56)">${picture}</g>${line}${below}`;
}

/** @param {{number: number, colours: string[]}} cell */
function renderSingleJokerMeaning({ number, colours }) {
  const ink = colours.length === 1 ? COLOUR_NAMES[colours[0] ?? ""] : "joker";
  const x = colours.length ? 39 : 50;
  const text = `<text class="tile-stands ink-${ink}" x="${x}" y="121">${number}</text>`;
  const signs = colours.map((colour, at) => {
    const y = 106 + (at - (colours.length - 1) / 2) * 16;
    return renderShape(
      /** @type {Colour} */ (COLOUR_NAMES[colour]),
      78,
      y,
      colours.length > 1 ? 0.68 : 1.1,
    );
  });
  return text + signs.join("");
}

/** @param {{number: number, colours: string[]}[]} cells */
function renderDoubleJokerMeaning(cells) {
  return cells
    .map(({ number, colours }, at) => {
      const ink = colours.length === 1 ? COLOUR_NAMES[colours[0] ?? ""] : "joker";
      const width = number > 9 ? "tile-stands-narrow" : "tile-stands-small";
      const x = at ? 74 : 27;
      return `<text class="tile-stands ${width} ink-${ink}" x="${x}" y="117">${number}</text>`;
    })
    .join(" "); // two words, not one
}

/** @param {Colour} colour @param {number} value */
function renderNumber(colour, value) {
  const wide = value > 9 ? " tile-number-wide" : "";
  const number = `<text class="tile-number${wide}" x="50" y="70">${value}</text>`;
  return `${number}<g class="tile-shape">${renderShape(colour, 50, 104, 1.35)}</g>`;
}

/** @param {Colour} colour @param {number} x @param {number} y @param {number} size */
function renderShape(colour, x, y, size) {
  const transform = `translate(${x} ${y}) scale(${size})`;
  return `<path class="ink-${colour}" transform="${transform}" d="${SHAPES[colour]}"/>`;
}

/** @param {number} x @param {number} y @param {number} size */
function renderStar(x, y, size) {
  return `<path class="ink-joker" transform="translate(${x} ${y}) scale(${size})" d="${STAR}"/>`;
}

/** @type {Readonly<Record<string, () => string>>} */
const JOKER_PICTURES = Object.freeze({
  // Any tile of any colour: a star, and the four shapes.
  J: () =>
    renderStar(50, 52, 3.3) +
    renderShape("black", 17, 110, 0.85) +
    renderShape("red", 39, 110, 0.85) +
    renderShape("blue", 61, 110, 0.85) +
    renderShape("orange", 83, 110, 0.85),
  // Two tiles in one: two small tiles, each with a star.
  D: () =>
    '<rect class="line-joker" x="9" y="24" width="39" height="56" rx="7"/>' +
    '<rect class="line-joker" x="52" y="24" width="39" height="56" rx="7"/>' +
    renderStar(28.5, 52, 1.5) +
    renderStar(71.5, 52, 1.5) +
    // ×2
    '<path class="line-joker" ' +
    'd="M27 99l14 14M41 99l-14 14M55 101c1-9 17-9 17 0 0 6-8 9-17 15h18"/>',
  // The colour before it is not the colour after it.
  C: () =>
    renderShape("red", 27, 33, 2.1) +
    '<path class="line-joker" d="M57 27C75 27 78 40 75 54M64 45L75 57L87 47"/>' +
    renderShape("blue", 72, 83, 2.1) +
    '<path class="line-joker" d="M43 89C25 89 22 76 25 62M36 71L25 59L13 69"/>' +
    renderStar(50, 117, 0.85),
  // What lies on one side lies on the other, the other way round.
  M: () =>
    '<path class="line-joker line-dashed" d="M50 16V92"/>' +
    '<path class="ink-joker" d="M41 26V82L10 82Z"/>' +
    '<path class="line-joker" d="M60 29V80L86 80Z"/>' +
    renderStar(50, 113, 1.1),
});
