import assert from "node:assert/strict";
import { test } from "node:test";

import { applyGesture, createLayout } from "../../web/board/layout.js";
import {
  LETTER_TILES,
  makeLetterFace,
  getLetter,
  spellFaces,
} from "../../web/board/letter_tiles.js";
import { renderTile } from "../../web/board/tile_markup.js";
import { describeWordEvent, adaptWordJudgement, adaptWordNews } from "../../web/table/word/news.js";
import { LETTER_BOX } from "./random.mjs";

/** Find tiles of the box for words and a rack, each tile once. */
function taker() {
  const left = LETTER_BOX.map((face, tile) => ({ face, tile }));
  return (word) =>
    [...word].map((letter) => {
      const at = left.findIndex(({ face }) => face === makeLetterFace(letter));
      assert.ok(at >= 0, letter);
      return left.splice(at, 1)[0].tile;
    });
}

function turn({ table = [], rack = "", locked = false }) {
  const take = taker();
  const sets = table.map((word, at) => ({ id: `w${at}`, tiles: take(word) }));
  return createLayout({ sets, rack: take(rack), locked });
}

const nameOf = (tile) => LETTER_BOX[tile];
const SORTER = LETTER_TILES.createSorter(nameOf);
const read = (layout) => layout.sets.map((set) => spellFaces(set.tiles.map(nameOf)));
const pick = (layout, letters) => {
  const rack = [...layout.rack];
  return [...letters].map(
    (letter) =>
      rack.splice(
        rack.findIndex((tile) => nameOf(tile) === makeLetterFace(letter)),
        1,
      )[0],
  );
};
const move = (layout, tiles, to, way = 0) => {
  const { layout: after, refused } = applyGesture(
    layout,
    { type: "move", tiles, to },
    LETTER_TILES.createSorter(nameOf, way),
  );
  assert.equal(refused, null);
  return after;
};

test("the box of the tests is the Polish one: 110 letters and 2 jokers", () =>
  assert.equal(LETTER_BOX.length, 112));

test("W-17: SZCZYT with A and Z from the rack is ZASZCZYT", () => {
  const before = turn({ table: ["SZCZYT"], rack: "AZO" });
  const after = move(before, pick(before, "ZA"), { place: "set", set: "w0", index: 0 });
  assert.deepEqual(read(after), ["ZASZCZYT"]);
});

test("W-17: KOSZYK with K is KOK and SZYK", () => {
  const before = turn({ table: ["KOSZYK"], rack: "KA" });
  const [, , s, z, y, k] = before.sets[0].tiles;
  const split = move(before, [s, z, y, k], { place: "new" });
  const after = move(split, pick(split, "K"), { place: "set", set: "w0", index: 2 });
  assert.deepEqual(read(after), ["KOK", "SZYK"]);
});

test("a word lies as it was laid: tiles in the order in which they were taken", () => {
  const before = turn({ rack: "TAKOS" });
  const after = move(before, pick(before, "KOT"), { place: "new" });
  assert.deepEqual(read(after), ["KOT"]);
});

test("a letter dropped into a word goes to its front or splits it; at an end it goes there", () => {
  const before = turn({ table: ["KOSZYK"], rack: "K" });
  const drop = (index) => (way) =>
    read(move(before, pick(before, "K"), { place: "set", set: "w0", index }, way));
  assert.deepEqual([0, 1, 2, 3].map(drop(2)), [
    ["KOKSZYK"],
    ["KKOSZYK"],
    ["KOK", "SZYK"],
    ["KO", "KSZYK"],
  ]);
  assert.deepEqual([0, 1, 2, 3].map(drop(6)), Array(4).fill(["KOSZYKK"]));
});

test("a double tap extends the word being made, then offers a new one and the others", () => {
  const before = turn({ table: ["KOSZYK"], rack: "KOT" });
  const [k, o] = pick(before, "KO");
  assert.deepEqual(LETTER_TILES.listPlaces(before, k, nameOf), [
    { place: "new" },
    { place: "set", set: "w0" },
  ]);
  const begun = move(before, [k], { place: "new" });
  assert.deepEqual(LETTER_TILES.listPlaces(begun, o, nameOf)[0], {
    place: "set",
    set: begun.sets[1].id,
  });
});

