import assert from "node:assert/strict";
import { test } from "node:test";

import { MEASURES, fitRack, fitTable } from "../../web/board/layout_fit.js";
import { dice } from "./random.mjs";

/** Lay the rows out once more, plainly, and measure. */
function measure(lengths, fit, { ratio, pad, gap, rowGap } = MEASURES) {
  let width = 0;
  let height = -rowGap;
  for (const row of fit.rows) {
    const wide = row.map((index) => Math.min(lengths[index], fit.perLine) * fit.tile + 2 * pad);
    const lines = Math.max(...row.map((index) => Math.ceil(lengths[index] / fit.perLine)));
    width = Math.max(width, wide.reduce((sum, one) => sum + one) + gap * (row.length - 1));
    height += lines * fit.tile * ratio + 2 * pad + rowGap;
  }
  return { width, height };
}

const near = (a, b) => Math.abs(a - b) < 1e-6;

/** Sets of a late table: about so many tiles. */
function lateTable(count) {
  const lengths = [];
  for (let left = count; left > 0; ) {
    const next = Math.min(left, [3, 4, 3, 5, 3, 3, 4, 6][lengths.length % 8]);
    lengths.push(left - next < 3 ? left : next);
    left -= lengths.at(-1);
  }
  return lengths;
}

test("100 tiles fit a phone of 360 x 740 with a rack for fingers", () => {
  const rack = fitRack(14, { width: 360 - 24, height: 160, min: 44, max: 56 });
  assert.ok(rack.fits && rack.tile >= 44 && rack.rows === 2, JSON.stringify(rack));
  // players above, buttons below, the rack's frame
  const height = 740 - 96 - 88 - (rack.height + 24);
  const table = fitTable(lateTable(100), { width: 360 - 16, height, min: 16, max: 44 });
  assert.ok(table.fits && table.tile >= 20, JSON.stringify(table));
  assert.ok(table.width <= 344 && table.height <= height);
});

test("few tiles are as large as allowed, also on a desktop", () => {
  assert.equal(fitTable([3, 4], { width: 344, height: 400, min: 16, max: 40 }).tile, 40);
  assert.equal(fitTable(lateTable(100), { width: 1400, height: 560, min: 20, max: 64 }).fits, true);
});

test("the longest run decides where the table is narrow", () => {
  const fit = fitTable([13], { width: 344, height: 400, min: 16, max: 60 });
  assert.equal(fit.tile, 26);
  assert.equal(fit.perLine, 13);
});

test("a set that is far too long goes on in a second line and shrinks nobody", () => {
  const fit = fitTable([26, 3], { width: 344, height: 400, min: 16, max: 60 });
  assert.equal(fit.tile, 26);
  assert.deepEqual(fit.rows, [[0], [1]]);
  assert.ok(fit.width <= 344);
});

test("rows are about equally long", () => {
  const fit = fitTable([3, 3, 3, 3, 3], {
    width: 10 + 4 * 3 * 40 + 50,
    height: 112,
    min: 40,
    max: 40,
  });
  assert.deepEqual(fit.rows.map((row) => row.length).sort(), [2, 3]);
  // Filled one after the other, the last row would have a single set.
  const wide = fitTable([3, 3, 3, 3, 3, 3, 3], {
    width: 3 * 126 + 12,
    height: 1000,
    min: 40,
    max: 40,
  });
  assert.deepEqual(wide.rows.map((row) => row.length).sort(), [2, 2, 3]);
});

test("an empty table is no special case", () => {
  assert.deepEqual(fitTable([], { width: 300, height: 300, min: 16, max: 40 }), {
    tile: 40,
    rows: [],
    width: 0,
    height: 0,
    perLine: 7,
    fits: true,
  });
});

test("where nothing helps, tiles are smallest, and still nothing goes sideways", () => {
  const fit = fitTable(lateTable(160), { width: 200, height: 100, min: 16, max: 40 });
  assert.equal(fit.fits, false);
  assert.equal(fit.tile, 16);
  assert.ok(fit.width <= 200);
});

test("random tables: what is said is true, and half a pixel more would not fit", () => {
  const { below } = dice(7);
  for (let round = 0; round < 3000; round += 1) {
    const lengths = Array.from({ length: below(45) }, () => 1 + below(below(10) ? 6 : 16));
    const room = {
      width: 260 + below(1200),
      height: 120 + below(800),
      min: 14,
      max: 30 + below(40),
    };
    const fit = fitTable(lengths, room);
    assert.deepEqual(
      fit.rows.flat(),
      lengths.map((_, index) => index),
      "every set once, in order",
    );
    const measured = lengths.length ? measure(lengths, fit) : { width: 0, height: 0 };
    assert.ok(near(measured.width, fit.width) && near(measured.height, fit.height));
    assert.ok(fit.width <= room.width + 1e-6);
    assert.equal(fit.fits, fit.height <= room.height);
    const larger = fit.tile + 0.5;
    const longest = Math.min(13, Math.max(1, ...lengths));
    if (larger <= room.max && longest * larger + 2 * MEASURES.pad <= room.width) {
      assert.equal(fitTable(lengths, { ...room, min: larger, max: larger }).fits, false);
    }
  }
});

test("the rack never has tiles too small to touch, and scrolls up and down if it must", () => {
  for (let count = 0; count <= 60; count += 1) {
    const fit = fitRack(count, { width: 336, height: 190, min: 44, max: 60 });
    assert.ok(fit.tile >= 44);
    assert.ok(fit.perRow * fit.rows >= count);
    assert.ok(fit.perRow * (fit.tile + 2) - 2 <= 336);
    assert.equal(fit.fits, fit.height <= 190);
  }
  assert.equal(fitRack(21, { width: 336, height: 190, min: 44, max: 60 }).fits, true);
  assert.equal(fitRack(40, { width: 336, height: 190, min: 44, max: 60 }).fits, false);
});
