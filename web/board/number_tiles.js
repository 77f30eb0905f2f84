// The order of tiles by their faces: inside a set, on the rack, and where a dropped tile splits a
// run.
//
// This is the geometry of sets, not the rules: what is valid says the server. Here it matters
// only what a person would do with the hands.

import { isSetLocked } from "./layout.js";

/** @typedef {import("./layout.js").TileId} TileId */
/** @typedef {import("./layout.js").FaceSorter} FaceSorter */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Place} Place */

/** @typedef {(tile: TileId) => string} NameOf */

/**
 * A kind of tiles: how they are moved, and what they make on the table.
 * @typedef {object} TileKind
 * @property {"set" | "word"} unit  what they make; it is part of the keys of texts
 * @property {(nameOf: NameOf, way?: number) => FaceSorter} createSorter
 * @property {(layout: Layout, tile: TileId, nameOf: NameOf) => Place[]} listPlaces  for a double
 *   tap
 * @property {(face: string) => boolean} isJoker
 * @property {(faces: readonly string[]) => boolean} looksValid
 * @property {boolean} ordered  whether it is the player who says in which gap of a set a tile lies
 * @property {boolean} jokersKeep  whether a joker stands for the same wherever it is put
 * @property {string} placedAgain the clause by which a joker that was freed is placed in the same
 *   turn
 * @property {readonly Sort[]} sorts  how the rack can be sorted
 */
/**
 * @typedef {{icon: "colour" | "number" | "alphabet" | "mix", text: string, makeGesture: (layout:
 *   Layout) => import("./layout.js").Gesture}} Sort
 */

/**
 * A face taken apart. A joker has number 0 and the colour "".
 * @typedef {{name: string, colour: string, number: number, joker: boolean, width: number}} Face
 */

const COLOURS = "KRBO";
const JOKERS = "JDCM";
const HIGHEST = 13;

/**
 * Parse the name of a face: "B3", "J".
 * @param {string} name
 * @returns {Face}
 */
export function parseFace(name) {
  const number = /^[KRBO]([1-9]|1[0-3])$/.exec(name);
  if (number)
    return { name, colour: name.slice(0, 1), number: Number(number[1]), joker: false, width: 1 };
  if (!/^[JDCM]$/.test(name)) throw new RangeError(`no tile: ${name}`);
  return { name, colour: "", number: 0, joker: true, width: name === "D" ? 2 : 1 };
}

/**
 * See tiles by their faces.
 * @param {(tile: TileId) => string} nameOf
 * @param {number} [way] where a drop could mean several things: 0 for the least surprising, then
 *   the others
 * @returns {FaceSorter}
 */
export function createNumberSorter(nameOf, way = 0) {
  /**
   * By their names: the same tile may show something else in the next game.
   * @type {Map<string, Face>}
   */
  const known = new Map();
  /** @param {TileId} tile @returns {Face} */
  const face = (tile) => {
    const name = nameOf(tile);
    const found = known.get(name) ?? parseFace(name);
    known.set(name, found);
    return found;
  };
  return {
    order: (tiles) => pickAlternative(listSetOrders(tiles, face), way),
    drop: (tiles, index, added) => pickAlternative(listDropResults(tiles, index, added, face), way),
    rank: (tile, by) => computeSortRank(face(tile), by),
  };
}

/**
 * Find the sets that a tile would make longer, for a double tap. Its own set is none of them.
 * @param {Layout} layout
 * @param {TileId} tile
 * @param {(tile: TileId) => string} nameOf
 * @returns {Place[]}
 */
export function listFittingSets(layout, tile, nameOf) {
  const face = (/** @type {TileId} */ other) => parseFace(nameOf(other));
  return layout.sets
    .filter((set) => !isSetLocked(layout, set) && !set.tiles.includes(tile))
    .filter((set) => {
      const faces = orderSet([...set.tiles, tile], face).map(face);
      return isRun(faces) || isGroup(faces);
    })
    .map((set) => ({ place: "set", set: set.id }));
}

/**
 * Return whether faces in this order are a run, going up; of any length.
 * @param {readonly Face[]} faces
 */
export function isRun(faces) {
  let colour = "";
  let at = 0; // how many numbers lie before
  let first = 0; // the number the run begins with, once known
  for (const face of faces) {
    if (face.name === "M") return false;
    if (face.name === "C") colour = "";
    if (!face.joker) {
      if (colour && face.colour !== colour) return false;
      if (first && face.number !== first + at) return false;
      colour = face.colour;
      first = face.number - at;
      if (first < 1) return false;
    }
    at += face.width;
  }
  return at <= HIGHEST && first + at - 1 <= HIGHEST;
}

/**
 * Return whether faces are one number in different colours; of any length.
 * @param {readonly Face[]} faces
 */
