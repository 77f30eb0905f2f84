// One tile on the board.

import { renderTile } from "./tile_markup.js";
import { html } from "../shared/ui.js";

/**
 * @param {object} props
 * @param {number} props.tile
 * @param {string} props.face
 * @param {string} props.label
 * @param {boolean} props.selected
 * @param {boolean} props.focusable  the one of its region that the Tab key comes to
 * @param {string} [props.marks]  more classes
 * @param {string} [props.stands]  what a joker stands for
 */
export function Tile({ tile, face, label, selected, focusable, marks = "", stands = "" }) {
  const { markup, classes } = renderTile(face, stands);
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

/**
 * A tile to look at; with its id, it can glide.
 * @param {{face: string, label: string, tile?: number, marks?: string, stands?: string}} props
 */
export function StaticTile({ face, label, tile, marks = "", stands = "" }) {
  const { markup, classes } = renderTile(face, stands);
  // Without a label somebody else says what it shows.
  const said = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return html`
    <span
      class=${`${classes} ${marks}`}
      data-tile=${tile}
      ...${said}
      dangerouslySetInnerHTML=${{ __html: markup }}
    ></span>
  `;
}
