// Where the tiles lie on a player's screen, and what a gesture does to that.
//
// Everything here is pure: a layout and a gesture give a layout. It knows tile ids and places,
// but neither faces nor rules; callers pass those as a `FaceSorter` (see number_tiles.js).
// `findArrangementRefusal` checks every result, so that no gesture, however wrong its code, can
// lose, double or invent a tile.

/** @typedef {number} TileId  A physical tile: its index in the box. */
/** @typedef {string | number} SetId */
/** @typedef {{readonly id: SetId, readonly tiles: readonly TileId[]}} TableSet */

/**
 * Where the tiles lie. This is what undo goes back to.
 * @typedef {object} Arrangement
 * @property {readonly TileId[]} rack  in the player's order
 * @property {readonly TableSet[]} sets  the draft of the table; no set is empty
 */

/**
 * @typedef {object} LayoutParts
 * @property {readonly TileId[]} selected  in the order of selection
 * @property {boolean} locked whether sets with tiles of others are out of bounds (before the
 *   opening)
 * @property {ReadonlySet<TileId>} own what was on the rack when the turn began: only these may go
 *   home
 * @property {Arrangement} start  how everything lay when the turn began
 * @property {readonly Arrangement[]} past  for undo, the latest last
 * @property {readonly Arrangement[]} future  for redo, the next one last
 * @property {number} next  number of the next new set
 */
/** @typedef {Arrangement & LayoutParts} Layout */

/**
 * A place for tiles. An index is a gap as the player sees it before the move: 0 is before the first
 * tile. A set without an index is never split. On a rack without an index each tile goes back
 * beside its old neighbour. A new set without an index is the last. Only the solver has a box.
 * @typedef {{place: "set", set: SetId, index?: number}
 *   | {place: "new", index?: number}
 *   | {place: "rack", index?: number}
 *   | {place: "box"}} Place
 */

/**
 * One gesture. Without `tiles`, a move takes what is selected.
 * @typedef {{type: "tap", tile: TileId}
 *   | {type: "select", tiles: readonly TileId[]}
 *   | {type: "select_set", set: SetId}
 *   | {type: "move", tiles?: readonly TileId[], to: Place}
 *   | {type: "send", tile: TileId, places: readonly Place[]}
 *   | {type: "split", set: SetId, index: number}
 *   | {type: "merge", set: SetId, into: SetId}
 *   | {type: "sort", by: string}
 *   | {type: "arrange", rack: readonly TileId[], sets: readonly TableSet[]}
 *   | {type: "undo"} | {type: "redo"} | {type: "reset"}} Gesture
 */

/**
 * Why a gesture changed nothing. The text for a person is `refused.<code>` in the translations.
 * @typedef {"unknown_tile" | "unknown_set" | "unknown_gesture" | "tile_twice" | "bad_place" |
 *   "no_tiles"
 *   | "not_own" | "locked_set" | "nothing_changes" | "no_place" | "several_places" | "no_undo" |
 *   "no_redo"
 *   | "no_faces" | "tiles_differ"} Refusal
 */

/**
 * What a gesture came to: a new layout, or the very same one and why.
 * @typedef {{readonly layout: Layout, readonly refused: Refusal | null}} Outcome
 */

/**
 * Sorts tiles by their faces.
 * @typedef {object} FaceSorter
 * @property {(tiles: readonly TileId[]) => readonly TileId[]} order  sorts the tiles of a set
 * @property {(tiles: readonly TileId[], index: number, added: readonly TileId[]) => readonly
 *   (readonly TileId[])[]} drop  returns what a set becomes when tiles are dropped into one of its
 *   gaps: one set, or the parts of a split one
 * @property {(tile: TileId, by: string) => number} rank  returns the sort key for the rack
 */

/** Older steps cannot be undone. Reset always works. */
export const MAX_HISTORY = 100;

/** @type {Readonly<Record<Refusal, Refusal>>} */
export const REFUSALS = Object.freeze({
  unknown_tile: "unknown_tile",
  unknown_set: "unknown_set",
  unknown_gesture: "unknown_gesture",
  tile_twice: "tile_twice",
  bad_place: "bad_place",
  no_tiles: "no_tiles",
  not_own: "not_own",
  locked_set: "locked_set",
  nothing_changes: "nothing_changes",
  no_place: "no_place",
  several_places: "several_places",
  no_undo: "no_undo",
  no_redo: "no_redo",
  no_faces: "no_faces",
  tiles_differ: "tiles_differ",
});

