// Local storage. Private windows may refuse it; then values last as long as the page.

/** @type {Map<string, string>} */
const fallback = new Map();

/** @param {string} key @returns {string | null} */
export function loadItem(key) {
  try {
    return localStorage.getItem(`kostka.${key}`) ?? fallback.get(key) ?? null;
  } catch {
    return fallback.get(key) ?? null;
  }
}

/** @param {string} key @param {string | null} value  null deletes it */
export function saveItem(key, value) {
  if (value === null) fallback.delete(key);
  else fallback.set(key, value);
  try {
    if (value === null) localStorage.removeItem(`kostka.${key}`);
    else localStorage.setItem(`kostka.${key}`, value);
  } catch {
    // The fallback has it.
  }
}
