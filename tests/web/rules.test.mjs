import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { LANGUAGES } from "../../web/app/i18n.js";
import {
  areConditionsMet,
  matchesSearch,
  buildRulesPage,
  listPlaceholders,
  makePlayedRulesAddress,
  makeRulesAddress,
} from "../../web/rules/rules.js";

const WEB = new URL("../../web/", import.meta.url);

for (const folder of ["rules/numbers", "rules/word"]) {
  const FOLDER = new URL(`${folder}/`, WEB);
  const read = (name) => JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), "utf8"));
  const TEXTS = Object.fromEntries(
    LANGUAGES.map((language) => [language, read(`texts/${language}`)]),
  );
  const BOOK = read("book");
  const CLAUSES = BOOK.sections.flatMap(({ clauses }) => clauses);
  const FACTS = CLAUSES.flatMap(({ facts }) => facts ?? []);

  /** Every text with the sentence that it is for: [where, spec, entry]. */
  function entries(language) {
    const { facts, clauses } = TEXTS[language];
    const of = (kind, words, { id, parts, facts: none }) =>
      (parts ?? (none ? [] : [{ say: "text" }])).map((part) => [
        `${kind} ${id} ${part.say}`,
        part,
        words[id][part.say],
      ]);
    return [
      ...FACTS.flatMap((spec) => of("fact", facts, spec)),
      ...CLAUSES.flatMap((spec) => of("clause", clauses, spec)),
    ];
  }

  test(`${folder}: there is a file for each language, and the book`, () => {
    assert.deepEqual(readdirSync(FOLDER).sort(), ["book.json", "texts"]);
    assert.deepEqual(
      readdirSync(new URL("texts/", FOLDER)).sort(),
      LANGUAGES.map((name) => `${name}.json`).sort(),
    );
  });

  for (const language of LANGUAGES) {
    test(`${folder} ${language}: a text for everything in the book, and no other`, () => {
      const texts = TEXTS[language];
      const says = ({ parts, facts }) =>
        (parts ?? (facts ? [] : [{ say: "text" }])).map(({ say }) => say);
      assert.deepEqual(Object.keys(texts), ["goal", "sections", "facts", "clauses", "moves"]);
      assert.deepEqual(
        Object.keys(texts.sections),
        BOOK.sections.map(({ id }) => id),
      );
      assert.deepEqual(Object.keys(texts.facts).sort(), FACTS.map(({ id }) => id).sort());
      assert.deepEqual(Object.keys(texts.clauses).sort(), CLAUSES.map(({ id }) => id).sort());
      for (const spec of FACTS)
        assert.deepEqual(Object.keys(texts.facts[spec.id]), ["name", ...says(spec)], spec.id);
      for (const spec of CLAUSES) {
        // What the book leaves open is said of some interpretations, in all languages or in none.
        const open = "open" in TEXTS.en.clauses[spec.id] ? ["open"] : [];
        const keys = ["title", ...open, ...says(spec)].sort();
        assert.deepEqual(Object.keys(texts.clauses[spec.id]).sort(), keys, spec.id);
      }
      const moves = CLAUSES.flatMap(({ examples = [] }) => examples).flatMap(
        ({ move }) => move ?? [],
      );
      assert.deepEqual(Object.keys(texts.moves), moves);
    });

    test(`${folder} ${language}: placeholders as in English, plurals of counts`, () => {
      const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
      const english = new Map(entries("en").map(([where, , entry]) => [where, entry]));
      const named = (entry) =>
        listPlaceholders(entry)
          .filter((name) => name !== "count")
          .sort();
      for (const [where, part, entry] of entries(language)) {
        const forms = typeof entry === "string" ? [entry] : Object.values(entry);
        assert.deepEqual(named(entry), named(english.get(where)), where);
        assert.equal(typeof entry === "string", !part.count, where);
        if (part.count)
          for (const category of pluralCategories)
            assert.ok(entry[category], `${where} ${category}`);
        for (const form of forms) {
          assert.ok(form && form.trim() === form, where);
          assert.doesNotMatch(form.replace(/\{\w+\}/g, "x"), /[{}<>]| {2}/, where);
          if (where.startsWith("clause")) assert.match(form, /[.:?”“»]$/, where);
        }
      }
    });
  }
}

