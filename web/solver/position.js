// A position for the solver: which tiles lie on the table and which on the rack. Pure: text,
// address, gestures.
//
// It is a layout (see layout.js) with other meanings: what is there the rack is here the box,
// from which all tiles come and to which they go back; the player's rack is a set with a name of
// its own. So nothing can be lost or doubled here either, and every gesture can be undone.

import { applyGesture, createLayout } from "../board/layout.js";

/** @typedef {import("../board/layout.js").Layout} Layout */
/** @typedef {import("../board/layout.js").Outcome} Outcome */
/** @typedef {import("../board/layout.js").FaceSorter} FaceSorter */
/** @typedef {import("../board/layout.js").Place} Place */
/** @typedef {import("../board/layout.js").SetId} SetId */
/** @typedef {import("../board/layout.js").TableSet} TableSet */
/** @typedef {(tile: number) => string} FaceOf */
/** @typedef {"tiles" | "points" | "out" | "opening"} Goal */
/**
 * @typedef {{table: string, rack: string, edition: string, goal: Goal, free: boolean}} Asked free:
 *   an opening of any value
 */
/** @typedef {{code: "not_a_tile" | "not_in_box", tile: string}} Misread */

/** The player's rack among the sets. */
export const RACK = "rack";

/** @type {readonly Goal[]} */
export const GOALS = ["tiles", "points", "out", "opening"];

/** Everything is in the box. @param {readonly string[]} faces @returns {Layout} */
export function createEmptyPosition(faces) {
  return createLayout({ rack: [...faces.keys()], sets: [] });
}

/** @param {Layout} layout @returns {TableSet[]} */
export const getTable = (layout) => layout.sets.filter((set) => set.id !== RACK);
/** @param {Layout} layout @returns {readonly number[]} */
export const getRack = (layout) => layout.sets.find((set) => set.id === RACK)?.tiles ?? [];

// --- gestures ------------------------------------------------------------------------------------

/**
 * Put tiles on the rack, into a set or a new one, or back into the box; wherever they were before.
 * @param {Layout} layout
 * @param {readonly number[]} tiles
 * @param {Place} to
 * @param {FaceSorter} sorter
 * @returns {Outcome}
 */
export function moveTilesToPlace(layout, tiles, to, sorter) {
  if (to.place === "set") return applyGesture(layout, { type: "move", tiles, to }, sorter);
  if (to.place === "box") return returnTilesToBox(layout, tiles);
  const moving = new Set(tiles);
  const rack = layout.rack.filter((tile) => !moving.has(tile));
  const sets = layout.sets
    .map((set) => ({ id: set.id, tiles: set.tiles.filter((tile) => !moving.has(tile)) }))
    .filter((set) => set.tiles.length > 0);
  if (to.place === "new")
    return applyArrangement(layout, rack, [
      ...sets,
      { id: makeSetId(layout), tiles: sorter.order(tiles) },
    ]);
  const own = getRack(layout);
  const gap = own.slice(0, to.index ?? own.length).filter((tile) => !moving.has(tile)).length;
  const left = own.filter((tile) => !moving.has(tile));
  const others = sets.filter((set) => set.id !== RACK);
  return applyArrangement(layout, rack, [
    ...others,
    { id: RACK, tiles: [...left.slice(0, gap), ...tiles, ...left.slice(gap)] },
  ]);
}

/**
 * Put tiles back into the box.
 * @param {Layout} layout
 * @param {readonly number[]} tiles
 * @returns {Outcome}
 */
export function returnTilesToBox(layout, tiles) {
  return applyGesture(layout, { type: "move", tiles, to: { place: "rack" } });
}

/**
 * Let a tile of the box take the place of another one.
 * @param {Layout} layout
 * @param {number} old
 * @param {number} fresh
 * @param {FaceSorter} sorter
 * @returns {Outcome}
 */
export function swapTile(layout, old, fresh, sorter) {
  const rack = layout.rack.map((tile) => (tile === fresh ? old : tile)).sort((a, b) => a - b);
  const sets = layout.sets.map((set) => {
    if (!set.tiles.includes(old)) return set;
    const tiles = set.tiles.map((tile) => (tile === old ? fresh : tile));
    return { id: set.id, tiles: set.id === RACK ? tiles : sorter.order(tiles) };
  });
  return applyArrangement(layout, rack, sets);
}

