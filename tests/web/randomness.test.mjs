import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";

import { Contributor } from "../../web/app/randomness.js";
import { saveItem } from "../../web/app/storage.js";
import { checkRecord } from "../../web/replay/proof.js";
import { addNote, findNote, saveNote } from "../../web/replay/shuffle_notes.js";
import { forgeRecord } from "./forging.mjs";

beforeEach(() => saveItem("shuffles", null));

const commit = (value) => createHash("sha256").update(`kostka randomness 1:${value}`).digest("hex");
const settle = () => new Promise((resolve) => setTimeout(resolve));

/** A browser with a server that answers everything, and what it was asked. */
function makeContributor({ answers = true } = {}) {
  const asked = [];
  let next = 0;
  const contributor = new Contributor(
    (type, fields) => {
      asked.push([type, fields]);
      return answers ? Promise.resolve() : Promise.reject(new Error("lost"));
    },
    (bytes) => bytes.fill((next += 1)),
  );
  return { contributor, asked };
}
const hex = (byte) => byte.toString(16).padStart(2, "0").repeat(16);
const news = (game, commitment, added, result = null) => ({
  game,
  view: { header: { commitment }, added, result },
});
const asks = (game, seats, commitment = "seed") => ({ game, commitment, seats });

test("commits once when the guest gets a seat, again in another room", async () => {
  const { contributor, asked } = makeContributor();
  contributor.handleRoom("ABCDE", null);
  assert.deepEqual(asked, []);
  contributor.handleRoom("ABCDE", 1);
  contributor.handleRoom("ABCDE", 1);
  contributor.handleRoom("ABCDE", 0);
  assert.deepEqual(asked, [["CommitRandomness", { commitment: commit(hex(1)) }]]);
  contributor.handleRoom("", null);
  contributor.handleRoom("FGHIJ", 0);
  assert.equal(asked.length, 2);
  contributor.forgetRoom(); // the connection was lost
  contributor.handleRoom("FGHIJ", 0);
  assert.equal(asked.length, 3);
  assert.equal(new Set(asked.map(([, { commitment }]) => commitment)).size, 3);
});

test("reveals its value once, after noting all commitments, and commits anew", () => {
  const { contributor, asked } = makeContributor();
  contributor.handleRoom("ABCDE", 1);
  const seats = [
    [0, commit("other")],
    [1, commit(hex(1))],
  ];
  contributor.handleShuffle(asks("g1", seats), "ABCDE", 1);
  assert.deepEqual(asked.slice(1), [
    ["RevealRandomness", { game: "g1", value: hex(1) }],
    ["CommitRandomness", { commitment: commit(hex(2)) }],
  ]);
  assert.deepEqual(findNote("g1"), {
    room: "ABCDE",
    seat: 1,
    value: hex(1),
    commitment: "seed",
    seats,
    tries: 1,
    isDealt: false,
  });
  contributor.handleShuffle(asks("g2", seats, "another seed"), "ABCDE", 1);
  assert.equal(asked.length, 3, "a known value is not revealed for another seed");
  assert.equal(findNote("g2").tries, 2);
});

test("a value at another seat is not ours to reveal", () => {
  const { contributor, asked } = makeContributor();
  contributor.handleRoom("ABCDE", 1);
  contributor.handleShuffle(asks("g1", [[0, commit(hex(1))]]), "ABCDE", 1);
  assert.equal(asked.length, 1);
  assert.equal(findNote("g1").value, null);
});

test("a deal that keeps every promise needs no warning", () => {
  const { contributor } = makeContributor();
  contributor.handleRoom("ABCDE", 0);
  const seats = [
    [0, commit(hex(1))],
    [1, commit("b")],
  ];
  contributor.handleShuffle(asks("g", seats), "ABCDE", 0);
  const dealt = news("g", "seed", [
    [0, hex(1)],
    [1, "b"],
  ]);
  assert.equal(contributor.handleGame(dealt, "ABCDE", 0), null);
  assert.equal(findNote("g").isDealt, true);
  contributor.handleShuffle(asks("next", []), "ABCDE", 0);
  assert.equal(findNote("next").tries, 1);
});

for (const [what, commitment, added, warning] of [
  ["another seed", "changed", [[0, hex(1)]], "broken"],
  [
    "words that the other did not commit to",
    "seed",
    [
      [0, hex(1)],
      [1, "c"],
    ],
    "broken",
  ],
  [
    "words of a seat that had not committed",
    "seed",
    [
      [0, hex(1)],
      [2, "c"],
    ],
    "broken",
  ],
  ["our value is missing", "seed", [[1, "b"]], "left_out"],
  ["the other's value is missing", "seed", [[0, hex(1)]], null],
])
  test(`after the deal: ${what}`, () => {
    const { contributor } = makeContributor();
    contributor.handleRoom("ABCDE", 0);
    const seats = [
      [0, commit(hex(1))],
      [1, commit("b")],
    ];
    contributor.handleShuffle(asks("g", seats), "ABCDE", 0);
    assert.equal(contributor.handleGame(news("g", commitment, added), "ABCDE", 0), warning);
    assert.equal(contributor.handleGame(news("g", commitment, added), "ABCDE", 0), null, "once");
  });

