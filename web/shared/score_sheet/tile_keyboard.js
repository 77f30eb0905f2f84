// A keyboard of tiles: every face of the box that is left.

import { t, getTileName } from "../../app/texts.js";
import { BoxTileRows } from "../../board/box_rows.js";
import { renderTile } from "../../board/tile_markup.js";
import { html } from "../ui.js";

/**
 * @param {{jokers: readonly string[], left: (face: string) => number, onKey: (face: string) =>
 *   void}} props
 */
export function TileKeyboard({ jokers, left, onKey }) {
  const key = (/** @type {string} */ face) =>
    html`<${TileKey} key=${face} face=${face} left=${left(face)} onKey=${onKey} />`;
  return html`
    <div class="score-tile-keys" role="group" aria-label=${t("solver.tray")}>
      <${BoxTileRows} jokers=${jokers} tile=${key} rows="score-keys-rows" />
    </div>
  `;
}

/**
 * A key that is used up keeps its place, so that the others stay where they are.
 * @param {{face: string, left: number, onKey: (face: string) => void}} props
 */
function TileKey({ face, left, onKey }) {
  const { markup, classes } = renderTile(face);
  const isUsed = left <= 0;
  return html`
    <button
      class=${`${classes} ${isUsed ? "is-used-up" : ""}`}
      aria-label=${getTileName(face)}
      aria-disabled=${isUsed ? "true" : undefined}
      onClick=${() => !isUsed && onKey(face)}
      dangerouslySetInnerHTML=${{ __html: markup }}
    ></button>
  `;
}
