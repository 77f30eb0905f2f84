// 100,000 random gestures, sensible ones and nonsense, in random turns, with numbers and with
// letters. The checks share no
// code with what they check. KOSTKA_FUZZ=20 makes it twenty times as long; KOSTKA_SEED starts
// elsewhere.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  MAX_HISTORY,
  REFUSALS,
  applyGesture,
  createLayout,
  isTableChanged,
  updateLayout,
} from "../../web/board/layout.js";
import { LETTER_TILES } from "../../web/board/letter_tiles.js";
import { NUMBER_TILES } from "../../web/board/number_tiles.js";
import { BOX, LETTER_BOX, dice } from "./random.mjs";

const GESTURES = 100_000 * Number(process.env.KOSTKA_FUZZ ?? 1);
const PER_TURN = 250; // more than HISTORY, so that its bound is met
const SEED = Number(process.env.KOSTKA_SEED ?? 2024);

/** Both boxes have 112 tiles, so that a tile is a tile in each. */
const GAMES = [
  { kind: NUMBER_TILES, box: BOX, gestures: GESTURES },
  { kind: LETTER_TILES, box: LETTER_BOX, gestures: GESTURES / 2 },
].map((game) => ({ ...game, nameOf: (tile) => game.box[tile] }));
const NUMBER_SORTER = NUMBER_TILES.createSorter((tile) => BOX[tile]);

/** Sorters that lose, double or invent tiles: nothing may come of it. */
const LIARS = [
  (tiles) => tiles.slice(1),
  (tiles) => [...tiles, tiles[0]],
  (tiles) => [...tiles.slice(1), 500],
  () => [],
].map((order) => ({
  order,
  drop: (tiles, _index, added) => [order([...tiles, ...added])],
  rank: () => NaN,
}));

/** A rack and a table of runs, groups and muddles, of random size. */
function randomTurn({ below, next, shuffled }) {
  const left = shuffled(BOX.map((_, tile) => tile));
  const take = (wanted) => {
    const at = left.findIndex((tile) => BOX[tile] === wanted);
    return at < 0 ? [] : left.splice(at, 1);
  };
  const sets = [];
  for (let count = below(25); count > 0; count -= 1) {
    const colour = "KRBO"[below(4)];
    const first = 1 + below(11);
    const length = 3 + below(4);
    const kind = next();
    const tiles =
      kind < 0.5
        ? Array.from({ length }, (_, step) => take(`${colour}${first + step}`)).flat()
        : kind < 0.9
          ? [..."KRBO"].flatMap((other) => take(`${other}${first}`))
          : left.splice(0, length);
    if (tiles.length) sets.push({ id: next() < 0.5 ? sets.length : `s${sets.length}`, tiles });
  }
  return createLayout({ rack: left.splice(0, below(22)), sets, locked: next() < 0.4 });
}

