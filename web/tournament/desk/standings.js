// The standings: big points, then small points; who is level is shown as level.

import { formatPoints } from "../../shared/score_sheet/points.js";
import { html } from "../../shared/ui.js";
import { ProblemList, CheckboxField, useTask } from "../fields.js";
import { sendCommand, words } from "../state.js";
import { isRoleAllowed } from "./steps.js";

/** @param {{view: import("../model.js").View}} props */
export function DeskStandings({ view }) {
  const rows = view.standings ?? [];
  return html`
    <section class="card stack">
      <h2>${words.t("section.standings")}</h2>
      ${
        isRoleAllowed(view.role, "organise") &&
        html`<${StandingsToggle} isShown=${view.standings_shown} />`
      }
      ${!rows.length && html`<p>${words.t("standings.none")}</p>`}
      ${rows.length > 0 && html`<${StandingsTable} rows=${rows} />`}
      ${
        rows.some(({ buchholz }) => buchholz !== null) &&
        html`<p>${words.t("standings.buchholz_why")}</p>`
      }
      ${rows.some(({ level }) => level) && html`<p>${words.t("standings.level_why")}</p>`}
    </section>
  `;
}

/** @param {{isShown: boolean}} props */
function StandingsToggle({ isShown }) {
  const [doing, run] = useTask();
  return html`
    <${CheckboxField}
      label=${words.t("standings.shown")}
      hint=${words.t("standings.shown_why")}
      isOn=${isShown}
      onTick=${(/** @type {boolean} */ shown) =>
        void run(() => sendCommand({ type: "ShowStandings", shown }))}
    />
    <${ProblemList} of=${doing} />
  `;
}

/** @param {{rows: readonly import("../model.js").Row[]}} props */
export function StandingsTable({ rows }) {
  const hasOpponents = rows.some(({ buchholz }) => buchholz !== null);
  const hasPenalty = rows.some((row) => row.penalty_big || row.penalty_points);
  return html`
    <div class="desk-scroll">
      <table class="desk-table desk-standings">
        <thead>
          <tr>
            <th>${words.t("standings.place")}</th>
            <th>${words.t("change.player")}</th>
            <th class="is-number">${words.t("standings.big")}</th>
            <th class="is-number">${words.t("standings.small")}</th>
            ${hasOpponents && html`<th class="is-number">${words.t("standings.buchholz")}</th>`}
            <th class="is-number is-games">${words.t("standings.games")}</th>
            ${hasPenalty && html`<th class="is-number">${words.t("standings.penalty")}</th>`}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) => html`
              <tr key=${row.player} class=${row.status === "present" ? "" : "is-gone"}>
                <td>
                  <b>${row.place === null ? "–" : `${row.place}.`}</b>
                  ${
                    row.level &&
                    html`
                      ${" "}
                      <span class="desk-level" title=${words.t("standings.level")}>
                        =<span class="unseen">${words.t("standings.level")}</span>
                      </span>
                    `
                  }
                </td>
                <th scope="row">
                  ${row.name} ${row.group && html`<small>${row.group}</small>`}
                  ${
                    row.status !== "present" &&
                    html`
                      <small> ${words.t(`status.${row.status}`)}</small>
                    `
                  }
                </th>
                <td class="is-number"><b>${row.big}</b></td>
                <td class="is-number">${formatPoints(row.points)}</td>
                ${hasOpponents && html`<td class="is-number">${row.buchholz}</td>`}
                <td class="is-number is-games">${row.games}</td>
                ${hasPenalty && html`<td class="is-number">${formatPenalty(row)}</td>`}
              </tr>
            `,
          )}
        </tbody>
      </table>
    </div>
  `;
}

/** @param {import("../model.js").Row} row */
function formatPenalty({ penalty_big: big, penalty_points: points }) {
  return [big && words.t("points.big", { count: big }), points && String(points)]
    .filter(Boolean)
    .join(", ");
}
