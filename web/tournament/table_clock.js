// The clock of a table, and how it is stopped: by calling the referee.

import { Dialog } from "../shared/dialog.js";
import { SegmentedField } from "../shared/fields.js";
import { Icon } from "../shared/icons.js";
import { html, useEffect, useState } from "../shared/ui.js";
import { ProblemList, TextField, useTask } from "./fields.js";
import { formatMinutesAndSeconds, getTimeLeft } from "./model.js";
import { getServerTime, sendCommand, view, words } from "./state.js";

/** @typedef {import("./model.js").RoundView} RoundView */
/** @typedef {import("./model.js").TableView} TableView */

const TICK_MS = 500;
const HURRY_MS = 5 * 60_000;

/**
 * The milliseconds that are left, drawn again as they go by.
 * @param {RoundView} round
 * @param {TableView | null} table
 */
export function useTimeLeft(round, table) {
  const [, tick] = useState(0);
  const settings = /** @type {import("./model.js").View} */ (view.value).settings;
  const isTicking =
    round.phase === "running" && settings.minutes !== null && table?.stopped_at == null;
  useEffect(() => {
    if (!isTicking) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS);
    return () => clearInterval(timer);
  }, [isTicking]);
  return round.phase === "running" ? getTimeLeft(settings, round, table, getServerTime()) : null;
}

/** How the clock looks. @param {number | null} left */
export const getClockClass = (left) =>
  left === null ? "" : left <= 0 ? "is-over" : left <= HURRY_MS ? "is-hurry" : "";

/** @param {{round: RoundView, table: TableView}} props */
export function TableClock({ round, table }) {
  const left = useTimeLeft(round, table);
  const [isCalling, setCalling] = useState(false);
  const isStopped = table.stopped_at !== null;
  const state = isStopped ? "is-stopped" : getClockClass(left);
  return html`
    <section class=${`sheet-clock ${state}`} aria-label=${words.t("sheet.clock")}>
      <p class="sheet-clock-time">
        ${left !== null && html`<b role="timer">${formatMinutesAndSeconds(Math.max(left, 0))}</b>`}
        <span role="status">${describeClock(left, isStopped)}</span>
      </p>
      ${
        !isStopped &&
        html`
          <button class="secondary" onClick=${() => setCalling(true)}>
            <${Icon} name="flag" />
            ${words.t("sheet.call")}
          </button>
        `
      }
    </section>
    <${DisputeNotes} />
    ${
      isCalling &&
      html`
        <${CallRefereeDialog} table=${table.number} onClose=${() => setCalling(false)} />
      `
    }
  `;
}

/** @param {number | null} left @param {boolean} isStopped */
function describeClock(left, isStopped) {
  if (isStopped) return words.t("sheet.stands");
  if (left === null) return words.t("sheet.no_limit");
  return words.t(left <= 0 ? "sheet.time_over" : "sheet.time_left");
}

/** What the referee was called for, and the word that was given. */
function DisputeNotes() {
  const disputes = view.value?.disputes ?? [];
  return disputes.map(
    ({ id, trouble, about, decision }) => html`
      <section class=${`sheet-dispute ${decision ? "" : "is-open"}`} key=${id}>
        <b>${words.t(decision ? "sheet.decided" : "sheet.called")}</b>
        <p>${words.t(`trouble.${trouble}`)}: ${about}</p>
        ${decision && html`<p><b>${decision}</b></p>`}
      </section>
    `,
  );
}

/** @param {{table: number, onClose: () => void}} props */
function CallRefereeDialog({ table, onClose }) {
  const [trouble, setTrouble] = useState("dispute");
  const [about, setAbout] = useState("");
  const [doing, run] = useTask();
  async function submitCall() {
    const isDone = await run(() =>
      sendCommand({ type: "CallReferee", table, about: about.trim(), trouble }),
    );
    if (isDone) onClose();
  }
  return html`
    <${Dialog} title=${words.t("sheet.call_title")} onClose=${onClose}>
      <p>${words.t("sheet.call_why")}</p>
      <${SegmentedField}
        name="trouble"
        label=${words.t("sheet.call_about")}
        value=${trouble}
        choices=${["dispute", "behaviour"].map((value) => ({
          value,
          text: words.t(`trouble.${value}`),
        }))}
        onPick=${setTrouble}
      />
      <${TextField}
        label=${words.t("sheet.call_words")}
        value=${about}
        maxlength="200"
        onText=${setAbout}
      />
      ${
        doing.isLost
          ? html`
          <p class="desk-problem" role="alert">${words.t("sheet.call_lost")}</p>
        `
          : html`<${ProblemList} of=${doing} />`
      }
      <button class="primary large" disabled=${!about.trim() || doing.isBusy} onClick=${submitCall}>
        ${words.t("sheet.call")}
      </button>
    <//>
  `;
}
