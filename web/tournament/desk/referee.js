// Referees: clocks of tables, disputes and the word on them, warnings, penalties, exclusions.

import { SegmentedField } from "../../shared/fields.js";
import { Icon } from "../../shared/icons.js";
import { MAX_REASON_LENGTH } from "../../shared/score_sheet/sheet.js";
import { html, useEffect, useState } from "../../shared/ui.js";
import { getDraft, saveDraft } from "../drafts.js";
import { ProblemList, TextField, useTask } from "../fields.js";
import { getLastRound, formatMinutesAndSeconds, formatRoman, getTimeLeft } from "../model.js";
import { getServerTime, online, sendCommand, words } from "../state.js";
import { formatAuthor } from "../text.js";
import { IncidentList } from "./incidents.js";
import { RulingButton } from "./ruling.js";
import { isRoleAllowed } from "./steps.js";

/** @typedef {import("../model.js").View} View */
/** @typedef {import("../model.js").TableView} TableView */

/** @param {{view: View}} props */
export function DeskReferee({ view }) {
  const round = getLastRound(view);
  return html`
    <div class="stack">
      <${DisputeList} view=${view} />
      ${round?.phase === "running" && html`<${TableClockList} view=${view} round=${round} />`}
      <${IncidentList} view=${view} />
    </div>
  `;
}

/** @param {{view: View}} props */
function DisputeList({ view }) {
  const open = view.disputes.filter(({ decision }) => !decision);
  const settled = view.disputes.filter(({ decision }) => decision);
  return html`
    <section class="card stack">
      <h2>${words.t("disputes.title")}</h2>
      ${!view.disputes.length && html`<p>${words.t("disputes.none")}</p>`}
      ${open.map(
        (dispute) => html`
          <${DisputeDecisionForm}
            key=${dispute.id}
            dispute=${dispute}
            mayDecide=${isRoleAllowed(view.role, "judge")}
          />
        `,
      )}
      ${settled.map(
        ({ id, round, table, about, decision, decided_by: by, trouble }) => html`
          <div key=${id} class="desk-dispute is-settled">
            <p>
              <b>
                ${words.t("round.number", { round: formatRoman(round) })}
                , ${words.t("table.number", { table })}
              </b>${" "}
              · ${words.t(`trouble.${trouble}`)}
              : ${about}
            </p>
            <p>
              <b>${words.t("disputes.decided", { name: by ? formatAuthor(by) : "" })}</b>
              ${" "}${decision}
            </p>
          </div>
        `,
      )}
    </section>
  `;
}

/** @param {{dispute: import("../model.js").Dispute, mayDecide: boolean}} props */
function DisputeDecisionForm({ dispute, mayDecide }) {
  const key = `decision.${dispute.id}`;
  const decision = getDraft(key, "");
  const [doing, run, quiet] = useTask();
  /** @param {SubmitEvent} event */
  async function submitDecision(event) {
    event.preventDefault();
    if (
      await run(() =>
        sendCommand({ type: "DecideDispute", dispute: dispute.id, decision: decision.trim() }),
      )
    )
      saveDraft(key, undefined);
  }
  return html`
    <form class="desk-dispute is-open stack" onSubmit=${submitDecision}>
      <p>
        <b>${words.t("table.number", { table: dispute.table })}</b> ·
        ${" "}
        ${words.t(`trouble.${dispute.trouble}`)}
        : ${dispute.about} <small>${formatAuthor(dispute.by)}</small>
      </p>
      ${
        mayDecide
          ? html`
            <${TextField}
              label=${words.t("disputes.decision")}
              value=${decision}
              required
              maxlength=${MAX_REASON_LENGTH}
              onText=${(/** @type {string} */ typed) => (quiet(), saveDraft(key, typed))}
            />
            <${ProblemList} of=${doing} />
            <button class="primary" type="submit" disabled=${doing.isBusy}>
              ${words.t("disputes.decide")}
            </button>
          `
          : html`<p>${words.t("disputes.waits")}</p>`
      }
    </form>
  `;
}

/**
 * Tables that play: their time, and a way to stop it.
 * @param {{view: View, round: import("../model.js").RoundView}} props
 */
