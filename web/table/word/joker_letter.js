// A joker that is laid asks for its letter (W-10): with a pointer, or by its key.

import { LETTER_TILES } from "../../board/letter_tiles.js";
import {
  canLay,
  draft,
  getFace,
  layout,
  jokerLetters,
  canSetJokerLetter,
  setJokerLetter,
  unnamedJokers,
} from "../turn.js";
import { t } from "../../app/texts.js";
import { html, signal, useEffect, useLayoutEffect, useRef } from "../../shared/ui.js";
import { listAlphabet, findLetterOfKey } from "./typing.js";
import { Dialog } from "../../shared/dialog.js";

/** @template T @typedef {import("../../shared/ui.js").Signal<T>} Signal */
/** @typedef {import("../../board/layout.js").Layout} Layout */

/** A joker that shall have another letter. @type {Signal<number | null>} */
const askedJoker = signal(null);

/** @param {number} tile */
export function openJokerLetterChoice(tile) {
  askedJoker.value = tile;
}

/** Whether a joker lies where it may have another letter. @param {number} tile */
const canChangeJokerLetter = (tile) =>
  canSetJokerLetter(tile) && !layout.value?.rack.includes(tile);

export function JokerLetterDialog() {
  const last = useRef(layout.value);
  useLayoutEffect(() => {
    const taken =
      canLay.value && last.current && layout.value
        ? findTakenJoker(last.current, layout.value)
        : undefined;
    last.current = layout.value;
    if (taken !== undefined) openJokerLetterChoice(taken);
  }, [layout.value]);
  // The turn may end, or the joker go home, while it is asked.
  useLayoutEffect(() => {
    if (askedJoker.value !== null && !canChangeJokerLetter(askedJoker.value))
      askedJoker.value = null;
  });
  useEffect(() => () => void (askedJoker.value = null), []);
  const tile =
    askedJoker.value !== null && canChangeJokerLetter(askedJoker.value)
      ? askedJoker.value
      : unnamedJokers.value[0];
  return tile === undefined ? null : html`<${LetterChoice} key=${tile} tile=${tile} />`;
}

/**
 * A joker of the table that has just come together with own letters alone, or was laid aside: it
 * may have a new letter
 * (W-11). One that others only left behind is not asked yet.
 * @param {Layout} before
 * @param {Layout} now
 */
function findTakenJoker(before, now) {
  const wordOf = (/** @type {Layout} */ { sets }, /** @type {number} */ tile) =>
    sets.find((set) => set.tiles.includes(tile));
  const isWithOwn = (/** @type {Layout} */ at, /** @type {number} */ tile) => {
    const tiles = wordOf(at, tile)?.tiles ?? [];
    return tiles.length > 1 && tiles.every((other) => other === tile || now.own.has(other));
  };
  const jokers = now.sets.flatMap((set) =>
    set.tiles.filter((tile) => LETTER_TILES.isJoker(getFace(tile)) && !now.own.has(tile)),
  );
  return jokers.find((tile) => {
    const hasMoved = wordOf(before, tile)?.id !== wordOf(now, tile)?.id;
    return (
      canSetJokerLetter(tile) && (hasMoved || (isWithOwn(now, tile) && !isWithOwn(before, tile)))
    );
  });
}

/** @param {{tile: number}} props */
function LetterChoice({ tile }) {
  /** @param {string} letter */
  function pick(letter) {
    askedJoker.value = null;
    setJokerLetter(tile, letter);
  }
  /** Without a letter it goes back to where it came from. */
  function close() {
    if (askedJoker.value !== null) askedJoker.value = null;
    else if (unnamedJokers.value.includes(tile)) draft.handleGesture({ type: "undo" });
  }
  useEffect(() => {
    const hear = (/** @type {KeyboardEvent} */ event) => {
      const letter = findLetterOfKey(event);
      if (letter) pick(letter);
    };
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, [tile]);
  const now = jokerLetters.value[tile];
  return html`
    <${Dialog} title=${t("joker.which")} onClose=${close}>
      <div class="word-letters" role="group" aria-label=${t("joker.which")}>
        ${listAlphabet().map(
          (letter) =>
            html`
              <button
                class="word-letter"
                key=${letter}
                aria-pressed=${letter === now}
                onClick=${() => pick(letter)}
              >
                ${letter}
              </button>
            `,
        )}
      </div>
    <//>
  `;
}
