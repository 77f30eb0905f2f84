// The score sheet of the game that has just ended, or of one to correct.

import { judgeSheet } from "../shared/score_sheet/judge.js";
import { ScoreSheetForm } from "../shared/score_sheet/score_sheet.js";
import { TileRackInput } from "../shared/score_sheet/tile_rack.js";
import { html, useState } from "../shared/ui.js";
import { ConfirmDialog } from "./confirm.js";
import {
  discardDraft,
  draft,
  edition,
  match,
  removeGameFromMatch,
  saveGame,
  updateDraft,
  words,
} from "./state.js";

export function TimerScoreSheet() {
  const [isConfirming, setConfirming] = useState(false);
  if (!draft.value || !match.value) return null;
  const { index, sheet } = draft.value;
  const { names, games } = match.value;
  const number = index + 1;
  const isComplete = judgeSheet(edition.value, sheet).problem === null;
  return html`
    <section class="card stack timer-sheet">
      <h2>${words.t("timer.game", { number })}</h2>
      <${ScoreSheetForm}
        key=${index}
        group="timer"
        entry="tiles"
        TileRackInput=${TileRackInput}
        edition=${edition.value}
        players=${names.map((name) => ({ name }))}
        sheet=${sheet}
        onChange=${updateDraft}
      />
      <button class="primary large" disabled=${!isComplete} onClick=${saveGame}>
        ${words.t("timer.save")}
      </button>
      <div class="field-row">
        <button class="quiet-button" onClick=${discardDraft}>${words.t("timer.drop")}</button>
        ${
          index < games.length &&
          html`
            <button class="quiet-button" onClick=${() => setConfirming(true)}>
              ${words.t("timer.remove", { number })}
            </button>
          `
        }
      </div>
      ${
        isConfirming &&
        html`<${ConfirmDialog}
        title=${words.t("timer.remove", { number })}
        text=${words.t("timer.remove_sure")}
        onConfirm=${() => removeGameFromMatch(index)}
        onClose=${() => setConfirming(false)}
      />`
      }
    </section>
  `;
}
