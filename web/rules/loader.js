// Fetches what rules pages are made of, each thing once: the book, the texts in one language, an
// edition's data.

import { addBasePath } from "../app/base_path.js";
import { buildRulesPage } from "./rules.js";

/** @typedef {import("./rules.js").Book} Book */
/** @typedef {import("./rules.js").RulesAnswer} RulesAnswer */
/** @typedef {import("./rules.js").RulesPage} RulesPage */
/** @typedef {import("./rules.js").RuleTexts} RuleTexts */
/** @typedef {import("../app/i18n.js").Language} Language */

/** @type {Map<string, Promise<unknown>>} */
const asked = new Map();

/** Fetch JSON, once for each address. @param {string} address @returns {Promise<unknown>} */
function fetchJsonOnce(address) {
  const known = asked.get(address);
  if (known) return known;
  const coming = fetch(address).then((answer) => {
    if (!answer.ok) throw new Error(`${answer.status} ${address}`);
    return answer.json();
  });
  coming.catch(() => asked.delete(address)); // the next time it may work
  asked.set(address, coming);
  return coming;
}

/** @param {string} game @param {string} name */
const makeFileAddress = (game, name) => new URL(`./${game}/${name}.json`, import.meta.url).href;

/**
 * @param {string} address  of the page: /rules/classic?opening_threshold=0
 * @param {Language} language
 * @returns {Promise<{page: RulesPage, book: Book}>}
 */
export async function loadRules(address, language) {
  const game = /^\/rules\/word\b/.test(address) ? "word" : "numbers";
  const [book, texts, answer] = await Promise.all([
    fetchJsonOnce(makeFileAddress(game, "book")),
    fetchJsonOnce(makeFileAddress(game, `texts/${language}`)),
    fetchJsonOnce(addBasePath(`/api${address}`)),
  ]);
  const rules = /** @type {Book} */ (book);
  const page = buildRulesPage(
    rules,
    /** @type {RuleTexts} */ (texts),
    /** @type {RulesAnswer} */ (answer),
    language,
  );
  return { page, book: rules };
}
