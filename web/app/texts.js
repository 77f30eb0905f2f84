// The chosen language as a signal: components that use `t` render again when it changes.

import { LANGUAGES, createI18n, pickLanguage } from "./i18n.js";
import { saveItem, loadItem } from "./storage.js";
import { renderTile, parseJokerMeaning } from "../board/tile_markup.js";
import { effect, signal } from "../shared/ui.js";

/** @template T @typedef {import("../shared/ui.js").Signal<T>} Signal */

/** @typedef {import("./i18n.js").Language} Language */
/** @typedef {import("./protocol.js").Problem} Problem */

const switched = signal(0);
/** @type {import("./i18n.js").I18n | null} */
let i18n = null;

/** Load the language that was chosen before, or the browser's. */
export async function loadTexts() {
  i18n = await createI18n(pickLanguage([loadItem("language") ?? "", ...navigator.languages]));
  const applyLanguage = () => {
    document.documentElement.lang = getLanguage();
    switched.value += 1;
  };
  i18n.onChange(applyLanguage);
  applyLanguage();
}

/** @param {string} key @param {Record<string, string | number>} [values] @returns {string} */
export function t(key, values) {
  switched.value; // subscribes the component to language changes
  return i18n?.t(key, values) ?? key;
}

/** @returns {Language} */
export function getLanguage() {
  switched.value;
  return i18n?.language() ?? "en";
}

/**
 * Create the texts of one feature: loaded on first use, switched with the language.
 * @param {string} folder
 * @returns {{isReady: () => boolean, t: typeof t}}
 */
export function createPageTexts(folder) {
  /** @type {Signal<import("./i18n.js").I18n | null>} */
  const own = signal(null);
  const shown = signal(0);
  /** @param {Language} wanted */
  const load = async (wanted) =>
    (await fetch(new URL(`../${folder}/texts/${wanted}.json`, import.meta.url))).json();
  let isAsked = false;

  function startLoading() {
    isAsked = true;
    const making = createI18n(getLanguage(), load).then((made) => (own.value = made));
    effect(() => {
      const wanted = getLanguage();
      void making.then((made) => made.use(wanted)).then(() => (shown.value += 1));
    });
  }
  return {
    isReady() {
      if (!isAsked) startLoading();
      return own.value !== null;
    },
    t(key, values) {
      shown.value; // subscribes the component to language changes
      return own.value?.t(key, values) ?? "";
    },
  };
}

/** @param {Language} next */
export async function switchLanguage(next) {
  if (!LANGUAGES.includes(next)) return;
  saveItem("language", next);
  await i18n?.use(next);
}

/**
 * Return a tile's name.
 * @param {string} face
 */
export function getTileName(face) {
  const { key, values } = renderTile(face).label;
  return t(key, values);
}

/**
 * Return a tile's name in a set. A double joker shows two numbers, and speech control calls it by
 * what it shows.
 * @param {string} face
 * @param {string} stands
 */
export function getTileNameWithNumbers(face, stands) {
  const numbers = parseJokerMeaning(stands).map(({ number }) => number);
  return numbers.length > 1 ? `${getTileName(face)} ${numbers.join(" ")}` : getTileName(face);
}

/**
 * Describe what a joker stands for.
 * @param {string} stands  as the server says it: "R5", "B3/O3", "B3 B4"
 */
export function describeJokerMeaning(stands) {
  const either = new Intl.ListFormat(getLanguage(), { type: "disjunction" });
  const both = new Intl.ListFormat(getLanguage(), { type: "conjunction" });
  const words = stands
    .split(" ")
    .map((word) => either.format(word.split("/").map((one) => String(replaceFaceByName(one)))));
  return t("state.stands", { tiles: both.format(words) });
}

/**
 * Describe a problem in the chosen language; in English where there is no translation.
 * @param {Problem} problem
 */
export function describeProblem(problem) {
  const key = `problem.${problem.code}`;
  // In the word game "C" is a letter, and some reasons have other words.
  const isWord = problem.clause.startsWith("W-");
  const values = Object.fromEntries(
    Object.entries(problem.values ?? {}).map(([name, value]) => [
      name,
      isWord ? value : replaceFaceByName(value),
    ]),
  );
  const keys = isWord ? [`word_${key}`, key] : [key];
  const found = keys.find((one) => t(one, values) !== one);
  return found ? t(found, values) : problem.text;
}

/** Replace a face in tile notation by the tile's name. @param {string | number} value */
function replaceFaceByName(value) {
  const isFace = typeof value === "string" && /^([KRBO]\d{1,2}|[JDCM]|~.)$/u.test(value);
  return isFace ? getTileName(value) : value;
}