test("before the first word the words of others are no places", () => {
  const before = turn({ table: ["KOSZYK"], rack: "KOT", locked: true });
  assert.deepEqual(LETTER_TILES.listPlaces(before, before.rack[0], nameOf), [{ place: "new" }]);
});

test("the rack in the order of the Polish alphabet, jokers last; and mixed", () => {
  const before = turn({ rack: "ŻAĄ?ZŁLÓO" });
  const sorted = applyGesture(before, LETTER_TILES.sorts[0].makeGesture(before), SORTER).layout;
  assert.equal(spellFaces(sorted.rack.map(nameOf)), "AĄLŁOÓZŻ?");
  const mixed = applyGesture(sorted, LETTER_TILES.sorts[1].makeGesture(sorted), SORTER).layout;
  assert.deepEqual([...mixed.rack].sort(), [...sorted.rack].sort());
});

test("letters are not tiles of the number game, though some have their names", () => {
  for (const letter of "KRBOJDCM")
    assert.deepEqual(renderTile(makeLetterFace(letter)).label, {
      key: "tile.letter",
      values: { letter },
    });
  assert.equal(getLetter(makeLetterFace("Ż")), "Ż");
  assert.match(renderTile(makeLetterFace("Ż")).markup, />Ż</);
});

test("a joker shows its letter, and still that it is one", () => {
  const plain = renderTile("~?").markup;
  const named = renderTile("~?", "~Ś").markup;
  assert.doesNotMatch(plain, /<text/);
  assert.match(named, />Ś</);
  assert.match(named, /<path class="ink-joker"/);
  assert.notEqual(named, renderTile("~Ś").markup);
});

test("news of the server have the names of the number game", () => {
  const view = { letters: { 110: "S" } };
  const news = adaptWordNews({
    type: "WordNews",
    view,
    faces: ["A", "?"],
    draft: { table: [[1]], letters: { 111: "Ć" } },
  });
  assert.deepEqual(news.faces, ["~A", "~?"]);
  assert.deepEqual(news.draft, [[1]]);
  assert.deepEqual(news.letters, { 111: "Ć" });
  assert.deepEqual(news.jokers, { 110: "~S" });
  assert.equal(adaptWordNews({ view, draft: null }).draft, null);
});

test("only the word that counts shows its points; what nobody may know is not judged", () => {
  const problem = { code: "no_word", clause: "W-12", values: {}, text: "" };
  const words = [
    { text: "SOK", valid: true, problem: null },
    { text: "SZYSZKA", valid: true, problem: null },
    { text: "XYZ", valid: false, problem },
    { text: "ABC", valid: null, problem: null },
  ];
  const { sets, value } = adaptWordJudgement({
    words,
    made: ["SZYSZKA", "SOK"],
    points: 14,
    doubled: true,
    problems: [],
  });
  assert.deepEqual(sets, [
    { valid: true, problem: null, value: 0 },
    { valid: true, problem: null, value: 14 },
    { valid: false, problem, value: 0 },
    null,
  ]);
  assert.equal(value, 14);
});

test("what happened is told once: a refill and a penalty are part of what was told before", () => {
  const told = (event, who = "other") => describeWordEvent(event, who, "Ala", [event])?.key ?? null;
  assert.equal(
    told({ type: "Placed", words: ["KOT"], doubled: false, points: 3 }),
    "news.word_other",
  );
  assert.equal(
    told({ type: "Placed", words: ["KOT"], doubled: true, points: 6 }, "own"),
    "news.word_doubled_own",
  );
  assert.equal(
    told({ type: "Placed", words: [], doubled: false, points: 0 }),
    "news.rebuilt_other",
  );
  assert.equal(told({ type: "Drew", reason: "turn", tiles: [-1] }), "news.drew_other");
  assert.equal(told({ type: "Drew", reason: "time_out", tiles: [-1] }), "news.late_other");
  for (const reason of ["refill", "wrong_word"])
    assert.equal(told({ type: "Drew", reason, tiles: [-1] }), null);
  assert.equal(told({ type: "Challenged", wrong: ["ABC"] }), "news.found_wrong_free_other");
  assert.equal(told({ type: "Challenged", wrong: [] }, "own"), "news.found_good_own");
});