function randomGesture(layout, { below, next, pick, shuffled }, { kind: game, nameOf } = GAMES[0]) {
  const onTable = layout.sets.flatMap((set) => set.tiles);
  const tile = () => {
    const from = next() < 0.5 && layout.rack.length ? layout.rack : onTable;
    return next() < 0.01 || !from.length ? below(130) - 5 : pick(from);
  };
  const set = () => (next() < 0.01 || !layout.sets.length ? "nowhere" : pick(layout.sets).id);
  const tiles = () => Array.from({ length: next() < 0.6 ? 1 : below(5) }, tile);
  const gap = (length) =>
    next() < 0.2 ? undefined : next() < 0.02 ? below(300) - 100 : below(length + 1);
  const place = () => {
    const kind = next();
    if (kind < 0.5) {
      const id = set();
      return {
        place: "set",
        set: id,
        index: gap(layout.sets.find((one) => one.id === id)?.tiles.length ?? 0),
      };
    }
    if (kind < 0.75) return { place: "new", index: gap(layout.sets.length) };
    return kind < 0.995 ? { place: "rack", index: gap(layout.rack.length) } : { place: "floor" };
  };
  const kind = next();
  if (kind < 0.14) return { type: "tap", tile: tile() };
  if (kind < 0.16) return { type: "select", tiles: tiles() };
  if (kind < 0.2) return { type: "select_set", set: set() };
  if (kind < 0.32) return { type: "move", to: place() };
  if (kind < 0.6) return { type: "move", tiles: tiles(), to: place() };
  if (kind < 0.68) {
    const sent = tile();
    const places =
      next() < 0.8 && BOX[sent]
        ? game.listPlaces(layout, sent, nameOf)
        : Array.from({ length: below(3) }, place);
    return { type: "send", tile: sent, places };
  }
  if (kind < 0.73) return { type: "split", set: set(), index: below(8) - 1 };
  if (kind < 0.77) return { type: "merge", set: set(), into: set() };
  if (kind < 0.8) return { type: "sort", by: pick(["colour", "number", "alphabet"]) };
  if (kind < 0.9) return { type: "undo" };
  if (kind < 0.96) return { type: "redo" };
  if (kind < 0.97) return { type: "reset" };
  if (kind < 0.971) return { type: "sneeze" };
  // A draft from elsewhere: an older one, or one in which a tile has been lost, doubled, swapped or
  // invented.
  const draft = layout.past.length && next() < 0.5 ? pick(layout.past) : layout;
  const spoilt = draft.sets.map((one) => ({ id: one.id, tiles: [...one.tiles] }));
  const rack = shuffled(draft.rack);
  const victim = spoilt.length ? pick(spoilt).tiles : rack;
  const fault = below(7);
  if (fault === 0) victim.pop();
  if (fault === 1) victim.push(tile());
  if (fault === 2) victim[0] = below(130);
  if (fault === 3) rack.push(...victim.splice(0, 1));
  if (fault === 4) spoilt.reverse();
  if (fault === 5) spoilt.push({ id: set(), tiles: rack.splice(0, below(3)) });
  return { type: "arrange", rack, sets: spoilt };
}

/** Nothing that went in may be written to. */
function freeze(layout) {
  for (const part of [
    layout,
    layout.rack,
    layout.sets,
    layout.selected,
    layout.past,
    layout.future,
  ])
    Object.freeze(part);
  for (const set of layout.sets) {
    Object.freeze(set);
    Object.freeze(set.tiles);
  }
}

const place = ({ rack, sets }) =>
  `${rack.join()}|${sets.map((set) => `${set.id}:${set.tiles.join()}`).join("|")}`;

/** Count every tile, and last all of them: foreign tiles make that too many. */
function census({ rack, sets }) {
  const counts = Array(BOX.length + 1).fill(0);
  for (const tiles of [rack, ...sets.map((set) => set.tiles)]) {
    for (const tile of tiles) counts[tile] += 1;
    counts[BOX.length] += tiles.length;
  }
  return counts;
}

/** @param {number[]} one @param {number[]} other */
const equal = (one, other) =>
  one.length === other.length && one.every((count, tile) => count === other[tile]);

