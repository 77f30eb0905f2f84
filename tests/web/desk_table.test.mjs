import assert from "node:assert/strict";
import { test } from "node:test";

import { getTournamentEdition } from "../../web/shared/score_sheet/editions.js";
import { dropFalseTie, judgeSheet } from "../../web/shared/score_sheet/judge.js";
import { updateLine, updateSheet } from "../../web/shared/score_sheet/sheet.js";
import { createTableSheet } from "../../web/tournament/result_paper.js";
import * as screen from "../../web/tournament/screen/model.js";
import { filterPeopleByText } from "../../web/tournament/search.js";
import {
  sumPointsBySeat,
  buildTableGame,
  isDraftDelivered,
  getOrCreateDraft,
  reopenRefusedDraft,
} from "../../web/tournament/sheet/table_games.js";

const NOBODY = new Set();

/** A sheet of three: who went out or how else it ended, then a sum for each of the others. */
function fillSheet(end, ...sums) {
  let sheet = updateSheet(createTableSheet([false, false, false]), { end });
  for (const [seat, sum] of sums.entries())
    if (sum !== null) sheet = updateLine(sheet, seat, { sum });
  return sheet;
}
const EDITION = getTournamentEdition("tournament", 3);
const judge = (sheet, needsReason = false) =>
  judgeSheet(EDITION, sheet, { needsReason, confirmsTie: true });
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
const entered = {
  ...open,
  entered: true,
  played: true,
  points: [30, -10, -20],
  big: [1, 0, 0],
};

// --- what a sheet comes to
// -------------------------------------------------------------------------

test("a sheet says what is wrong with it, and at which seat", () => {
  const code = (sheet, isCorrection = false) => {
    const { problem } = judge(sheet, isCorrection);
    return problem && [problem.code, ...problem.seats];
  };
  assert.deepEqual(code(fillSheet(null)), ["end"]);
  assert.deepEqual(code(fillSheet(0, null, 5)), ["missing", 2]);
  assert.deepEqual(code(fillSheet(0, null, 0, 5)), ["empty", 1]);
  assert.deepEqual(code(fillSheet("pool_empty", 4, 9, 4)), ["tie", 0, 2]);
  assert.deepEqual(code(fillSheet(0, null, 700, 700)), ["tiles"]);
  assert.deepEqual(code(fillSheet("not_played")), ["reason"]);
  assert.deepEqual(code(fillSheet(0, null, 7, 5), true), ["reason"]);
  assert.equal(code(fillSheet(0, null, 7, 5)), null);
  const jokers = updateLine(updateLine(fillSheet(0, null, 7, 5), 1, { jokers: 2 }), 2, {
    jokers: 1,
  });
  assert.equal(judge(jokers).problem.most, 2);
});

test("points add up to zero, and a tie shares them", () => {
  const points = (sheet) => judge(sheet).scores.map(({ sixtieths }) => sixtieths / 60);
  assert.deepEqual(
    points(updateLine(fillSheet(1, 12, null, 8), 2, { opened: "could_open" })),
    [-12, 212, -200],
  );
  assert.deepEqual(points({ ...fillSheet("round_time", 4, 9, 4), tie: true }), [2.5, -5, 2.5]);
});

test("a tie that was ticked is forgotten when there is none any more", () => {
  const tied = { ...fillSheet("pool_empty", 4, 9, 4), tie: true };
  assert.equal(dropFalseTie(EDITION, tied).tie, true);
  assert.equal(dropFalseTie(EDITION, updateLine(tied, 0, { sum: 3 })).tie, false);
});

// --- the games of a table
// --------------------------------------------------------------------------

test("what was sent waits with its points until the server has it", () => {
  const kept = {
    sheet: fillSheet(0, null, 10, 20),
    isCorrection: false,
    stamp: "s",
  };
  const waiting = buildTableGame(open, kept, new Set(["s"]));
  assert.deepEqual(
    [waiting.stage, waiting.points, waiting.big],
    ["waiting", [30, -10, -20], [1, 0, 0]],
  );
  assert.equal(buildTableGame(open, kept, NOBODY).stage, "open");
  assert.equal(buildTableGame(entered, kept, NOBODY).stage, "entered");
  assert.deepEqual(sumPointsBySeat([waiting, { ...waiting, points: ["27/2", null, -4] }], 3), [
    { big: 2, points: 43.5 },
    { big: 0, points: -10 },
    { big: 0, points: -24 },
  ]);
});

test("a draft goes when the server has the game, not before", () => {
  const kept = {
    sheet: fillSheet(0, null, 10, 20),
    isCorrection: false,
    stamp: "s",
  };
  assert.equal(isDraftDelivered(open, kept, NOBODY), false);
  assert.equal(isDraftDelivered(entered, kept, new Set(["s"])), false);
  assert.equal(isDraftDelivered(entered, kept, NOBODY), true);
  assert.equal(isDraftDelivered(entered, { ...kept, stamp: null }, NOBODY), false);
});

test("what was typed becomes a correction of another result, or an entry if there is none", () => {
  const kept = {
    sheet: fillSheet(0, null, 10, 20),
    isCorrection: false,
    stamp: "s",
  };
  const there = reopenRefusedDraft(kept, [
    { code: "result_there", clause: "Z-32", values: {}, text: "" },
  ]);
  assert.deepEqual([there.isCorrection, there.stamp, there.sheet], [true, null, kept.sheet]);
  assert.equal(getOrCreateDraft(entered, there, 3), there);
  const gone = reopenRefusedDraft(there, [
    { code: "result_missing", clause: "Z-4", values: {}, text: "" },
  ]);
  assert.equal(gone.isCorrection, false);
  // Somebody else has entered it meanwhile: what is there is shown, not the draft.
  assert.equal(
    getOrCreateDraft({ ...entered, paper: null }, { ...kept, stamp: null }, 3).sheet.end,
    "not_played",
  );
  assert.equal(getOrCreateDraft(open, { ...kept, stamp: null }, 4).sheet.lines.length, 4);
});

// --- the projector
// ---------------------------------------------------------------------------------

const seat = (place, name, group = "") => ({
  seat: place,
  player: name.length,
  name,
  group,
});
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
const view = (rounds, more = {}) => ({
  rounds,
  standings: null,
  finished: false,
  ...more,
});

test("the projector shows seats before a round, then a clock; standings only when released", () => {
  const scene = (seen) => {
    const { says, lists } = screen.chooseScreenContent(seen);
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
  const people = screen.listSeatsByName(round("locked", { tables }), "pl");
  assert.deepEqual(
    people.map(({ name }) => name),
    ["Ádám Nagy", "Ewa Śliwa", "Łukasz Żak", "Marek Zięba"],
  );
  const names = (typed) => filterPeopleByText(people, typed).map(({ name }) => name);
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
    const pages = screen.splitIntoPages(all, most);
    assert.deepEqual(pages.flat(), all);
    assert.ok(pages.every((page) => page.length <= Math.max(1, most)));
    assert.ok(pages.length >= 1 && pages.slice(0, -1).every((page) => page.length > 0));
  }
  assert.deepEqual(
    screen.splitIntoPages([...Array(25).keys()], 24).map((page) => page.length),
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
  assert.deepEqual(screen.summariseRoundProgress(round("running", { tables, missing })), {
    tables: [2, 3],
    entered: 5,
    all: 9,
  });
});
