// Where somebody is at the desk, kept in the address, so that a reload stays there and "back" goes
// back.

import { navigateTo, path, query } from "../../app/router.js";

/** @typedef {import("./steps.js").Section} Section */

/**
 * @returns {{section: string | null, round: number | null, table: number | null, game: number |
 *   null}}
 */
export function getLocation() {
  const asked = new URLSearchParams(query.value);
  const number = (/** @type {string} */ name) => Number(asked.get(name)) || null;
  return {
    section: asked.get("at"),
    round: number("round"),
    table: number("table"),
    game: number("game"),
  };
}

/**
 * @param {Section} section
 * @param {{round?: number, table?: number, game?: number}} [what]
 * @param {{replace?: boolean}} [how]
 */
export function goToSection(section, what = {}, how = {}) {
  const asked = new URLSearchParams({ at: section });
  for (const [name, value] of Object.entries(what)) asked.set(name, String(value));
  navigateTo(`${path.value}?${asked}`, how);
}
