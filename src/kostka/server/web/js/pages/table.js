// The table: opponents, the sets, the rack and what can be done now; after the game, its score sheet.

import { Actions } from "../parts/actions.js";
import { Board } from "../parts/board.js";
import { EndOfGame } from "../parts/end.js";
import { Seats } from "../parts/seats.js";
import { ScoreSheet } from "../parts/score_sheet.js";
import { originOf } from "../parts/origin.js";
import { view } from "../session.js";
import { t } from "../texts.js";
import { draft } from "../turn.js";
import { html } from "../ui.js";

export function TablePage() {
  return html`
    <div class=${`table-page ${view.value.result ? "is-over" : ""}`}>
      <${Seats} />
      ${view.value.result
        ? html`<${EndOfGame} Sheet=${ScoreSheet} />`
        : html`<h1 class="unseen">${t("place.table")}</h1><${Board} draft=${draft} origin=${originOf}><${Actions} /><//>`}
    </div>
  `;
}