/**
 * Create the layout at the beginning of a turn. The rack keeps the order it had in `before`; new
 * tiles go to its end.
 * @param {{rack: readonly TileId[], sets: readonly TableSet[], locked?: boolean, before?: readonly
 *   TileId[]}} turn
 * @returns {Layout}
 */
export function createLayout({ rack, sets, locked = false, before = [] }) {
  const given = listAllTiles({ rack, sets });
  if (new Set(given).size !== given.length) throw new RangeError("a tile lies twice");
  const start = {
    rack: orderLikeBefore(rack, before),
    sets: sets.filter((set) => set.tiles.length > 0),
  };
  if (new Set(start.sets.map((set) => set.id)).size !== start.sets.length) {
    throw new RangeError("two sets have one id");
  }
  return {
    ...start,
    start,
    selected: [],
    locked,
    own: new Set(rack),
    past: [],
    future: [],
    next: 1,
  };
}

/**
 * Update a layout to the server's state. The draft stays as far as others have not disturbed it;
 * the rack keeps its order, and drawn tiles go to its end.
 * @param {Layout} layout
 * @param {{rack: readonly TileId[], sets: readonly TableSet[], locked?: boolean}} turn
 * @returns {Layout}
 */
export function updateLayout(layout, turn) {
  const fresh = createLayout({ ...turn, before: [...layout.rack, ...layout.start.rack] });
  const sets = keepUndisturbedSets(layout, fresh);
  const laid = new Set(sets.flatMap((set) => set.tiles));
  const draft = { rack: fresh.rack.filter((tile) => !laid.has(tile)), sets };
  if (areSameSets(sets, fresh.sets) || findArrangementRefusal(fresh, draft)) return fresh;
  const isSameTurn =
    areSameSets(fresh.sets, layout.start.sets) && fresh.own.size === layout.own.size;
  if (isSameTurn && areSameSets(sets, layout.sets))
    return { ...layout, ...draft, own: fresh.own, locked: fresh.locked, start: fresh.start };
  return { ...fresh, ...draft, past: [fresh.start], next: layout.next };
}

/**
 * Return the sets of a draft on a changed table. Sets of the draft that share tiles stay if
 * everything they were made of is still there.
 * @param {Layout} layout
 * @param {Layout} fresh
 * @returns {TableSet[]}
 */
function keepUndisturbedSets(layout, fresh) {
  const now = new Map(fresh.sets.map((set) => [set.tiles.join(), set]));
  const before = new Set(layout.start.sets);
  const lay = new Set(layout.start.sets.flatMap((set) => set.tiles));
  const stays = groupConnectedSets([...layout.start.sets, ...layout.sets]).filter((part) => {
    const old = part.filter((set) => before.has(set));
    const own = part.flatMap((set) => set.tiles.filter((tile) => !lay.has(tile)));
    return (
      old.every((set) => now.has(set.tiles.join())) && own.every((tile) => fresh.own.has(tile))
    );
  });
  const kept = new Set(stays.flat());
  const gone = new Set([...kept].filter((set) => before.has(set)).map((set) => set.tiles.join()));
  const drafted = layout.sets
    .filter((set) => kept.has(set))
    .map((set) => now.get(set.tiles.join()) ?? set);
  if (drafted.every((set) => now.has(set.tiles.join()))) return [...fresh.sets];
  return [...drafted, ...fresh.sets.filter((set) => !gone.has(set.tiles.join()))];
}

/**
 * Group sets that share tiles.
 * @param {readonly TableSet[]} sets
 * @returns {TableSet[][]}
 */
function groupConnectedSets(sets) {
  /** @type {{tiles: Set<TileId>, sets: TableSet[]}[]} */
  let parts = [];
  for (const set of sets) {
    const touching = parts.filter((part) => set.tiles.some((tile) => part.tiles.has(tile)));
    const tiles = new Set([...set.tiles, ...touching.flatMap((part) => [...part.tiles])]);
    const joined = { tiles, sets: [...touching.flatMap((part) => part.sets), set] };
    parts = [...parts.filter((part) => !touching.includes(part)), joined];
  }
  return parts.map((part) => part.sets);
}

/**
 * Return whether the table of a draft differs from the one it began with.
 * @param {Layout} layout
 * @returns {boolean}
 */
