// Felt and rack together: tiles move between them, so they share hands, focus and movement.

import { forgetPlaces, glide } from "../flip.js";
import { watchHands } from "../hands.js";
import { game, othersDraft, seat, view } from "../session.js";
import { canLay, gesture, layout, send } from "../turn.js";
import { html, signal, useEffect, useLayoutEffect, useRef } from "../ui.js";
import { Actions } from "./actions.js";
import { Felt } from "./felt.js";
import { Rack } from "./rack.js";

/** @template T @typedef {import("../ui.js").Signal<T>} Signal */

/** The tile that has, or last had, the focus. @type {Signal<number | null>} */
export const focusTile = signal(null);

/** @typedef {import("../layout.js").Place} Place */

export function Board() {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const board = /** @type {HTMLElement} */ (root.current);
    const end = watchHands(board, HANDS);
    addEventListener("keydown", shortcuts);
    return () => {
      end();
      removeEventListener("keydown", shortcuts);
      forgetPlaces();
    };
  }, []);
  // All that moves tiles is read here, so that this is drawn again, and the tiles glide, after any of it.
  layout.value;
  othersDraft.value;
  const shown = game.value;
  useLayoutEffect(() => {
    const board = /** @type {HTMLElement} */ (root.current);
    glide(board, (tile) => originOf(tile, shown));
    keepFocus(board);
  });
  return html`
    <div class="board" ref=${root} onFocusIn=${noteFocus}>
      <${Felt} />
      <${Rack} />
      <${Actions} />
    </div>
  `;
}

/** Where a tile that was not seen before comes from. @param {HTMLElement} tile @param {any} news */
function originOf(tile, news) {
  if (tile.closest("[data-region='rack']")) return document.querySelector("[data-pool]");
  const placed = news.events.findLast((/** @type {any} */ event) => event.type === "Placed");
  const from = placed?.seat ?? view.peek()?.turn;
  return from === undefined || from === null || !news.events.length ? null : document.querySelector(`[data-seat="${from}"]`);
}

/** @param {FocusEvent} event */
function noteFocus(event) {
  const tile = /** @type {HTMLElement} */ (event.target).dataset?.tile;
  if (tile !== undefined) focusTile.value = Number(tile);
}

/** A tile that moves takes the focus along. @param {HTMLElement} board */
function keepFocus(board) {
  if (document.activeElement !== document.body || focusTile.peek() === null) return;
  /** @type {HTMLElement | null} */ (board.querySelector(`[data-tile="${focusTile.peek()}"]`))?.focus({ preventScroll: true });
}

// --- what the hands mean -------------------------------------------------------------------------

/** @type {import("../hands.js").Hands} */
const HANDS = {
  tap(tile, { whole }) {
    const now = layout.peek();
    if (!now) return;
    const set = now.sets.find((other) => other.tiles.includes(tile));
    if (whole) {
      if (set) gesture({ type: "select_set", set: set.id });
      else gesture({ type: "tap", tile });
      return;
    }
    const { selected } = now;
    const target = selected.length && !selected.includes(tile) ? targetAt(tile) : null;
    if (target) gesture({ type: "move", to: target });
    else gesture({ type: "tap", tile });
  },
  doubleTap(tile) {
    gesture({ type: "select", tiles: [] });
    if (canLay.peek()) send(tile);
  },
  tapPlace(place) {
    if (layout.peek()?.selected.length) gesture({ type: "move", to: place });
  },
  lift(tile) {
    const now = layout.peek();
    if (!now) return [];
    const isOnRack = now.rack.includes(tile);
    if (!isOnRack && !canLay.peek()) return [];
    const set = now.sets.find((other) => other.tiles.includes(tile));
    if (set && now.locked && set.tiles.some((other) => !now.own.has(other))) {
      gesture({ type: "select_set", set: set.id }); // says why not
      return [];
    }
    return now.selected.includes(tile) ? now.selected : [tile];
  },
  drop(tiles, place) {
    gesture({ type: "move", tiles, to: place });
  },
  cancel() {
    if (layout.peek()?.selected.length) gesture({ type: "select", tiles: [] });
  },
};

/**
 * With tiles in hand, a tile that is tapped is a place, unless it lies beside them.
 * @param {number} tile
 * @returns {Place | null}
 */
function targetAt(tile) {
  const now = layout.peek();
  if (!now) return null;
  const { rack, sets, selected } = now;
  const set = sets.find((other) => other.tiles.includes(tile));
  if (set) return selected.every((other) => set.tiles.includes(other)) ? null : { place: "set", set: set.id };
  if (selected.some((other) => rack.includes(other))) return null;
  return { place: "rack", index: rack.indexOf(tile) };
}

/** @param {KeyboardEvent} event */
function shortcuts(event) {
  if (seat.peek() === null || !(event.ctrlKey || event.metaKey)) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  gesture({ type: key === "y" || event.shiftKey ? "redo" : "undo" });
}
