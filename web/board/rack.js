// The player's own tiles.

import { t } from "../app/texts.js";
import { html } from "../shared/ui.js";
import { focusedTile } from "./board.js";
import { RackRows } from "./rack_rows.js";

/** @param {{draft: import("./draft.js").Draft}} props */
export function Rack({ draft }) {
  const now = draft.layout.value;
  if (!now) return html`<section class="rack is-spectator"><p>${t("rack.watching")}</p></section>`;
  /** @param {number} tile */
  function getTileLook(tile) {
    const marks = [
      draft.hinted.value.includes(tile) && "is-hinted",
      draft.drawn.value === tile && "is-drawn",
    ];
    return { selected: now?.selected.includes(tile), marks: marks.filter(Boolean).join(" ") };
  }
  // By all tiles of the turn: a rack that changes its height with every tile would move the whole
  // table.
  return html`
    <${RackRows}
      tiles=${now.rack}
      room=${now.own.size}
      faceOf=${draft.faceOf}
      tileLook=${getTileLook}
      focus=${focusedTile.value}
    />
  `;
}