export function isTableChanged(layout) {
  return !areSameSets(layout.sets, layout.start.sets);
}

/**
 * Apply one gesture.
 * @param {Layout} layout
 * @param {Gesture} gesture
 * @param {FaceSorter} [sorter]
 * @returns {Outcome}
 */
export function applyGesture(layout, gesture, sorter) {
  const done = dispatchGesture(layout, gesture, sorter);
  if (typeof done === "string") return { layout, refused: done };
  const wrong = findArrangementRefusal(layout, done);
  return wrong ? { layout, refused: wrong } : { layout: done, refused: null };
}

/**
 * Return whether a set may not be touched now.
 * @param {Layout} layout
 * @param {TableSet} set
 * @returns {boolean}
 */
export function isSetLocked(layout, set) {
  return layout.locked && set.tiles.some((tile) => !layout.own.has(tile));
}

/**
 * List the player's own tiles on the table: what they place this turn.
 * @param {Layout} layout
 * @returns {TileId[]}
 */
export function listPlacedTiles(layout) {
  return layout.sets.flatMap((set) => set.tiles.filter((tile) => layout.own.has(tile)));
}

/**
 * Find what is wrong with an arrangement for this turn, whoever made it.
 * @param {Layout} layout
 * @param {Arrangement} arrangement
 * @returns {Refusal | null}
 */
export function findArrangementRefusal(layout, arrangement) {
  const { own, start } = layout;
  const seen = new Set();
  const ids = new Set();
  for (const tile of arrangement.rack) {
    if (!own.has(tile)) return "not_own";
    seen.add(tile);
  }
  let count = arrangement.rack.length;
  for (const set of arrangement.sets) {
    if (!set.tiles.length || ids.has(set.id)) return "tiles_differ";
    ids.add(set.id);
    count += set.tiles.length;
    for (const tile of set.tiles) seen.add(tile);
  }
  // No tile lies twice, all tiles of the start are there, and there are no others.
  if (seen.size !== count) return "tile_twice";
  for (const { tiles } of [{ tiles: start.rack }, ...start.sets]) {
    if (!tiles.every((tile) => seen.has(tile))) return "tiles_differ";
    count -= tiles.length;
  }
  if (count !== 0) return "tiles_differ";
  if (layout.locked) {
    const now = new Map(arrangement.sets.map((set) => [set.id, set.tiles]));
    for (const set of start.sets) {
      if (!areSameTiles(set.tiles, now.get(set.id) ?? [])) return "locked_set";
    }
  }
  return null;
}

/**
 * @param {Layout} layout
 * @param {Gesture} gesture
 * @param {FaceSorter | undefined} sorter
 * @returns {Layout | Refusal}
 */
function dispatchGesture(layout, gesture, sorter) {
  switch (gesture.type) {
    case "tap":
      return toggleTileSelection(layout, gesture.tile);
    case "select":
      return selectTiles(layout, gesture.tiles);
    case "select_set": {
      const set = layout.sets.find(({ id }) => id === gesture.set);
      return set ? selectTiles(layout, set.tiles) : "unknown_set";
    }
    case "move":
      return moveTiles(layout, gesture.tiles ?? layout.selected, gesture.to, sorter);
    case "send":
      return sendTileToOnlyPlace(layout, gesture.tile, gesture.places, sorter);
    case "split":
      return splitSet(layout, gesture.set, gesture.index);
    case "merge":
      return mergeSets(layout, gesture.set, gesture.into, sorter);
    case "sort":
      return sortRack(layout, gesture.by, sorter);
    case "arrange":
      return applyUndoableStep(layout, { rack: gesture.rack, sets: gesture.sets });
    case "undo":
      return undoOrRedo(layout, "past", "future") ?? "no_undo";
    case "redo":
      return undoOrRedo(layout, "future", "past") ?? "no_redo";
    case "reset":
      return resetTable(layout);
    default:
      return "unknown_gesture";
  }
}

// --- selecting: no step of undo, for nothing moves ---------------------------------------------

/** @param {Layout} layout @param {TileId} tile @returns {Layout | Refusal} */
function toggleTileSelection(layout, tile) {
  const { selected } = layout;
  if (selected.includes(tile))
    return { ...layout, selected: selected.filter((other) => other !== tile) };
  return selectTiles(layout, [...selected, tile]);
}