export function isGroup(faces) {
  const numbers = faces.filter((face) => !face.joker);
  const colours = faces.reduce((sum, face) => sum + face.width, 0);
  if (colours > COLOURS.length || faces.some((face) => face.name === "C" || face.name === "M"))
    return false;
  return (
    new Set(numbers.map((face) => face.number)).size <= 1 &&
    new Set(numbers.map((face) => face.colour)).size === numbers.length
  );
}

/**
 * Return whether faces look like a set. Only the server knows the rules, above all for mirror
 * jokers.
 * @param {readonly Face[]} faces
 */
export function looksLikeSet(faces) {
  return faces.length > 2 && (isRun(faces) || isGroup(faces));
}

/** Tiles with numbers. @type {TileKind} */
export const NUMBER_TILES = {
  unit: "set",
  createSorter: createNumberSorter,
  listPlaces: listFittingSets,
  isJoker: (/** @type {string} */ face) => parseFace(face).joker,
  looksValid: (/** @type {readonly string[]} */ faces) => looksLikeSet(faces.map(parseFace)),
  ordered: false,
  jokersKeep: false,
  placedAgain: "N-24",
  sorts: [
    {
      icon: "colour",
      text: "action.sort_colour",
      makeGesture: () => ({ type: "sort", by: "colour" }),
    },
    {
      icon: "number",
      text: "action.sort_number",
      makeGesture: () => ({ type: "sort", by: "number" }),
    },
  ],
};

/** @param {Face} face @param {string} by */
function computeSortRank(face, by) {
  if (face.joker) return 1000 + JOKERS.indexOf(face.name);
  const colour = COLOURS.indexOf(face.colour);
  return by === "colour" ? colour * 20 + face.number : face.number * 4 + colour;
}

/**
 * Order a set: runs upwards, groups by colour. Jokers stay where they were put, unless the tiles
 * would be a run with the jokers elsewhere. Around a mirror joker nothing moves, unless both
 * sides could be the same.
 * @param {readonly TileId[]} tiles
 * @param {(tile: TileId) => Face} face
 * @returns {readonly TileId[]}
 */
function orderSet(tiles, face) {
  if (tiles.some((tile) => face(tile).name === "M"))
    return arrangeAroundMirror(tiles, face) ?? tiles;
  const plain = sortAroundJokers(tiles, face);
  const faces = plain.map(face);
  return isRun(faces) || isGroup(faces) ? plain : (arrangeAsRun(tiles, face) ?? plain);
}

/** @template T @param {readonly T[]} ways @param {number} way @returns {T} */
function pickAlternative(ways, way) {
  return /** @type {T} */ (ways[Math.min(way, ways.length - 1)]);
}

/**
 * All orders that a set could be meant in, the least surprising first: jokers at the ends of a
 * run may be at its other end as well.
 * @param {readonly TileId[]} tiles
 * @param {(tile: TileId) => Face} face
 * @returns {(readonly TileId[])[]}
 */
function listSetOrders(tiles, face) {
  const first = orderSet(tiles, face);
  const isNumber = (/** @type {TileId} */ tile) => !face(tile).joker;
  const [from, to] = [first.findIndex(isNumber), first.findLastIndex(isNumber)];
  if (from < 0 || first.length < 3 || !isRun(first.map(face))) return [first];
  const jokers = [...first.slice(0, from), ...first.slice(to + 1)];
  const ways = [first];
  for (let before = 0; before <= jokers.length; before += 1) {
    const way = [...jokers.slice(0, before), ...first.slice(from, to + 1), ...jokers.slice(before)];
    if (before !== from && isRun(way.map(face))) ways.push(way);
  }
  return ways;
}

/** @param {readonly TileId[]} tiles @param {(tile: TileId) => Face} face @returns {TileId[]} */
function sortAroundJokers(tiles, face) {
  const sorted = sortNumberTiles(tiles, face);
  let next = 0;
  return tiles.map((tile) => (face(tile).joker ? tile : /** @type {TileId} */ (sorted[next++])));
}

/** @param {readonly TileId[]} tiles @param {(tile: TileId) => Face} face @returns {TileId[]} */
function sortNumberTiles(tiles, face) {
  const numbers = tiles.filter((tile) => !face(tile).joker);
  return numbers.sort(
    (a, b) => computeSortRank(face(a), "number") - computeSortRank(face(b), "number") || a - b,
  );
}

/**
 * Look for a run of all the tiles: jokers fill the gaps, the others go to the end, or before the
 * beginning.
 * @param {readonly TileId[]} tiles
 * @param {(tile: TileId) => Face} face
 * @returns {TileId[] | null}
 */
