// The tournaments that this browser has a link for. A tab keeps its own link, so that an organiser
// who tries a referee's link in another tab stays the organiser in the first.

import { saveItem, loadItem } from "../app/storage.js";

/** @typedef {import("./model.js").Role} Role */
/** @typedef {{id: string, token: string, role: Role | null, title: string, at: number}} Known */

const MAX_LINKS = 60;
/** Who can do more comes first. */
const RANK = ["organiser", "head_referee", "referee", "table", "screen"];

/** @returns {readonly Known[]} */
export function listSavedLinks() {
  try {
    const kept = JSON.parse(loadItem("tournaments") ?? "[]");
    return Array.isArray(kept)
      ? kept.filter((one) => typeof one?.id === "string" && typeof one.token === "string")
      : [];
  } catch {
    return [];
  }
}

/**
 * Add a link, or what has become known of it.
 * @param {readonly Known[]} all @param {Known} one
 * @returns {readonly Known[]}  the newest first
 */
export function mergeLink(all, one) {
  return [one, ...all.filter(({ id, token }) => id !== one.id || token !== one.token)].slice(
    0,
    MAX_LINKS,
  );
}

/**
 * The link for a tournament whose address has none: the one with most rights, the newest first.
 * @param {readonly Known[]} all @param {string} id
 */
export function findBestLink(all, id) {
  const rank = (/** @type {Known} */ { role }) => (role ? RANK.indexOf(role) : RANK.length);
  return (
    all.filter((one) => one.id === id).sort((a, b) => rank(a) - rank(b) || b.at - a.at)[0] ?? null
  );
}

/** @param {Known} one */
export function saveLink(one) {
  saveItem("tournaments", JSON.stringify(mergeLink(listSavedLinks(), one)));
}

/** @param {string} id @param {string} token */
export function deleteLink(id, token) {
  saveItem(
    "tournaments",
    JSON.stringify(listSavedLinks().filter((one) => one.id !== id || one.token !== token)),
  );
}

/**
 * The secret for a tournament: that of the address, of this tab before, or one that is known.
 * What is kept safely is taken out of the address, so that nobody reads it off the screen.
 * @param {string} id @returns {string | undefined}
 */
export function findToken(id) {
  const said = decodeURIComponent(location.hash.slice(1));
  const tab = `kostka.tournament.${id}`;
  try {
    if (said) {
      sessionStorage.setItem(tab, said);
      history.replaceState(history.state, "", location.pathname + location.search);
      return said;
    }
    return sessionStorage.getItem(tab) ?? findBestLink(listSavedLinks(), id)?.token;
  } catch {
    // Nothing can be stored, so the link stays in the address.
    return said || findBestLink(listSavedLinks(), id)?.token;
  }
}
