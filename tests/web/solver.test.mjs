import { listBoxFaces } from "../../web/board/box_faces.js";
import assert from "node:assert/strict";
import { test } from "node:test";

import { createNumberSorter } from "../../web/board/number_tiles.js";
import { buildFrames } from "../../web/solver/frames.js";
import {
  GOALS,
  createEmptyPosition,
  layOutPosition,
  moveTilesToPlace,
  getRack,
  parsePositionAddress,
  parsePosition,
  sortRack,
  swapTile,
  getTable,
  returnTilesToBox,
  formatPositionAddress,
  formatSets,
} from "../../web/solver/position.js";
import { applyGesture } from "../../web/board/layout.js";
import { dice } from "./random.mjs";

const CLASSIC = { copies: 2, ordinary: 2, double: 0, colour_change: 0, mirror: 0 };
const TWIST = { ...CLASSIC, double: 2, colour_change: 2, mirror: 2 };
const FACES = listBoxFaces(TWIST);
const faceOf = (tile) => FACES[tile];
const SORTER = createNumberSorter(faceOf);
const shown = (tiles) => tiles.map(faceOf).join(" ");
const EMPTY = createEmptyPosition(FACES);

/** The position of a text. */
function position(table, rack) {
  const read = parsePosition({ table, rack }, FACES);
  assert.deepEqual(read.wrong, []);
  return layOutPosition(EMPTY, read.table, read.rack).layout;
}

/** What stands on the page: the table and the rack. */
const told = (layout) => [
  formatSets(
    getTable(layout).map((set) => set.tiles),
    faceOf,
  ),
  shown(getRack(layout)),
];

/** The only tile of a face in some place. */
const tileIn = (tiles, face) => tiles.find((tile) => faceOf(tile) === face);

test("a box has its tiles in their order", () => {
  const faces = listBoxFaces(CLASSIC);
  assert.equal(faces.length, 106);
  assert.deepEqual(
    [faces[0], faces[1], faces[2], faces[26], faces[103], faces[104]],
    ["K1", "K1", "K2", "R1", "O13", "J"],
  );
  assert.deepEqual(FACES.slice(-8), ["J", "J", "D", "D", "C", "C", "M", "M"]);
});

test("positions are read as people write them", () => {
  const { table, rack, wrong } = parsePosition(
    { table: "r5 b5,k5 / B3 B4 B5 | \n j R1 R1 R1 ", rack: "r5 R5 x5 B14 //" },
    FACES,
  );
  assert.deepEqual(table.map(shown), ["R5 B5 K5", "B3 B4 B5", "J R1 R1"]);
  assert.deepEqual(shown(rack), "R5");
  assert.deepEqual(wrong, [
    { code: "not_in_box", tile: "R1" },
    { code: "not_in_box", tile: "R5" },
    { code: "not_a_tile", tile: "x5" },
    { code: "not_a_tile", tile: "B14" },
  ]);
  assert.equal(new Set([...table.flat(), ...rack]).size, 10);
});

test("what is written is read again", () => {
  const layout = position("R5 B5 K5 / B3 B4 B5 J", "D M C K13");
  assert.deepEqual(told(layout), ["R5 B5 K5 / B3 B4 B5 J", "D M C K13"]);
  for (const goal of GOALS) {
    for (const free of [false, true]) {
      const asked = { table: "R5 B5 K5 / B3 B4 B5 J", rack: "D M", edition: "twist", goal, free };
      assert.deepEqual(parsePositionAddress(formatPositionAddress(asked)), asked);
    }
  }
});

test("an address from elsewhere is read, whatever it says", () => {
  assert.deepEqual(parsePositionAddress("#t=R5+B5+K5+%2F+B3+B4+B5&r=B6&e=six&u=1"), {
    table: "R5 B5 K5 / B3 B4 B5",
    rack: "B6",
    edition: "six",
    goal: "opening",
    free: false,
  });
  const nothing = { table: "", rack: "", edition: "classic", goal: "tiles", free: false };
  assert.deepEqual(parsePositionAddress(""), nothing);
  assert.deepEqual(parsePositionAddress("#g=nonsense&%E0%A4%A&=&u=2"), nothing);
});

