import assert from "node:assert/strict";
import { test } from "node:test";

import { ConnectionLost, Refused } from "../../web/app/connection.js";
import { WAITS_MS, watch } from "../../web/tournament/api.js";
import { bestOf, withKnown } from "../../web/tournament/saved_links.js";
import { minutesText, pointsNumber, roman, timeLeft } from "../../web/tournament/model.js";
import * as paper from "../../web/tournament/score_sheet.js";
import { withLink, withoutLink } from "../../web/tournament/backup_file.js";
import { may, nextOf, sectionsOf } from "../../web/tournament/desk/steps.js";

const empty = () => paper.emptySheet([false, false, false]);
const rack = (tiles, more = {}) => ({
  tiles,
  jokers: 0,
  opened: true,
  could_have_opened: false,
  announced: false,
  left: false,
  ...more,
});

// --- the sheet of a game
// ---------------------------------------------------------------------------

test("a sheet says what is still missing: the end, sums, points that are no number", () => {
  let typed = empty();
  assert.deepEqual(paper.missing(typed), { what: "end", seats: [] });
  typed = paper.changed(typed, { end: 1 });
  assert.deepEqual(paper.missing(typed), { what: "tiles", seats: [0, 2] });
  typed = paper.withLine(paper.withLine(typed, 0, { tiles: "17" }), 2, { tiles: "0", jokers: 1 });
  assert.equal(paper.missing(typed), null);
  typed = paper.withLine(typed, 0, { written: "minus 4" });
  assert.deepEqual(paper.missing(typed), { what: "written", seats: [0] });
});

test("the winner has an empty rack, whatever was typed; ticks without sense are dropped", () => {
  let typed = paper.withLine(empty(), 0, { tiles: "30", jokers: 2 });
  typed = paper.withLine(typed, 1, { tiles: "8", opened: false, could: true });
  typed = paper.withLine(typed, 2, { tiles: "5", presence: "left", could: true });
  typed = paper.changed(typed, { end: 0, tie: true });
  assert.deepEqual(paper.paperOf(typed), {
    ending: "went_out",
    racks: [rack(0), rack(8, { opened: false, could_have_opened: true }), rack(5, { left: true })],
    tie: false,
    written: [],
  });
});

test("who is absent has no rack and need not be typed", () => {
  let typed = paper.changed(paper.emptySheet([false, true, false]), {
    end: "pool_empty",
    tie: true,
  });
  assert.deepEqual(paper.missing(typed), { what: "tiles", seats: [0, 2] });
  typed = paper.withLine(paper.withLine(typed, 0, { tiles: "4", written: "0" }), 2, { tiles: "4" });
  const made = paper.paperOf(typed);
  assert.deepEqual(made.racks, [rack(4), null, rack(4)]);
  assert.deepEqual(made.written, [0, null, null]);
  assert.equal(made.tie, true);
});

test("a paper can be typed again as it stands, and a game that was not played too", () => {
  const held = {
    ending: "round_time",
    racks: [
      rack(12, { jokers: 1 }),
      null,
      rack(40, { opened: false, announced: true }),
      rack(3, { left: true }),
    ],
    tie: false,
    written: ["27/2", null, -40, null],
  };
  assert.deepEqual(paper.paperOf(paper.sheetOf(held, 4)), held);
  assert.equal(
    paper.sheetOf({ ...held, ending: "went_out", racks: [rack(9), rack(0)], written: [] }, 2).end,
    1,
  );
  assert.equal(paper.paperOf(paper.sheetOf(null, 4)), null);
  assert.equal(paper.missing(paper.sheetOf(null, 4)), null);
});

test("another content has another stamp", () => {
  const sent = { ...empty(), stamp: "abc" };
  assert.equal(paper.withLine(sent, 0, { tiles: "1" }).stamp, undefined);
  assert.equal(paper.changed(sent, { end: 2 }).stamp, undefined);
});

test("points are read as people write them", () => {
  const read = Object.fromEntries(
    [
      "",
      " 12 ",
      "+40",
      "-40",
      "−40",
      "13,5",
      "-13.50",
      "0.33",
      "27/2",
      "-1/3",
      "5.0",
      "x",
      "1-2",
      "3/0",
    ].map((text) => [text, paper.readPoints(text)]),
  );
  assert.deepEqual(read, {
    "": null,
    " 12 ": 12,
    "+40": 40,
    "-40": -40,
    "−40": -40,
    "13,5": "27/2",
    "-13.50": "-27/2",
    0.33: "33/100",
    "27/2": "27/2",
    "-1/3": "-1/3",
    "5.0": 5,
    x: undefined,
    "1-2": undefined,
    "3/0": undefined,
  });
  assert.equal(pointsNumber("27/2"), 13.5);
  assert.equal(pointsNumber(-40), -40);
});

// --- clocks and names
// ------------------------------------------------------------------------------

test("the time of a round: a table whose clock stands or stood has its time back", () => {
  const settings = { rounds: 2, games: 3, minutes: 60, avoid_repeats: false };
  const round = { started_at: 1000 };
  assert.equal(timeLeft({ ...settings, minutes: null }, round, null, 5000), null);
  assert.equal(timeLeft(settings, { started_at: null }, null, 5000), null);
  assert.equal(timeLeft(settings, round, null, 61_000), 59 * 60_000);
  assert.equal(
    timeLeft(settings, round, { stopped_at: 61_000, paused: 30_000 }, 999_999),
    59 * 60_000 + 30_000,
  );
  assert.equal(minutesText(59 * 60_000), "59:00");
  assert.equal(minutesText(4200), "0:05");
  assert.equal(minutesText(-61_000), "−1:01");
});

