import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { applyGesture, createLayout } from "../../web/board/layout.js";
import {
  parseStartPosition,
  parseFaces,
  findTilesForSets,
  listTablesTowardsSolution,
} from "../../web/board/notation.js";

const LEARN = new URL("../../web/learn/", import.meta.url);
const EXERCISES = JSON.parse(readFileSync(new URL("exercises.json", LEARN), "utf8"));

test("tiles are numbered as they are written, the table first", () => {
  const { faces, table, rack } = parseStartPosition({
    table: "B4 B5 B6 | K8 R8 O8",
    rack: "B3  B8",
  });
  assert.deepEqual(table, [
    [0, 1, 2],
    [3, 4, 5],
  ]);
  assert.deepEqual(rack, [6, 7]);
  assert.equal(faces.join(" "), "B4 B5 B6 K8 R8 O8 B3 B8");
  assert.deepEqual(parseStartPosition({ table: "", rack: "" }), { faces: [], table: [], rack: [] });
  assert.deepEqual(parseFaces(" B3  J "), ["B3", "J"]);
});

test("a set that lies there keeps its tiles; the table's are used before the rack's", () => {
  const dealt = parseStartPosition({ table: "R4 R5 R6 R7 R8 | K6 R6 O6", rack: "B6 R6" });
  assert.deepEqual(findTilesForSets("R4 R5 R6 | R6 R7 R8 | K6 R6 O6", dealt), [
    [0, 1, 2],
    [9, 3, 4],
    [5, 6, 7],
  ]);
});

for (const exercise of EXERCISES) {
  test(`${exercise.id}: every step to the solution is made of the same tiles`, () => {
    const dealt = parseStartPosition(exercise);
    const solution = findTilesForSets(exercise.solution, dealt);
    const written = solution
      .map((set) => set.map((tile) => dealt.faces[tile]).join(" "))
      .join(" | ");
    assert.equal(written, exercise.solution);
    const steps = listTablesTowardsSolution(dealt.table, solution);
    const named = (table) =>
      table.map((tiles, id) => ({
        id: dealt.table.findIndex((set) => set.join() === tiles.join()) + 1 || -id - 1,
        tiles,
      }));
    let layout = createLayout({
      rack: dealt.rack,
      sets: named(dealt.table),
      locked: !exercise.opened,
    });
    for (const table of steps) {
      const used = new Set(table.flat());
      const gesture = {
        type: "arrange",
        rack: dealt.rack.filter((tile) => !used.has(tile)),
        sets: named(table),
      };
      const done = applyGesture(layout, gesture);
      assert.equal(done.refused, null);
      layout = done.layout;
    }
    const sorted = (table) => table.map((set) => set.join(" ")).sort();
    assert.deepEqual(sorted(steps.at(-1)), sorted(solution));
  });
}
