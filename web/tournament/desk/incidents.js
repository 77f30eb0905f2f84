// Warnings, penalties and exclusions: entered with a reason after a look at what they change,
// cancelled with a reason.

import { SelectField, SegmentedField } from "../../shared/fields.js";
import { MAX_REASON_LENGTH } from "../../shared/score_sheet/sheet.js";
import { html, useState } from "../../shared/ui.js";
import { draft, keepDraft } from "../drafts.js";
import { NumberField, Problems, TextField, useDoing } from "../fields.js";
import { nameOf } from "../model.js";
import { send, words } from "../state.js";
import { byName, problemText } from "../text.js";
import { Sure } from "./confirm.js";
import { ChangeList, usePreview } from "./preview.js";
import { may } from "./steps.js";

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
export function Incidents({ view }) {
  const [cancelled, setCancelled] = useState(/** @type {Incident | null} */ (null));
  const judges = may(view.role, "judge");
  return html`
    <section class="card stack">
      <h2>${words.t("incidents.title")}</h2>
      ${judges && !view.finished && html`<${NewIncident} view=${view} />`}
      ${!view.incidents.length && html`<p>${words.t("incidents.none")}</p>`}
      ${view.incidents.map(
        (incident) => html`
          <div
            key=${incident.id}
            class=${`desk-dispute ${incident.cancelled === null ? "" : "is-settled"}`}
          >
            <p>
              <b>${words.t(`sanction.${incident.sanction}`)}: ${nameOf(view, incident.player)}</b>
              ${" "}
              ${taken(incident)}
            </p>
            <p>${incident.reason} <small>${byName(incident.by)}</small></p>
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
          <${Sure}
            title=${words.t("incidents.cancel")}
            text=${[words.t(`sanction.${cancelled.sanction}`), nameOf(view, cancelled.player)].join(
              ": ",
            )}
            command=${{ type: "CancelIncident", incident: cancelled.id }}
            onClose=${() => setCancelled(null)}
          />
        `
      }
    </section>
  `;
}

/** @param {Incident} incident */
function taken({ big, points }) {
  return [
    big && `−${words.t("points.big", { count: big })}`,
    points && `−${words.t("points.small", { count: points })}`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** @param {{view: View}} props */
function NewIncident({ view }) {
  const typed = /** @type {Typed} */ ({ ...EMPTY, ...draft("incident", EMPTY) });
  const [doing, run, quiet] = useDoing();
  const change = (/** @type {Partial<Typed>} */ changes) => (
    quiet(), keepDraft("incident", { ...typed, ...changes })
  );
  const players = view.players
    .filter(({ status }) => status !== "registered")
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const sanctions = ["warning", "penalty", ...(may(view.role, "exclude") ? ["exclusion"] : [])];
  const command = commandOf(typed);
  const seen = usePreview(
    command && typed.sanction !== "warning"
      ? { ...command, reason: typed.reason.trim() || "…" }
      : null,
  );
  /** @param {SubmitEvent} event */
  async function enter(event) {
    event.preventDefault();
    if (command && (await run(() => send(command)))) keepDraft("incident", undefined);
  }
  return html`
    <form class="stack" onSubmit=${enter}>
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
          <p class="desk-problem">${problemText(problem)}</p>
        `,
        )
      }
      <${Problems} of=${doing} />
      <button class="secondary large" type="submit" disabled=${!command || doing.isBusy}>
        ${words.t("incidents.enter")}
      </button>
    </form>
  `;
}

/** @param {Typed} typed @returns {import("../state.js").Command | null} */
function commandOf({ player, sanction, points, big, reason }) {
  if (!player) return null;
  const said = { player: Number(player), reason: reason.trim() };
  if (sanction === "penalty")
    return { type: "Penalise", ...said, points: Number(points), big: Number(big) };
  return { type: sanction === "warning" ? "Warn" : "Exclude", ...said };
}
