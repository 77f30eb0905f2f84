import assert from "node:assert/strict";
import { test } from "node:test";

import {
  MAX_HISTORY,
  REFUSALS,
  applyGesture,
  createLayout,
  isSetLocked,
  findArrangementRefusal,
  listPlacedTiles,
  updateLayout,
} from "../../web/board/layout.js";

/** Rack 1 to 4; on the table a: 10 to 14, b: 20 21 22. */
const turn = (more = {}) =>
  createLayout({
    rack: [1, 2, 3, 4],
    sets: [
      { id: "a", tiles: [10, 11, 12, 13, 14] },
      { id: "b", tiles: [20, 21, 22] },
    ],
    ...more,
  });

const shown = ({ rack, sets }) =>
  [rack.join(" "), ...sets.map((set) => set.tiles.join(" "))].join(" | ");

function play(layout, ...gestures) {
  return gestures.reduce((now, gesture) => {
    const { layout: then, refused } = applyGesture(now, gesture);
    assert.equal(refused, null, JSON.stringify(gesture));
    return then;
  }, layout);
}

function refuses(layout, gesture, code, sorter = undefined) {
  const outcome = applyGesture(layout, gesture, sorter);
  assert.equal(outcome.refused, code, JSON.stringify(gesture));
  assert.equal(outcome.layout, layout, "a refused gesture gives the very same layout");
}

const move = (tiles, to) => ({ type: "move", tiles, to });
const rack = (index) => ({ place: "rack", index });
const fresh = (index) => ({ place: "new", index });
const into = (set, index) => ({ place: "set", set, index });

test("tap selects and deselects, in the order of the taps", () => {
  const two = play(turn(), { type: "tap", tile: 3 }, { type: "tap", tile: 11 });
  assert.deepEqual(two.selected, [3, 11]);
  assert.deepEqual(play(two, { type: "tap", tile: 3 }).selected, [11]);
});

test("selecting is no step of undo", () => {
  refuses(play(turn(), { type: "tap", tile: 3 }), { type: "undo" }, "no_undo");
});

test("several tiles, a whole set, or none can be selected at once", () => {
  assert.deepEqual(play(turn(), { type: "select", tiles: [4, 1] }).selected, [4, 1]);
  const whole = play(turn(), { type: "select_set", set: "b" });
  assert.deepEqual(whole.selected, [20, 21, 22]);
  assert.deepEqual(play(whole, { type: "select", tiles: [] }).selected, []);
});

test("a move without tiles takes the selected ones and clears the selection", () => {
  const done = play(turn(), { type: "select", tiles: [2, 4] }, { type: "move", to: fresh() });
  assert.equal(shown(done), "1 3 | 10 11 12 13 14 | 20 21 22 | 2 4");
  assert.deepEqual(done.selected, []);
  assert.deepEqual(listPlacedTiles(done), [2, 4]);
});

test("a new set can lie between others", () => {
  assert.equal(shown(play(turn(), move([1], fresh(1)))), "2 3 4 | 10 11 12 13 14 | 1 | 20 21 22");
});

test("a whole set that is moved to a new place stays the same set", () => {
  const done = play(turn(), move([20, 21, 22], fresh(0)));
  assert.deepEqual(
    done.sets.map((set) => set.id),
    ["b", "a"],
  );
  refuses(turn(), move([20, 21, 22], fresh()), "nothing_changes");
});

test("tiles go into a set at a gap", () => {
  assert.equal(
    shown(play(turn(), move([2, 1], into("b", 1)))),
    "3 4 | 10 11 12 13 14 | 20 2 1 21 22",
  );
  assert.equal(shown(play(turn(), move([2], into("b")))), "1 3 4 | 10 11 12 13 14 | 20 21 22 2");
});

