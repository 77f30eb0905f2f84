// The shuffle commitments that this browser saw during games: they prove afterwards that nothing
// was changed.

import { saveItem, loadItem } from "../app/storage.js";

/** @typedef {import("../app/game_types.js").GameView} GameView */
/** @typedef {import("./proof.js").Noted} Noted */
/**
 * @typedef {Noted & {names: readonly string[], edition: string, at: number}} Note and what the game
 *   can be found by
 */
/** @typedef {readonly (readonly [string, Note])[]} Notes  by game, the newest last */

const MAX_GAMES = 40;

/**
 * Add the commitments in the view of a running game. Known ones never change.
 * @param {Notes} notes
 * @param {string} game
 * @param {GameView} view
 * @param {number} now
 * @returns {Notes}
 */
export function addCommitment(notes, game, view, now) {
  const { header, order_commitment: promise, result } = view;
  if (result) return notes; // after the end a promise proves nothing
  const known = notes.find(([name]) => name === game)?.[1];
  const orders = [...(known?.orders ?? [])];
  const deal = countMixings(view);
  if (deal > 0) orders[deal - 1] ??= promise;
  const first = known ?? {
    commitment: header.commitment,
    names: header.names,
    edition: header.edition.key,
    at: now,
  };
  const note = { ...first, orders };
  return [...notes.filter(([name]) => name !== game), /** @type {const} */ ([game, note])].slice(
    -MAX_GAMES,
  );
}

/** The bank of the word game may be mixed several times. @param {GameView} view */
const countMixings = (view) => ("mixings" in view ? view.mixings : view.deal);

/** @returns {Notes} */
export function loadCommitments() {
  try {
    const kept = JSON.parse(loadItem("noted") ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** @param {string} game @param {GameView} view */
export function saveCommitment(game, view) {
  const before = loadCommitments();
  const known = before.find(([name]) => name === game)?.[1];
  if (known?.orders[countMixings(view) - 1]) return; // nothing new: most news are of moves
  saveItem("noted", JSON.stringify(addCommitment(before, game, view, Date.now())));
}

/** @param {string} game @returns {Noted | null} */
export function findCommitment(game) {
  return loadCommitments().find(([name]) => name === game)?.[1] ?? null;
}