test("conditions", () => {
  const edition = { time: 60, none: null, zero: 0, end: "stands", list: [30, null], empty: [] };
  const yes = [
    "",
    "time",
    "!none",
    "!zero",
    "end=stands",
    "end=undone|stands",
    "!end=undone",
    "list",
    "list=null",
    "list=30",
    "!empty",
    "time end=stands",
  ];
  const no = [
    "none",
    "zero",
    "!time",
    "end=undone",
    "list=40",
    "empty",
    "time end=undone",
    "missing",
    "!list=30",
  ];
  for (const when of yes) assert.ok(areConditionsMet(when, edition), when);
  for (const when of no) assert.ok(!areConditionsMet(when, edition), when);
  assert.ok(areConditionsMet(undefined, edition));
});

// A book of two clauses for a game of two rules.
const book = {
  sections: [
    {
      id: "a",
      clauses: [
        {
          id: "N-1",
          parts: [
            { say: "some", when: "time", count: "time" },
            { say: "none", when: "!time" },
          ],
        },
      ],
    },
    {
      id: "b",
      clauses: [{ id: "N-2", when: "pairs", examples: [{ set: "K7 R7 B7", when: "time" }] }],
    },
  ],
};
const texts = {
  goal: "Win.",
  sections: { a: "A", b: "B" },
  facts: {},
  clauses: {
    "N-1": {
      title: "Időkorlát",
      some: { one: "{count} second, not {time} hours.", other: "{count} seconds." },
      none: "No limit.",
    },
    "N-2": { title: "Pairs", text: "New deal." },
  },
  moves: {},
};
const about = { kind: "rule", interpretation: false, editions: ["mine"] };
const make = (edition, ours = {}) => {
  const whole = { key: "mine", time: 60, pairs: true, ...edition };
  const answer = {
    editions: ["mine"],
    book: whole,
    edition: { ...whole, ...ours },
    clauses: { "N-1": about, "N-2": about },
  };
  return buildRulesPage(book, texts, answer, "en");
};

test("a page has the edition's numbers", () => {
  const page = make({ time: 1 });
  assert.deepEqual(page.sections[0].clauses[0].parts, [
    { text: "1 second, not 1 hours.", changed: false },
  ]);
  assert.equal(page.house, false);
  assert.deepEqual(
    page.sections.map(({ title }) => title),
    ["A", "B"],
  );
  assert.equal(page.sections[1].clauses[0].examples.length, 1);
});

test("what does not hold is not there, nor is an empty section", () => {
  assert.deepEqual(
    make({ pairs: false }).sections.map(({ id }) => id),
    ["a"],
  );
  assert.equal(make({ time: null }).sections[1].clauses[0].examples.length, 0);
});

test("house rules are marked; a rule that they take away is still named", () => {
  const page = make({}, { time: null, pairs: false });
  const [first, second] = page.sections.map(({ clauses }) => clauses[0]);
  assert.ok(page.house);
  assert.deepEqual(first.parts, [{ text: "No limit.", changed: true }]);
  assert.deepEqual([second.off, second.parts, second.examples], [true, [], []]);
});

test("searching takes no notice of accents, capitals and the order of words", () => {
  const [clause] = make({}).sections[0].clauses;
  for (const words of ["idokorlat", "SECONDS n-1", " 60  seconds ", "korl"])
    assert.ok(matchesSearch(clause, words), words);
  for (const words of ["minutes", "idokorlat minutes"])
    assert.ok(!matchesSearch(clause, words), words);
});

test("house rules are in the address", () => {
  assert.equal(makeRulesAddress("classic"), "/rules/classic");
  const rules = { turn_seconds: null, time_out: "stands", box: { ordinary: 4, double: 1 } };
  assert.equal(
    makeRulesAddress("six", rules),
    "/rules/six?turn_seconds=null&time_out=stands&box.ordinary=4&box.double=1",
  );
});

test("a record has every field", () => {
  const edition = { key: "six", age: null, box: { ordinary: 4 }, turn_seconds_choices: [30, null] };
  const { pathname, searchParams } = new URL(makePlayedRulesAddress(edition), "http://localhost");
  assert.equal(pathname, "/rules/six");
  assert.deepEqual(
    [...searchParams],
    [
      ["age", "null"],
      ["box.ordinary", "4"],
      ["turn_seconds_choices", "[30,null]"],
    ],
  );
  const words = {
    key: "word",
    bag: {},
    judging: "challenge",
    lexicon: "en",
    vulgar: true,
    turn_seconds: null,
    first_word: 5,
    refill_to: 7,
    penalty: 2,
  };
  assert.equal(
    makePlayedRulesAddress(words),
    "/rules/word?judging=challenge&lexicon=en&vulgar=true&turn_seconds=null" +
      "&first_word=5&refill_to=7&penalty=2",
  );
});
