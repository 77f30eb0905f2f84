// Where a tile comes from that was not on the board before.

import { game } from "../app/game_store.js";

/**
 * Tiles of the rack come from the pool, those of the table from whoever placed them.
 * @param {HTMLElement} tile
 */
export function findTileOrigin(tile) {
  const news = game.peek();
  if (!news) return null;
  if (tile.closest("[data-region='rack']")) return document.querySelector("[data-pool]");
  const placed = news.events.findLast((event) => event.type === "Placed");
  const from = placed?.seat ?? news.view.turn;
  return from === undefined || from === null || !news.events.length
    ? null
    : document.querySelector(`[data-seat="${from}"]`);
}