test("tiles go from the box to the rack, to new sets and into sets, and back", () => {
  let layout = EMPTY;
  const fresh = (face) => layout.rack.find((tile) => faceOf(tile) === face);
  const lay = (face, to) => {
    const { layout: next, refused } = moveTilesToPlace(layout, [fresh(face)], to, SORTER);
    assert.equal(refused, null);
    layout = next;
  };
  lay("B5", { place: "rack" });
  lay("B3", { place: "new" });
  const [{ id }] = getTable(layout);
  lay("B5", { place: "set", set: id });
  lay("B4", { place: "set", set: id });
  lay("K1", { place: "rack", index: 0 });
  assert.deepEqual(told(layout), ["B3 B4 B5", "K1 B5"]);
  // The whole rack becomes a new set, and stays no rack.
  layout = moveTilesToPlace(layout, getRack(layout), { place: "new" }, SORTER).layout;
  assert.deepEqual(told(layout), ["B3 B4 B5 / K1 B5", ""]);
  layout = returnTilesToBox(layout, [tileIn(getTable(layout)[1].tiles, "B5")]).layout;
  assert.deepEqual(told(layout), ["B3 B4 B5 / K1", ""]);
  for (let step = 0; step < 2; step += 1) layout = applyGesture(layout, { type: "undo" }).layout;
  assert.deepEqual(told(layout), ["B3 B4 B5", "K1 B5"]);
  layout = applyGesture(layout, { type: "reset" }).layout;
  assert.deepEqual(told(layout), ["", ""]);
  assert.equal(layout.rack.length, FACES.length);
});

test("a tile takes the place of another", () => {
  let layout = position("B3 B4 R5", "K9 K1");
  const fresh = tileIn(layout.rack, "B5");
  layout = swapTile(layout, tileIn(getTable(layout)[0].tiles, "R5"), fresh, SORTER).layout;
  assert.deepEqual(told(layout), ["B3 B4 B5", "K9 K1"]);
  layout = swapTile(layout, tileIn(getRack(layout), "K9"), tileIn(layout.rack, "J"), SORTER).layout;
  assert.deepEqual(told(layout), ["B3 B4 B5", "J K1"]);
  assert.deepEqual(told(sortRack(layout, "colour", SORTER).layout), ["B3 B4 B5", "K1 J"]);
});

test("whatever is done, every tile is somewhere, once", () => {
  const { below, pick } = dice(7);
  let layout = EMPTY;
  for (let count = 0; count < 5000; count += 1) {
    const tile = below(FACES.length);
    const sets = getTable(layout);
    const to = pick([
      { place: "rack" },
      { place: "rack", index: below(9) },
      { place: "new" },
      ...sets.map(({ id }) => ({ place: "set", set: id })),
    ]);
    const done = pick([
      () => moveTilesToPlace(layout, [tile], to, SORTER),
      () =>
        moveTilesToPlace(
          layout,
          pick([getRack(layout), ...sets.map((set) => set.tiles)]),
          to,
          SORTER,
        ),
      () => returnTilesToBox(layout, [tile]),
      () => swapTile(layout, tile, pick(layout.rack), SORTER),
      () => sortRack(layout, "number", SORTER),
      () => applyGesture(layout, { type: "undo" }),
    ])();
    layout = done.layout;
    const all = [
      ...layout.rack,
      ...getRack(layout),
      ...getTable(layout).flatMap((set) => set.tiles),
    ];
    assert.deepEqual(
      all.sort((a, b) => a - b),
      [...FACES.keys()],
    );
    assert.ok(layout.sets.filter((set) => set.id === "rack").length <= 1);
  }
});

test("steps move certain tiles", () => {
  const layout = position("K1 K2 K3 / K4 R4 B4 O4", "B3 B5 B6 K13");
  const steps = [
    {
      code: "take",
      sets: ["K4 R4 B4 O4"],
      tiles: [],
      becomes: ["K4 R4 O4"],
      free: ["B4"],
      rack: [],
    },
    {
      code: "lay",
      sets: [],
      tiles: ["B3", "B4", "B5", "B6"],
      becomes: ["B3 B4 B5 B6"],
      free: [],
      rack: ["B3", "B5", "B6"],
    },
  ];
  const frames = buildFrames(getTable(layout), getRack(layout), steps, faceOf);
  assert.deepEqual(
    frames.map((frame) =>
      formatSets(
        frame.sets.map((set) => set.tiles),
        faceOf,
      ),
    ),
    ["K1 K2 K3 / K4 R4 B4 O4", "K1 K2 K3 / K4 R4 O4", "K1 K2 K3 / K4 R4 O4 / B3 B4 B5 B6"],
  );
  assert.deepEqual(
    frames.map((frame) => [shown(frame.free), shown(frame.rack)]),
    [
      ["", "B3 B5 B6 K13"],
      ["B4", "B3 B5 B6 K13"],
      ["", "K13"],
    ],
  );
  // The group that lost a tile is the same set.
  assert.equal(frames[1].sets[1].id, frames[0].sets[1].id);
  assert.deepEqual([...frames[1].touched], [frames[0].sets[1].id]);
});

test("steps that cannot be are not carried out", () => {
  const step = {
    code: "take",
    sets: ["K4 R4 B4"],
    tiles: [],
    becomes: ["K4 R4"],
    free: ["B4"],
    rack: [],
  };
  assert.throws(() => buildFrames([], [], [step], faceOf), /no K4 R4 B4/);
  assert.throws(() => buildFrames([], [], [{ ...step, sets: [], tiles: ["B4"] }], faceOf), /no B4/);
});
