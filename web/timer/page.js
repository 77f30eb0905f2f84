// Score & timer: a phone on a real table keeps the time of turns and the score of a match, without
// a network.

import { t } from "../app/texts.js";
import { ConnectingNotice } from "../not_found/page.js";
import { SegmentedField } from "../shared/fields.js";
import { words as sheetWords } from "../shared/score_sheet/texts.js";
import { html, useEffect } from "../shared/ui.js";
import { keepScreenOn } from "../shared/wake_lock.js";
import { ClockTicker, TimerClock } from "./clock_view.js";
import { TimerMatch } from "./match_view.js";
import { TimerScoreSheet } from "./score_sheet.js";
import { TimerSetup } from "./setup.js";
import { clock, draft, match, shown, words } from "./state.js";

export function TimerPage() {
  const isRunning = clock.value !== null && clock.value.since !== null;
  useEffect(() => (isRunning ? keepScreenOn() : undefined), [isRunning]);
  const isReady = [words, sheetWords].map((texts) => texts.isReady()).every(Boolean);
  if (!isReady) return html`<${ConnectingNotice} />`;
  if (!match.value) return html`<${TimerSetup} />`;
  return html`
    <div class=${`timer ${shown.value === "clock" ? "is-clock" : ""}`}>
      <header class="timer-head">
        <h1>${t("timer.title")}</h1>
        <${SegmentedField}
          name="shown"
          label=${words.t("timer.tab")}
          value=${shown.value}
          choices=${["clock", "scores"].map((value) => ({
            value,
            text: words.t(`timer.${value}`),
          }))}
          onPick=${(/** @type {any} */ value) => (shown.value = value)}
        />
      </header>
      ${clock.value && html`<${ClockTicker} now=${clock.value} />`}
      ${
        shown.value === "clock"
          ? html`
          <${TimerClock} />
        `
          : draft.value
            ? html`<${TimerScoreSheet} key=${draft.value.index} />`
            : html`<${TimerMatch} />`
      }
    </div>
  `;
}
