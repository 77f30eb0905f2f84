// The table: opponents, the sets, the rack and what can be done now; after the game, its score sheet.

import { Actions } from "../parts/actions.js";
import { Board } from "../parts/board.js";
import { EndOfGame } from "../parts/end.js";
import { Seats } from "../parts/seats.js";
import { game, view } from "../session.js";
import { t } from "../texts.js";
import { draft } from "../turn.js";
import { html } from "../ui.js";

export function TablePage() {
  return html`
    <div class=${`table-page ${view.value.result ? "is-over" : ""}`}>
      <${Seats} />
      ${view.value.result
        ? html`<${EndOfGame} />`
        : html`<h1 class="unseen">${t("place.table")}</h1><${Board} draft=${draft} origin=${originOf}><${Actions} /><//>`}
    </div>
  `;
}

/** Tiles of the rack come from the pool, those of the table from whoever placed them. @param {HTMLElement} tile */
function originOf(tile) {
  const news = game.peek();
  if (tile.closest("[data-region='rack']")) return document.querySelector("[data-pool]");
  const placed = news.events.findLast((/** @type {any} */ event) => event.type === "Placed");
  const from = placed?.seat ?? news.view.turn;
  return from === undefined || from === null || !news.events.length ? null : document.querySelector(`[data-seat="${from}"]`);
}
