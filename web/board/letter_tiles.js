// Letter tiles: their faces, and what hands do with them. A word lies as the player laid it:
// nothing sorts itself.
//
// The server names a letter tile by its letter, and a joker "?". Here they have a sign before it,
// for "C" and "J" are
// also tiles of the number game.

import { isSetLocked } from "./layout.js";

/** @typedef {import("./layout.js").TileId} TileId */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Place} Place */
/** @typedef {import("./layout.js").FaceSorter} FaceSorter */
/** @typedef {import("./number_tiles.js").TileKind} TileKind */

const SIGN = "~";
const JOKER = "?";

/** The face of a letter, or of a joker ("?"). @param {string} letter */
export const makeLetterFace = (letter) => SIGN + letter;
/** @param {string} face */
export const isLetterFace = (face) => face.startsWith(SIGN);
/** The letter of a face; "?" for a joker. @param {string} face */
export const getLetter = (face) => face.slice(SIGN.length);
/** The word that faces spell. @param {readonly string[]} faces */
export const spellFaces = (faces) => faces.map(getLetter).join("");

/**
 * See tiles by their letters.
 * @param {unknown} _nameOf
 * @param {number} [way] where a drop could mean several things: 0 for the gap, then the front, a
 *   split
 * @returns {FaceSorter}
 */
function createLetterSorter(_nameOf, way = 0) {
  return {
    order: (tiles) => tiles,
    drop(tiles, index, added) {
      const ways = listDropResults(tiles, index, added);
      return ways[Math.min(way, ways.length - 1)] ?? [];
    },
    rank: (tile) => tile, // a box holds its letters in the order of the alphabet, the jokers last
  };
}

/**
 * @param {readonly TileId[]} tiles
 * @param {number} index
 * @param {readonly TileId[]} added
 * @returns {TileId[][][]}
 */
function listDropResults(tiles, index, added) {
  const [before, after] = [tiles.slice(0, index), tiles.slice(index)];
  const there = [[...before, ...added, ...after]];
  if (!before.length || !after.length) return [there];
  // By keys nobody points to the gap before a word; and two words may come of one: what is dropped
  // ends the first or
  // begins the second.
  return [
    there,
    [[...added, ...tiles]],
    [[...before, ...added], after],
    [before, [...added, ...after]],
  ];
}

/**
 * Where a letter goes by a double tap: to the word that is being made, or to a new one; the other
 * words are offered.
 * @param {Layout} layout
 * @param {TileId} tile
 * @returns {Place[]}
 */
function listPlacesForLetter(layout, tile) {
  const open = layout.sets.filter((set) => !isSetLocked(layout, set) && !set.tiles.includes(tile));
  const [made, rest] = [true, false].map((own) =>
    open.filter((set) => set.tiles.some((other) => layout.own.has(other)) === own).reverse(),
  );
  /** @type {(sets: typeof open | undefined) => Place[]} */
  const into = (sets = []) => sets.map((set) => ({ place: "set", set: set.id }));
  return [...into(made), { place: "new" }, ...into(rest)];
}

/** @param {readonly TileId[]} tiles */
function shuffleTiles(tiles) {
  const all = tiles.map((tile) => ({ tile, at: Math.random() }));
  return all.sort((one, other) => one.at - other.at).map(({ tile }) => tile);
}

/** Tiles with letters. @type {TileKind} */
export const LETTER_TILES = {
  unit: "word",
  createSorter: createLetterSorter,
  listPlaces: listPlacesForLetter,
  isJoker: (/** @type {string} */ face) => getLetter(face) === JOKER,
  looksValid: () => false, // only the lexicon knows, and that is the server's
  ordered: true,
  jokersKeep: true,
  placedAgain: "W-11",
  sorts: [
    {
      icon: "alphabet",
      text: "action.sort_alphabet",
      makeGesture: () => ({ type: "sort", by: "alphabet" }),
    },
    {
      icon: "mix",
      text: "action.mix",
      makeGesture: ({ rack, sets }) => ({ type: "arrange", rack: shuffleTiles(rack), sets }),
    },
  ],
};
