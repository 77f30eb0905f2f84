// Local storage. Private windows may refuse it; then values last as long as the page.

import { BASE_PATH } from "./base_path.js";

// Servers below other paths of the same site keep their own guests and tournaments.
const PREFIX = `kostka${BASE_PATH}.`;

/** @type {Map<string, string>} */
const fallback = new Map();

/** @param {string} key @returns {string | null} */
export function loadItem(key) {
  try {
    return localStorage.getItem(PREFIX + key) ?? fallback.get(key) ?? null;
  } catch {
    return fallback.get(key) ?? null;
  }
}

/** @param {string} key @param {string | null} value  null deletes it */
export function saveItem(key, value) {
  if (value === null) fallback.delete(key);
  else fallback.set(key, value);
  try {
    if (value === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, value);
  } catch {
    // The fallback has it.
  }
}
