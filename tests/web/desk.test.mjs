import assert from "node:assert/strict";
import { test } from "node:test";

import { ConnectionLost, Refused } from "../../web/app/connection.js";
import { RETRY_DELAYS_MS, watchTournament } from "../../web/tournament/api.js";
import { findBestLink, mergeLink } from "../../web/tournament/saved_links.js";
import { formatMinutesAndSeconds, formatRoman, getTimeLeft } from "../../web/tournament/model.js";
import {
  createTableSheet,
  convertPaperToSheet,
  convertSheetToPaper,
} from "../../web/tournament/result_paper.js";
import { getTournamentEdition } from "../../web/shared/score_sheet/editions.js";
import { judgeSheet } from "../../web/shared/score_sheet/judge.js";
import { pointsToNumber } from "../../web/shared/score_sheet/points.js";
import {
  isSheet,
  parsePoints,
  parseSum,
  updateLine,
  updateSheet,
} from "../../web/shared/score_sheet/sheet.js";
import { addLinkToLog, splitLogAndLink } from "../../web/tournament/backup_file.js";
import { isRoleAllowed, findNextStep, listSections } from "../../web/tournament/desk/steps.js";

const empty = () => createTableSheet([false, false, false]);
const problemOf = (sheet) =>
  judgeSheet(getTournamentEdition("tournament", sheet.lines.length), sheet).problem;
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
  assert.deepEqual(problemOf(typed), { code: "end", seats: [] });
  typed = updateSheet(typed, { end: 1 });
  assert.deepEqual(problemOf(typed), { code: "missing", seats: [0, 2] });
  typed = updateLine(updateLine(typed, 0, { sum: 17 }), 2, {
    sum: 0,
    jokers: 1,
  });
  assert.equal(problemOf(typed), null);
  typed = updateLine(typed, 0, { written: "minus 4" });
  assert.deepEqual(problemOf(typed), { code: "written", seats: [0] });
});

test("the winner has an empty rack, whatever was typed; ticks without sense are dropped", () => {
  let typed = updateLine(empty(), 0, { sum: 30, jokers: 2 });
  typed = updateLine(typed, 1, { sum: 8, opened: "could_open" });
  typed = updateLine(typed, 2, { sum: 5, presence: "left" });
  typed = updateSheet(typed, { end: 0, tie: true });
  assert.deepEqual(convertSheetToPaper(typed), {
    ending: "went_out",
    racks: [rack(0), rack(8, { opened: false, could_have_opened: true }), rack(5, { left: true })],
    tie: false,
    written: [],
  });
});

test("who is absent has no rack and need not be typed", () => {
  let typed = updateSheet(createTableSheet([false, true, false]), {
    end: "pool_empty",
    tie: true,
  });
  assert.deepEqual(problemOf(typed), { code: "missing", seats: [0, 2] });
  typed = updateLine(updateLine(typed, 0, { sum: 4, written: "0" }), 2, {
    sum: 4,
  });
  const made = convertSheetToPaper(typed);
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
  assert.deepEqual(convertSheetToPaper(convertPaperToSheet(held, 4)), held);
  assert.equal(
    convertPaperToSheet({ ...held, ending: "went_out", racks: [rack(9), rack(0)], written: [] }, 2)
      .end,
    1,
  );
  assert.equal(convertSheetToPaper(convertPaperToSheet(null, 4)), null);
  assert.equal(problemOf({ ...convertPaperToSheet(null, 4), reason: "no time" }), null);
});

test("a sheet from an older version of the page is not used", () => {
  assert.equal(isSheet(empty(), 3), true);
  assert.equal(isSheet(empty(), 4), false);
  assert.equal(isSheet({ lines: [{ tiles: "5" }] }, 1), false);
  assert.equal(isSheet(null, 3), false);
});

test("a sum has digits only, and no more than the box allows", () => {
  assert.deepEqual(
    ["", "x", "007", "12a", "12345"].map((text) => parseSum(text)),
    [null, null, 7, 12, 1234],
  );
  assert.equal(parseSum("999", 728), 728);
});

