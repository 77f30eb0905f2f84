// Carries out the steps of plays that come in as JSON: every tile stays somewhere, and the end is
// the play's table.
//
// usage: node solver_frames.mjs < plays.json

import { listBoxFaces } from "../../web/board/box_faces.js";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { buildFrames } from "../../web/solver/frames.js";
import {
  createEmptyPosition,
  layOutPosition,
  getRack,
  parsePosition,
  getTable,
} from "../../web/solver/position.js";

const sorted = (sets) => sets.map((set) => set.split(" ").sort().join(" ")).sort();

const questions = JSON.parse(readFileSync(0, "utf8"));
let count = 0;
for (const { box, faces: expected, table, rack, plays } of questions) {
  const faces = listBoxFaces(box);
  assert.deepEqual(faces, expected, "the box of the client is that of the rules");
  const faceOf = (tile) => faces[tile];
  const read = parsePosition({ table: table.join(" / "), rack: rack.join(" ") }, faces);
  assert.deepEqual(read.wrong, []);
  const { layout } = layOutPosition(createEmptyPosition(faces), read.table, read.rack);
  for (const play of plays) {
    const frames = buildFrames(getTable(layout), getRack(layout), play.steps, faceOf);
    const all = [...read.table.flat(), ...read.rack].sort((a, b) => a - b);
    for (const { sets, free, rack: left } of frames) {
      const here = [...sets.flatMap((set) => set.tiles), ...free, ...left];
      assert.deepEqual(
        here.sort((a, b) => a - b),
        all,
      );
      assert.equal(new Set(sets.map((set) => set.id)).size, sets.length);
    }
    const end = frames.at(-1);
    assert.deepEqual(
      sorted(end.sets.map((set) => set.tiles.map(faceOf).join(" "))),
      sorted(play.table),
    );
    assert.deepEqual(end.free, []);
    assert.equal(end.rack.length, rack.length - play.tiles);
    count += 1;
  }
}
console.log(`${count} plays were carried out`);
