// Champion and vice-champions; where players are level for a title the head referee decides.

import { SegmentedField } from "../../shared/fields.js";
import { Icon } from "../../shared/icons.js";
import { formatPoints } from "../../shared/score_sheet/points.js";
import { MAX_REASON_LENGTH } from "../../shared/score_sheet/sheet.js";
import { formatNames } from "../../shared/score_sheet/texts.js";
import { html } from "../../shared/ui.js";
import { getDraft, saveDraft } from "../drafts.js";
import { ProblemList, TextField, useTask } from "../fields.js";
import { getPlayerName } from "../model.js";
import { sendCommand, words } from "../state.js";
import { isRoleAllowed } from "./steps.js";

/** @typedef {import("../model.js").View} View */

/** @param {{view: View}} props */
export function DeskTitles({ view }) {
  const isWaiting = view.next_step === "decide_titles";
  return html`
    <section class="card stack">
      <h2>${words.t("section.titles")}</h2>
      ${view.finished && html`<${TitleList} view=${view} />`}
      ${
        !view.finished &&
        !isWaiting &&
        html`
          <p>${words.t(view.next_step === "finish" ? "titles.ready" : "titles.later")}</p>
        `
      }
      ${
        (isWaiting || view.finished) &&
        view.title_ties.map((tie) =>
          isRoleAllowed(view.role, "exclude")
            ? html`<${TieForm} key=${tie.join()} view=${view} tie=${tie} />`
            : html`
              <p key=${tie.join()}>
                ${words.t("titles.level", {
                  names: formatNames(tie.map((player) => getPlayerName(view, player))),
                })}
              </p>
            `,
        )
      }
    </section>
  `;
}

/** @param {{view: View}} props */
function TitleList({ view }) {
  return html`
    <ol class="desk-plain desk-titled">
      ${view.titles.map(
        ({ title, shared, row }) => html`
          <li key=${row.player} class=${`is-${title}`}>
            <${Icon} name="cup" />
            <span>
              <small>
                ${words.t(`title.${title}`)}
                ${shared && ` (${words.t("title.shared")})`}
              </small>
              <b>${row.name}</b>
              ${row.group && html`<small>${row.group}</small>`}
            </span>
            <span class="desk-titled-points">
              ${words.t("points.big", { count: row.big })}
              <small>${formatPoints(row.points)}</small>
            </span>
          </li>
        `,
      )}
    </ol>
  `;
}

/** @param {{view: View, tie: readonly number[]}} props */
function TieForm({ view, tie }) {
  const key = `tie.${tie.join(".")}`;
  const typed = getDraft(key, { sharing: "shared", order: [...tie], reason: "" });
  const [doing, run, quiet] = useTask();
  const change = (/** @type {Partial<typeof typed>} */ changes) => (
    quiet(), saveDraft(key, { ...typed, ...changes })
  );
  /** @param {number} at */
  const up = (at) =>
    change({
      order: typed.order.with(at - 1, typed.order[at] ?? 0).with(at, typed.order[at - 1] ?? 0),
    });
  /** @param {SubmitEvent} event */
  async function submitDecision(event) {
    event.preventDefault();
    if (
      await run(() =>
        sendCommand({
          type: "DecideTitles",
          players: typed.order,
          sharing: typed.sharing,
          reason: typed.reason.trim(),
        }),
      )
    )
      saveDraft(key, undefined);
  }
  return html`
    <form class="desk-dispute is-open stack" onSubmit=${submitDecision}>
      <p>
        <b>
          ${words.t("titles.level", {
            names: formatNames(tie.map((player) => getPlayerName(view, player))),
          })}
        </b>
      </p>
      <${SegmentedField}
        name=${key}
        label=${words.t("titles.how")}
        value=${typed.sharing}
        choices=${["shared", "play_off"].map((value) => ({
          value,
          text: words.t(`sharing.${value}`),
        }))}
        onPick=${(/** @type {string} */ sharing) => change({ sharing })}
      />
      ${
        typed.sharing === "play_off" &&
        html`
          <p>${words.t("titles.order")}</p>
          <ol class="desk-plain desk-tie-order">
            ${typed.order.map(
              (player, at) => html`
              <li key=${player}>
                <b>${at + 1}.</b>
                <span>${getPlayerName(view, player)}</span>
                <button
                  type="button"
                  class="secondary"
                  disabled=${at === 0}
                  aria-label=${words.t("titles.up", { name: getPlayerName(view, player) })}
                  onClick=${() => up(at)}
                >
                  ↑
                </button>
              </li>
            `,
            )}
          </ol>
        `
      }
      <${TextField}
        label=${words.t("sure.reason")}
        value=${typed.reason}
        required
        maxlength=${MAX_REASON_LENGTH}
        onText=${(/** @type {string} */ reason) => change({ reason })}
      />
      <${ProblemList} of=${doing} />
      <button class="primary" type="submit" disabled=${doing.isBusy}>
        ${words.t("titles.decide")}
      </button>
    </form>
  `;
}
