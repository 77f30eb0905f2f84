import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { listBoxFaces } from "../../web/board/box_faces.js";
import { checkRecord } from "../../web/replay/proof.js";
import { decodeHex, sha256, encodeHex, encodeUtf8 } from "../../web/replay/sha256.js";
import { shuffleNumbers } from "../../web/replay/shuffle.js";
import { forgeRecord } from "./forging.mjs";
import { EDITIONS } from "../../web/shared/score_sheet/edition_data.js";

const FOLDER = new URL("../games/", import.meta.url);
const NAMES = [
  ...readdirSync(FOLDER),
  ...readdirSync(new URL("word/", FOLDER)).map((name) => `word/${name}`),
];
const GAMES = Object.fromEntries(
  NAMES.filter((name) => name.endsWith(".jsonl")).map((name) => [
    name.replace(".jsonl", ""),
    readFileSync(new URL(name, FOLDER), "utf8"),
  ]),
);
const hashed = (bytes) => createHash("sha256").update(bytes).digest("hex");
const bad = (checks) => checks.filter((check) => check.good === false).map((check) => check.name);

/** Change header or events of a record, and all hashes with them. */
const forged = (text, change) =>
  forgeRecord(text, ([first, ...rest]) =>
    change(
      first.header,
      rest.map((line) => line.event),
    ),
  );

test("SHA-256 is that of node, for every length around its blocks", () => {
  for (let length = 0; length < 200; length += 1) {
    const bytes = randomBytes(length);
    assert.equal(encodeHex(sha256(bytes)), hashed(bytes), String(length));
  }
  assert.equal(encodeHex(sha256(encodeUtf8("żółw 🐢"))), hashed("żółw 🐢"));
  assert.deepEqual(decodeHex("00ff10"), Uint8Array.of(0, 255, 16));
});

test("there are recorded games of every edition", () => {
  const editions = new Set(
    Object.values(GAMES).map((text) => JSON.parse(text.split("\n")[0]).header.edition.key),
  );
  assert.deepEqual([...editions].sort(), [...Object.keys(EDITIONS), "word"].sort());
});

for (const [name, text] of Object.entries(GAMES)) {
  test(`${name}: the shuffle is proven`, () => {
    const checks = checkRecord(text);
    assert.deepEqual(bad(checks), []);
    const names = checks.map((check) => check.name);
    for (const wanted of ["whole", "seed", "order", "promise", "deal", "draws"])
      assert.ok(names.includes(wanted), wanted);
    assert.equal(checks.find((check) => check.name === "noted").good, null);
    for (const { values } of checks) for (const { text: shown } of values) assert.ok(shown);
  });
}

const GAME = GAMES["classic-went_out"];
const find = (events, type) => events.find((event) => event.type === type);

test("a changed byte is found, with its line", () => {
  const lines = GAME.split("\n");
  lines[6] = lines[6].replace(/"n":\d+/, '"n":66');
  const [whole] = checkRecord(lines.join("\n"));
  assert.deepEqual([whole.name, whole.good, whole.number], ["whole", false, 7]);
  const [gone] = checkRecord(GAME.split("\n").toSpliced(6, 1).join("\n"));
  assert.deepEqual([gone.good, gone.number], [false, 7]);
});

const NAMED = GAMES["travel-went_out-names"];

/** Replace something in the first line, without writing hashes anew. */
function editHead(text, old, other) {
  const [head, ...rest] = text.split("\n");
  assert.ok(head.includes(old));
  return [head.replace(old, other), ...rest].join("\n");
}

test("names may change or be missing, as they are outside the chain", () => {
  const names = JSON.stringify(JSON.parse(NAMED.split("\n")[0]).names);
  for (const text of [
    editHead(NAMED, '"Ann"', '"Zoe"'),
    editHead(NAMED, `,"names":${names}`, ""),
    editHead(NAMED, names, '["Player 1","Player 2","Player 3"]'),
  ]) {
    assert.deepEqual(bad(checkRecord(text)), []);
  }
});

test("nothing else may follow the hash of the first line", () => {
  const { header } = JSON.parse(NAMED.split("\n")[0]);
  const other = `"header":${JSON.stringify({ ...header, commitment: "00" })}`;
  for (const text of [
    editHead(NAMED, ',"names":', `,${other},"names":`),
    editHead(NAMED, '"players":3', '"players":2'),
    editHead(NAMED, '["Ann"', '[ "Ann"'),
  ]) {
    const [whole] = checkRecord(text);
    assert.deepEqual([whole.good, whole.number], [false, 1]);
  }
});

test("a record that was chained again says so, and one with a huge number is refused", () => {
  const again = forged(NAMED, (header) => (header.rechained = true));
  const noted = checkRecord(again).find((check) => check.name === "rechained");
  assert.equal(noted.good, null);
  assert.deepEqual(bad(checkRecord(again)), []);
  assert.ok(!checkRecord(NAMED).some((check) => check.name === "rechained"));
  assert.ok(bad(checkRecord(forged(NAMED, (header) => (header.players = 1e12)))).length > 0);
});

