// Pointers and keys on the board: taps, double taps, long presses and drags. Knows places, not
// rules.

import { recordDragPosition } from "./flip.js";

/** @typedef {import("./layout.js").Place} Place */

/**
 * @typedef {object} InputHandlers
 * @property {(tile: number, how: {whole: boolean, before?: boolean}) => void} tap  `whole`: the
 *   whole set is meant; `before`: the left part of the tile was hit
 * @property {(tile: number) => void} doubleTap
 * @property {(place: Place) => void} tapPlace
 * @property {(tile: number) => readonly number[]} lift  returns the tiles that come along; none if
 *   it may not move
 * @property {(tiles: readonly number[], place: Place) => void} drop
 * @property {() => void} cancel
 */

/**
 * @typedef {object} Press
 * @property {number} tile
 * @property {number} x
 * @property {number} y
 * @property {number} pointerId
 * @property {boolean} isTouch
 * @property {boolean} whole
 * @property {number} longPressTimer
 */
/**
 * @typedef {object} Drag
 * @property {readonly number[]} tiles
 * @property {HTMLElement} ghost  the copies of the tiles under the pointer
 * @property {Place | null} place
 */

/** A finger trembles more than a mouse. */
const DRAG_DISTANCE = { touch: 14, mouse: 6 };
const LONG_PRESS_MS = 450;
const DOUBLE_TAP_MS = 320;
/** A tap on this part of a tile means the gap before it. */
const FRONT_PART = 0.4;
/** A drop this near to a set is meant for it. */
const NEAR = 14;
const GHOST_OFFSET = { x: -22, y: -40 };
const MIN_GHOST_TILE = 40;

/**
 * Call handlers for what pointers and keys do on a board.
 * @param {HTMLElement} root
 * @param {InputHandlers} handlers
 * @returns {() => void} stops listening
 */
export function listenToBoard(root, handlers) {
  const input = new BoardInput(root, handlers);
  return () => input.stopListening();
}

class BoardInput {
  /** @type {Press | null} */
  #press = null;
  /** @type {Drag | null} */
  #drag = null;
  #lastTap = { tile: -1, time: 0 };
  #pointer = { x: 0, y: 0 };
  /** A pointer may move several times between two frames; only the last move counts. */
  #frame = 0;
  /** @type {Element | null} */
  #highlighted = null;
  #listeners = new AbortController();