test("a gap is counted as the player sees it, with the moving tiles still there", () => {
  assert.equal(
    shown(play(turn(), move([10], into("a", 3)))),
    "1 2 3 4 | 11 12 10 13 14 | 20 21 22",
  );
  assert.equal(shown(play(turn(), move([1, 2], rack(4)))), "3 4 1 2 | 10 11 12 13 14 | 20 21 22");
  assert.equal(shown(play(turn(), move([4], rack(1)))), "1 4 2 3 | 10 11 12 13 14 | 20 21 22");
});

test("an empty set vanishes", () => {
  const done = play(turn(), move([20, 21, 22], into("a", 5)));
  assert.equal(shown(done), "1 2 3 4 | 10 11 12 13 14 20 21 22");
});

test("a set can take itself and others", () => {
  const done = play(turn(), move([20, 21, 22, 10], into("b")));
  assert.equal(shown(done), "1 2 3 4 | 11 12 13 14 | 20 21 22 10");
});

test("own tiles go home beside their old neighbours, tiles of the table never", () => {
  const out = play(turn(), move([2, 3], into("b", 0)));
  assert.equal(shown(play(out, move([3, 2], rack()))), shown(turn()));
  refuses(out, move([2, 20], rack(0)), "not_own");
  refuses(out, move([20], rack()), "not_own");
});

test("a double tap sends a tile to its only place, or home", () => {
  const send = (tile, ...places) => ({ type: "send", tile, places });
  const out = play(turn(), send(2, into("b", 3)));
  assert.equal(shown(out), "1 3 4 | 10 11 12 13 14 | 20 21 22 2");
  assert.equal(shown(play(out, send(2, into("a")))), shown(turn()));
  assert.equal(shown(play(turn(), send(10, into("b")))), "1 2 3 4 | 11 12 13 14 | 20 21 22 10");
  refuses(turn(), send(2), "no_place");
  refuses(turn(), send(2, into("a"), into("b")), "several_places");
  refuses(turn(), send(20), "no_place");
  refuses(turn(), send(99), "unknown_tile");
});

test("a set splits at a gap; the longer part keeps the id", () => {
  const done = play(turn(), { type: "split", set: "a", index: 2 });
  assert.equal(shown(done), "1 2 3 4 | 10 11 | 12 13 14 | 20 21 22");
  assert.equal(done.sets[1].id, "a");
  assert.notEqual(done.sets[0].id, "a");
  refuses(turn(), { type: "split", set: "a", index: 0 }, "nothing_changes");
  refuses(turn(), { type: "split", set: "a", index: 6 }, "bad_place");
});

test("two sets merge", () => {
  const done = play(turn(), { type: "merge", set: "a", into: "b" });
  assert.equal(shown(done), "1 2 3 4 | 20 21 22 10 11 12 13 14");
  refuses(turn(), { type: "merge", set: "a", into: "a" }, "nothing_changes");
  refuses(turn(), { type: "merge", set: "x", into: "a" }, "unknown_set");
  refuses(turn(), { type: "merge", set: "a", into: "x" }, "unknown_set");
});

test("before the opening the sets of the table are out of bounds, own new sets are not", () => {
  const locked = turn({ locked: true });
  const own = play(locked, move([1, 2], fresh()));
  const id = own.sets[2].id;
  assert.deepEqual(
    own.sets.map((set) => isSetLocked(own, set)),
    [true, true, false],
  );
  play(own, move([3], into(id)), { type: "split", set: id, index: 1 });
  for (const gesture of [
    { type: "tap", tile: 10 },
    { type: "select_set", set: "a" },
    move([10], fresh()),
    move([3], into("a", 5)),
    { type: "split", set: "a", index: 2 },
    { type: "merge", set: "a", into: "b" },
    { type: "merge", set: id, into: "b" },
    { type: "send", tile: 3, places: [into("a")] },
    {
      type: "arrange",
      rack: own.rack,
      sets: [{ id: "a", tiles: [10, 11, 12, 13, 14, 20, 21, 22] }, own.sets[2]],
    },
  ]) {
    refuses(own, gesture, "locked_set");
  }
});

