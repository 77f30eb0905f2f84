import assert from "node:assert/strict";
import { test } from "node:test";

import { describeLatestEvent } from "../../web/table/news.js";

const SEATS = [{ name: "Ala" }, { name: "Bob" }];

/** What Ala is told. */
function told(type, events, phase = "playing") {
  const said = describeLatestEvent(
    { type, events, view: { seats: SEATS } },
    { view: { phase } },
    0,
  );
  return (
    said && `${said.key} ${said.values.words ?? said.values.count ?? said.values.name ?? ""}`.trim()
  );
}
const timedOut = (seat) => ({ type: "TimedOut", seat });
const drew = (seat, reason) => ({ type: "Drew", seat, reason, tiles: [-1] });
const finished = { type: "Finished" };
const next = { type: "TurnBegan", seat: 1 };

test("the end of the time is told with what it costs", () => {
  assert.equal(told("WordNews", [timedOut(0), drew(0, "time_out"), next]), "news.late_own 1");
  assert.equal(told("GameNews", [timedOut(1), drew(1, "penalty"), next]), "news.late_other 1");
});

test("the end of the time is told where there is nothing to draw", () => {
  assert.equal(told("WordNews", [timedOut(0), next]), "news.time_up_own Ala");
  assert.equal(told("WordNews", [timedOut(1), next]), "news.time_up_other Bob");
  // the last turn of the last round
  assert.equal(told("WordNews", [timedOut(1), finished]), "news.time_up_other Bob");
  assert.equal(told("GameNews", [timedOut(1), next]), "news.time_up_other Bob");
});

test("a late move that stands is told with the tiles that went back", () => {
  const late = (seat, returned) => ({ type: "TimedOut", seat, returned });
  const placed = (seat) => ({ type: "Placed", seat, tiles: [1, 2, 3] });
  assert.equal(told("GameNews", [late(0, []), placed(0), next]), "news.stood_own 3");
  assert.equal(told("GameNews", [late(0, [7]), placed(0), next]), "news.stood_partly_own 1");
  assert.equal(told("GameNews", [late(1, [-1, -1]), placed(1), next]), "news.stood_partly_other 2");
});

test("the end of the time of a tournament's round is told", () => {
  assert.equal(told("GameNews", [{ type: "RoundTimeEnded" }]), "replay.round_time");
});

test("that nobody challenged the last move in time is told", () => {
  assert.equal(told("WordNews", [timedOut(1), finished], "accepting"), "news.last_stands");
});

test("a challenge speaks of a penalty tile only if there was one", () => {
  const challenged = (seat, ...wrong) => ({ type: "Challenged", seat, wrong });
  assert.equal(
    told("WordNews", [challenged(1, "TKO"), drew(0, "wrong_word"), next]),
    "news.found_wrong_other TKO",
  );
  assert.equal(
    told("WordNews", [challenged(1, "TKO", "KTA"), next]),
    "news.found_wrong_free_other TKO, KTA",
  );
  assert.equal(told("WordNews", [challenged(0)]), "news.found_good_own");
});

test("a word that was refused is told with what it cost", () => {
  const refused = (seat, ...wrong) => ({ type: "WordRefused", seat, wrong });
  assert.equal(
    told("WordNews", [refused(0, "TKO"), drew(0, "wrong_word"), next]),
    "news.word_refused_own TKO",
  );
  assert.equal(
    told("WordNews", [refused(1, "TKO"), drew(1, "wrong_word"), next]),
    "news.word_refused_other TKO",
  );
  assert.equal(told("WordNews", [refused(0, "TKO"), next]), "news.word_refused_free_own TKO");
});

test("what nobody needs to be told leaves the last news where they were", () => {
  assert.equal(told("WordNews", [next]), null);
});