  /** @param {HTMLElement} root @param {InputHandlers} handlers */
  constructor(root, handlers) {
    this.root = root;
    this.handlers = handlers;
    const options = { signal: this.#listeners.signal };
    root.addEventListener("pointerdown", (event) => this.#startPress(event), options);
    addEventListener("pointermove", (event) => this.#movePointer(event), options);
    addEventListener("pointerup", (event) => this.#endPress(event), options);
    // The first touch must be cancellable, or none of its moves are.
    root.addEventListener("touchstart", preventFling, { ...options, passive: false });
    addEventListener("pointercancel", () => this.#cancelPress(), options);
    addEventListener("blur", () => this.#cancelPress(), options);
    root.addEventListener("contextmenu", preventTileMenu, options);
    root.addEventListener("click", (event) => this.#handleClick(event), options);
    addEventListener("keydown", (event) => this.#handleEscape(event), options);
    root.addEventListener("keydown", (event) => this.#handleArrow(event), options);
  }

  stopListening() {
    this.#cancelPress();
    this.#listeners.abort();
  }

  /** @param {PointerEvent} event */
  #startPress(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    const tile = findTileAt(event.target);
    if (tile === null) return;
    this.#press = {
      tile,
      x: event.clientX,
      y: event.clientY,
      pointerId: event.pointerId,
      isTouch: event.pointerType !== "mouse",
      whole: event.shiftKey,
      longPressTimer: setTimeout(() => this.#handleLongPress(tile), LONG_PRESS_MS),
    };
  }

  /** @param {number} tile */
  #handleLongPress(tile) {
    if (!this.#press || this.#drag) return;
    this.#press.whole = true;
    navigator.vibrate?.(12);
    this.handlers.tap(tile, { whole: true });
  }

  /** @param {PointerEvent} event */
  #movePointer(event) {
    const press = this.#press;
    if (!press || event.pointerId !== press.pointerId) return;
    if (!this.#drag) {
      const distance = Math.hypot(event.clientX - press.x, event.clientY - press.y);
      if (distance < DRAG_DISTANCE[press.isTouch ? "touch" : "mouse"]) return;
      clearTimeout(press.longPressTimer);
      const tiles = this.handlers.lift(press.tile);
      if (!tiles.length) {
        this.#press = null;
        return;
      }
      this.#startDrag(press.tile, tiles);
    }
    this.#pointer = { x: event.clientX, y: event.clientY };
    if (!this.#frame) this.#frame = requestAnimationFrame(() => this.#followPointer());
  }

  /** @param {PointerEvent} event */
  #endPress(event) {
    const press = this.#press;
    if (!press || event.pointerId !== press.pointerId) return;
    clearTimeout(press.longPressTimer);
    this.#press = null;
    if (this.#drag) {
      this.#pointer = { x: event.clientX, y: event.clientY };
      this.#dropDrag(this.#drag);
      return;
    }
    const wasLongPress = press.whole && !event.shiftKey;
    if (!wasLongPress) this.#tapTile(press, event);
  }

  /** @param {Press} press @param {PointerEvent} event */
  #tapTile({ tile, whole }, event) {
    const time = event.timeStamp;
    if (this.#lastTap.tile === tile && time - this.#lastTap.time < DOUBLE_TAP_MS) {
      this.#lastTap = { tile: -1, time: 0 };
      this.handlers.doubleTap(tile);
      return;
    }
    this.#lastTap = { tile, time };
    const rect = this.#findTile(tile)?.getBoundingClientRect();
    this.handlers.tap(tile, {
      whole,
      before: rect !== undefined && event.clientX < rect.left + rect.width * FRONT_PART,
    });
  }

  #cancelPress() {
    if (this.#press) clearTimeout(this.#press.longPressTimer);
    this.#press = null;
    if (this.#drag) this.#endDrag();
  }

  /** @param {number} held @param {readonly number[]} tiles */
  #startDrag(held, tiles) {
    const ghost = document.createElement("div");
    ghost.className = "ghost";
    const width = this.#findTile(held)?.getBoundingClientRect().width ?? MIN_GHOST_TILE;
    for (const tile of [held, ...tiles.filter((other) => other !== held)]) {
      const original = this.#findTile(tile);
      if (!original) continue;
      // A dragged tile is large enough to be seen under a finger.
      ghost.append(createDraggedTileCopy(original, tile, Math.max(MIN_GHOST_TILE, width)));
      original.classList.add("is-lifted");
    }
    document.body.append(ghost);
    document.documentElement.classList.add("is-dragging-tile");
    this.#drag = { tiles, ghost, place: null };
  }

  #followPointer() {
    this.#frame = 0;
    if (!this.#drag) return;
    const { x, y } = this.#pointer;
    // Measure first, then change: the other way round the browser computes the layout twice.
    const target = findDropTarget(this.root, x, y);
    const [left, top] = [x + GHOST_OFFSET.x, y + GHOST_OFFSET.y];
    this.#drag.ghost.style.transform = `translate(${left}px, ${top}px)`;
    this.#drag.place = target?.place ?? null;
    this.#highlight(target?.element ?? null);
    showCaret(target?.caret ?? null);
  }

  /** @param {Drag} drag */
  #dropDrag(drag) {
    this.#followPointer();
    const { tiles, place } = drag;
    for (const copy of /** @type {HTMLElement[]} */ ([...drag.ghost.children]))
      recordDragPosition(Number(copy.dataset.ghost), copy.getBoundingClientRect());
    this.#endDrag();
    if (place) this.handlers.drop(tiles, place);
  }

  #endDrag() {
    this.#drag?.ghost.remove();
    this.#drag = null;
    showCaret(null);
    document.documentElement.classList.remove("is-dragging-tile");
    this.#highlight(null);
    for (const lifted of this.root.querySelectorAll(".is-lifted"))
      lifted.classList.remove("is-lifted");
  }

  /** @param {Element | null} element */
  #highlight(element) {
    if (element === this.#highlighted) return;
    this.#highlighted?.classList.remove("is-target");
    this.#highlighted = element;
    this.#highlighted?.classList.add("is-target");
  }

  /** @param {MouseEvent} event */
  #handleClick(event) {
    const tile = findTileAt(event.target);
    // Keys and screen readers click without a pointer; pointers are handled above.
    if (tile !== null) {
      if (event.detail === 0) this.handlers.tap(tile, { whole: event.shiftKey });
      return;
    }
    const place = parseElementPlace(
      /** @type {Element} */ (event.target).closest?.("[data-place]"),
    );
    if (place) this.handlers.tapPlace(place);
  }

  /** @param {KeyboardEvent} event */
  #handleEscape(event) {
    if (event.key !== "Escape") return;
    if (this.#drag) this.#cancelPress();
    else this.handlers.cancel();
  }

  /** @param {KeyboardEvent} event */
  #handleArrow(event) {
    if (event.key.startsWith("Arrow") && moveFocus(this.root, event.key)) event.preventDefault();
  }

  /** @param {number} tile @returns {HTMLElement | null} */
  #findTile(tile) {
    return this.root.querySelector(`[data-tile="${tile}"]`);
  }
}

/**
 * Copy a tile for the ghost of a drag.
 * @param {HTMLElement} original
 * @param {number} tile
 * @param {number} width
 */
function createDraggedTileCopy(original, tile, width) {
  const copy = /** @type {HTMLElement} */ (original.cloneNode(true));
  copy.removeAttribute("data-tile");
  copy.classList.remove("is-selected", "is-locked");
  copy.dataset.ghost = String(tile);
  copy.setAttribute("aria-hidden", "true");
  copy.removeAttribute("aria-pressed");
  copy.tabIndex = -1;
  copy.style.setProperty("--tile", `${width}px`);
  return copy;
}

/** @param {Event} event */
function preventTileMenu(event) {
  if (findTileAt(event.target) !== null) event.preventDefault();
}

/**
 * A finger that leaves the screen while moving makes Chromium start a fling, even where
 * `touch-action` forbids scrolling; the next tap then only stops the fling and is never a click.
 * Cancelling all moves, the first one too, prevents that. The listener is on the touched element,
 * because touch events go to it even after it has left the page.
 * @param {TouchEvent} event
 */
function preventFling(event) {
  if (findTileAt(event.target) !== null)
    event.target?.addEventListener("touchmove", preventDefault, { passive: false });
}

/** @param {Event} event */
function preventDefault(event) {
  event.preventDefault();
}

/** @param {EventTarget | null} target @returns {number | null} */
function findTileAt(target) {
  const found = target instanceof Element ? target.closest("[data-tile]") : null;
  return found instanceof HTMLElement ? Number(found.dataset.tile) : null;
}

/** @param {Element | null | undefined} element @returns {Place | null} */
function parseElementPlace(element) {
  if (!(element instanceof HTMLElement)) return null;
  const { place, set } = element.dataset;
  if (place === "set") return { place, set: set ?? "" };
  return place === "new" || place === "rack" || place === "box" ? { place } : null;
}

/**
 * Find where a drop would go.
 * @param {HTMLElement} root
 * @param {number} x
 * @param {number} y
 */
function findDropTarget(root, x, y) {
  const under = document.elementFromPoint(x, y);
  let holder = under?.closest("[data-place]") ?? null;
  if (!holder || !root.contains(holder)) return null;
  if (parseElementPlace(holder)?.place === "new") holder = findNearestSet(root, x, y) ?? holder;
  const place = parseElementPlace(holder);
  if (!place || place.place === "new" || place.place === "box")
    return place && { place, element: holder, caret: null };
  const tiles = /** @type {HTMLElement[]} */ ([...holder.querySelectorAll("[data-tile]")]);
  const rects = tiles.map((tile) => tile.getBoundingClientRect());
  const { index, caret } = findNearestGap(rects, x, y);
  return { place: { ...place, index }, element: holder, caret };
}

/** @param {HTMLElement} root @param {number} x @param {number} y */
function findNearestSet(root, x, y) {
  return [...root.querySelectorAll('[data-place="set"]')].find((set) => {
    const { left, right, top, bottom } = set.getBoundingClientRect();
    return x > left - NEAR && x < right + NEAR && y > top - NEAR && y < bottom + NEAR;
  });
}

/**
 * The gap between tiles that is nearest to a point.
 * @param {readonly DOMRect[]} rects
 * @param {number} x
 * @param {number} y
 */
function findNearestGap(rects, x, y) {
  let best = {
    distance: Infinity,
    index: rects.length,
    caret: /** @type {DOMRect | null} */ (null),
  };
  rects.forEach((rect, at) => {
    for (const [side, index] of /** @type {const} */ ([
      [rect.left, at],
      [rect.right, at + 1],
    ])) {
      const off = Math.max(rect.top - y, y - rect.bottom, 0);
      const distance = Math.abs(side - x) + 4 * off;
      if (distance < best.distance)
        best = { distance, index, caret: new DOMRect(side, rect.top, 0, rect.height) };
    }
  });
  return best;
}

/** @type {HTMLElement | null} */
let caretBar = null;

/** @param {DOMRect | null} at */
function showCaret(at) {
  if (!at) {
    caretBar?.remove();
    caretBar = null;
    return;
  }
  if (!caretBar) {
    caretBar = document.createElement("div");
    caretBar.className = "caret";
    document.body.append(caretBar);
  }
  caretBar.style.transform = `translate(${at.x - 2}px, ${at.y}px)`;
  // Only what changes is written: a new height means a new layout.
  const height = `${at.height}px`;
  if (caretBar.style.height !== height) caretBar.style.height = height;
}

/**
 * Move the focus to the nearest thing in a direction.
 * @param {HTMLElement} root
 * @param {string} key
 */
function moveFocus(root, key) {
  const from = document.activeElement;
  if (!(from instanceof HTMLElement) || !from.matches("[data-nav]")) return false;
  const all = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[data-nav]")]);
  const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
  if (step) {
    const region = from.closest("[data-region]");
    const peers = all.filter((other) => other.closest("[data-region]") === region);
    peers[(peers.indexOf(from) + step + peers.length) % peers.length]?.focus();
    return true;
  }
  const here = getCentre(from);
  const down = key === "ArrowDown" ? 1 : -1;
  let best = null;
  let least = Infinity;
  for (const other of all) {
    const there = getCentre(other);
    const ahead = (there.y - here.y) * down;
    if (ahead < 12) continue;
    const distance = ahead + 0.6 * Math.abs(there.x - here.x);
    if (distance < least) [best, least] = [other, distance];
  }
  best?.focus();
  return true;
}

/** @param {HTMLElement} element */
function getCentre(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}
