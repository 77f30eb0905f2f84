import assert from "node:assert/strict";
import { test } from "node:test";

import { EDITIONS } from "../../web/shared/score_sheet/editions.js";
import { createSheet, updateLine } from "../../web/shared/score_sheet/sheet.js";
import * as clocks from "../../web/timer/clock.js";
import * as matches from "../../web/timer/match.js";
import { canOpen } from "../../web/shared/score_sheet/opening_check.js";
import { encodePoints, scoreGame } from "../../web/shared/score_sheet/scoring.js";
import { dice } from "./random.mjs";

const sum = (number, opened = "opened", jokers = 0) => ({
  by: "sum",
  tiles: [],
  sum: number,
  jokers,
  opened,
});
const tiles = (faces, opened = "opened") => ({
  by: "tiles",
  tiles: faces.split(" ").filter(Boolean),
  sum: null,
  jokers: 0,
  opened,
});
const NONE = tiles("");
const usual = (number) => `player ${number}`;
const begin = (edition, names) => matches.createMatch({ edition, names, seconds: 60 }, usual);
const play = (match, racks, out) =>
  matches.addOrReplaceGame(match, {
    index: match.games.length,
    sheet: { ...createSheet(racks), end: out ?? "pool_empty" },
  });

// --- the clock
// ------------------------------------------------------------------------------------

test("a clock stands until somebody begins, runs down, and a tap passes the turn on", () => {
  let clock = clocks.createClock(3, 2, 30);
  assert.equal(clocks.getSecondsShown(clock, 5000), 30);
  clock = clocks.startOrPassTurn(clock, 10_000);
  assert.equal(clock.seat, 2);
  assert.equal(clocks.getSecondsShown(clock, 10_001), 30);
  assert.equal(clocks.getSecondsShown(clock, 22_500), 18);
  clock = clocks.startOrPassTurn(clock, 25_000);
  assert.equal(clock.seat, 0);
  assert.equal(clocks.getSecondsShown(clock, 25_000), 30);
  assert.equal(clocks.getSecondsShown(clock, 99_000), 0);
});

test("a pause keeps what is left; a tap goes on with the same turn", () => {
  let clock = clocks.startOrPassTurn(clocks.createClock(2, 0, 60), 0);
  clock = clocks.pauseClock(clock, 15_000);
  assert.equal(clocks.getSecondsShown(clock, 500_000), 45);
  assert.deepEqual(clocks.pauseClock(clock, 600_000), clock);
  clock = clocks.startOrPassTurn(clock, 700_000);
  assert.equal(clock.seat, 0);
  assert.equal(clocks.getSecondsShown(clock, 705_000), 40);
});

test("extra time is for this turn alone, and after its end counts from now", () => {
  let clock = clocks.startOrPassTurn(clocks.createClock(2, 0, 30), 0);
  clock = clocks.extendTurn(clock, 10_000);
  assert.equal(clocks.getSecondsShown(clock, 10_000), 50);
  assert.equal(clocks.getSecondsShown(clocks.extendTurn(clock, 100_000), 100_000), 30);
  assert.equal(clocks.getSecondsShown(clocks.startOrPassTurn(clock, 20_000), 20_000), 30);
});

test("without a limit the clock counts up, and there is nothing to extend", () => {
  const clock = clocks.startOrPassTurn(clocks.createClock(2, 0, null), 0);
  assert.equal(clocks.getSecondsShown(clock, 65_900), 65);
  assert.equal(clocks.extendTurn(clock, 1000), clock);
  assert.equal(clocks.formatClockTime(65), "1:05");
  assert.equal(clocks.formatClockTime(9), "9");
});

test("a tap too many is taken back: the player before is on turn, and the clock stands", () => {
  const first = clocks.createClock(2, 0, 60);
  assert.equal(clocks.undoTurn(first), first);
  const passed = clocks.startOrPassTurn(clocks.startOrPassTurn(first, 0), 20_000);
  const again = clocks.undoTurn(passed);
  assert.deepEqual([again.seat, again.since, again.turns], [0, null, 0]);
});

test("a device whose time is set back does not give time", () => {
  const clock = clocks.startOrPassTurn(clocks.createClock(2, 0, 60), 50_000);
  assert.equal(clocks.getSecondsShown(clock, 10_000), 60);
});

