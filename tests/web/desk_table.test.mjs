import assert from "node:assert/strict";
import { test } from "node:test";

import { judge, withoutFalseTie } from "../../web/tournament/sheet/judge.js";
import { changed, emptySheet, withLine } from "../../web/tournament/score_sheet.js";
import * as screen from "../../web/tournament/screen/model.js";
import {
  isArrived,
  sentBack,
  sheetFor,
  tableGame,
  totals,
} from "../../web/tournament/sheet/table_games.js";

const NOBODY = new Set();

/** A sheet of three: who went out or how else it ended, then a sum for each of the others. */
function typedSheet(end, ...tiles) {
  let typed = changed(emptySheet([false, false, false]), { end });
  for (const [seat, sum] of tiles.entries())
    if (sum !== null) typed = withLine(typed, seat, { tiles: String(sum) });
  return typed;
}
const open = {
  game: 1,
  starter: "A",
  entered: false,
  played: false,
  points: [],
  big: [],
  paper: null,
  by: null,
  entry: null,
  corrections: 0,
};
const entered = { ...open, entered: true, played: true, points: [30, -10, -20], big: [1, 0, 0] };

// --- what a sheet comes to
// -------------------------------------------------------------------------

test("a sheet says what is wrong with it, and at which seat", () => {
  const code = (typed, isFix = false) => {
    const { problem } = judge(typed, isFix);
    return problem && [problem.code, ...problem.seats];
  };
  assert.deepEqual(code(typedSheet(null)), ["end"]);
  assert.deepEqual(code(typedSheet(0, null, 5)), ["missing", 2]);
  assert.deepEqual(code(typedSheet(0, null, 0, 5)), ["empty", 1]);
  assert.deepEqual(code(typedSheet("pool_empty", 4, 9, 4)), ["tie", 0, 2]);
  assert.deepEqual(code(typedSheet(0, null, 700, 700)), ["tiles"]);
  assert.deepEqual(code(typedSheet("not_played")), ["reason"]);
  assert.deepEqual(code(typedSheet(0, null, 7, 5), true), ["reason"]);
  assert.equal(code(typedSheet(0, null, 7, 5)), null);
  const jokers = withLine(withLine(typedSheet(0, null, 7, 5), 1, { jokers: 2 }), 2, { jokers: 1 });
  assert.equal(judge(jokers).problem.most, 2);
});

test("points add up to zero, and a tie shares them", () => {
  const points = (typed) => judge(typed).scores.map(({ sixtieths }) => sixtieths / 60);
  assert.deepEqual(
    points(withLine(typedSheet(1, 12, null, 8), 2, { opened: false, could: true })),
    [-12, 212, -200],
  );
  assert.deepEqual(points({ ...typedSheet("round_time", 4, 9, 4), tie: true }), [2.5, -5, 2.5]);
});

test("a tie that was ticked is forgotten when there is none any more", () => {
  const tied = { ...typedSheet("pool_empty", 4, 9, 4), tie: true };
  assert.equal(withoutFalseTie(tied).tie, true);
  assert.equal(withoutFalseTie(withLine(tied, 0, { tiles: "3" })).tie, false);
});

// --- the games of a table
// --------------------------------------------------------------------------

test("what was sent waits with its points until the server has it", () => {
  const kept = { typed: typedSheet(0, null, 10, 20), isFix: false, stamp: "s" };
  const waiting = tableGame(open, kept, new Set(["s"]));
  assert.deepEqual(
    [waiting.stage, waiting.points, waiting.big],
    ["waiting", [30, -10, -20], [1, 0, 0]],
  );
  assert.equal(tableGame(open, kept, NOBODY).stage, "open");
  assert.equal(tableGame(entered, kept, NOBODY).stage, "entered");
  assert.deepEqual(totals([waiting, { ...waiting, points: ["27/2", null, -4] }], 3), [
    { big: 2, points: 43.5 },
    { big: 0, points: -10 },
    { big: 0, points: -24 },
  ]);
});

test("a draft goes when the server has the game, not before", () => {
  const kept = { typed: typedSheet(0, null, 10, 20), isFix: false, stamp: "s" };
  assert.equal(isArrived(open, kept, NOBODY), false);
  assert.equal(isArrived(entered, kept, new Set(["s"])), false);
  assert.equal(isArrived(entered, kept, NOBODY), true);
  assert.equal(isArrived(entered, { ...kept, stamp: null }, NOBODY), false);
});

