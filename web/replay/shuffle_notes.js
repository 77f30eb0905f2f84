// What this browser saw and did before each deal: all commitments to the shuffle, and the value
// that it revealed. The proof after the game compares the record with it.

import { saveItem, loadItem } from "../app/storage.js";

/**
 * @typedef {object} ShuffleNote
 * @property {string} room
 * @property {number | null} seat  ours; null for spectators
 * @property {string | null} value  what we revealed; null if another device did, or none
 * @property {string | null} commitment  to the server's seed; null if the server did not ask us
 * @property {readonly (readonly [number, string])[]} seats  the commitments of all seats
 * @property {number} tries  how often the server asked for randomness until this game was dealt
 * @property {boolean} isDealt
 */
/** @typedef {readonly (readonly [string, ShuffleNote])[]} ShuffleNotes  by game, the newest last */

const MAX_GAMES = 40;

/**
 * Add what is known of a game. What was noted before the deal never changes.
 * @param {ShuffleNotes} notes
 * @param {string} game
 * @param {ShuffleNote} note
 * @returns {ShuffleNotes}
 */
export function addNote(notes, game, note) {
  const known = notes.find(([name]) => name === game)?.[1];
  const others = notes.filter(([name]) => name !== game);
  if (known) {
    // Another tab of this browser may have the value.
    const merged = { ...known, value: known.value ?? note.value };
    return [...others, [game, { ...merged, isDealt: known.isDealt || note.isDealt }]];
  }
  const before = others.findLast(([, other]) => other.room === note.room)?.[1];
  const tries = before && !before.isDealt ? before.tries + 1 : note.tries;
  return [...others, /** @type {const} */ ([game, { ...note, tries }])].slice(-MAX_GAMES);
}

/** @returns {ShuffleNotes} */
function loadNotes() {
  try {
    const kept = JSON.parse(loadItem("shuffles") ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** @param {string} game @param {ShuffleNote} note */
export const saveNote = (game, note) =>
  saveItem("shuffles", JSON.stringify(addNote(loadNotes(), game, note)));

/** @param {string} game @returns {ShuffleNote | null} */
export const findNote = (game) => loadNotes().find(([name]) => name === game)?.[1] ?? null;
