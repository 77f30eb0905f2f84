import assert from "node:assert/strict";
import { test } from "node:test";

import { applyGesture, createLayout } from "../../web/board/layout.js";
import {
  createNumberSorter,
  isGroup,
  isRun,
  listFittingSets,
  parseFace,
} from "../../web/board/number_tiles.js";

/** Tiles written as faces; ids are given as they come. */
function tiles(...texts) {
  const names = [];
  const lists = texts.map((text) =>
    text
      .split(" ")
      .filter(Boolean)
      .map((name) => names.push(name) - 1),
  );
  return {
    lists,
    nameOf: (tile) => names[tile],
    write: (list) => list.map((tile) => names[tile]).join(" "),
  };
}

function ordered(text) {
  const { lists, nameOf, write } = tiles(text);
  return write(createNumberSorter(nameOf).order(lists[0]));
}

function dropped(set, index, added) {
  const { lists, nameOf, write } = tiles(set, added);
  return createNumberSorter(nameOf).drop(lists[0], index, lists[1]).map(write).join(" | ");
}

const faces = (text) => text.split(" ").map(parseFace);

test("faces are read, nonsense is not", () => {
  assert.equal(parseFace("O13").number, 13);
  assert.equal(parseFace("D").width, 2);
  for (const name of ["", "B0", "B14", "G3", "b3", "JJ", "B03"])
    assert.throws(() => parseFace(name), RangeError);
});

test("runs go up, with jokers in their places", () => {
  for (const text of [
    "B3 B4 B5",
    "B3 J B5",
    "B2 D B5",
    "J D R4",
    "R6 R7 C B9 B10",
    "J J J",
    "R11 J J",
  ]) {
    assert.ok(isRun(faces(text)), text);
  }
  for (const text of ["B3 B5", "B5 B4", "B3 R4", "J R1", "R12 J J", "D R2", "R6 C B7", "R3 M R3"]) {
    assert.ok(!isRun(faces(text)), text);
  }
});

test("groups have each colour once", () => {
  for (const text of ["K7 R7 B7 O7", "K7 J R7", "K7 D R7"]) assert.ok(isGroup(faces(text)), text);
  for (const text of ["K7 R7 R7", "K7 R8", "K7 R7 B7 D", "K7 C R7"])
    assert.ok(!isGroup(faces(text)), text);
});

for (const [given, wanted, why] of [
  ["B5 B3 B4", "B3 B4 B5", "runs ascending"],
  ["O7 K7 B7 R7", "K7 R7 B7 O7", "groups by colour"],
  ["J B5 B4", "J B4 B5", "a joker stays first"],
  ["B6 J B4", "B4 J B6", "a joker stays in the middle"],
  ["R7 J K7", "K7 J R7", "a joker stays in a group"],
  ["B3 B4 J B5", "B3 B4 B5 J", "a joker makes way for the tile it stood for"],
  ["B3 B5 J", "B3 J B5", "a joker fills the gap"],
  ["B12 B13 J", "J B12 B13", "nothing comes after 13"],
  ["D B3 B6", "B3 D B6", "a double joker fills two"],
  ["D D R4", "R4 D D", "two double jokers cannot come before 4"],
  ["B10 R6 C R7 B9", "R6 R7 C B9 B10", "colours change at their joker"],
  ["R5 R6 R7 B9 B10 C", "R5 R6 R7 C B9 B10", "a colour-change joker goes where the colour changes"],
  ["C C R8 B10 O5 O6", "O5 O6 C R8 C B10", "two of them, too"],
  ["R7 R9 C", "R7 R9 C", "and nowhere else between two tiles"],
  ["R3 R4 M R4 R3", "R3 R4 M R4 R3", "mirrored sets stay"],
  ["R7 R6 M R6 R7", "R7 R6 M R6 R7", "falling ones too"],
  ["R3 R3 M R4 R4", "R3 R4 M R4 R3", "pairs lie down on both sides of a mirror joker"],
  ["K7 R7 M R7 K7 B7 B7", "K7 R7 B7 M B7 R7 K7", "in groups as well"],
  ["M R12 R13 R12 R13", "R13 R12 M R12 R13", "there is nothing beyond 13, so the numbers fall"],
  ["J R4 M R4 J R6 R6", "R4 J R6 M R6 J R4", "jokers have twins like all others"],
  ["K7 R7 M R7 K7 B7", "K7 R7 M R7 K7 B7", "without a twin nothing moves"],
  ["K9 B3", "B3 K9", "what is no set yet goes by number"],
]) {
  test(`order: ${why}`, () => assert.equal(ordered(given), wanted));
}

