// The table: opponents, the sets, the rack and what can be done now; after the game, its score
// sheet.

import { Actions } from "./actions.js";
import { Board } from "../board/board.js";
import { EndOfGame } from "./game_end.js";
import { Seats } from "./seats.js";
import { ScoreSheet } from "./score_sheet.js";
import { originOf } from "./tile_origin.js";
import { view } from "../app/session.js";
import { t } from "../app/texts.js";
import { draft } from "./turn.js";
import { html } from "../shared/ui.js";

export function TablePage() {
  return html`
    <div class=${`table-page ${view.value.result ? "is-over" : ""}`}>
      <${Seats} />
      ${
        view.value.result
          ? html`<${EndOfGame} Sheet=${ScoreSheet} />`
          : html`
            <h1 class="unseen">${t("place.table")}</h1>
            <${Board} draft=${draft} origin=${originOf}><${Actions} /><//>
          `
      }
    </div>
  `;
}