for (const game of GAMES)
  test(`${game.gestures} random gestures with a ${game.kind.unit}`, () => {
    const { kind, nameOf, gestures } = game;
    const chance = dice(SEED);
    const refusals = new Map();
    const accepted = new Map();
    let splits = 0;
    for (let done = 0; done < gestures; ) {
      const first = randomTurn(chance);
      freeze(first);
      const tiles = census(first);
      const own = new Set(first.rack);
      const untouched = first.locked ? first.sets : [];
      let layout = first;
      for (let count = 0; count < PER_TURN && done < gestures; count += 1, done += 1) {
        const gesture = randomGesture(layout, chance, game);
        const luck = chance.next();
        const sorter =
          luck < 0.75
            ? kind.createSorter(nameOf, chance.below(5))
            : luck < 0.95
              ? undefined
              : chance.pick(LIARS);
        const { layout: after, refused } = applyGesture(layout, gesture, sorter);
        const check = (holds) => {
          // The message is long, and making it for every check would take most of the time.
          if (!holds)
            assert.fail(
              `seed ${SEED}, gesture ${done}: ${JSON.stringify(gesture)} on ${place(layout)}`,
            );
        };

        if (refused) {
          check(after === layout);
          assert.ok(refused in REFUSALS, refused);
          refusals.set(refused, (refusals.get(refused) ?? 0) + 1);
          continue;
        }

        check(equal(census(after), tiles));
        check(after.rack.every((tile) => own.has(tile)));
        check(after.sets.every((set) => set.tiles.length > 0));
        check(new Set(after.sets.map((set) => set.id)).size === after.sets.length);
        check(new Set(after.selected).size === after.selected.length);
        check(after.selected.every((tile) => tiles[tile] === 1));
        check(after.past.length <= MAX_HISTORY);
        for (const set of untouched) {
          const now = after.sets.find((one) => one.id === set.id);
          check(now?.tiles.join() === set.tiles.join());
          check(!set.tiles.some((tile) => after.selected.includes(tile)));
        }

        accepted.set(gesture.type, (accepted.get(gesture.type) ?? 0) + 1);
        freeze(after);
        const [was, is] = [place(layout), place(after)];
        if (["tap", "select", "select_set"].includes(gesture.type)) check(is === was);
        else {
          check(is !== was);
          check(after.selected.length === 0);
          const [back, forth] = gesture.type === "undo" ? ["redo", "undo"] : ["undo", "redo"];
          const undone = applyGesture(after, { type: back });
          check(undone.refused === null);
          check(place(undone.layout) === was);
          check(place(applyGesture(undone.layout, { type: forth }).layout) === is);
        }
        if (
          gesture.type === "move" &&
          after.sets.length > layout.sets.length &&
          gesture.to.place === "set"
        )
          splits += 1;
        if (gesture.type === "reset")
          check(place({ ...after, rack: [] }) === place({ ...first, rack: [] }));
        layout = after;
      }
    }
    // The dice must have come everywhere, or the test says little.
    assert.deepEqual([...refusals.keys()].sort(), Object.keys(REFUSALS).sort());
    assert.equal(accepted.size, 12);
    assert.ok(splits > gestures / 1000, `${splits} were split by a drop`);
    const good = [...accepted.values()].reduce((sum, count) => sum + count);
    assert.ok(good > gestures * 0.4, `${good} gestures did something`);
    console.log(
      `accepted ${good}: ${JSON.stringify(Object.fromEntries(accepted))}; splits ${splits}`,
    );
    console.log(`refused ${gestures - good}: ${JSON.stringify(Object.fromEntries(refusals))}`);
  });

test("a plan on a table that changes under it", () => {
  const chance = dice(SEED + 1);
  let kept = 0;
  for (let round = 0; round < 2000; round += 1) {
    let plan = randomTurn(chance);
    for (let count = 0; count < 12; count += 1)
      plan = applyGesture(plan, randomGesture(plan, chance), NUMBER_SORTER).layout;
    // Somebody plays: sets go on, come apart, come; a tile is drawn, or one of the plan is gone.
    const there = census(plan);
    const fresh = chance.shuffled(BOX.map((_, tile) => tile)).filter((tile) => there[tile] === 0);
    const sets = plan.start.sets.flatMap((set) => {
      const luck = chance.next();
      if (luck < 0.7) return [set];
      if (luck < 0.85) return [{ id: set.id, tiles: [...set.tiles, ...fresh.splice(0, 1)] }];
      return [
        { id: `${set.id}x`, tiles: set.tiles.slice(0, 1) },
        { id: `${set.id}y`, tiles: set.tiles.slice(1) },
      ];
    });
    const table = [
      ...sets.filter((set) => set.tiles.length),
      { id: "more", tiles: fresh.splice(0, 3) },
    ];
    const rack = [...plan.start.rack.slice(chance.below(2)), ...fresh.splice(0, chance.below(2))];
    const next = updateLayout(plan, {
      rack,
      sets: table.filter((set) => set.tiles.length),
      locked: plan.locked,
    });
    assert.ok(equal(census(next), census({ rack, sets: table })), `round ${round}`);
    assert.deepEqual([...next.own].sort(), [...rack].sort());
    assert.equal(new Set(next.sets.map((set) => set.id)).size, next.sets.length);
    if (isTableChanged(next)) kept += 1;
  }
  assert.ok(kept > 200, `${kept} plans went on`);
});