test("what was typed becomes a correction of another result, or an entry if there is none", () => {
  const kept = { typed: typedSheet(0, null, 10, 20), isFix: false, stamp: "s" };
  const there = sentBack(kept, [{ code: "result_there", clause: "Z-32", values: {}, text: "" }]);
  assert.deepEqual([there.isFix, there.stamp, there.typed], [true, null, kept.typed]);
  assert.equal(sheetFor(entered, there, 3), there);
  const gone = sentBack(there, [{ code: "result_missing", clause: "Z-4", values: {}, text: "" }]);
  assert.equal(gone.isFix, false);
  // Somebody else has entered it meanwhile: what is there is shown, not the draft.
  assert.equal(
    sheetFor({ ...entered, paper: null }, { ...kept, stamp: null }, 3).typed.end,
    "not_played",
  );
  assert.equal(sheetFor(open, { ...kept, stamp: null }, 4).typed.lines.length, 4);
});

// --- the projector
// ---------------------------------------------------------------------------------

const seat = (place, name, group = "") => ({ seat: place, player: name.length, name, group });
const round = (phase, more = {}) => ({
  number: 1,
  draw: 1,
  how: "draw",
  phase,
  games: 3,
  started_at: null,
  tables: [],
  missing: [],
  lots: [],
  ...more,
});
const view = (rounds, more = {}) => ({ rounds, standings: null, finished: false, ...more });

test("the projector shows seats before a round, then a clock; standings only when released", () => {
  const scene = (seen) => {
    const { says, lists } = screen.sceneOf(seen);
    return [says, ...lists];
  };
  assert.deepEqual(scene(view([])), ["before"]);
  assert.deepEqual(scene(view([round("locked")])), ["seats", "seats"]);
  assert.deepEqual(scene(view([round("locked")], { standings: [] })), [
    "seats",
    "seats",
    "standings",
  ]);
  assert.deepEqual(scene(view([round("running")])), ["playing", "seats"]);
  assert.deepEqual(scene(view([round("running")], { standings: [] })), ["playing", "standings"]);
  assert.deepEqual(scene(view([round("closed")])), ["between"]);
  assert.deepEqual(scene(view([round("closed")], { finished: true, standings: [] })), [
    "end",
    "standings",
  ]);
});

test("names stand in the order of the reader's language and are found without marks", () => {
  const tables = [
    {
      number: 1,
      seats: [
        seat("1A", "Łukasz Żak"),
        seat("1B", "Ewa Śliwa", "5a"),
        seat("1C", "Ádám Nagy"),
        seat("1D", "Marek Zięba"),
      ],
      games: [],
      stopped_at: null,
      paused: 0,
    },
  ];
  const people = screen.byName(round("locked", { tables }), "pl");
  assert.deepEqual(
    people.map(({ name }) => name),
    ["Ádám Nagy", "Ewa Śliwa", "Łukasz Żak", "Marek Zięba"],
  );
  const names = (typed) => screen.found(people, typed).map(({ name }) => name);
  assert.deepEqual(names("lukasz zak"), ["Łukasz Żak"]);
  assert.deepEqual(names("ADAM"), ["Ádám Nagy"]);
  assert.deepEqual(names("5a sliwa"), ["Ewa Śliwa"]);
  assert.deepEqual(names("nobody"), []);
});

test("pages hold everybody once, and about the same number", () => {
  for (const [count, most] of [
    [0, 10],
    [1, 10],
    [10, 10],
    [11, 10],
    [200, 24],
    [7, 0],
  ]) {
    const all = Array.from({ length: count }, (_, at) => at);
    const pages = screen.inPages(all, most);
    assert.deepEqual(pages.flat(), all);
    assert.ok(pages.every((page) => page.length <= Math.max(1, most)));
    assert.ok(pages.length >= 1 && pages.slice(0, -1).every((page) => page.length > 0));
  }
  assert.deepEqual(
    screen.inPages([...Array(25).keys()], 24).map((page) => page.length),
    [13, 12],
  );
});

test("what is missing is told by table", () => {
  const tables = [1, 2, 3].map((number) => ({
    number,
    seats: [],
    games: [],
    stopped_at: null,
    paused: 0,
  }));
  const missing = [
    [2, 3],
    [3, 1],
    [3, 2],
    [3, 3],
  ];
  assert.deepEqual(screen.progress(round("running", { tables, missing })), {
    tables: [2, 3],
    entered: 5,
    all: 9,
  });
});
