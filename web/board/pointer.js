// What pointers and keys do on the board: taps, double taps, long presses, drags. Knows places, not
// rules.

import { recordDragPosition } from "./flip.js";

/** @typedef {import("./layout.js").Place} Place */

/**
 * @typedef {object} Hands
 * @property {(tile: number, more: {whole: boolean, before?: boolean}) => void} tap `before`: on its
 *   left part
 * @property {(tile: number) => void} doubleTap
 * @property {(place: Place) => void} tapPlace
 * @property {(tile: number) => readonly number[]} lift which tiles come along; none if it may not
 *   move
 * @property {(tiles: readonly number[], place: Place) => void} drop
 * @property {() => void} cancel
 */

/** A finger trembles more than a mouse. */
const THRESHOLD = { touch: 14, mouse: 6 };
const HOLD_MS = 450;
const DOUBLE_MS = 320;
/** A tap on this part of a tile means the gap before it. */
const FRONT = 0.4;
/** A drop this near to a set is meant for it. */
const NEAR = 14;

/**
 * Watch a board.
 * @param {HTMLElement} root
 * @param {Hands} hands
 * @returns {() => void} ends it
 */
export function watchHands(root, hands) {
  /**
   * @type {{tile: number, x: number, y: number, id: number, touch: boolean, whole: boolean, hold:
   *   number} | null}
   */
  let press = null;
  /**
   * @type {{tiles: readonly number[], ghost: HTMLElement, dx: number, dy: number, place: Place |
   *   null} | null}
   */
  let drag = null;
  let lastTap = { tile: -1, at: 0 };
  let at = { x: 0, y: 0 };
  /** A pointer may move several times between two frames; only the last counts. */
  let frame = 0;
  /** @type {Element | null} */
  let marked = null;
  const ending = new AbortController();
  const listen = { signal: ending.signal };

  root.addEventListener(
    "pointerdown",
    (event) => {
      if (event.button !== 0 || !event.isPrimary) return;
      const tile = findTileAt(event.target);
      if (tile === null) return;
      const touch = event.pointerType !== "mouse";
      const whole = event.shiftKey;
      const hold = setTimeout(() => {
        if (!press || drag) return;
        press.whole = true;
        navigator.vibrate?.(12);
        hands.tap(tile, { whole: true });
      }, HOLD_MS);
      press = { tile, x: event.clientX, y: event.clientY, id: event.pointerId, touch, whole, hold };
    },
    listen,
  );

  addEventListener(
    "pointermove",
    (event) => {
      if (!press || event.pointerId !== press.id) return;
      if (!drag) {
        const far = Math.hypot(event.clientX - press.x, event.clientY - press.y);
        if (far < (press.touch ? THRESHOLD.touch : THRESHOLD.mouse)) return;
        clearTimeout(press.hold);
        const tiles = hands.lift(press.tile);
        if (!tiles.length) {
          press = null;
          return;
        }
        drag = begin(tiles, press);
      }
      at = { x: event.clientX, y: event.clientY };
      if (!frame) frame = requestAnimationFrame(follow);
    },
    listen,
  );

  addEventListener(
    "pointerup",
    (event) => {
      if (!press || event.pointerId !== press.id) return;
      clearTimeout(press.hold);
      const { tile, whole, hold: _ } = press;
      const heldLong = whole && !event.shiftKey;
      press = null;
      if (drag) {
        at = { x: event.clientX, y: event.clientY };
        follow();
        const { tiles, place } = drag;
        for (const ghost of /** @type {HTMLElement[]} */ ([...drag.ghost.children])) {
          recordDragPosition(Number(ghost.dataset.ghost), ghost.getBoundingClientRect());
        }
        end();
        if (place) hands.drop(tiles, place);
        return;
      }
      if (heldLong) return;
      const now = event.timeStamp;
      if (lastTap.tile === tile && now - lastTap.at < DOUBLE_MS) {
        lastTap = { tile: -1, at: 0 };
        hands.doubleTap(tile);
        return;
      }
      lastTap = { tile, at: now };
      const rect = element(tile)?.getBoundingClientRect();
      hands.tap(tile, {
        whole,
        before: rect !== undefined && event.clientX < rect.left + rect.width * FRONT,
      });
    },
    listen,
  );

  // A touch that has begun must be heard where it could be stopped, or nothing that follows it can.
  root.addEventListener("touchstart", preventFling, { ...listen, passive: false });

  addEventListener("pointercancel", stop, listen);
  addEventListener("blur", stop, listen);
  root.addEventListener(
    "contextmenu",
    (event) => {
      if (findTileAt(event.target) !== null) event.preventDefault();
    },
    listen,
  );

  root.addEventListener(
    "click",
    (event) => {
      const tile = findTileAt(event.target);
      // Keys and screen readers click without a pointer; pointers were heard above.
      if (tile !== null) {
        if (event.detail === 0) hands.tap(tile, { whole: event.shiftKey });
        return;
      }
      const place = parsePlace(/** @type {Element} */ (event.target).closest?.("[data-place]"));
      if (place) hands.tapPlace(place);
    },
    listen,
  );

  addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Escape") {
        if (drag) stop();
        else hands.cancel();
      }
    },
    listen,
  );

  root.addEventListener(
    "keydown",
    (event) => {
      if (event.key.startsWith("Arrow") && moveFocus(root, event.key)) event.preventDefault();
    },
    listen,
  );

  function stop() {
    if (press) clearTimeout(press.hold);
    press = null;
    if (drag) end();
  }

  /** @param {readonly number[]} tiles @param {{tile: number, x: number, y: number}} from */
  function begin(tiles, from) {
    const ghost = document.createElement("div");
    ghost.className = "ghost";
    const held = element(from.tile)?.getBoundingClientRect();
    for (const tile of [from.tile, ...tiles.filter((other) => other !== from.tile)]) {
      const original = element(tile);
      if (!original) continue;
      const copy = /** @type {HTMLElement} */ (original.cloneNode(true));
      copy.removeAttribute("data-tile");
      copy.classList.remove("is-selected", "is-locked");
      copy.dataset.ghost = String(tile);
      copy.setAttribute("aria-hidden", "true");
      copy.removeAttribute("aria-pressed");
      copy.tabIndex = -1;
      // In the hand a tile is as large as one can see under a finger.
      copy.style.setProperty("--tile", `${Math.max(40, held?.width ?? 40)}px`);
      ghost.append(copy);
      original.classList.add("is-lifted");
    }
    document.body.append(ghost);
    document.documentElement.classList.add("is-dragging-tile");
    return { tiles, ghost, dx: -22, dy: -40, place: null };
  }

  function follow() {
    frame = 0;
    if (!drag) return;
    // First look, then change: the other way round the browser lays everything out twice.
    const over = findDropTarget(root, at.x, at.y);
    drag.ghost.style.transform = `translate(${at.x + drag.dx}px, ${at.y + drag.dy}px)`;
    drag.place = over?.place ?? null;
    if (over?.element !== marked) {
      marked?.classList.remove("is-target");
      marked = over?.element ?? null;
      marked?.classList.add("is-target");
    }
    showCaret(over?.caret ?? null);
  }

  function end() {
    drag?.ghost.remove();
    drag = null;
    showCaret(null);
    document.documentElement.classList.remove("is-dragging-tile");
    marked?.classList.remove("is-target");
    marked = null;
    for (const lifted of root.querySelectorAll(".is-lifted")) lifted.classList.remove("is-lifted");
  }

  /** @param {number} tile @returns {HTMLElement | null} */
  const element = (tile) => root.querySelector(`[data-tile="${tile}"]`);

  return () => {
    stop();
    ending.abort();
  };
}

/**
 * A finger that leaves the glass while it moves makes Chromium see a fling, even where
 * `touch-action` allows no scrolling; the next tap then
 * only "stops" the fling and never becomes a click. With all its moves taken, the first one too,
 * there is none. They are told
 * to the element that was touched, also when it has left the page since: that is where to listen.
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
function parsePlace(element) {
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
  if (parsePlace(holder)?.place === "new") holder = findNearestSet(root, x, y) ?? holder;
  const place = parsePlace(holder);
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