for (const [set, index, added, wanted, why] of [
  ["B3 B4 B5 B6 B7", 2, "B5", "B3 B4 B5 | B5 B6 B7", "a double splits the run before its twin"],
  ["B3 B4 B5 B6 B7", 3, "B5", "B3 B4 B5 | B5 B6 B7", "or after it"],
  ["B3 B4 B5 B6 B7", 1, "B5", "B3 B4 B5 | B5 B6 B7", "or at the nearest gap where it goes on"],
  ["B3 B4 B5 B6 B7 B8", 3, "B6 B5", "B3 B4 B5 B6 | B5 B6 B7 B8", "two tiles at once"],
  ["B3 B4 B5 B6 B7", 2, "J", "B3 B4 J | B5 B6 B7", "a joker goes to the shorter part"],
  ["B3 B4 B5 B6 B7", 3, "J", "B3 B4 B5 | J B6 B7", "on either side"],
  ["B3 B4 B5 B6 B7", 2, "R9", "B3 B4 | R9 | B5 B6 B7", "a stranger lies between the parts"],
  ["B3 B4 B5 B6", 3, "R6", "B3 B4 B5 | R6 B6", "a single tile left over begins a group"],
  ["B3 B4 B5", 1, "B6", "B3 B4 B5 B6", "a tile that belongs finds its place"],
  ["B3 J B5", 1, "B4", "B3 B4 B5 J", "also the one a joker stood for"],
  ["B3 B4 B5", 3, "R9", "B3 B4 B5 R9", "at an end nothing splits"],
  ["K7 R7 B7", 1, "O7", "K7 R7 B7 O7", "groups never split"],
  ["B3 B6", 1, "B4", "B3 B4 B6", "nor does what is no run"],
  ["R3 M R3", 1, "R4", "R3 R4 M R3", "nor a mirrored set"],
]) {
  test(`drop: ${why}`, () => assert.equal(dropped(set, index, added), wanted));
}

test("no drop loses a tile, wherever it falls", () => {
  const names = ["B3", "B4", "B5", "R5", "J", "D", "C", "M", "K5"];
  for (const set of ["B3 B4 B5 B6", "B3 J B5", "R6 R7 C B9", "K5 R5 J", "R3 M R3", "J J", "B1"]) {
    for (let index = 0; index <= set.split(" ").length; index += 1) {
      for (const one of names) {
        for (const two of [...names, ""]) {
          const added = `${one} ${two}`.trim();
          const parts = dropped(set, index, added).replaceAll(" |", "").split(" ").sort().join(" ");
          assert.equal(parts, `${set} ${added}`.split(" ").sort().join(" "));
        }
      }
    }
  }
});

test("in a layout a drop into a run makes two sets, in one step of undo", () => {
  const { lists, nameOf, write } = tiles("B5", "B3 B4 B5 B6 B7");
  const layout = createLayout({ rack: lists[0], sets: [{ id: 7, tiles: lists[1] }] });
  const gesture = { type: "move", tiles: lists[0], to: { place: "set", set: 7, index: 3 } };
  const done = applyGesture(layout, gesture, createNumberSorter(nameOf)).layout;
  assert.deepEqual(
    done.sets.map((set) => write(set.tiles)),
    ["B3 B4 B5", "B5 B6 B7"],
  );
  const back = applyGesture(done, { type: "undo" }).layout;
  assert.deepEqual([back.rack, back.sets], [layout.rack, layout.sets]);
});

test("the rack sorts by colour and by number, jokers last", () => {
  const { lists, nameOf, write } = tiles("M R2 K9 J O1 K2");
  const layout = createLayout({ rack: lists[0], sets: [] });
  const by = (how) =>
    write(applyGesture(layout, { type: "sort", by: how }, createNumberSorter(nameOf)).layout.rack);
  assert.equal(by("colour"), "K2 K9 R2 O1 J M");
  assert.equal(by("number"), "O1 K2 R2 K9 J M");
});

test("the places for a double tap are the sets that grow, and not locked ones", () => {
  const { lists, nameOf } = tiles("B6 R9", "B3 B4 B5", "K6 R6 O6", "B7 B8 B9");
  const sets = lists.slice(1).map((list, id) => ({ id, tiles: list }));
  const [six, nine] = lists[0];
  const places = (tile, locked) =>
    listFittingSets(createLayout({ rack: lists[0], sets, locked }), tile, nameOf).map(
      (place) => place.set,
    );
  assert.deepEqual(places(six, false), [0, 1, 2]);
  assert.deepEqual(places(nine, false), []);
  assert.deepEqual(places(six, true), []);
});

function ways(text) {
  const { lists, nameOf, write } = tiles(text);
  const found = [0, 1, 2, 3].map((way) => write(createNumberSorter(nameOf, way).order(lists[0])));
  return [...new Set(found)];
}

test("where tiles could mean several things, the others are there too", () => {
  assert.deepEqual(ways("B4 B5 J"), ["B4 B5 J", "J B4 B5"]);
  assert.deepEqual(ways("B4 J J"), ["B4 J J", "J B4 J", "J J B4"]);
  assert.deepEqual(ways("B1 B2 J"), ["B1 B2 J"]);
  assert.deepEqual(ways("B12 B13 J"), ["J B12 B13"]);
  assert.deepEqual(ways("B4 J B6"), ["B4 J B6"]);
  assert.deepEqual(ways("K7 R7 J"), ["K7 R7 J"]);
  const { lists, nameOf, write } = tiles("B1 B2 B3 B4 B5 B6", "J");
  const split = [0, 1].map((way) =>
    createNumberSorter(nameOf, way).drop(lists[0], 3, lists[1]).map(write).join(" | "),
  );
  assert.deepEqual(split, ["B1 B2 B3 J | B4 B5 B6", "B1 B2 B3 | J B4 B5 B6"]);
});