function TableClockList({ view, round }) {
  const [, tick] = useState(0);
  const [called, setCalled] = useState(/** @type {number | null} */ (null));
  const isTimed = view.settings.minutes !== null;
  useEffect(() => {
    if (!isTimed) return undefined;
    const timer = setInterval(() => tick(Math.random()), 1000);
    return () => clearInterval(timer);
  }, [isTimed]);
  return html`
    <section class="card stack">
      <h2>${words.t("clocks.title")}</h2>
      <p>${words.t("clocks.lead")}</p>
      <div class="desk-clock-tables">
        ${round.tables.map((table) => {
          const left = getTimeLeft(view.settings, round, table, getServerTime());
          return html`
            <${TableClockRow}
              key=${table.number}
              table=${table}
              left=${left === null ? "" : formatMinutesAndSeconds(left)}
              canRule=${
                isRoleAllowed(view.role, "judge") &&
                online.value.some((one) => one.table === table.number)
              }
              isCalling=${called === table.number}
              onCall=${() => setCalled(called === table.number ? null : table.number)}
            />
          `;
        })}
      </div>
    </section>
  `;
}

/**
 * @param {{table: TableView, left: string, canRule: boolean, isCalling: boolean,
 *   onCall: () => void}} props
 */
function TableClockRow({ table, left, canRule, isCalling, onCall }) {
  const [doing, run] = useTask();
  const stands = table.stopped_at !== null;
  const name = words.t("table.number", { table: table.number });
  return html`
    <section class=${`desk-clock-table ${stands ? "is-standing" : ""}`} aria-label=${name}>
      <div class="desk-row">
        <h3>${name}</h3>
        <b class="desk-clock-left">${stands ? words.t("clocks.stands") : ""} ${left}</b>
      </div>
      <p>${table.seats.map((seat) => seat.name).join(", ")}</p>
      <div class="field-row">
        <button
          class="secondary"
          disabled=${doing.isBusy}
          onClick=${() =>
            void run(() =>
              sendCommand({ type: stands ? "ResumeClock" : "StopClock", table: table.number }),
            )}
        >
          <${Icon} name=${stands ? "play" : "pause"} />
          ${words.t(stands ? "clocks.resume" : "clocks.stop")}
        </button>
        <button class="secondary" aria-expanded=${isCalling} onClick=${onCall}>
          <${Icon} name="flag" />
          ${words.t("clocks.call")}
        </button>
        ${canRule && stands && html`<${RulingButton} table=${table} />`}
      </div>
      ${canRule && !stands && html`<p>${words.t("ruling.stop_first")}</p>`}
      <${ProblemList} of=${doing} />
      ${isCalling && html`<${CallRefereeForm} table=${table.number} onDone=${onCall} />`}
    </section>
  `;
}

/** @param {{table: number, onDone: () => void}} props */
function CallRefereeForm({ table, onDone }) {
  const key = `call.${table}`;
  const typed = getDraft(key, { about: "", trouble: "dispute" });
  const [doing, run, quiet] = useTask();
  const change = (/** @type {Partial<typeof typed>} */ changes) => (
    quiet(), saveDraft(key, { ...typed, ...changes })
  );
  /** @param {SubmitEvent} event */
  async function submitCall(event) {
    event.preventDefault();
    if (
      !(await run(() =>
        sendCommand({
          type: "CallReferee",
          table,
          about: typed.about.trim(),
          trouble: typed.trouble,
        }),
      ))
    )
      return;
    saveDraft(key, undefined);
    onDone();
  }
  return html`
    <form class="stack" onSubmit=${submitCall}>
      <${SegmentedField}
        name=${key}
        label=${words.t("clocks.trouble")}
        value=${typed.trouble}
        choices=${["dispute", "behaviour"].map((value) => ({
          value,
          text: words.t(`trouble.${value}`),
        }))}
        onPick=${(/** @type {string} */ trouble) => change({ trouble })}
      />
      <${TextField}
        label=${words.t("clocks.about")}
        value=${typed.about}
        required
        maxlength=${MAX_REASON_LENGTH}
        onText=${(/** @type {string} */ about) => change({ about })}
      />
      <${ProblemList} of=${doing} />
      <button class="primary" type="submit" disabled=${doing.isBusy}>
        ${words.t("clocks.call_now")}
      </button>
    </form>
  `;
}
