// The texts in the reader's language: loads one, fills {placeholders}, picks plurals, and can be
// switched.
//
// What comes out is text, never markup. A key without a text comes out as itself: an odd word on
// the screen is better than an empty button.

/** @typedef {keyof typeof LANGUAGE_NAMES} Language */
/**
 * @typedef {string | Partial<Record<Intl.LDMLPluralRule, string>>} Entry a text, or one per plural
 *   category
 */
/** @typedef {Readonly<Record<string, Entry>>} Texts */
/** @typedef {Readonly<Record<string, string | number>>} Values */
/** @typedef {(language: Language) => Promise<Texts>} Loader */

/**
 * @typedef {object} I18n
 * @property {() => Language} language
 * @property {(key: string, values?: Values) => string} t
 * @property {(language: Language) => Promise<void>} use switch; the old texts stay until the new
 *   are there
 * @property {(listener: () => void) => () => void} onChange  gives the function that ends it
 */

/** The languages of the client, as each calls itself: the only place that lists them. */
export const LANGUAGE_NAMES = Object.freeze({
  en: "English",
  pl: "Polski",
  hu: "Magyar",
  it: "Italiano",
});

export const LANGUAGES = /** @type {readonly Language[]} */ (Object.keys(LANGUAGE_NAMES));

/**
 * Pick the first of the wanted languages that is there.
 * @param {readonly string[]} wanted  such as navigator.languages
 * @returns {Language}
 */
export function pickLanguage(wanted) {
  for (const tag of wanted) {
    const found = LANGUAGES.find((language) => language === tag.toLowerCase().split("-")[0]);
    if (found) return found;
  }
  return "en";
}

/** @type {Loader} */
export async function fetchTexts(language) {
  const answer = await fetch(new URL(`./texts/${language}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`no texts for ${language}: ${answer.status}`);
  return answer.json();
}

/**
 * Fill one entry. Its plural goes by the value `count`.
 * @param {Entry} entry
 * @param {Values} values
 * @param {Language} language
 * @returns {string}
 */
export function formatText(entry, values, language) {
  const text =
    typeof entry === "string" ? entry : pickPluralForm(entry, Number(values.count ?? 0), language);
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return whole;
    return typeof value === "number" ? numberFormat(language).format(value) : value;
  });
}

/**
 * Begin with a language. Until its texts are there, `t` gives the keys.
 * @param {Language} language
 * @param {Loader} [load]
 * @returns {Promise<I18n>}
 */
export async function createI18n(language, load = fetchTexts) {
  /** @type {Set<() => void>} */
  const listeners = new Set();
  /** @type {Map<Language, Texts>} */
  const loaded = new Map();
  let now = language;
  let wanted = language;

  /** @param {Language} next */
  async function switchLanguage(next) {
    wanted = next;
    const texts = loaded.get(next) ?? (await load(next));
    loaded.set(next, texts);
    if (wanted !== next) return; // somebody has switched again in the meantime
    now = next;
    for (const listener of [...listeners]) listener();
  }

  await switchLanguage(language);
  return {
    language: () => now,
    t(key, values = {}) {
      const texts = loaded.get(now) ?? {};
      const entry = Object.hasOwn(texts, key) ? texts[key] : undefined;
      return entry === undefined ? key : formatText(entry, values, now);
    },
    use: switchLanguage,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** @param {Exclude<Entry, string>} entry @param {number} count @param {Language} language */
function pickPluralForm(entry, count, language) {
  return entry[pluralRules(language).select(count)] ?? entry.other ?? "";
}

const pluralRules = cacheByLanguage((language) => new Intl.PluralRules(language));
const numberFormat = cacheByLanguage((language) => new Intl.NumberFormat(language));

/** Making these is slow, using them is not. @template T @param {(language: Language) => T} make */
function cacheByLanguage(make) {
  /** @type {Map<Language, T>} */
  const made = new Map();
  return (/** @type {Language} */ language) => {
    const found = made.get(language) ?? make(language);
    made.set(language, found);
    return found;
  };
}
