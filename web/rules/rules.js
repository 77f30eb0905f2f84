// Makes a rules page: the clauses that hold for an edition, their texts with its numbers, its house
// rules marked.
//
// rules/book.json says which clauses there are, in which order, and on which fields of the
// edition each sentence depends: "turn_seconds time_out=stands" are conditions that all hold,
// "!odd_stack" that a field is empty or 0, "pool_end=a|b" that it is one of these. The words are
// in rules/en.json and its sisters. Knows no page and no network.

import { formatText } from "../app/i18n.js";

/** @typedef {import("../app/i18n.js").Language} Language */
/** @typedef {import("../app/i18n.js").Entry} Entry */
/**
 * @typedef {Readonly<Record<string, any>>} Edition fields of an edition and what follows from them
 */

/** @typedef {{say: string, when?: string, count?: string}} PartSpec */
/** @typedef {{id: string, clause?: string, parts: readonly PartSpec[]}} FactSpec */
/**
 * A set, a rack or a whole move to look at.
 * @typedef {object} Example
 * @property {string} [when]
 * @property {string} [set]  one set, or several with bars between them
 * @property {string} [reads]  what its tiles stand for
 * @property {number} [value]
 * @property {string} [problem]  the code of what is wrong with it
 * @property {Record<string, string>} [values]  of that problem
 * @property {string} [rack]
 * @property {string} [move]  the id of a worked example
 * @property {string} [before]
 * @property {string} [after]
 * @property {string} [free]  what is left in the hand
 */
/**
 * @typedef {object} ClauseSpec
 * @property {string} id
 * @property {string} [when]  without it the list of the clause's editions decides
 * @property {readonly string[]} [instead]  clauses that hold where this one does not
 * @property {string} [reading] where it settles what a rule book leaves unclear; without it
 *   wherever the clause does
 * @property {readonly string[]} [settings]  house rules that change what it says
 * @property {boolean} [list]
 * @property {readonly PartSpec[]} [parts]  without them there is one text
 * @property {readonly FactSpec[]} [facts]
 * @property {readonly Example[]} [examples]
 */
/** @typedef {{sections: readonly {id: string, clauses: readonly ClauseSpec[]}[]}} Book */
/**
 * @typedef {object} RuleTexts
 * @property {string} goal
 * @property {Record<string, string>} sections
 * @property {Record<string, Record<string, Entry>>} facts
 * @property {Record<string, Record<string, Entry>>} clauses
 * @property {Record<string, string>} moves
 */
/**
 * What the server says of an edition.
 * @typedef {object} RulesAnswer
 * @property {readonly string[]} editions
 * @property {Edition} book
 * @property {Edition} edition  with house rules
 * @property {Record<string, {kind: "rule" | "physical" | "advice", interpretation: boolean,
 *   editions: readonly string[]}>} clauses
 */

/** @typedef {{text: string, changed: boolean}} Part */
/**
 * @typedef {{id: string, name: string, text: string, was: string, clause: string}} Fact `was`: by
 *   the book, if that is something else
 */
/**
 * @typedef {object} Clause
 * @property {string} id
 * @property {string} title
 * @property {"rule" | "physical" | "advice"} kind
 * @property {boolean} interpretation
 * @property {string} open  what the rule book leaves open, and what we play
 * @property {readonly string[]} settings  house rules that change it
 * @property {boolean} off  the book has it, this table has not
 * @property {boolean} list
 * @property {readonly Part[]} parts
 * @property {readonly Fact[]} facts
 * @property {readonly (Example & {caption: string})[]} examples
 */
/** @typedef {{id: string, title: string, clauses: readonly Clause[]}} Section */
/**
 * @typedef {{key: string, editions: readonly string[], house: boolean, goal: string, sections:
 *   readonly Section[]}} RulesPage
 */

/**
 * Whether all conditions hold.
 * @param {string | undefined} when
 * @param {Edition} edition
 */
export function areConditionsMet(when, edition) {
  return parseConditions(when).every(({ not, field, wanted }) => {
    const value = edition[field];
    if (!wanted) return isValueFilled(value) !== not;
    const found = Array.isArray(value) ? value.map(String) : [String(value)];
    return wanted.some((one) => found.includes(one)) !== not;
  });
}

/** The fields that conditions look at. @param {string | undefined} when */
export const listConditionFields = (when) => parseConditions(when).map(({ field }) => field);

/** @param {string | undefined} when */
function parseConditions(when) {
  return (when ?? "")
    .split(" ")
    .filter(Boolean)
    .map((term) => {
      const not = term.startsWith("!");
      const [field = "", wanted] = term.slice(not ? 1 : 0).split("=");
      return { not, field, wanted: wanted?.split("|") };
    });
}

/** @param {unknown} value */
const isValueFilled = (value) => (Array.isArray(value) ? value.length > 0 : Boolean(value));

/** The placeholders of a text. @param {Entry} entry @returns {string[]} */
export function listPlaceholders(entry) {
  const forms = typeof entry === "string" ? [entry] : Object.values(entry);
  return [
    ...new Set(
      forms.flatMap((text) =>
        [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => /** @type {string} */ (name)),
      ),
    ),
  ];
}

/**
 * @param {Book} book
 * @param {RuleTexts} texts
 * @param {RulesAnswer} answer
 * @param {Language} language
 * @returns {RulesPage}
 */