test("every gesture that means nothing is refused by name", () => {
  const layout = turn();
  refuses(layout, { type: "tap", tile: 99 }, "unknown_tile");
  refuses(layout, { type: "select", tiles: [] }, "nothing_changes");
  refuses(layout, { type: "select_set", set: "x" }, "unknown_set");
  refuses(layout, move([1, 99], fresh()), "unknown_tile");
  refuses(layout, move([1, 1], fresh()), "tile_twice");
  refuses(layout, { type: "move", to: fresh() }, "no_tiles");
  refuses(layout, move([1], into("x")), "unknown_set");
  refuses(layout, move([1], into("a", 6)), "bad_place");
  refuses(layout, move([1], into("a", 1.5)), "bad_place");
  refuses(layout, move([1], rack(-1)), "bad_place");
  refuses(layout, move([1], fresh(3)), "bad_place");
  refuses(layout, move([1], { place: "moon" }), "bad_place");
  refuses(layout, move([1], rack(0)), "nothing_changes");
  refuses(layout, { type: "sort", by: "colour" }, "no_faces");
  refuses(layout, { type: "undo" }, "no_undo");
  refuses(layout, { type: "redo" }, "no_redo");
  refuses(layout, { type: "reset" }, "nothing_changes");
  refuses(layout, { type: "dance" }, "unknown_gesture");
});

test("undo and redo go step by step; a new step forgets what could be redone", () => {
  const one = play(turn(), move([1], fresh()));
  const two = play(one, move([2], into("a", 0)));
  const back = play(two, { type: "undo" });
  assert.equal(shown(back), shown(one));
  assert.equal(shown(play(back, { type: "undo" })), shown(turn()));
  assert.equal(shown(play(back, { type: "redo" })), shown(two));
  refuses(play(back, move([4], rack(0))), { type: "redo" }, "no_redo");
});

test("history is bounded, reset is not", () => {
  let layout = turn();
  for (let round = 0; round < MAX_HISTORY; round += 1)
    layout = play(layout, move([1], fresh()), move([1], rack()));
  assert.equal(layout.past.length, MAX_HISTORY);
  layout = play(layout, move([1, 2], fresh()), { type: "reset" });
  assert.equal(shown(layout), shown(turn()));
});

test("reset is one step, and keeps the order that the player gave the rack", () => {
  const out = play(turn(), move([4], rack(0)), move([2, 10], fresh()));
  const back = play(out, { type: "reset" });
  assert.equal(shown(back), "4 1 2 3 | 10 11 12 13 14 | 20 21 22");
  assert.equal(shown(play(back, { type: "undo" })), shown(out));
});

test("ids of new sets are new, also if the server uses such names", () => {
  const layout = createLayout({ rack: [1, 2], sets: [{ id: "new-1", tiles: [5, 6] }] });
  const done = play(layout, move([1], fresh()), move([2], fresh()), {
    type: "split",
    set: "new-1",
    index: 1,
  });
  assert.equal(new Set(done.sets.map((set) => set.id)).size, 4);
});

test("a stored draft comes back as one step, if it is one of this turn", () => {
  const out = play(turn(), move([1, 12], fresh()));
  const back = play(turn(), { type: "arrange", rack: out.rack, sets: out.sets });
  assert.equal(shown(back), shown(out));
  assert.equal(shown(play(back, { type: "undo" })), shown(turn()));
  const a = { id: "a", tiles: [10, 11, 12, 13, 14] };
  const b = { id: "b", tiles: [20, 21, 22] };
  const wrong = (onRack, sets, code) =>
    refuses(turn(), { type: "arrange", rack: onRack, sets }, code);
  wrong([1, 2, 3], [a, b], "tiles_differ");
  wrong([1, 2, 3, 4, 4], [a, b], "tile_twice");
  wrong([1, 2, 3, 4, 20], [a, b], "not_own");
  wrong([1, 2, 3, 4, 99], [a, b], "not_own");
  wrong([1, 2, 3, 4], [a, b, { id: "c", tiles: [99] }], "tiles_differ");
  wrong([1, 2, 3, 4], [a], "tiles_differ");
  wrong([1, 2, 3, 4], [a, b, { id: "c", tiles: [] }], "tiles_differ");
  wrong([1, 2, 3, 4], [a, { ...b, id: "a" }], "tiles_differ");
  wrong([1, 2, 3, 99 - 95], [a, { id: "b", tiles: [20, 21, 21] }], "tile_twice");
});

