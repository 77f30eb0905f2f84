import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { LANGUAGES, createI18n, formatText, pickLanguage } from "../../web/app/i18n.js";
import { REFUSALS } from "../../web/board/layout.js";

const FOLDER = new URL("../../web/app/texts/", import.meta.url);
function readAll(folder) {
  const read = (language) => JSON.parse(readFileSync(new URL(`${language}.json`, folder), "utf8"));
  return Object.fromEntries(LANGUAGES.map((language) => [language, read(language)]));
}
const TEXTS = readAll(FOLDER);
/** Pages with texts of their own. */
const PAGES = Object.fromEntries(
  [...readdirSync(new URL("../../", FOLDER)), "shared/score_sheet"]
    .map((name) => [name, new URL(`../../${name}/texts/`, FOLDER)])
    .filter(([name, folder]) => name !== "app" && existsSync(folder))
    .map(([name, folder]) => [name, readAll(folder)]),
);
const forms = (entry) => (typeof entry === "string" ? [entry] : Object.values(entry));
const holes = (text) =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort();

/** Texts that are the same word in several languages. */
const SAME = new Set(["tile.joker", "tile.letter", "house.no", "standings.buchholz"]);

test("there is a file for each language and no other", () => {
  assert.deepEqual(
    readdirSync(FOLDER).sort(),
    LANGUAGES.map((language) => `${language}.json`).sort(),
  );
});

test("pages with texts of their own are found", () => {
  for (const page of ["learn", "timer", "tournament"]) assert.ok(PAGES[page], page);
});

for (const [page, texts] of Object.entries({ all: TEXTS, ...PAGES })) {
  for (const language of LANGUAGES) {
    test(`${page} ${language}: same keys in order, same placeholders, nothing empty`, () => {
      assert.deepEqual(Object.keys(texts[language]), Object.keys(texts.en));
      for (const [key, entry] of Object.entries(texts[language])) {
        const english = texts.en[key];
        assert.equal(typeof entry, typeof english, key);
        for (const text of forms(entry)) {
          assert.ok(text.trim() === text && text, key);
          assert.deepEqual(holes(text), holes(forms(english)[0]), key);
          assert.doesNotMatch(text, /[<>]/, key);
          assert.equal(text.replace(/\{\w+\}/g, "").search(/[{}]/), -1, key);
        }
      }
    });

    test(`${page} ${language}: a form for every plural that the language has`, () => {
      const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
      for (const [key, entry] of Object.entries(texts[language])) {
        if (typeof entry === "string") continue;
        for (const category of pluralCategories) assert.ok(entry[category], `${key}: ${category}`);
        assert.ok(holes(forms(entry)[0]).includes("count"), key);
      }
    });
  }

  test(`${page}: the texts are translated`, () => {
    const same = (language) =>
      Object.keys(texts.en).filter((key) => texts.en[key] === texts[language][key]);
    for (const language of LANGUAGES.slice(1)) {
      assert.deepEqual(
        same(language).filter((key) => !SAME.has(key)),
        [],
        language,
      );
    }
  });
}

test("every refusal has words", () => {
  const written = Object.keys(TEXTS.en).filter((key) => key.startsWith("refused."));
  assert.deepEqual(
    written.sort(),
    Object.keys(REFUSALS)
      .map((code) => `refused.${code}`)
      .sort(),
  );
});

test("placeholders are filled; a missing one stays to be seen", () => {
  assert.equal(formatText("red {number}", { number: 7 }, "en"), "red 7");
  assert.equal(formatText("{a} {b}", { a: "{b}" }, "en"), "{b} {b}");
  assert.equal(formatText("{toString}", {}, "en"), "{toString}");
  assert.equal(formatText("{count}", { count: 12345 }, "en"), "12,345");
});

test("plurals follow the language", () => {
  const say = (language, count) =>
    formatText(TEXTS[language]["state.selected"], { count }, language);
  assert.deepEqual(
    [1, 2, 5, 12, 22, 25].map((count) => say("pl", count)),
    [
      "Zaznaczono 1 kostkę",
      "Zaznaczono 2 kostki",
      "Zaznaczono 5 kostek",
      "Zaznaczono 12 kostek",
      "Zaznaczono 22 kostki",
      "Zaznaczono 25 kostek",
    ],
  );
  assert.equal(say("en", 1), "1 tile selected");
  assert.equal(say("it", 0), "0 tessere selezionate");
  assert.equal(say("hu", 3), "3 lapka kijelölve");
});

test("the language can be switched at any time, and listeners hear of it", async () => {
  const i18n = await createI18n("en", async (language) => TEXTS[language]);
  const heard = [];
  const stop = i18n.onChange(() => heard.push(i18n.t("action.undo")));
  await i18n.use("pl");
  await i18n.use("hu");
  stop();
  await i18n.use("it");
  assert.deepEqual(heard, ["Cofnij", "Visszavonás"]);
  assert.equal(i18n.t("tile.red", { number: 7 }), "7 rosso");
  assert.equal(i18n.language(), "it");
});

test("the last switch wins, however slow the others are", async () => {
  const waiting = new Map();
  const load = (language) =>
    language === "en"
      ? Promise.resolve(TEXTS.en)
      : new Promise((done) => waiting.set(language, () => done(TEXTS[language])));
  const i18n = await createI18n("en", load);
  const both = [i18n.use("pl"), i18n.use("it")];
  waiting.get("it")();
  await both[1];
  waiting.get("pl")();
  await both[0];
  assert.equal(i18n.language(), "it");
});

test("if the texts cannot be loaded, the old ones stay", async () => {
  const i18n = await createI18n("en", async (language) => {
    if (language !== "en") throw new Error("no network");
    return TEXTS.en;
  });
  await assert.rejects(i18n.use("pl"));
  assert.equal(i18n.t("action.undo"), "Undo");
  assert.equal(i18n.t("no.such.key"), "no.such.key");
  assert.equal(i18n.t("constructor"), "constructor");
});

test("the reader's languages are tried in turn", () => {
  assert.equal(pickLanguage(["xx-AT", "hu-HU", "pl"]), "hu");
  assert.equal(pickLanguage(["IT"]), "it");
  assert.equal(pickLanguage([]), "en");
});
