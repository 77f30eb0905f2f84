// Letters on the keyboard: a key takes its letter from the rack and puts it behind the tile that
// has the focus, or
// begins a new word. Letters with AltGr come as what they are, so that every keyboard layout will
// do.

import { letterFace } from "../../board/letter_tiles.js";
import { isLocked } from "../../board/layout.js";
import { focusTile } from "../../board/board.js";
import { view } from "../../app/session.js";
import { toast } from "../../shared/toasts.js";
import { t } from "../../app/texts.js";
import { draft, faceOf, layout, nameJoker } from "../turn.js";

/** The letters of the box, in the order of the alphabet. @returns {string[]} */
export const alphabet = () =>
  view.value.header.edition.bag.letters.map((/** @type {[string, number]} */ [letter]) => letter);

/** The letter of the box that a key stands for. @param {KeyboardEvent} event */
export function letterOfKey(event) {
  const isCommand = (event.ctrlKey || event.metaKey) && !event.getModifierState("AltGraph");
  const letter = event.key.toUpperCase();
  return !isCommand && alphabet().includes(letter) ? letter : null;
}

/** Hear the keys of the board while it is shown. @returns {() => void} ends it */
export function watchKeys() {
  addEventListener("keydown", pressed);
  return () => removeEventListener("keydown", pressed);
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  const at = /** @type {Element} */ (event.target);
  if (!layout.value || at.closest("dialog, input, select, textarea, header")) return;
  const letter = letterOfKey(event);
  const act = letter === null ? KEYS[event.key] : () => type(letter);
  if (act?.()) event.preventDefault();
}

/** What other keys do; true if anything. @type {Record<string, () => boolean>} */
const KEYS = { Backspace: takeBack, Home: () => goTo(0), End: () => goTo(-1), Escape: leave };

/** The word in which somebody is typing, and where. */
function spot() {
  const now = layout.value;
  const tile = focusTile.value;
  const word = now?.sets.find((set) => tile !== null && set.tiles.includes(tile));
  if (!now || tile === null || !word || isLocked(now, word)) return null;
  const isFront = draft.caret.value === tile;
  return { word, tile, isFront, index: word.tiles.indexOf(tile) + Number(!isFront) };
}

/** @param {string} letter */
function type(letter) {
  const { rack = [] } = layout.value ?? {};
  const face = letterFace(letter);
  const joker = rack.find((tile) => faceOf(tile) === letterFace("?"));
  const tile = rack.find((other) => faceOf(other) === face) ?? joker;
  if (tile === undefined) {
    toast(t("typing.none", { letter }));
    return true;
  }
  const at = spot();
  if (tile === joker) nameJoker(tile, letter);
  if (
    draft.gesture({
      type: "move",
      tiles: [tile],
      to: at ? { place: "set", set: at.word.id, index: at.index } : { place: "new" },
    })
  ) {
    if (!at?.isFront) focus(tile);
  }
  return true;
}

/** The own tile that has the focus goes home, and the one before it is next. */
function takeBack() {
  const at = spot();
  if (!at || at.isFront || !layout.value?.own.has(at.tile)) return false;
  const before = at.word.tiles[at.index - 2] ?? null;
  if (draft.gesture({ type: "move", tiles: [at.tile], to: { place: "rack" } })) focus(before);
  return true;
}

/** To the front of a word, or to its end. @param {0 | -1} end */
function goTo(end) {
  const at = spot();
  const tile = at?.word.tiles.at(end);
  if (tile === undefined) return false;
  focus(tile);
  draft.caret.value = end === 0 ? tile : null;
  return true;
}

/** What is typed next is a new word. */
function leave() {
  if (spot()) focus(layout.value?.rack[0] ?? null);
  return false;
}

/** @param {number | null} tile */
function focus(tile) {
  focusTile.value = tile;
  draft.caret.value = null;
  // It is drawn in its new place first; who types faster is further by then.
  setTimeout(() => {
    if (tile !== null && focusTile.value === tile)
      /** @type {HTMLElement | null} */ (document.querySelector(`[data-tile="${tile}"]`))?.focus();
  });
}