test("another content has another stamp", () => {
  const sent = { ...empty(), stamp: "abc" };
  assert.equal(updateLine(sent, 0, { sum: 1 }).stamp, undefined);
  assert.equal(updateSheet(sent, { end: 2 }).stamp, undefined);
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
    ].map((text) => [text, parsePoints(text)]),
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
  assert.equal(pointsToNumber("27/2"), 13.5);
  assert.equal(pointsToNumber(-40), -40);
});

// --- clocks and names
// ------------------------------------------------------------------------------

test("the time of a round: a table whose clock stands or stood has its time back", () => {
  const settings = { rounds: 2, games: 3, minutes: 60, avoid_repeats: false };
  const round = { started_at: 1000 };
  assert.equal(getTimeLeft({ ...settings, minutes: null }, round, null, 5000), null);
  assert.equal(getTimeLeft(settings, { started_at: null }, null, 5000), null);
  assert.equal(getTimeLeft(settings, round, null, 61_000), 59 * 60_000);
  assert.equal(
    getTimeLeft(settings, round, { stopped_at: 61_000, paused: 30_000 }, 999_999),
    59 * 60_000 + 30_000,
  );
  assert.equal(formatMinutesAndSeconds(59 * 60_000), "59:00");
  assert.equal(formatMinutesAndSeconds(4200), "0:05");
  assert.equal(formatMinutesAndSeconds(-61_000), "−1:01");
});

test("rounds are counted as the regulation does", () => {
  assert.deepEqual([1, 2, 3, 4, 5, 9, 14, 20].map(formatRoman), [
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
  const link = (token, role, at) => ({
    id: "T",
    token,
    role,
    title: "Cup",
    at,
  });
  let all = mergeLink([], link("a", "table", 1));
  all = mergeLink(all, link("b", "organiser", 2));
  all = mergeLink(all, link("c", "organiser", 3));
  all = mergeLink(all, link("d", "screen", 4));
  all = mergeLink(all, { ...link("b", "organiser", 5), title: "Cup 2" });
  assert.deepEqual(
    all.map(({ token }) => token),
    ["b", "d", "c", "a"],
  );
  assert.equal(findBestLink(all, "T").token, "b");
  assert.equal(findBestLink(all, "U"), null);
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
  assert.equal(findNextStep(VIEW, "players").command, null);
  const seat = findNextStep(
    {
      ...VIEW,
      next_step: "seat",
      rounds: [round(1)],
      players: [{ status: "present" }],
    },
    "history",
  );
  assert.deepEqual(
    [seat.command, seat.after, seat.values.round, seat.values.count],
    [{ type: "SeatRound" }, "seats", 2, 1],
  );
  const lock = { ...VIEW, next_step: "lock", rounds: [round(1)] };
  assert.deepEqual(
    [findNextStep(lock, "players").command, findNextStep(lock, "players").section],
    [null, "seats"],
  );
  assert.deepEqual(findNextStep(lock, "seats").command, { type: "LockSeats" });
  const enter = findNextStep(
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
          findNextStep({ ...VIEW, role, next_step, rounds: [round(1)] }, section).command,
          null,
        );
      }
    }
    assert.ok(!listSections(role).includes("players"));
  }
  assert.ok(
    isRoleAllowed("head_referee", "exclude") &&
      !isRoleAllowed("referee", "exclude") &&
      !isRoleAllowed("organiser", "judge"),
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
  await watchTournament("T", "token", ears, {
    ask,
    wait: async (ms) => void waits.push(ms),
  }).done;
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
  assert.deepEqual(waits, RETRY_DELAYS_MS.slice(0, 2));
});

test("who has left hears nothing any more", async () => {
  const heard = [];
  const ears = {
    heard: () => heard.push("news"),
    changed: () => heard.push("line"),
    refused: () => heard.push("no"),
  };
  const listening = watchTournament("T", undefined, ears, {
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
  const copy = addLinkToLog(new Blob([log]), "secret");
  assert.equal(await copy.text(), `${log}{"link":"secret"}\n`);
  const apart = await splitLogAndLink(copy);
  assert.deepEqual([await apart.log.text(), apart.token], [log, "secret"]);
  for (const other of [log, "", "no JSON\n{", '{"link":3}', "null"]) {
    const { log: kept, token } = await splitLogAndLink(new Blob([other]));
    assert.deepEqual([await kept.text(), token], [other, undefined]);
  }
});