test("what is no record at all is told so", () => {
  for (const text of [
    "",
    "hello",
    "{}\n",
    '{"header":{}}\n',
    "[1]\n[2]\n",
    GAME.slice(0, -5),
    `${GAME.split("\n").slice(0, 9).join("\n")}\n`,
  ]) {
    assert.equal(checkRecord(text)[0].good, false, text.slice(0, 20));
  }
});

test("another seed than the one promised", () => {
  const other = forged(GAME, (_header, events) => (find(events, "Sealed").seed = "ab".repeat(32)));
  assert.deepEqual(bad(checkRecord(other)).slice(0, 1), ["seed"]);
});

test("a seed with another promise beside it: only who noted the promise can tell", () => {
  const noted = { commitment: JSON.parse(GAME.split("\n")[0]).header.commitment, orders: [] };
  assert.deepEqual(bad(checkRecord(GAME, noted)), []);
  assert.equal(checkRecord(GAME, noted)[1].good, true);
  assert.deepEqual(bad(checkRecord(GAME, { ...noted, commitment: "00" })), ["noted"]);
  assert.deepEqual(bad(checkRecord(GAME, { ...noted, orders: ["00"] })), ["promise"]);
});

test("two tiles changed places", () => {
  const swapped = forged(GAME, (_header, events) => {
    const mixed = find(events, "Mixed");
    [mixed.order[0], mixed.order[1]] = [mixed.order[1], mixed.order[0]];
  });
  assert.deepEqual(bad(checkRecord(swapped)), ["order", "promise"]);
});

test("an order that was not the one promised", () => {
  const other = forged(
    GAME,
    (_header, events) => (find(events, "Mixed").commitment = "00".repeat(32)),
  );
  assert.deepEqual(bad(checkRecord(other)), ["promise"]);
});

test("stacks handed to other players", () => {
  const other = forged(GAME, (_header, events) => {
    const { gifts } = find(events, "Dealt");
    [gifts[0][2], gifts.at(-1)[2]] = [gifts.at(-1)[2], gifts[0][2]];
  });
  assert.deepEqual(bad(checkRecord(other)), ["deal"]);
});

test("a tile that was not the next of the pool", () => {
  const other = forged(GAME, (_header, events) => (find(events, "Drew").tiles[0] ^= 1));
  assert.deepEqual(bad(checkRecord(other)), ["draws"]);
});

test("another player starts", () => {
  const other = forged(GAME, (_header, events) => {
    find(events, "StarterFound").seat = 1 - find(events, "StarterFound").seat;
  });
  assert.deepEqual(bad(checkRecord(other)), ["start", "deal"]);
});

test("other words than those that a player added", () => {
  const name = Object.keys(GAMES).find((key) => GAMES[key].includes("RandomnessAdded"));
  const other = forged(
    GAMES[name],
    (_header, events) => (find(events, "RandomnessAdded").words += "!"),
  );
  assert.ok(bad(checkRecord(other)).includes("order"));
});

test("events that make no sense do not break it", () => {
  const broken = forged(GAME, (_header, events) => delete find(events, "Mixed").order);
  assert.deepEqual(bad(checkRecord(broken)), ["broken"]);
  const headless = forged(GAME, (header) => delete header.edition);
  assert.deepEqual(bad(checkRecord(headless)), ["broken"]);
});

test("a shuffle is an order of all tiles, and each seed has its own", () => {
  const [one, two] = [randomBytes(32), randomBytes(32)].map((seed) =>
    shuffleNumbers(seed, [[1, "ą"]], "deal 1", 106),
  );
  assert.deepEqual(
    [...one].sort((a, b) => a - b),
    [...Array(106).keys()],
  );
  assert.notDeepEqual(one, two);
});

test("the box is laid out as in the record", () => {
  const faces = listBoxFaces({ copies: 2, ordinary: 2, double: 0, colour_change: 0, mirror: 0 });
  assert.equal(faces.length, 106);
  assert.deepEqual([faces[0], faces[1], faces[2], faces[104]], ["K1", "K1", "K2", "J"]);
});

const CHALLENGED = GAMES["word/challenge-went_out"];

test("in the word game a reshuffled bank holds what it held, and gives its next tile", () => {
  const mixings = JSON.stringify(
    checkRecord(CHALLENGED)
      .filter(({ name }) => name === "order")
      .map(({ number }) => number),
  );
  assert.match(mixings, /^\[1,2/);
  const drawOther = forged(CHALLENGED, (_, events) => {
    const draw = events.findLast((event) => event.type === "Drew");
    draw.tiles[0] = (draw.tiles[0] + 1) % 112;
  });
  assert.deepEqual(bad(checkRecord(drawOther)), ["draws"]);
  const holdOther = forged(CHALLENGED, (_, events) => {
    const again = events.find((event) => event.type === "Mixed" && event.mixing === 2);
    again.order[0] = again.order[1];
  });
  assert.ok(bad(checkRecord(holdOther)).includes("draws"));
});

test("in the word game another starter, or more tiles, are noticed", () => {
  const other = forged(CHALLENGED, (_, events) => (find(events, "StarterFound").seat += 1));
  assert.ok(bad(checkRecord(other)).includes("start"));
  const more = forged(CHALLENGED, (_, events) => (find(events, "Dealt").each += 1));
  assert.ok(bad(checkRecord(more)).includes("deal"));
});
