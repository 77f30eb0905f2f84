// One tile on the board.

import { drawTile } from "../tiles.js";
import { html } from "../ui.js";

/**
 * @param {object} props
 * @param {number} props.tile
 * @param {string} props.face
 * @param {string} props.label
 * @param {boolean} props.selected
 * @param {boolean} props.focusable  the one of its region that the Tab key comes to
 * @param {string} [props.marks]  more classes
 */
export function Tile({ tile, face, label, selected, focusable, marks = "" }) {
  const { markup, classes } = drawTile(face);
  return html`
    <button
      class=${`${classes} ${marks}`}
      data-tile=${tile}
      data-nav=""
      tabindex=${focusable ? 0 : -1}
      aria-pressed=${selected ? "true" : "false"}
      aria-label=${label}
      dangerouslySetInnerHTML=${{ __html: markup }}
    ></button>
  `;
}

/** A tile to look at. @param {{face: string, label: string}} props */
export function StillTile({ face, label }) {
  const { markup, classes } = drawTile(face);
  return html`<span class=${classes} role="img" aria-label=${label} dangerouslySetInnerHTML=${{ __html: markup }}></span>`;
}
