// Reads the steps of real games from a folder: everything in them has words, in every language. See
// test_replays.py.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";

import { LANGUAGES, formatText } from "../../web/app/i18n.js";
import { listBoxFaces } from "../../web/board/box_faces.js";
import { makeSolverAddress, findStepOfTurn, describeStep } from "../../web/replay/steps.js";
import { adaptReplay } from "../../web/replay/loader.js";
import { isWordEdition } from "../../web/table/word/news.js";
import { listBagFaces } from "../../web/replay/word_proof.js";

const I18N = new URL("../../web/app/texts/", import.meta.url);
const TEXTS = LANGUAGES.map((language) => [
  language,
  JSON.parse(readFileSync(new URL(`${language}.json`, I18N), "utf8")),
]);
const folder = process.argv[2];
const seen = new Set();

for (const name of readdirSync(folder)) {
  const record = JSON.parse(readFileSync(`${folder}/${name}`, "utf8"));
  const replay = adaptReplay(record);
  const { edition } = replay.header;
  assert.deepEqual(
    isWordEdition(edition) ? listBagFaces(edition.bag) : listBoxFaces(edition.box),
    record.faces,
    name,
  );
  replay.steps.forEach((step, index) => {
    const told = describeStep(replay, index);
    assert.ok(told.length, `${name}: nothing is told of step ${index}`);
    for (const { key, values } of told) {
      seen.add(key);
      for (const [language, texts] of TEXTS) {
        assert.ok(texts[key], `${language}: ${key}`);
        assert.doesNotMatch(
          formatText(texts[key], values, language),
          /\{|undefined/,
          `${language}: ${key}`,
        );
      }
    }
    const asked = makeSolverAddress(replay, index);
    assert.equal(asked === null, step.turn === null || isWordEdition(edition));
    if (asked) {
      const question = new URLSearchParams(asked.split("#")[1]);
      const sets = question.get("t").split(" / ").filter(Boolean);
      assert.deepEqual(
        sets,
        step.table.map((tiles) => tiles.map((tile) => replay.faces[tile]).join(" ")),
      );
    }
  });
  const { turns } = replay.steps.at(-1);
  for (let turn = 1; turn <= turns; turn += 1)
    assert.equal(replay.steps[findStepOfTurn(replay, turn)].turns, turn, name);
}
process.stdout.write(`${[...seen].sort().join("\n")}\n`);