function arrangeAsRun(tiles, face) {
  const numbers = sortNumberTiles(tiles, face);
  const [lowest] = numbers;
  if (lowest === undefined) return null;
  const jokers = tiles.filter((tile) => face(tile).joker);
  const run = [lowest];
  let end = face(lowest).number;
  let { colour } = face(lowest);
  for (const tile of numbers.slice(1)) {
    // The widest joker first: a single one fits every gap, a double one does not. Where the
    // colour changes, the joker that changes it comes before all others, and it stands nowhere
    // else between two tiles.
    while (end + 1 < face(tile).number) {
      const room = face(tile).number - end - 1;
      const isChange = colour !== face(tile).colour;
      const fits = jokers.filter(
        (joker) => face(joker).width <= room && (face(joker).name === "C") === isChange,
      );
      const widest = fits.sort((a, b) => face(b).width - face(a).width)[0];
      colour = face(tile).colour;
      if (widest === undefined) return null;
      jokers.splice(jokers.indexOf(widest), 1);
      run.push(widest);
      end += face(widest).width;
    }
    run.push(tile);
    end += 1;
  }
  for (const joker of jokers) {
    const { width } = face(joker);
    if (end + width <= HIGHEST) {
      run.push(joker);
      end += width;
    } else run.unshift(joker);
  }
  return isRun(run.map(face)) ? run : null;
}

/**
 * Put tiles around a mirror joker so that both sides are the same, if each has its twin.
 * @param {readonly TileId[]} tiles
 * @param {(tile: TileId) => Face} face
 * @returns {TileId[] | null}
 */
function arrangeAroundMirror(tiles, face) {
  const names = tiles.map((tile) => face(tile).name);
  if (names.every((name, at) => name === names[names.length - 1 - at])) return [...tiles];
  const middle = tiles.filter((tile) => face(tile).name === "M");
  if (middle.length !== 1) return null;
  /** Those that wait for their twin. @type {Map<string, TileId>} */
  const alone = new Map();
  /** @type {Map<TileId, TileId>} */
  const twins = new Map();
  for (const tile of tiles.filter((other) => !middle.includes(other))) {
    const { name } = face(tile);
    const twin = alone.get(name);
    if (twin === undefined) alone.set(name, tile);
    else {
      twins.set(twin, tile);
      alone.delete(name);
    }
  }
  if (alone.size) return null;
  const half = [...orderSet([...twins.keys()], face)];
  const faces = half.map(face);
  if (!isRun(faces) && !isGroup(faces)) return null;
  // The mirror joker is the next number: beyond 13 there is none, but before the lowest there is.
  if (isRun(faces) && faces.some(({ number }) => number === HIGHEST)) half.reverse();
  return [
    ...half,
    ...middle,
    ...half.map((tile) => /** @type {TileId} */ (twins.get(tile))).reverse(),
  ];
}

/**
 * Drop tiles into a gap of a set. They join it if they belong; in the middle of a run they split
 * it.
 * @param {readonly TileId[]} tiles
 * @param {number} index
 * @param {readonly TileId[]} added
 * @param {(tile: TileId) => Face} face
 * @returns {(readonly (readonly TileId[])[])[]}  all that it could mean, the least surprising first
 */
function listDropResults(tiles, index, added, face) {
  const together = [...tiles.slice(0, index), ...added, ...tiles.slice(index)];
  const isInside = index > 0 && index < tiles.length;
  if (!isInside || tiles.length < 2 || !isRun(tiles.map(face)))
    return listSetOrders(together, face).map((way) => [way]);
  const plain = sortAroundJokers(together, face);
  if (isRun(plain.map(face))) return [[plain]];
  if (!added.some((tile) => face(tile).joker)) {
    const mended = arrangeAsRun(together, face);
    if (mended) return [[mended]];
  }
  return listRunSplits(tiles, index, added, face);
}

/**
 * Split a run at the gap, or at the nearest one where the added tiles go on with one of the parts.
 * If
 * there is none they lie between the parts.
 * @param {readonly TileId[]} tiles
 * @param {number} index
 * @param {readonly TileId[]} added
 * @param {(tile: TileId) => Face} face
 * @returns {(readonly (readonly TileId[])[])[]}
 */
function listRunSplits(tiles, index, added, face) {
  const sorted = orderSet(added, face);
  const gaps = tiles.map((_, gap) => gap).slice(1);
  gaps.sort((a, b) => Math.abs(a - index) - Math.abs(b - index));
  const jokers = added.every((tile) => face(tile).joker);
  for (const gap of jokers ? [index] : gaps) {
    const left = tiles.slice(0, gap);
    const right = tiles.slice(gap);
    const longer = [...left, ...sorted];
    const later = [...sorted, ...right];
    const ways = [];
    if (isRun(longer.map(face)) || (gap === index && canStartGroup(longer, face)))
      ways.push([longer, right]);
    if (isRun(later.map(face)) || (gap === index && canStartGroup(later, face)))
      ways.push([left, later]);
    // Where both are possible (a joker), the shorter part needs the tile more.
    if (ways.length) return left.length <= right.length ? ways : ways.reverse();
  }
  return [[tiles.slice(0, index), sorted, tiles.slice(index)]];
}

/**
 * A single tile and others of its number.
 * @param {readonly TileId[]} tiles
 * @param {(tile: TileId) => Face} face
 */
function canStartGroup(tiles, face) {
  return tiles.length > 1 && isGroup(tiles.map(face));
}