test("sorters that lose, double or invent tiles are not believed", () => {
  const bad = [
    (tiles) => tiles.slice(1),
    (tiles) => [...tiles, tiles[0]],
    (tiles) => [...tiles.slice(1), 99],
  ];
  for (const order of bad) {
    const sorter = {
      order,
      drop: (tiles, _index, added) => [order([...tiles, ...added])],
      rank: () => 0,
    };
    for (const to of [fresh(), into("b"), into("b", 1)]) {
      const outcome = applyGesture(turn(), move([1, 2], to), sorter);
      assert.match(String(outcome.refused), /^(tiles_differ|tile_twice)$/);
    }
  }
});

test("a turn begins in the order of the rack before, new tiles at its end", () => {
  assert.deepEqual(
    createLayout({ rack: [1, 2, 3, 4, 5], sets: [], before: [4, 9, 2, 1] }).rack,
    [4, 2, 1, 3, 5],
  );
  assert.throws(() => createLayout({ rack: [1, 1], sets: [], before: [1] }), RangeError);
  assert.throws(() => createLayout({ rack: [1], sets: [{ id: 1, tiles: [1] }] }), RangeError);
  assert.throws(
    () =>
      createLayout({
        rack: [],
        sets: [
          { id: 1, tiles: [1] },
          { id: 1, tiles: [2] },
        ],
      }),
    RangeError,
  );
});

test("a draft survives until the table changes under it", () => {
  const { start } = turn();
  const draft = play(turn(), move([4], rack(0)), move([1, 10], fresh()));
  assert.equal(shown(updateLayout(draft, start)), shown(draft));
  assert.equal(
    shown(play(updateLayout(draft, start), { type: "undo" }, { type: "undo" })),
    shown(turn()),
  );
  const drawn = updateLayout(draft, { ...start, rack: [...start.rack, 5] });
  assert.equal(shown(drawn), "4 2 3 5 | 11 12 13 14 | 20 21 22 | 1 10");
  assert.equal(findArrangementRefusal(drawn, drawn), null);
  const elsewhere = { id: "b", tiles: [20, 21, 22, 23] };
  const changed = updateLayout(draft, {
    rack: start.rack,
    sets: [start.sets[0], elsewhere, { id: "c", tiles: [30, 31, 32] }],
  });
  assert.equal(shown(changed), "4 2 3 | 11 12 13 14 | 1 10 | 20 21 22 23 | 30 31 32");
  assert.equal(
    shown(play(changed, { type: "undo" })),
    "4 2 3 1 | 10 11 12 13 14 | 20 21 22 23 | 30 31 32",
  );
  const disturbed = { id: "a", tiles: [10, 11, 12, 13, 14, 15] };
  assert.equal(
    shown(updateLayout(draft, { rack: start.rack, sets: [disturbed, start.sets[1]] })),
    "4 2 3 1 | 10 11 12 13 14 15 | 20 21 22",
  );
  const own = play(turn(), move([1, 2, 3], fresh()));
  assert.equal(
    shown(updateLayout(own, { rack: [1, 2, 3, 4, 5], sets: [disturbed] })),
    "4 5 | 1 2 3 | 10 11 12 13 14 15",
  );
  assert.equal(
    shown(updateLayout(own, { rack: [1, 2, 4], sets: [disturbed] })),
    "4 1 2 | 10 11 12 13 14 15",
  );
  assert.equal(
    shown(updateLayout(draft, { ...start, locked: true })),
    "4 2 3 1 | 10 11 12 13 14 | 20 21 22",
  );
});

test("each code has its name once", () => {
  for (const [name, code] of Object.entries(REFUSALS)) assert.equal(name, code);
});
