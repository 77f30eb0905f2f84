// The table of the word game: players, words, the rack, what can be done now; after the game, its
// score sheet.

import { Board } from "../../board/board.js";
import { EndOfGame } from "../game_end.js";
import { JokerLetter } from "./joker_letter.js";
import { originOf } from "../tile_origin.js";
import { Seats } from "../seats.js";
import { WordActions } from "./actions.js";
import { WordHistory } from "./history.js";
import { WordSheet } from "./score_sheet.js";
import { view } from "../../app/session.js";
import { t } from "../../app/texts.js";
import { draft } from "../turn.js";
import { html, useEffect } from "../../shared/ui.js";
import { watchKeys } from "./typing.js";

export function WordTablePage() {
  useEffect(watchKeys, []);
  return html`
    <div class=${`table-page word-page ${view.value.result ? "is-over" : ""}`}>
      <${Seats} />
      ${
        view.value.result
          ? html`<${EndOfGame} Sheet=${WordSheet} />`
          : html`
            <h1 class="unseen">${t("place.table")}</h1>
            <${Board} draft=${draft} origin=${originOf}><${WordHistory} /><${WordActions} /><//>
            <${JokerLetter} />
          `
      }
    </div>
  `;
}
