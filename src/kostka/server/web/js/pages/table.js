// The table: opponents, the sets, the rack and what can be done now; after the game, its score sheet.

import { EndOfGame } from "../parts/end.js";
import { Seats } from "../parts/seats.js";
import { Board } from "../parts/board.js";
import { view } from "../session.js";
import { html } from "../ui.js";

export function TablePage() {
  return html`
    <div class=${`table-page ${view.value.result ? "is-over" : ""}`}>
      <${Seats} />
      ${view.value.result ? html`<${EndOfGame} />` : html`<${Board} />`}
    </div>
  `;
}