/** @param {Layout} layout @param {readonly TileId[]} tiles @returns {Layout | Refusal} */
function selectTiles(layout, tiles) {
  const refused = findTouchRefusal(layout, tiles);
  if (refused) return refused;
  return areSameTiles(tiles, layout.selected)
    ? "nothing_changes"
    : { ...layout, selected: [...tiles] };
}

// --- moving ------------------------------------------------------------------------------------

/**
 * @param {Layout} layout
 * @param {readonly TileId[]} tiles
 * @param {Place} to
 * @param {FaceSorter | undefined} sorter
 * @returns {Layout | Refusal}
 */
function moveTiles(layout, tiles, to, sorter) {
  if (!tiles.length) return "no_tiles";
  const refused = findTouchRefusal(layout, tiles);
  if (refused) return refused;
  switch (to.place) {
    case "rack":
      return moveTilesToRack(layout, tiles, to.index);
    case "new":
      return moveTilesToNewSet(layout, tiles, to.index, sorter);
    case "set":
      return moveTilesToSet(layout, tiles, to.set, to.index, sorter);
    default:
      return "bad_place";
  }
}

/**
 * @param {Layout} layout
 * @param {readonly TileId[]} tiles
 * @param {number | undefined} index
 * @returns {Layout | Refusal}
 */
function moveTilesToRack(layout, tiles, index) {
  if (!tiles.every((tile) => layout.own.has(tile))) return "not_own";
  const { rack, sets } = removeTiles(layout, tiles);
  if (index === undefined)
    return applyUndoableStep(layout, {
      rack: returnTilesToRack(rack, tiles, layout.start.rack),
      sets,
    });
  if (!isGapIndex(layout.rack, index)) return "bad_place";
  return applyUndoableStep(layout, {
    rack: insertAt(rack, computeIndexAfterRemoval(layout.rack, index, tiles), tiles),
    sets,
  });
}

/**
 * @param {Layout} layout
 * @param {readonly TileId[]} tiles
 * @param {number | undefined} index
 * @param {FaceSorter | undefined} sorter
 * @returns {Layout | Refusal}
 */
function moveTilesToNewSet(layout, tiles, index, sorter) {
  if (index !== undefined && !isGapIndex(layout.sets, index)) return "bad_place";
  const moved = new Set(tiles);
  const gone = layout.sets.filter((set) => set.tiles.every((tile) => moved.has(tile)));
  const { rack, sets } = removeTiles(layout, tiles);
  const before = layout.sets
    .slice(0, index ?? layout.sets.length)
    .filter((set) => !gone.includes(set));
  // A whole set that only changes its place stays the same set.
  const [same] = gone;
  const whole = gone.length === 1 && same !== undefined && same.tiles.length === tiles.length;
  const [id, next] = whole ? [same.id, layout.next] : makeSetId(layout);
  const set = { id, tiles: whole ? same.tiles : (sorter?.order(tiles) ?? tiles) };
  return applyUndoableStep(
    { ...layout, next },
    { rack, sets: insertAt(sets, before.length, [set]) },
  );
}

/**
 * @param {Layout} layout
 * @param {readonly TileId[]} tiles
 * @param {SetId} id
 * @param {number | undefined} index
 * @param {FaceSorter | undefined} sorter
 * @returns {Layout | Refusal}
 */
function moveTilesToSet(layout, tiles, id, index, sorter) {
  const target = layout.sets.find((set) => set.id === id);
  if (!target) return "unknown_set";
  if (isSetLocked(layout, target)) return "locked_set";
  if (index !== undefined && !isGapIndex(target.tiles, index)) return "bad_place";
  const { rack, sets } = removeTiles(layout, tiles);
  const rest = target.tiles.filter((tile) => !tiles.includes(tile));
  if (!rest.length && tiles.length === target.tiles.length) return "nothing_changes";
  const gap =
    index === undefined ? rest.length : computeIndexAfterRemoval(target.tiles, index, tiles);
  const plain = insertAt(rest, gap, tiles);
  const parts = !sorter
    ? [plain]
    : index === undefined
      ? [sorter.order(plain)]
      : sorter.drop(rest, gap, tiles);
  // The target keeps its place, even if all its tiles are among those that move.
  const left = new Map(sets.map((set) => [set.id, set]));
  left.set(id, target);
  const among = layout.sets.flatMap((set) => left.get(set.id) ?? []);
  return applyUndoableStep(...replaceSetByParts(layout, { rack, sets: among }, id, parts));
}

