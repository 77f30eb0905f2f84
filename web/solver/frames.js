// A play step by step: how the tiles lie after each of the solver's steps. Pure.
//
// The solver knows faces, because equal tiles are interchangeable; an animation needs particular
// tiles. A step takes sets off the table and tiles off the rack, or free ones, and lays sets.

/** @typedef {import("../board/layout.js").TableSet} TableSet */
/** @typedef {Omit<import("../app/protocol.js").PlayStep, "text">} Step */

/**
 * How everything lies at one moment.
 * @typedef {object} Frame
 * @property {readonly TableSet[]} sets
 * @property {readonly number[]} free  taken out of sets, not yet laid again
 * @property {readonly number[]} rack
 * @property {ReadonlySet<string | number>} touched  ids of the sets that the last step made
 */

/**
 * Build a frame for the start, and one for the table after each step.
 * @param {readonly TableSet[]} sets
 * @param {readonly number[]} rack
 * @param {readonly Step[]} steps
 * @param {(tile: number) => string} faceOf
 * @returns {Frame[]}
 */
export function buildFrames(sets, rack, steps, faceOf) {
  /** @type {Frame[]} */
  const frames = [{ sets, free: [], rack, touched: new Set() }];
  for (const [index, step] of steps.entries())
    frames.push(applyStep(/** @type {Frame} */ (frames[index]), step, `step-${index}`, faceOf));
  return frames;
}

/**
 * @param {Frame} frame
 * @param {Step} step
 * @param {string} name
 * @param {(tile: number) => string} faceOf
 * @returns {Frame}
 */
function applyStep(frame, step, name, faceOf) {
  const lying = [...frame.sets];
  const taken = step.sets.map((meld) => {
    const at = lying.findIndex((set) => haveSameFaces(set.tiles.map(faceOf), meld.split(" ")));
    if (at < 0) throw new RangeError(`no ${meld} on the table`);
    return /** @type {TableSet} */ (lying.splice(at, 1)[0]);
  });
  const rack = [...frame.rack];
  const free = [...frame.free];
  const own = [...step.rack];
  const laid = step.tiles.map((face) => {
    const isOwn = own.includes(face);
    if (isOwn) own.splice(own.indexOf(face), 1);
    return takeTileWithFace(isOwn ? rack : free, face, faceOf);
  });
  const hand = [...taken.flatMap((set) => set.tiles), ...laid];
  const made = step.becomes.map((meld, index) => ({
    id: `${name}-${index}`,
    tiles: meld.split(" ").map((face) => takeTileWithFace(hand, face, faceOf)),
  }));
  const named = inheritSetIds(made, taken);
  return {
    sets: insertMadeSets(frame.sets, taken, named, lying),
    free: [...free, ...hand],
    rack,
    touched: new Set(named.map((set) => set.id)),
  };
}

/**
 * Remove a tile with this face from a list and return it.
 * @param {number[]} tiles
 * @param {string} face
 * @param {(tile: number) => string} faceOf
 */
function takeTileWithFace(tiles, face, faceOf) {
  const at = tiles.findIndex((tile) => faceOf(tile) === face);
  if (at < 0) throw new RangeError(`no ${face} at hand`);
  return /** @type {number} */ (tiles.splice(at, 1)[0]);
}

/**
 * Pass each old set's id on to the new set with most of its tiles.
 * @param {readonly TableSet[]} made
 * @param {readonly TableSet[]} taken
 * @returns {TableSet[]}
 */
function inheritSetIds(made, taken) {
  const heirs = new Map();
  for (const old of taken) {
    const open = made.filter((set) => !heirs.has(set));
    const shared = (/** @type {TableSet} */ set) =>
      set.tiles.filter((tile) => old.tiles.includes(tile)).length;
    const heir = open.sort((a, b) => shared(b) - shared(a))[0];
    if (heir && shared(heir)) heirs.set(heir, old.id);
  }
  return made.map((set) => ({ id: heirs.get(set) ?? set.id, tiles: set.tiles }));
}

/**
 * New sets lie where the first of those lay that they are made of; others at the end.
 * @param {readonly TableSet[]} before
 * @param {readonly TableSet[]} taken
 * @param {readonly TableSet[]} made
 * @param {readonly TableSet[]} lying
 */
function insertMadeSets(before, taken, made, lying) {
  const [first] = taken;
  if (!first) return [...lying, ...made];
  return before.flatMap((set) => (set === first ? made : taken.includes(set) ? [] : [set]));
}

/** @param {readonly string[]} some @param {readonly string[]} others */
function haveSameFaces(some, others) {
  return some.length === others.length && [...some].sort().join() === [...others].sort().join();
}