export function buildRulesPage(book, texts, answer, language) {
  const { edition } = answer;
  const changed = new Set(
    Object.keys(edition).filter((field) => String(edition[field]) !== String(answer.book[field])),
  );

  /**
   * @param {Record<string, Entry>} words
   * @param {readonly PartSpec[]} specs
   * @param {Edition} values
   * @returns {Part[]}
   */
  function buildParts(words, specs, values) {
    return specs
      .filter(({ when }) => areConditionsMet(when, values))
      .map(({ say, when, count }) => {
        const entry = words[say] ?? "";
        const fields = [...listConditionFields(when), ...listPlaceholders(entry), count ?? ""];
        const text = formatText(
          entry,
          { ...formatEditionValues(values, language), count: count ? values[count] : 0 },
          language,
        );
        return { text, changed: fields.some((field) => changed.has(field)) };
      });
  }

  /** @param {FactSpec} spec @returns {Fact | null} */
  function buildFact({ id, clause = "", parts }) {
    const words = texts.facts[id] ?? {};
    const text = joinTexts(buildParts(words, parts, edition));
    if (!text) return null;
    const was = joinTexts(buildParts(words, parts, answer.book));
    return { id, name: String(words.name), text, was: was === text ? "" : was, clause };
  }

  /** @param {ClauseSpec} spec @param {Edition} values */
  function hasClause({ id, when }, values) {
    return when
      ? areConditionsMet(when, values)
      : Boolean(answer.clauses[id]?.editions.includes(values.key));
  }

  /** @param {ClauseSpec} spec @returns {Clause | null} */
  function buildClause(spec) {
    const about = answer.clauses[spec.id];
    const words = texts.clauses[spec.id] ?? {};
    const specs = spec.parts ?? (spec.facts ? [] : [{ say: "text" }]);
    const parts = hasClause(spec, edition) ? buildParts(words, specs, edition) : [];
    const facts = (spec.facts ?? []).map(buildFact).filter((found) => found !== null);
    const off = !parts.length && !facts.length;
    if (
      !about ||
      (off && !(hasClause(spec, answer.book) && buildParts(words, specs, answer.book).length))
    )
      return null;
    const examples = off
      ? []
      : (spec.examples ?? []).filter(({ when }) => areConditionsMet(when, edition));
    return {
      id: spec.id,
      title: String(words.title),
      kind: about.kind,
      interpretation: about.interpretation && areConditionsMet(spec.reading, edition),
      open: typeof words.open === "string" ? words.open : "",
      settings: (spec.settings ?? []).filter((field) => field in edition),
      off,
      list: spec.list ?? false,
      parts,
      facts,
      examples: examples.map((example) => ({
        ...example,
        caption: texts.moves[example.move ?? ""] ?? "",
      })),
    };
  }

  const sections = book.sections
    .map(({ id, clauses }) => ({
      id,
      title: texts.sections[id] ?? id,
      clauses: clauses.map(buildClause).filter((found) => found !== null),
    }))
    .filter(({ clauses }) => clauses.length);
  return {
    key: edition.key,
    editions: answer.editions,
    house: changed.size > 0,
    goal: texts.goal,
    sections,
  };
}

/** @param {readonly Part[]} parts */
const joinTexts = (parts) => parts.map(({ text }) => text).join(" ");

/**
 * The numbers of an edition as a text can say them; of a list, "30 or 40".
 * @param {Edition} edition
 * @param {Language} language
 */
function formatEditionValues(edition, language) {
  const or = new Intl.ListFormat(language, { type: "disjunction" });
  const values = Object.entries(edition).map(([field, value]) => {
    return [
      field,
      Array.isArray(value) ? or.format(value.filter((one) => one !== null).map(String)) : value,
    ];
  });
  return Object.fromEntries(values);
}

/**
 * Find a clause on a page, or the one that holds in its place.
 * @param {RulesPage} page
 * @param {Book} book
 * @param {string} id
 * @returns {Clause | null}
 */
export function findClause(page, book, id) {
  const shownOnes = page.sections.flatMap(({ clauses }) => clauses);
  const spec = book.sections.flatMap(({ clauses }) => clauses).find((one) => one.id === id);
  for (const name of [id, ...(spec?.instead ?? [])]) {
    const found = shownOnes.find((one) => one.id === name && !one.off);
    if (found) return found;
  }
  return shownOnes.find((one) => one.id === id) ?? null;
}

/**
 * Whether a clause has all the words that somebody looks for.
 * @param {Clause} clause
 * @param {string} wanted
 */
export function matchesSearch(clause, wanted) {
  const { id, title, parts, facts, examples } = clause;
  const all = [
    id,
    title,
    joinTexts(parts),
    ...facts.flatMap(({ name, text }) => [name, text]),
    ...examples.map(({ caption }) => caption),
  ];
  const text = normalizeForSearch(all.join(" "));
  return normalizeForSearch(wanted)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Without accents and capitals, as people type when they search. @param {string} text */
const normalizeForSearch = (text) =>
  text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ł", "l").trim();

/**
 * The address of an edition's rules, with the house rules of a table.
 * @param {string} edition
 * @param {Readonly<Record<string, any>>} [rules]
 */
export function makeRulesAddress(edition, rules = {}) {
  const flat = Object.entries(rules).flatMap(([name, value]) =>
    name === "box"
      ? Object.entries(value).map(([tile, count]) => [`box.${tile}`, count])
      : [[name, value]],
  );
  const query = new URLSearchParams(
    flat.map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
  );
  return `/rules/${encodeURIComponent(edition)}${query.size ? `?${query}` : ""}`;
}

/**
 * The address of the rules by which a game was played: its record holds every field of them.
 * @param {Readonly<Record<string, any>>} edition
 */
export function makePlayedRulesAddress({ key, ...fields }) {
  const { judging, lexicon, vulgar, turn_seconds, first_word, refill_to, penalty } = fields;
  // of words a table agrees on these alone
  const agreed = { judging, lexicon, vulgar, turn_seconds, first_word, refill_to, penalty };
  return makeRulesAddress(key, judging ? agreed : fields);
}