test("a main time loses only what a turn takes beyond the delay (M-3)", () => {
  let clock = clocks.createClock(2, 0, 10, 600);
  assert.deepEqual(clock.mains, [600_000, 600_000]);
  clock = clocks.startOrPassTurn(clock, 0);
  assert.equal(clocks.getDelayShown(clock, 3500), 7);
  assert.equal(clocks.getSecondsShown(clock, 9999), 600);
  assert.equal(clocks.getSecondsShown(clock, 25_000), 585);
  assert.equal(clocks.getDelayShown(clock, 25_000), 0);
  clock = clocks.startOrPassTurn(clock, 25_000);
  assert.deepEqual([clock.seat, clock.mains], [1, [585_000, 600_000]]);
  clock = clocks.pauseClock(clock, 31_000);
  clock = clocks.startOrPassTurn(clock, 90_000);
  clock = clocks.startOrPassTurn(clock, 94_000);
  assert.deepEqual([clock.seat, clock.mains], [0, [585_000, 600_000]]);
  assert.equal(clocks.getSecondsShown(clock, 94_000 + 595_000), 0);
  assert.equal(clocks.getMainTime(clock, 1, 999_999), 600_000);
});

test("the turn that is taken back gives its main time back", () => {
  const first = clocks.startOrPassTurn(clocks.createClock(3, 1, 5, 60), 0);
  const second = clocks.startOrPassTurn(first, 25_000);
  assert.deepEqual(second.mains, [60_000, 40_000, 60_000]);
  const third = clocks.startOrPassTurn(second, 26_000);
  const back = clocks.undoTurn(clocks.undoTurn(third));
  assert.deepEqual([back.seat, back.turns, back.mains], [1, 0, [60_000, 60_000, 60_000]]);
});

test("extra time goes to the main time, and after its end counts from now", () => {
  const clock = clocks.startOrPassTurn(clocks.createClock(2, 0, 5, 60), 0);
  assert.equal(clocks.getSecondsShown(clocks.extendTurn(clock, 15_000), 15_000), 80);
  assert.equal(clocks.getSecondsShown(clocks.extendTurn(clock, 200_000), 200_000), 30);
});

test("main times of a thousand games are those of a clock that counts down and gives back", () => {
  const random = dice(17).below;
  for (let game = 0; game < 1000; game += 1) {
    const [players, delay, main] = [2 + random(3), random(12), 1 + random(60)];
    let clock = clocks.startOrPassTurn(clocks.createClock(players, 0, delay, main), 0);
    const left = Array(players).fill(1000 * main);
    let now = 0;
    for (let turn = 0; turn < 20; turn += 1) {
      const used = random(20_000);
      now += used;
      const seat = turn % players;
      left[seat] = Math.max(0, left[seat] - used + Math.min(used, 1000 * delay));
      assert.equal(clocks.getMainTime(clock, seat, now), left[seat]);
      clock = clocks.startOrPassTurn(clock, now);
      assert.deepEqual(clock.mains, left);
    }
  }
});

// --- scores; test_table_scores.py compares thousands with the rules
// ----------------------------------

test("going out: N-40 and N-41", () => {
  const racks = [NONE, tiles("B3 K13 J"), sum(27, "unopened"), tiles("R10 B10 K10 O2", "unopened")];
  const { lines } = scoreGame(EDITIONS.classic, racks, 0);
  assert.deepEqual(
    lines.map((line) => encodePoints(line.sixtieths)),
    [366, -66, -100, -200],
  );
  assert.deepEqual(
    lines.map((line) => line.why),
    ["won", "rack", "not_opened", "could_have_opened"],
  );
});

test("an empty pool: N-53, and a shared win is exact: N-54", () => {
  const points = (racks) =>
    scoreGame(EDITIONS.classic, racks, null).lines.map((line) => encodePoints(line.sixtieths));
  assert.deepEqual(points([sum(1), sum(5), sum(10), sum(15)]), [27, -4, -9, -14]);
  assert.deepEqual(points([sum(5), sum(5), sum(5), sum(12)]), ["7/3", "7/3", "7/3", -7]);
});

test("what is missing is said of whom", () => {
  const problem = (racks, out, book = EDITIONS.classic) => scoreGame(book, racks, out).problem;
  assert.deepEqual(problem([NONE, sum(null)], 0), { code: "missing", seat: 1 });
  assert.deepEqual(problem([sum(4), NONE], null), { code: "empty", seat: 1 });
  assert.deepEqual(problem([NONE, tiles("J J J")], 0), {
    code: "box",
    seat: -1,
  });
  assert.deepEqual(problem([tiles("B5"), sum(5)], null, EDITIONS.twist), {
    code: "tie",
    seat: 1,
  });
  assert.deepEqual(problem([NONE], 0), { code: "players", seat: -1 });
});