test("a game that was dealt without asking us", async () => {
  const { contributor } = makeContributor();
  contributor.handleRoom("ABCDE", 0);
  assert.equal(contributor.handleGame(news("old", "x", []), "ABCDE", 0), null, "had begun before");
  await settle();
  assert.equal(contributor.handleGame(news("new", "x", []), "ABCDE", 0), "left_out");
  assert.equal(findNote("new").commitment, null);
  const refused = makeContributor({ answers: false });
  refused.contributor.handleRoom("ABCDE", 0);
  refused.contributor.handleGame(news("old", "x", []), "ABCDE", 0);
  await settle();
  assert.equal(refused.contributor.handleGame(news("other", "x", []), "ABCDE", 0), null);
});

test("notes: tabs share a value, cancelled starts count, old games go", () => {
  const note = { room: "R", seat: 0, value: null, commitment: "c", seats: [], tries: 1 };
  saveNote("g", { ...note, isDealt: false });
  saveNote("g", { ...note, value: "v", commitment: "changed", isDealt: true });
  assert.deepEqual(findNote("g"), { ...note, value: "v", isDealt: true });
  let notes = [];
  for (let at = 0; at < 50; at += 1) notes = addNote(notes, `g${at}`, { ...note, isDealt: false });
  assert.equal(notes.length, 40);
  assert.equal(notes.at(-1)[1].tries, 50);
  notes = addNote(notes, "elsewhere", { ...note, room: "S", isDealt: false });
  assert.equal(notes.at(-1)[1].tries, 1);
});

// --- the proof -----------------------------------------------------------------------------------

const FOLDER = new URL("../games/", import.meta.url);
const RECORDS = ["classic-went_out-committed", "word/committed-went_out"].map((name) =>
  readFileSync(new URL(`${name}.jsonl`, FOLDER), "utf8"),
);

const find = (checks, name) => checks.find((check) => check.name === name);
const all = (events, type) => events.filter((event) => event.type === type);

for (const text of RECORDS) {
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const { names, header } = lines[0];
  const { commitment } = header;
  const events = lines.slice(1).map((line) => line.event);
  const seats = all(events, "RandomnessCommitted").map((event) => [event.seat, event.commitment]);
  const value = all(events, "RandomnessAdded")[1].words;
  const note = { room: "R", seat: 1, value, commitment, seats, tries: 1, isDealt: true };
  const kind = names.join(" ");

  test(`${kind}: the proof names who added randomness, and who did not`, () => {
    const checks = checkRecord(text);
    assert.deepEqual(
      [find(checks, "added").good, find(checks, "added").names],
      [true, names.slice(0, 2)],
    );
    assert.deepEqual(find(checks, "silent").names, names.slice(2));
    assert.equal(find(checks, "own"), undefined);
    assert.ok(checks.every((check) => check.good !== false));
  });

  test(`${kind}: our own part`, () => {
    const checks = checkRecord(text, null, note);
    assert.equal(find(checks, "own").good, true);
    assert.deepEqual(find(checks, "added").names, [names[0], null]);
    assert.equal(find(checkRecord(text, null, { ...note, value: hex(9) }), "own").good, null);
    assert.equal(find(checkRecord(text, null, { ...note, value: null }), "device").good, null);
    assert.equal(
      find(checkRecord(text, null, { ...note, seat: null, value: null }), "before").good,
      true,
    );
    assert.equal(find(checkRecord(text, null, { ...note, tries: 3 }), "tries").number, 3);
    const ignored = { ...note, commitment: null, seats: [] };
    assert.equal(find(checkRecord(text, null, { ...ignored, value: hex(9) }), "own").good, null);
  });

  test(`${kind}: commitments that changed after ours was revealed`, () => {
    for (const seen of [
      { ...note, commitment: "0".repeat(64) },
      { ...note, seats: seats.slice(0, 2) },
      {
        ...note,
        seats: seats.map(([seat, promise]) => [seat, seat === 2 ? commit("x") : promise]),
      },
    ])
      assert.equal(find(checkRecord(text, null, seen), "before").good, false);
  });

  test(`${kind}: forged randomness is found`, () => {
    const isBad = (change) => {
      const other = forgeRecord(text, (rows) =>
        change(
          rows.slice(1).map((line) => line.event),
          rows,
        ),
      );
      return find(checkRecord(other), "added").good === false;
    };
    assert.ok(!isBad(() => {}));
    assert.ok(isBad((list) => (all(list, "RandomnessAdded")[0].words = hex(8))));
    assert.ok(isBad((list) => (all(list, "RandomnessCommitted")[0].commitment = commit("z"))));
    assert.ok(isBad((list) => (all(list, "RandomnessAdded")[1].seat = 2)));
    assert.ok(
      isBad((list) => {
        const [one, two] = all(list, "RandomnessAdded");
        [one.seat, two.seat] = [two.seat, one.seat];
        [one.words, two.words] = [two.words, one.words];
      }),
      "in another order",
    );
    assert.ok(
      isBad((_, rows) => {
        [rows[4].event, rows[5].event] = [rows[5].event, rows[4].event];
      }),
      "a commitment after a reveal",
    );
  });
}