/**
 * Double tap: an own tile on the table goes home, any other to the only place where it fits.
 * @param {Layout} layout
 * @param {TileId} tile
 * @param {readonly Place[]} places
 * @param {FaceSorter | undefined} sorter
 * @returns {Layout | Refusal}
 */
function sendTileToOnlyPlace(layout, tile, places, sorter) {
  if (layout.own.has(tile) && !layout.rack.includes(tile))
    return moveTiles(layout, [tile], { place: "rack" }, sorter);
  const refused = findTouchRefusal(layout, [tile]);
  if (refused) return refused;
  const [only] = places;
  if (!only) return "no_place";
  return places.length > 1 ? "several_places" : moveTiles(layout, [tile], only, sorter);
}

/** @param {Layout} layout @param {SetId} id @param {number} index @returns {Layout | Refusal} */
function splitSet(layout, id, index) {
  const set = layout.sets.find((other) => other.id === id);
  if (!set) return "unknown_set";
  if (isSetLocked(layout, set)) return "locked_set";
  if (!isGapIndex(set.tiles, index)) return "bad_place";
  return applyUndoableStep(
    ...replaceSetByParts(layout, layout, id, [set.tiles.slice(0, index), set.tiles.slice(index)]),
  );
}

/**
 * @param {Layout} layout
 * @param {SetId} id
 * @param {SetId} into
 * @param {FaceSorter | undefined} sorter
 * @returns {Layout | Refusal}
 */
function mergeSets(layout, id, into, sorter) {
  const set = layout.sets.find((other) => other.id === id);
  if (!set) return "unknown_set";
  return id === into
    ? "nothing_changes"
    : moveTiles(layout, set.tiles, { place: "set", set: into }, sorter);
}

/**
 * @param {Layout} layout
 * @param {string} by
 * @param {FaceSorter | undefined} sorter
 * @returns {Layout | Refusal}
 */
function sortRack(layout, by, sorter) {
  if (!sorter) return "no_faces";
  const rack = [...layout.rack].sort((a, b) => sorter.rank(a, by) - sorter.rank(b, by) || a - b);
  return applyUndoableStep(layout, { rack, sets: layout.sets });
}

// --- history -----------------------------------------------------------------------------------

/**
 * Make an arrangement the current one, and the old one the step to undo.
 * @param {Layout} layout
 * @param {Arrangement} to
 * @returns {Layout | Refusal}
 */
function applyUndoableStep(layout, to) {
  const { rack, sets } = layout;
  if (areSameTiles(rack, to.rack) && areSameSets(sets, to.sets)) return "nothing_changes";
  const past = [...layout.past, { rack, sets }].slice(-MAX_HISTORY);
  return { ...layout, rack: to.rack, sets: to.sets, selected: [], past, future: [] };
}

/**
 * @param {Layout} layout
 * @param {"past" | "future"} from
 * @param {"past" | "future"} onto
 * @returns {Layout | null}
 */
function undoOrRedo(layout, from, onto) {
  const to = layout[from].at(-1);
  if (!to) return null;
  const { rack, sets } = layout;
  const left = { [from]: layout[from].slice(0, -1), [onto]: [...layout[onto], { rack, sets }] };
  return { ...layout, rack: to.rack, sets: to.sets, selected: [], ...left };
}

/** @param {Layout} layout @returns {Layout | Refusal} */
function resetTable(layout) {
  // The table as it was; the rack keeps the order that the player gave it.
  const coming = layout.start.rack.filter((tile) => !layout.rack.includes(tile));
  return applyUndoableStep(layout, {
    rack: returnTilesToRack(layout.rack, coming, layout.start.rack),
    sets: layout.start.sets,
  });
}

// --- helpers -----------------------------------------------------------------------------------

/** @param {Layout} layout @param {readonly TileId[]} tiles @returns {Refusal | null} */
function findTouchRefusal(layout, tiles) {
  const wanted = new Set(tiles);
  if (wanted.size !== tiles.length) return "tile_twice";
  let found = layout.rack.reduce((count, tile) => count + Number(wanted.has(tile)), 0);
  let refused = null;
  for (const set of layout.sets) {
    const here = set.tiles.reduce((count, tile) => count + Number(wanted.has(tile)), 0);
    if (here && isSetLocked(layout, set)) refused = REFUSALS.locked_set;
    found += here;
  }
  return found === tiles.length ? refused : "unknown_tile";
}

