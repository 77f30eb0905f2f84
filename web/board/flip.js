// Tiles glide from where they were to where they are: nothing on the table is teleported.

import { isMotionReduced } from "../settings/preferences.js";

const MOVE_MS = 190;
/** @type {Map<string, DOMRect>} */
let places = new Map();
/** Those in a hand. @type {Map<string, DOMRect>} */
const held = new Map();

/**
 * Say where a tile seems to be now: in the hand that drags it.
 * @param {number} tile
 * @param {DOMRect} rect
 */
export function recordDragPosition(tile, rect) {
  held.set(String(tile), rect);
}

/**
 * Before drawing: see where the tiles are. Since the last drawing they may all have moved: another
 * size of the
 * window, or more words above them.
 * @param {HTMLElement} root
 */
export function recordTilePositions(root) {
  const tiles = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[data-tile]")]);
  places = new Map(tiles.map((tile) => [tile.dataset.tile ?? "", tile.getBoundingClientRect()]));
}

/** Forget everything: another game, another page. */
export function forgetTilePositions() {
  places = new Map();
}

/**
 * After drawing: let every tile come from where it was, and a new one from where it was taken.
 * @param {HTMLElement} root
 * @param {(tile: HTMLElement) => Element | null} origin
 */
export function animateTiles(root, origin) {
  /** @type {Map<string, DOMRect>} */
  const now = new Map();
  const tiles = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[data-tile]")]);
  for (const tile of tiles) now.set(tile.dataset.tile ?? "", measureRestingTile(tile));
  const still = isMotionReduced() || document.hidden;
  let born = 0;
  for (const tile of still ? [] : tiles) {
    const to = /** @type {DOMRect} */ (now.get(tile.dataset.tile ?? ""));
    const known = held.get(tile.dataset.tile ?? "") ?? places.get(tile.dataset.tile ?? "");
    const from = known ?? origin(tile)?.getBoundingClientRect();
    if (!from || !to.width) continue;
    const dx = from.x + from.width / 2 - to.x - to.width / 2;
    const dy = from.y + from.height / 2 - to.y - to.height / 2;
    if (Math.abs(dx) + Math.abs(dy) < 2 && Math.abs(from.width - to.width) < 1) continue;
    const scale = known ? from.width / to.width : 0.5;
    const delay = known ? 0 : Math.min(born++, 20) * 22;
    tile.animate(
      [
        { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, opacity: known ? 1 : 0 },
        { opacity: 1, offset: 0.3 },
        { transform: "none", opacity: 1 },
      ],
      {
        duration: known ? MOVE_MS : MOVE_MS * 2,
        delay,
        easing: "cubic-bezier(.2,.7,.3,1)",
        fill: "backwards",
      },
    );
  }
  places = now;
  held.clear();
}

/** Where a tile will rest, whatever it is gliding through. @param {HTMLElement} tile */
function measureRestingTile(tile) {
  for (const running of tile.getAnimations())
    if (!(running instanceof CSSTransition)) running.finish();
  return tile.getBoundingClientRect();
}