test("whether a rack could open", () => {
  const could = (faces, threshold = 30) => canOpen(faces.split(" "), threshold);
  assert.ok(could("R9 R10 R11"));
  assert.ok(!could("R8 R9 R10 B1"));
  assert.ok(could("R9 R10 J")); // the joker is the 11
  assert.ok(!could("R8 R9 J B1 B2")); // 27, and nothing besides
  assert.ok(could("R8 R9 J B1 B2 B3")); // 27 and 6
  assert.ok(could("B1 B2 B3", 0));
  assert.ok(!could("B1 B2 K3", 0));
  assert.ok(could("J J J"));
});

// --- a match
// --------------------------------------------------------------------------------------

test("names are tidied, filled in and never the same", () => {
  assert.deepEqual(begin("classic", [" Ann  B ", "", "Ann B"]).names, [
    "Ann B",
    "player 2",
    "Ann B 2",
  ]);
});

test("the starter moves on with every game, whoever started the first", () => {
  let match = matches.setStarter(begin("classic", ["A", "B", "C"]), 2);
  assert.equal(matches.findStarter(match), 2);
  match = play(match, [NONE, sum(5), sum(6)], 0);
  assert.equal(matches.findStarter(match), 0);
  assert.equal(matches.findStarter(matches.setStarter(match, 1)), 1);
});

test("wins rank before points, in travel points alone; who is level shares a place", () => {
  const games = [
    [[NONE, sum(5), sum(5)], 0],
    [[NONE, sum(5), sum(5)], 0],
    [[sum(100), NONE, sum(100)], 1],
  ];
  const ranked = (edition) => {
    let match = begin(edition, ["A", "B", "C"]);
    for (const [racks, out] of games) match = play(match, racks, out);
    return matches.rankMatchPlayers(match).map(({ place, seat }) => [place, seat]);
  };
  assert.deepEqual(ranked("classic"), [
    [1, 0],
    [2, 1],
    [3, 2],
  ]);
  assert.deepEqual(ranked("travel"), [
    [1, 1],
    [2, 0],
    [3, 2],
  ]);
  const level = play(begin("classic", ["A", "B", "C"]), [NONE, sum(7), sum(7)], 0);
  assert.deepEqual(
    matches.rankMatchPlayers(level).map(({ place }) => place),
    [1, 2, 2],
  );
});

test("a corrected game changes the sums, a deleted one is gone", () => {
  let match = play(play(begin("classic", ["A", "B"]), [NONE, sum(5)], 0), [sum(9), NONE], 1);
  assert.deepEqual(matches.listRunningTotals(match), [
    [0, 5, -4],
    [0, -5, 4],
  ]);
  const { index, sheet } = matches.createDraftFromGame(match, 0);
  match = matches.addOrReplaceGame(match, {
    index,
    sheet: updateLine(sheet, 1, { sum: 15 }),
  });
  assert.equal(match.games.length, 2);
  assert.deepEqual(matches.listRunningTotals(match), [
    [0, 15, 6],
    [0, -15, -6],
  ]);
  assert.deepEqual(matches.listRunningTotals(matches.deleteGame(match, 0)), [
    [0, -9],
    [0, 9],
  ]);
});

test("a table for spreadsheets, with names that are no formulas", () => {
  const match = play(begin("classic", ['=A"1"', "B, C"]), [NONE, sum(5)], 0);
  const words = { game: "Game", sum: "Sum", wins: "Wins" };
  assert.equal(
    matches.formatMatchCsv(match, words),
    'Game,"\'=A""1""","B, C"\r\n1,5,-5\r\nSum,5,-5\r\nWins,1,0\r\n',
  );
});

test("what is exported holds what was typed and exact points", () => {
  const match = play(begin("classic", ["A", "B", "C"]), [sum(5), sum(5), sum(6)], null);
  const read = JSON.parse(matches.formatMatchJson(match));
  assert.deepEqual(read.games[0].racks, match.games[0].racks);
  assert.deepEqual(
    read.games[0].scores.map((line) => line.points),
    ["1/2", "1/2", -1],
  );
  assert.deepEqual(
    read.standings.map(({ name, place }) => [name, place]),
    [
      ["A", 1],
      ["B", 1],
      ["C", 3],
    ],
  );
});

test("only a match that can be played on is taken up again", () => {
  const match = play(begin("classic", ["A", "B"]), [NONE, sum(5)], 0);
  assert.ok(matches.isValidMatch(JSON.parse(JSON.stringify(match))));
  for (const other of [
    null,
    7,
    {},
    { ...match, edition: "none" },
    { ...match, names: ["A"] },
    { ...match, games: [{}] },
  ]) {
    assert.ok(!matches.isValidMatch(other));
  }
});
