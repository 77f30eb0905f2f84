// Tables and racks in the notation of tiles ("B3 B4 J | K7 R7 O7"), and the tiles that lie there.

/** @typedef {readonly (readonly number[])[]} Table  sets of tile ids */

/** @param {string} notation */
export const parseFaces = (notation) => notation.split(/\s+/).filter(Boolean);
/** @param {string} notation */
const parseSets = (notation) =>
  notation
    .split("|")
    .map(parseFaces)
    .filter((set) => set.length);

/**
 * Number all tiles of a position, those of the table first.
 * @param {{table: string, rack: string}} start
 * @returns {{faces: string[], table: number[][], rack: number[]}}
 */
export function parseStartPosition(start) {
  /** @type {string[]} */
  const faces = [];
  const number = (/** @type {string} */ face) => faces.push(face) - 1;
  const table = parseSets(start.table).map((set) => set.map(number));
  return { table, rack: parseFaces(start.rack).map(number), faces };
}

/**
 * Find the tiles for sets of faces. A set already on the table keeps its tiles; others take loose
 * tiles of the table first, then those of the rack.
 * @param {string} notation
 * @param {{faces: readonly string[], table: Table}} dealt
 * @returns {number[][]}
 */
export function findTilesForSets(notation, { faces, table }) {
  const names = (/** @type {readonly number[]} */ tiles) =>
    tiles.map((tile) => faces[tile]).join(" ");
  const sets = parseSets(notation);
  const kept = sets.map((set) => table.find((tiles) => names(tiles) === set.join(" ")));
  const used = new Set(kept.flatMap((tiles) => tiles ?? []));
  const take = (/** @type {string} */ face) => {
    const tile = faces.findIndex((other, at) => other === face && !used.has(at));
    used.add(tile);
    return tile;
  };
  return sets.map((set, at) => [...(kept[at] ?? set.map(take))]);
}

/**
 * List the tables on the way to a solution, each with one more of its sets.
 * @param {Table} start
 * @param {Table} solution
 * @returns {Table[]}
 */
export function listTablesTowardsSolution(start, solution) {
  const isLying = (/** @type {readonly number[]} */ set) =>
    start.some((other) => other.join() === set.join());
  const coming = solution.filter((set) => !isLying(set));
  return coming.map((_, at) => {
    const now = coming.slice(0, at + 1);
    const used = new Set(now.flat());
    const left = start
      .map((set) => set.filter((tile) => !used.has(tile)))
      .filter((set) => set.length);
    return [...left, ...now];
  });
}
