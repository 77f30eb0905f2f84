// Felt and rack together: tiles move between them, so they share input, focus and animation.

import { forgetTilePositions, animateTiles, recordTilePositions } from "./flip.js";
import { listenToBoard } from "./pointer.js";
import { html, signal, useEffect, useLayoutEffect, useRef } from "../shared/ui.js";
import { Felt } from "./felt.js";
import { Rack } from "./rack.js";

/** @template T @typedef {import("../shared/ui.js").Signal<T>} Signal */

/** The tile that has, or last had, the focus. @type {Signal<number | null>} */
export const focusedTile = signal(null);

/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("./layout.js").Place} Place */

/**
 * @param {object} props
 * @param {Draft} props.draft
 * @param {(tile: HTMLElement) => Element | null} [props.origin]  where a new tile comes from
 * @param {unknown} props.children  the actions beside the rack
 */
export function Board({ draft, origin = () => null, children }) {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const board = /** @type {HTMLElement} */ (root.current);
    const end = listenToBoard(board, createGestureHandlers(draft));
    const shortcuts = (/** @type {KeyboardEvent} */ event) => handleUndoKeys(event, draft);
    addEventListener("keydown", shortcuts);
    return () => {
      end();
      removeEventListener("keydown", shortcuts);
      forgetTilePositions();
    };
  }, [draft]);
  // Read every signal that moves tiles, so that the board renders again and animates them.
  draft.layout.value;
  draft.others.value;
  draft.isAside.value;
  draft.table.value;
  if (root.current) recordTilePositions(root.current);
  useLayoutEffect(() => {
    const board = /** @type {HTMLElement} */ (root.current);
    animateTiles(board, origin);
    restoreTileFocus(board);
  });
  return html`
    <div class="board" ref=${root} onFocusIn=${trackFocusedTile}>
      <${Felt} draft=${draft} />
      <${Rack} draft=${draft} />
      ${children}
    </div>
  `;
}

/** @param {FocusEvent} event */
export function trackFocusedTile(event) {
  const tile = /** @type {HTMLElement} */ (event.target).dataset?.tile;
  if (tile !== undefined) focusedTile.value = Number(tile);
}

/** Keep the focus on a tile that has moved. @param {HTMLElement} board */
export function restoreTileFocus(board) {
  if (document.activeElement !== document.body || focusedTile.peek() === null) return;
  /** @type {HTMLElement | null} */ (
    board.querySelector(`[data-tile="${focusedTile.peek()}"]`)
  )?.focus({ preventScroll: true });
}

// --- pointers and keys ---------------------------------------------------------------------------

/** @param {Draft} draft @returns {import("./pointer.js").InputHandlers} */
function createGestureHandlers(draft) {
  const { kind, layout, canMove } = draft;
  return {
    tap(tile, { whole, before = false }) {
      const now = layout.peek();
      if (!now) return;
      const set = now.sets.find((other) => other.tiles.includes(tile));
      if (whole) {
        if (set) draft.handleGesture({ type: "select_set", set: set.id });
        else draft.handleGesture({ type: "tap", tile });
        return;
      }
      const { selected } = now;
      const target =
        selected.length && !selected.includes(tile)
          ? findDropPlace(now, tile, kind.peek().ordered ? { before } : null)
          : null;
      if (target) draft.handleGesture({ type: "move", to: target });
      else draft.handleGesture({ type: "tap", tile });
    },
    doubleTap(tile) {
      draft.handleGesture({ type: "select", tiles: [] });
      if (canMove.peek()) draft.sendTile(tile);
    },
    tapPlace(place) {
      if (layout.peek()?.selected.length) draft.handleGesture({ type: "move", to: place });
    },
    lift(tile) {
      const now = layout.peek();
      if (!now) return [];
      const isOnRack = now.rack.includes(tile);
      if (!isOnRack && !canMove.peek()) return [];
      const set = now.sets.find((other) => other.tiles.includes(tile));
      if (set && now.locked && set.tiles.some((other) => !now.own.has(other))) {
        draft.handleGesture({ type: "select_set", set: set.id }); // shows why not
        return [];
      }
      return now.selected.includes(tile) ? now.selected : [tile];
    },
    drop(tiles, place) {
      draft.handleGesture({ type: "move", tiles, to: place });
    },
    cancel() {
      if (layout.peek()?.selected.length) draft.handleGesture({ type: "select", tiles: [] });
    },
  };
}

/**
 * With tiles selected, a tap on another tile names a place, unless it lies beside them.
 * @param {import("./layout.js").Layout} layout
 * @param {number} tile
 * @param {{before: boolean} | null} side  of the tile, where that matters
 * @returns {Place | null}
 */
function findDropPlace({ rack, sets, selected }, tile, side) {
  const set = sets.find((other) => other.tiles.includes(tile));
  if (set) {
    if (selected.every((other) => set.tiles.includes(other))) return null;
    const gap = side ? { index: set.tiles.indexOf(tile) + Number(!side.before) } : {};
    return { place: "set", set: set.id, ...gap };
  }
  if (selected.some((other) => rack.includes(other))) return null;
  return { place: "rack", index: rack.indexOf(tile) };
}

/**
 * Undo and redo with Ctrl+Z and Ctrl+Y.
 * @param {KeyboardEvent} event
 * @param {Pick<Draft, "layout" | "handleGesture">} draft
 */
export function handleUndoKeys(event, draft) {
  if (draft.layout.peek() === null || !(event.ctrlKey || event.metaKey)) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  draft.handleGesture({ type: key === "y" || event.shiftKey ? "redo" : "undo" });
}