test("rounds are counted as the regulation does", () => {
  assert.deepEqual([1, 2, 3, 4, 5, 9, 14, 20].map(roman), [
    "I",
    "II",
    "III",
    "IV",
    "V",
    "IX",
    "XIV",
    "XX",
  ]);
});

test("of several links to a tournament the mightiest is taken, the newest of those", () => {
  const link = (token, role, at) => ({ id: "T", token, role, title: "Cup", at });
  let all = withKnown([], link("a", "table", 1));
  all = withKnown(all, link("b", "organiser", 2));
  all = withKnown(all, link("c", "organiser", 3));
  all = withKnown(all, link("d", "screen", 4));
  all = withKnown(all, { ...link("b", "organiser", 5), title: "Cup 2" });
  assert.deepEqual(
    all.map(({ token }) => token),
    ["b", "d", "c", "a"],
  );
  assert.equal(bestOf(all, "T").token, "b");
  assert.equal(bestOf(all, "U"), null);
});

// --- the next step
// ---------------------------------------------------------------------------------

const VIEW = {
  role: "organiser",
  next_step: "register",
  settings: { rounds: 2, games: 3, minutes: null, avoid_repeats: false },
  rounds: [],
  players: [],
};
const round = (number, missing = []) => ({ number, missing, phase: "running" });

test("the one next step: what is looked at first has its button there alone", () => {
  assert.equal(nextOf(VIEW, "players").command, null);
  const seat = nextOf(
    { ...VIEW, next_step: "seat", rounds: [round(1)], players: [{ status: "present" }] },
    "history",
  );
  assert.deepEqual(
    [seat.command, seat.after, seat.values.round, seat.values.count],
    [{ type: "SeatRound" }, "seats", 2, 1],
  );
  const lock = { ...VIEW, next_step: "lock", rounds: [round(1)] };
  assert.deepEqual(
    [nextOf(lock, "players").command, nextOf(lock, "players").section],
    [null, "seats"],
  );
  assert.deepEqual(nextOf(lock, "seats").command, { type: "LockSeats" });
  const enter = nextOf(
    {
      ...VIEW,
      next_step: "enter_results",
      rounds: [
        round(1, [
          [2, 3],
          [4, 1],
        ]),
      ],
    },
    "results",
  );
  assert.deepEqual([enter.sheet, enter.values.count, enter.command], [[2, 3], 2, null]);
});

test("nobody is offered what their link may not do", () => {
  for (const role of ["head_referee", "referee"]) {
    for (const next_step of ["seat", "lock", "start", "close", "finish"]) {
      for (const section of ["seats", "results", "standings"]) {
        assert.equal(
          nextOf({ ...VIEW, role, next_step, rounds: [round(1)] }, section).command,
          null,
        );
      }
    }
    assert.ok(!sectionsOf(role).includes("players"));
  }
  assert.ok(
    may("head_referee", "exclude") && !may("referee", "exclude") && !may("organiser", "judge"),
  );
});

// --- waiting for news
// ------------------------------------------------------------------------------

test("updates arrive in order; a lost line is retried ever more slowly", async () => {
  const answers = [{ version: 3 }, null, { version: 4 }, "lost", "lost", { version: 9 }, "refused"];
  const asked = [];
  const heard = [];
  const waits = [];
  const ask = async (path) => {
    asked.push(path);
    const answer = answers.shift();
    if (answer === "lost") throw new ConnectionLost();
    if (answer === "refused")
      throw new Refused([{ code: "link_called_in", clause: "Z-4", values: {}, text: "gone" }]);
    return answer;
  };
  const ears = {
    heard: ({ version }) => heard.push(version),
    changed: (line) => heard.push(line),
    refused: ({ code }) => heard.push(code),
  };
  await watch("T", "token", ears, { ask, wait: async (ms) => void waits.push(ms) }).done;
  assert.deepEqual(asked, [
    "/T",
    "/T?after=3",
    "/T?after=3",
    "/T?after=4",
    "/T",
    "/T",
    "/T?after=9",
  ]);
  assert.deepEqual(heard, [
    "open",
    3,
    "open",
    "open",
    4,
    "lost",
    "lost",
    "open",
    9,
    "link_called_in",
  ]);
  assert.deepEqual(waits, WAITS_MS.slice(0, 2));
});

test("who has left hears nothing any more", async () => {
  const heard = [];
  const ears = {
    heard: () => heard.push("news"),
    changed: () => heard.push("line"),
    refused: () => heard.push("no"),
  };
  const listening = watch("T", undefined, ears, {
    ask: async () => {
      await null; // so that there is something to stop
      listening.stop();
      return { version: 1 };
    },
    wait: async () => {},
  });
  await listening.done;
  assert.deepEqual(heard, []);
});

test("a backup has the link of its maker on its last line, and comes apart again", async () => {
  const log = '{"kostka":"tournaments","hash":"1"}\n{"n":1,"hash":"2"}\n';
  const copy = withLink(new Blob([log]), "secret");
  assert.equal(await copy.text(), `${log}{"link":"secret"}\n`);
  const apart = await withoutLink(copy);
  assert.deepEqual([await apart.log.text(), apart.token], [log, "secret"]);
  for (const other of [log, "", "no JSON\n{", '{"link":3}', "null"]) {
    const { log: kept, token } = await withoutLink(new Blob([other]));
    assert.deepEqual([await kept.text(), token], [other, undefined]);
  }
});
