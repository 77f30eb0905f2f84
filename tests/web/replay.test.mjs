import assert from "node:assert/strict";
import { test } from "node:test";

import { addCommitment } from "../../web/replay/shuffle_commitments.js";
import {
  findActingSeat,
  listDrawnTiles,
  listPlacedTiles,
  makeSolverAddress,
  parseStepAddress,
  findStepOfTurn,
  describeStep,
} from "../../web/replay/steps.js";

const FACES = ["K1", "K1", "R5", "R6", "R7", "J", "D", "M"];
const seat = (rack, opened = false) => ({ rack, opened, announced: false, present: true });
const step = (events, more) => ({
  at: null,
  events,
  seats: [seat([0]), seat([1])],
  table: [],
  pool: 3,
  turn: 0,
  turns: 1,
  opening: null,
  ...more,
});
const REPLAY = {
  header: { names: ["Ann", "Ben"], edition: { key: "classic" } },
  faces: FACES,
  sums: [],
  steps: [
    step(
      [
        { type: "Sealed", seed: "" },
        {
          type: "StartDrawn",
          draws: [
            [0, 2],
            [1, 3],
          ],
        },
        { type: "StarterFound", seat: 1 },
        { type: "Dealt", gifts: [] },
        { type: "TurnBegan", seat: 1 },
      ],
      { turn: 1 },
    ),
    step(
      [
        { type: "Placed", seat: 1, table: [[2, 3, 4]], tiles: [2, 3, 4] },
        { type: "TurnBegan", seat: 0 },
      ],
      { table: [[2, 3, 4]], turns: 2, opening: 18 },
    ),
    step(
      [
        {
          type: "TimedOut",
          seat: 0,
          draft: [
            [4, 3, 2],
            [5, 0],
          ],
        },
        { type: "MoveFailed", seat: 0, draft: null, clauses: ["N-9"] },
        { type: "Drew", seat: 0, tiles: [5, 6], reason: "penalty" },
        { type: "TurnBegan", seat: 1 },
      ],
      {
        turn: 1,
        turns: 3,
        table: [[2, 3, 4]],
        seats: [seat([0, 5, 6]), seat([1], true)],
      },
    ),
    step(
      [
        {
          type: "Finished",
          ending: "referee",
          sheet: { lines: [{ why: "rack" }, { why: "won" }] },
        },
      ],
      { turn: null, turns: 3 },
    ),
  ],
};

test("a step is told in sentences, with tiles and clauses", () => {
  const keys = REPLAY.steps.map((_, index) => describeStep(REPLAY, index).map(({ key }) => key));
  assert.deepEqual(keys, [
    ["replay.start_drawn", "replay.starts", "replay.dealt"],
    ["replay.opened"],
    ["replay.timed_out", "replay.failed", "replay.tried", "replay.drew_penalty"],
    ["ending.referee", "end.won"],
  ]);
  const [opened] = describeStep(REPLAY, 1);
  assert.deepEqual(opened.values, { name: "Ben", count: 3, value: 18 });
  assert.deepEqual(opened.tiles, [2, 3, 4]);
  const [, failed, tried, drew] = describeStep(REPLAY, 2);
  assert.deepEqual(failed.clauses, ["N-9"]);
  assert.deepEqual(tried.sets, [[5, 0]]);
  assert.deepEqual([drew.rack, drew.tiles, drew.clauses], [0, [5, 6], ["N-26"]]);
  assert.deepEqual(describeStep(REPLAY, 3)[1].values, { names: "Ben" });
  assert.deepEqual(describeStep(REPLAY, 0)[0].names, ["Ann", "Ben"]);
});

test("what was tried is told where the record has it", () => {
  const triedIn = (...events) =>
    describeStep({ ...REPLAY, steps: [step(events, { table: [[2, 3, 4]] })] }, 0).find(
      ({ key }) => key === "replay.tried",
    )?.sets;
  const failed = (draft) => ({ type: "MoveFailed", seat: 0, draft, clauses: [] });
  const timedOut = (draft) => ({ type: "TimedOut", seat: 0, draft });
  assert.deepEqual(triedIn(failed([[2, 3], [], [4, 0]])), [
    [2, 3],
    [4, 0],
  ]);
  assert.deepEqual(triedIn(timedOut([[0, 2, 3, 4]]), failed(null)), [[0, 2, 3, 4]]);
  assert.equal(triedIn(timedOut([[-1]]), failed(null)), undefined); // a draft that cannot be
  assert.equal(triedIn(timedOut([[0, 2, 3, 4]])), undefined); // it stands, or nobody was to blame
});

test("what moved in a step, and who did it", () => {
  assert.deepEqual([...listPlacedTiles(REPLAY.steps[1])], [2, 3, 4]);
  assert.deepEqual([...listDrawnTiles(REPLAY.steps[2])], [5, 6]);
  assert.deepEqual(REPLAY.steps.map(findActingSeat), [null, 1, 0, null]);
});

test("an address names a step, and only one that is there", () => {
  for (const [hash, expected] of [
    ["", 0],
    ["#2", 2],
    ["#99", 3],
    ["#-1", 0],
    ["#x", 0],
    ["#1e9", 0],
  ]) {
    assert.equal(parseStepAddress(hash, 4), expected, hash);
  }
});

test("a turn begins after the step before it", () => {
  assert.deepEqual(
    [1, 2, 3, 9].map((turn) => findStepOfTurn(REPLAY, turn)),
    [0, 1, 2, 3],
  );
});

test("the solver is asked with the position after a step, for the player on turn", () => {
  const asked = (index) =>
    Object.fromEntries(new URLSearchParams(makeSolverAddress(REPLAY, index).split("#")[1]));
  assert.deepEqual(asked(0), { t: "", r: "K1", e: "classic", u: "1" });
  assert.deepEqual(asked(2), { t: "R5 R6 R7", r: "K1", e: "classic" });
  assert.equal(makeSolverAddress(REPLAY, 3), null);
});

test("promises are noted while the game goes on, and never changed", () => {
  const view = (commitment, deal, promise, result = null) => ({
    header: { commitment, names: ["Ann"], edition: { key: "six" } },
    deal,
    order_commitment: promise,
    result,
  });
  let notes = addCommitment([], "g", view("a", 1, "x"), 5);
  notes = addCommitment(notes, "g", view("b", 1, "y"), 6);
  notes = addCommitment(notes, "g", view("b", 2, "z"), 7);
  assert.deepEqual(notes, [
    ["g", { commitment: "a", orders: ["x", "z"], names: ["Ann"], edition: "six", at: 5 }],
  ]);
  assert.deepEqual(addCommitment([], "g", view("a", 1, "x", {}), 5), []);
  for (let number = 0; number < 100; number += 1)
    notes = addCommitment(notes, `g${number}`, view("a", 1, "x"), number);
  assert.equal(notes.length, 40);
  assert.equal(notes.at(-1)[0], "g99");
});