/**
 * @param {Arrangement} from
 * @param {readonly TileId[]} tiles
 * @returns {{rack: TileId[], sets: TableSet[]}}
 */
function removeTiles(from, tiles) {
  const moved = new Set(tiles);
  const sets = [];
  for (const set of from.sets) {
    const left = set.tiles.filter((tile) => !moved.has(tile));
    if (left.length === set.tiles.length) sets.push(set);
    else if (left.length) sets.push({ id: set.id, tiles: left });
  }
  return { rack: from.rack.filter((tile) => !moved.has(tile)), sets };
}

/**
 * Put parts in the place of a set. The longest keeps its id, so that it seems to stay where it is.
 * @param {Layout} layout
 * @param {Arrangement} from
 * @param {SetId} id
 * @param {readonly (readonly TileId[])[]} parts
 * @returns {[Layout, Arrangement]}
 */
function replaceSetByParts(layout, from, id, parts) {
  const full = parts.filter((part) => part.length > 0);
  const longest = Math.max(...full.map((part) => part.length));
  const heir = full.findIndex((part) => part.length === longest);
  let next = layout.next;
  const heirs = full.map((tiles, index) => {
    if (index === heir) return { id, tiles };
    const [fresh, after] = makeSetId({ ...layout, next });
    next = after;
    return { id: fresh, tiles };
  });
  const sets = from.sets.flatMap((set) => (set.id === id ? heirs : [set]));
  return [
    { ...layout, next },
    { rack: from.rack, sets },
  ];
}

/**
 * @param {Layout} layout
 * @returns {[string, number]} an id that no set had in this turn, and the next number
 */
function makeSetId(layout) {
  const taken = new Set([...layout.sets, ...layout.start.sets].map((set) => String(set.id)));
  let number = layout.next;
  while (taken.has(`new-${number}`)) number += 1;
  return [`new-${number}`, number + 1];
}

/**
 * Put tiles back on the rack beside their old neighbours.
 * @param {readonly TileId[]} rack
 * @param {readonly TileId[]} coming
 * @param {readonly TileId[]} old
 */
function returnTilesToRack(rack, coming, old) {
  let home = rack.filter((tile) => !coming.includes(tile));
  for (const tile of old.filter((other) => coming.includes(other))) {
    const neighbours = old.slice(0, old.indexOf(tile)).reverse();
    const neighbour = neighbours.find((other) => home.includes(other));
    home = insertAt(home, neighbour === undefined ? 0 : home.indexOf(neighbour) + 1, [tile]);
  }
  return home;
}

/** @param {readonly TileId[]} tiles @param {readonly TileId[]} before @returns {TileId[]} */
function orderLikeBefore(tiles, before) {
  const here = new Set(tiles);
  const known = new Set(before.filter((tile) => here.has(tile)));
  return [...known, ...tiles.filter((tile) => !known.has(tile))];
}

/**
 * Return the index of a gap after the moving tiles are gone.
 * @param {readonly TileId[]} list
 * @param {number} index
 * @param {readonly TileId[]} moving
 */
function computeIndexAfterRemoval(list, index, moving) {
  return list.slice(0, index).filter((tile) => !moving.includes(tile)).length;
}

/**
 * @template T
 * @param {readonly T[]} list
 * @param {number} index
 * @param {readonly T[]} added
 * @returns {T[]}
 */
function insertAt(list, index, added) {
  return [...list.slice(0, index), ...added, ...list.slice(index)];
}

/** @param {readonly unknown[]} list @param {number} index */
function isGapIndex(list, index) {
  return Number.isInteger(index) && index >= 0 && index <= list.length;
}

/** @param {Arrangement} from @returns {TileId[]} */
function listAllTiles(from) {
  return [...from.rack, ...from.sets.flatMap((set) => set.tiles)];
}

/** @param {readonly TileId[]} a @param {readonly TileId[]} b */
function areSameTiles(a, b) {
  return a === b || (a.length === b.length && a.every((tile, index) => tile === b[index]));
}

/** @param {readonly TableSet[]} a @param {readonly TableSet[]} b */
function areSameSets(a, b) {
  if (a === b) return true;
  return (
    a.length === b.length &&
    a.every((set, i) => set.id === b[i]?.id && areSameTiles(set.tiles, b[i]?.tiles ?? []))
  );
}
