// The table: opponents, the sets, the rack and what can be done now; after the game, its score
// sheet.

import { TurnActions } from "./actions.js";
import { Board } from "../board/board.js";
import { GameEnd } from "./game_end.js";
import { Pausable, PauseBanner } from "./pause_banner.js";
import { PlayerPlates } from "./seats.js";
import { ScoreSheet } from "./score_sheet.js";
import { findTileOrigin } from "./tile_origin.js";
import { getGameView } from "../app/game_store.js";
import { t } from "../app/texts.js";
import { draft } from "./turn.js";
import { html } from "../shared/ui.js";

export function TablePage() {
  return html`
    <div class=${`table-page ${getGameView().result ? "is-over" : ""}`}>
      <${PlayerPlates} />
      ${
        getGameView().result
          ? html`<${GameEnd} Sheet=${ScoreSheet} />`
          : html`
            <h1 class="unseen">${t("place.table")}</h1>
            <${PauseBanner} />
            <${Pausable}>
              <${Board} draft=${draft} origin=${findTileOrigin}><${TurnActions} /><//>
            <//>
          `
      }
    </div>
  `;
}
