// The table of the word game: players, words, the rack, what can be done now; after the game, its score sheet.

import { Board } from "../parts/board.js";
import { EndOfGame } from "../parts/end.js";
import { JokerLetter } from "../parts/joker_letter.js";
import { originOf } from "../parts/origin.js";
import { Seats } from "../parts/seats.js";
import { WordActions } from "../parts/word_actions.js";
import { WordHistory } from "../parts/word_history.js";
import { WordSheet } from "../parts/word_sheet.js";
import { view } from "../session.js";
import { t } from "../texts.js";
import { draft } from "../turn.js";
import { html, useEffect } from "../ui.js";
import { watchKeys } from "../word_typing.js";

export function WordTablePage() {
  useEffect(watchKeys, []);
  return html`
    <div class=${`table-page is-word ${view.value.result ? "is-over" : ""}`}>
      <${Seats} />
      ${view.value.result
        ? html`<${EndOfGame} Sheet=${WordSheet} />`
        : html`
            <h1 class="unseen">${t("place.table")}</h1>
            <${Board} draft=${draft} origin=${originOf}><${WordHistory} /><${WordActions} /><//>
            <${JokerLetter} />
          `}
    </div>
  `;
}
