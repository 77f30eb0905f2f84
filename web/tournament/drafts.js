// What is being typed at the desk, kept by the browser with every letter: a refusal, a reload or a
// lost line takes nothing away.

import { saveItem, loadItem } from "../app/storage.js";
import { signal } from "../shared/ui.js";

/** @typedef {Readonly<Record<string, any>>} Drafts */

const drafts = signal(/** @type {Drafts} */ ({}));
let place = "";

/** Take out what was typed at this tournament. @param {string} id */
export function loadDrafts(id) {
  place = `tournament.drafts.${id}`;
  try {
    const kept = JSON.parse(loadItem(place) ?? "{}");
    drafts.value = kept && typeof kept === "object" ? kept : {};
  } catch {
    drafts.value = {};
  }
}

/** @template T @param {string} key @param {T} usual @returns {T} */
export function getDraft(key, usual) {
  return Object.hasOwn(drafts.value, key) ? drafts.value[key] : usual;
}

/** @param {string} key @param {unknown} value  undefined forgets it */
export function saveDraft(key, value) {
  const { [key]: _, ...others } = drafts.value;
  drafts.value = value === undefined ? others : { ...others, [key]: value };
  saveItem(place, Object.keys(drafts.value).length ? JSON.stringify(drafts.value) : null);
}

/**
 * Return the key under which the desk keeps the draft of a result.
 * @param {import("./model.js").RoundView} round
 * @param {import("./model.js").TableView} table
 * @param {import("./model.js").GameView} game
 */
export const getResultDraftKey = (round, table, game) =>
  `paper.${round.number}.${round.draw}.${table.number}.${game.game}`;
