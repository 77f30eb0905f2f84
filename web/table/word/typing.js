// Letters on the keyboard: a key takes its letter from the rack and puts it behind the tile that
// has the focus, or
// begins a new word. Letters with AltGr come as what they are, so that every keyboard layout will
// do.

import { makeLetterFace } from "../../board/letter_tiles.js";
import { isSetLocked } from "../../board/layout.js";
import { focusedTile } from "../../board/board.js";
import { getWordView } from "../../app/game_store.js";
import { showToast } from "../../shared/toasts.js";
import { t } from "../../app/texts.js";
import { draft, getFace, layout, setJokerLetter } from "../turn.js";

/** The letters of the box, in the order of the alphabet. @returns {string[]} */
export const listAlphabet = () =>
  getWordView().header.edition.bag.letters.map(([letter]) => letter);

/** The letter of the box that a key stands for. @param {KeyboardEvent} event */
export function findLetterOfKey(event) {
  const isCommand = (event.ctrlKey || event.metaKey) && !event.getModifierState("AltGraph");
  const letter = event.key.toUpperCase();
  return !isCommand && listAlphabet().includes(letter) ? letter : null;
}

/** Hear the keys of the board while it is shown. @returns {() => void} ends it */
export function listenToLetterKeys() {
  addEventListener("keydown", handleLetterKey);
  return () => removeEventListener("keydown", handleLetterKey);
}

/** @param {KeyboardEvent} event */
function handleLetterKey(event) {
  const at = /** @type {Element} */ (event.target);
  if (!layout.value || at.closest("dialog, input, select, textarea, header")) return;
  const letter = findLetterOfKey(event);
  const act = letter === null ? KEYS[event.key] : () => typeLetter(letter);
  if (act?.()) event.preventDefault();
}

/** What other keys do; true if anything. @type {Record<string, () => boolean>} */
const KEYS = {
  Backspace: takeLetterBack,
  Home: () => moveCaretToWordEdge(0),
  End: () => moveCaretToWordEdge(-1),
  Escape: leaveWord,
};

/** The word in which somebody is typing, and where. */
function findTypingSpot() {
  const now = layout.value;
  const tile = focusedTile.value;
  const word = now?.sets.find((set) => tile !== null && set.tiles.includes(tile));
  if (!now || tile === null || !word || isSetLocked(now, word)) return null;
  const isFront = draft.caret.value === tile;
  return { word, tile, isFront, index: word.tiles.indexOf(tile) + Number(!isFront) };
}

/** @param {string} letter */
function typeLetter(letter) {
  const { rack = [] } = layout.value ?? {};
  const face = makeLetterFace(letter);
  const joker = rack.find((tile) => getFace(tile) === makeLetterFace("?"));
  const tile = rack.find((other) => getFace(other) === face) ?? joker;
  if (tile === undefined) {
    showToast(t("typing.none", { letter }));
    return true;
  }
  const at = findTypingSpot();
  if (tile === joker) setJokerLetter(tile, letter);
  if (
    draft.handleGesture({
      type: "move",
      tiles: [tile],
      to: at ? { place: "set", set: at.word.id, index: at.index } : { place: "new" },
    })
  ) {
    if (!at?.isFront) focusTile(tile);
  }
  return true;
}

/** The own tile that has the focus goes home, and the one before it is next. */
function takeLetterBack() {
  const at = findTypingSpot();
  if (!at || at.isFront || !layout.value?.own.has(at.tile)) return false;
  const before = at.word.tiles[at.index - 2] ?? null;
  if (draft.handleGesture({ type: "move", tiles: [at.tile], to: { place: "rack" } }))
    focusTile(before);
  return true;
}

/** To the front of a word, or to its end. @param {0 | -1} end */
function moveCaretToWordEdge(end) {
  const at = findTypingSpot();
  const tile = at?.word.tiles.at(end);
  if (tile === undefined) return false;
  focusTile(tile);
  draft.caret.value = end === 0 ? tile : null;
  return true;
}

/** What is typed next is a new word. */
function leaveWord() {
  if (findTypingSpot()) focusTile(layout.value?.rack[0] ?? null);
  return false;
}

/** @param {number | null} tile */
function focusTile(tile) {
  focusedTile.value = tile;
  draft.caret.value = null;
  // It is drawn in its new place first; who types faster is further by then.
  setTimeout(() => {
    if (tile !== null && focusedTile.value === tile)
      /** @type {HTMLElement | null} */ (document.querySelector(`[data-tile="${tile}"]`))?.focus();
  });
}
