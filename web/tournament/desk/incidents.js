// Warnings, penalties and exclusions: entered with a reason after a look at what they change,
// cancelled with a reason.

import { SelectField, SegmentedField } from "../../shared/fields.js";
import { MAX_REASON_LENGTH } from "../../shared/score_sheet/sheet.js";
import { html, useState } from "../../shared/ui.js";
import { getDraft, saveDraft } from "../drafts.js";
import { NumberField, ProblemList, TextField, useTask } from "../fields.js";
import { getPlayerName } from "../model.js";
import { sendCommand, words } from "../state.js";
import { formatAuthor, describeProblem } from "../text.js";
import { ConfirmDialog } from "./confirm.js";
import { ChangeList, useCommandPreview } from "./preview.js";
import { isRoleAllowed } from "./steps.js";

/** @typedef {import("../model.js").View} View */
/** @typedef {import("../model.js").Incident} Incident */
/**
 * @typedef {{player: string, sanction: "warning" | "penalty" | "exclusion", points: string, big:
 *   string, reason: string}} Typed
 */

/** @type {Typed} */
const EMPTY = { player: "", sanction: "warning", points: "", big: "", reason: "" };
const MOST_POINTS = 10_000;

/** @param {{view: View}} props */
export function IncidentList({ view }) {
  const [cancelled, setCancelled] = useState(/** @type {Incident | null} */ (null));
  const judges = isRoleAllowed(view.role, "judge");
  return html`
    <section class="card stack">
      <h2>${words.t("incidents.title")}</h2>
      ${judges && !view.finished && html`<${IncidentForm} view=${view} />`}
      ${!view.incidents.length && html`<p>${words.t("incidents.none")}</p>`}
      ${view.incidents.map(
        (incident) => html`
          <div
            key=${incident.id}
            class=${`desk-dispute ${incident.cancelled === null ? "" : "is-settled"}`}
          >
            <p>
              <b>
                ${words.t(`sanction.${incident.sanction}`)}: ${getPlayerName(view, incident.player)}
              </b>
              ${" "}
              ${describePenalty(incident)}
            </p>
            <p>${incident.reason} <small>${formatAuthor(incident.by)}</small></p>
            ${
              incident.cancelled !== null &&
              html`
                <p><b>${words.t("incidents.cancelled")}</b> ${incident.cancelled}</p>
              `
            }
            ${
              judges &&
              incident.cancelled === null &&
              html`
                <button class="quiet-button" onClick=${() => setCancelled(incident)}>
                  ${words.t("incidents.cancel")}
                </button>
              `
            }
          </div>
        `,
      )}
      ${
        cancelled &&
        html`
          <${ConfirmDialog}
            title=${words.t("incidents.cancel")}
            text=${[
              words.t(`sanction.${cancelled.sanction}`),
              getPlayerName(view, cancelled.player),
            ].join(": ")}
            command=${{ type: "CancelIncident", incident: cancelled.id }}
            onClose=${() => setCancelled(null)}
          />
        `
      }
    </section>
  `;
}

/** @param {Incident} incident */
function describePenalty({ big, points }) {
  return [
    big && `−${words.t("points.big", { count: big })}`,
    points && `−${words.t("points.small", { count: points })}`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** @param {{view: View}} props */
function IncidentForm({ view }) {
  const typed = /** @type {Typed} */ ({ ...EMPTY, ...getDraft("incident", EMPTY) });
  const [doing, run, quiet] = useTask();
  const change = (/** @type {Partial<Typed>} */ changes) => (
    quiet(), saveDraft("incident", { ...typed, ...changes })
  );
  const players = view.players
    .filter(({ status }) => status !== "registered")
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const sanctions = [
    "warning",
    "penalty",
    ...(isRoleAllowed(view.role, "exclude") ? ["exclusion"] : []),
  ];
  const command = buildSanctionCommand(typed);
  const seen = useCommandPreview(
    command && typed.sanction !== "warning"
      ? { ...command, reason: typed.reason.trim() || "…" }
      : null,
  );
  /** @param {SubmitEvent} event */
  async function submitIncident(event) {
    event.preventDefault();
    if (command && (await run(() => sendCommand(command)))) saveDraft("incident", undefined);
  }
  return html`
    <form class="stack" onSubmit=${submitIncident}>
      <${SegmentedField}
        name="sanction"
        label=${words.t("incidents.what")}
        value=${typed.sanction}
        choices=${sanctions.map((value) => ({ value, text: words.t(`sanction.${value}`) }))}
        onPick=${(/** @type {any} */ sanction) => change({ sanction })}
      />
      <${SelectField}
        label=${words.t("change.player")}
        value=${typed.player}
        onPick=${(/** @type {string} */ player) => change({ player })}
        choices=${[
          { value: "", text: words.t("incidents.choose") },
          ...players.map(({ id, name, group }) => ({
            value: String(id),
            text: group ? `${name} (${group})` : name,
          })),
        ]}
      />
      ${
        typed.sanction === "penalty" &&
        html`
          <div class="fields">
            <${NumberField}
              label=${words.t("incidents.big")}
              value=${typed.big}
              least=${0}
              most=${MOST_POINTS}
              onText=${(/** @type {string} */ big) => change({ big })}
            />
            <${NumberField}
              label=${words.t("incidents.small")}
              value=${typed.points}
              least=${0}
              most=${MOST_POINTS}
              onText=${(/** @type {string} */ points) => change({ points })}
            />
          </div>
        `
      }
      <${TextField}
        label=${words.t("sure.reason")}
        value=${typed.reason}
        required
        maxlength=${MAX_REASON_LENGTH}
        onText=${(/** @type {string} */ reason) => change({ reason })}
      />
      ${seen.change && html`<${ChangeList} change=${seen.change} />`}
      ${
        !doing.problems.length &&
        seen.problems.map(
          (problem) => html`
          <p class="desk-problem">${describeProblem(problem)}</p>
        `,
        )
      }
      <${ProblemList} of=${doing} />
      <button class="secondary large" type="submit" disabled=${!command || doing.isBusy}>
        ${words.t("incidents.enter")}
      </button>
    </form>
  `;
}

/** @param {Typed} typed @returns {import("../state.js").Command | null} */
function buildSanctionCommand({ player, sanction, points, big, reason }) {
  if (!player) return null;
  const said = { player: Number(player), reason: reason.trim() };
  if (sanction === "penalty")
    return { type: "Penalise", ...said, points: Number(points), big: Number(big) };
  return { type: sanction === "warning" ? "Warn" : "Exclude", ...said };
}