/**
 * Sort the rack.
 * @param {Layout} layout
 * @param {"colour" | "number"} by
 * @param {FaceSorter} sorter
 */
export function sortRack(layout, by, sorter) {
  const tiles = [...getRack(layout)].sort(
    (a, b) => sorter.rank(a, by) - sorter.rank(b, by) || a - b,
  );
  return applyArrangement(layout, layout.rack, [
    ...getTable(layout),
    ...(tiles.length ? [{ id: RACK, tiles }] : []),
  ]);
}

/**
 * Lay a whole position at once.
 * @param {Layout} layout
 * @param {readonly (readonly number[])[]} table
 * @param {readonly number[]} rack
 * @returns {Outcome}
 */
export function layOutPosition(layout, table, rack) {
  const used = new Set([...rack, ...table.flat()]);
  const sets = table
    .filter((tiles) => tiles.length)
    .map((tiles, index) => ({ id: `set-${index + 1}`, tiles }));
  const box = [...layout.own].filter((tile) => !used.has(tile)).sort((a, b) => a - b);
  return applyArrangement(layout, box, [
    ...sets,
    ...(rack.length ? [{ id: RACK, tiles: [...rack] }] : []),
  ]);
}

/** @param {Layout} layout @param {readonly number[]} rack @param {readonly TableSet[]} sets */
function applyArrangement(layout, rack, sets) {
  return applyGesture(layout, { type: "arrange", rack, sets });
}

/** @param {Layout} layout */
function makeSetId(layout) {
  const taken = new Set(layout.sets.map((set) => set.id));
  let number = 1;
  while (taken.has(`set-${number}`)) number += 1;
  return `set-${number}`;
}

// --- as text -------------------------------------------------------------------------------------

/** @param {readonly (readonly number[])[]} sets @param {FaceOf} faceOf */
export const formatSets = (sets, faceOf) =>
  sets.map((tiles) => tiles.map(faceOf).join(" ")).join(" / ");

/**
 * Read a position as people write it: tiles apart by spaces or commas, sets by "/", "|" or a new
 * line. Words that are not tiles, or tiles that the box does not hold, are left out and reported.
 * @param {{table: string, rack: string}} text
 * @param {readonly string[]} faces
 * @returns {{table: number[][], rack: number[], wrong: Misread[]}}
 */
export function parsePosition({ table, rack }, faces) {
  /** @type {Map<string, number[]>} */
  const left = new Map();
  for (const [tile, face] of faces.entries()) left.set(face, [...(left.get(face) ?? []), tile]);
  /** @type {Misread[]} */
  const wrong = [];
  const read = (/** @type {string} */ text) =>
    text
      .split(/[\s,;]+/)
      .filter(Boolean)
      .flatMap((word) => {
        const face = word.toUpperCase();
        const tile = left.get(face)?.shift();
        if (tile !== undefined) return [tile];
        const exists = /^([KRBO]([1-9]|1[0-3])|[JDCM])$/.test(face);
        wrong.push({
          code: exists ? "not_in_box" : "not_a_tile",
          tile: exists ? face : word.slice(0, 12),
        });
        return [];
      });
  const sets = table
    .split(/[/|\n]+/)
    .map(read)
    .filter((tiles) => tiles.length);
  return { table: sets, rack: read(rack.replace(/[/|]/g, " ")), wrong };
}

// --- as an address -------------------------------------------------------------------------------

/** What a question has where the address says nothing. */
const USUAL = { edition: "classic", goal: /** @type {Goal} */ ("tiles") };

/**
 * Write a question as the end of an address: `#t=R5 B5 K5 / …&r=B6&e=twist&g=points`; `u=1` for an
 * opening.
 * @param {Asked} asked
 */
export function formatPositionAddress({ table, rack, edition, goal, free }) {
  const fields = new URLSearchParams({ t: table, r: rack, e: edition });
  if (goal === "opening") fields.set("u", "1");
  else if (goal !== USUAL.goal) fields.set("g", goal);
  if (free) fields.set("m", "0");
  return `#${fields}`;
}

/** @param {string} hash @returns {Asked} */
export function parsePositionAddress(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const named = GOALS.find((goal) => goal === fields.get("g")) ?? USUAL.goal;
  return {
    table: fields.get("t") ?? "",
    rack: fields.get("r") ?? "",
    edition: fields.get("e") ?? USUAL.edition,
    goal: fields.get("u") === "1" ? "opening" : named,
    free: fields.get("m") === "0",
  };
}
