// The table of the word game: players, words, the rack, what can be done now; after the game, its
// score sheet.

import { Board } from "../../board/board.js";
import { GameEnd } from "../game_end.js";
import { JokerLetterDialog } from "./joker_letter.js";
import { findTileOrigin } from "../tile_origin.js";
import { Pausable, PauseBanner } from "../pause_banner.js";
import { PlayerPlates } from "../seats.js";
import { WordTurnActions } from "./actions.js";
import { WordHistory } from "./history.js";
import { WordScoreSheet } from "./score_sheet.js";
import { getGameView } from "../../app/game_store.js";
import { t } from "../../app/texts.js";
import { draft } from "../turn.js";
import { html, useEffect } from "../../shared/ui.js";
import { listenToLetterKeys } from "./typing.js";

export function WordTablePage() {
  useEffect(listenToLetterKeys, []);
  return html`
    <div class=${`table-page word-page ${getGameView().result ? "is-over" : ""}`}>
      <${PlayerPlates} />
      ${
        getGameView().result
          ? html`<${GameEnd} Sheet=${WordScoreSheet} />`
          : html`
            <h1 class="unseen">${t("place.table")}</h1>
            <${PauseBanner} />
            <${Pausable}>
              <${Board} draft=${draft} origin=${findTileOrigin}>
                <${WordHistory} />
                <${WordTurnActions} />
              <//>
            <//>
            <${JokerLetterDialog} />
          `
      }
    </div>
  `;
}
