// Animates tiles from their old to their new places (the FLIP technique).

import { isMotionReduced } from "../settings/preferences.js";

const MOVE_MS = 190;
/** @type {Map<string, DOMRect>} */
let places = new Map();
/** Positions of dragged tiles. @type {Map<string, DOMRect>} */
const held = new Map();

/**
 * Record where a dragged tile is now.
 * @param {number} tile
 * @param {DOMRect} rect
 */
export function recordDragPosition(tile, rect) {
  held.set(String(tile), rect);
}

/**
 * Record where all tiles are, before rendering. They may have moved since the last time: the window
 * may have another size, or there may be more text above them.
 * @param {HTMLElement} root
 */
export function recordTilePositions(root) {
  const tiles = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[data-tile]")]);
  places = new Map(tiles.map((tile) => [tile.dataset.tile ?? "", tile.getBoundingClientRect()]));
}

/** Forget all positions: another game, another page. */
export function forgetTilePositions() {
  places = new Map();
}

/**
 * Animate every tile from its recorded place, and new ones from their origin, after rendering.
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

/** Measure a tile after finishing its animations. @param {HTMLElement} tile */
function measureRestingTile(tile) {
  for (const running of tile.getAnimations())
    if (!(running instanceof CSSTransition)) running.finish();
  return tile.getBoundingClientRect();
}
