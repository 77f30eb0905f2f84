// The proof of the fair shuffle: what was checked, in plain words, with the values one tap away.

import { findCommitment } from "./shuffle_commitments.js";
import { findNote } from "./shuffle_notes.js";
import { getLanguage, t } from "../app/texts.js";
import { html, useState } from "../shared/ui.js";
import { Icon } from "../shared/icons.js";

/** @typedef {import("./proof.js").Check} Check */

/**
 * @param {object} props
 * @param {string | null} props.game  to look up what this browser noted of it
 * @param {() => Promise<string>} props.load  gives the record
 * @param {boolean} [props.open]
 */
export function ProofPanel({ game, load, open = false }) {
  const [checks, setChecks] = useState(/** @type {readonly Check[] | null} */ (null));
  const [failed, setFailed] = useState(false);
  /** @param {Event} event */
  async function runChecks(event) {
    if (!(/** @type {HTMLDetailsElement} */ (event.currentTarget).open) || checks) return;
    try {
      setFailed(false);
      const { checkRecord } = await import("./proof.js"); // fetched by those who want to know
      const noted = game === null ? null : findCommitment(game);
      const note = game === null ? null : findNote(game);
      setChecks(checkRecord(await load(), noted, note));
    } catch {
      setFailed(true);
    }
  }
  return html`
    <details class="replay-panel proof" open=${open} onToggle=${runChecks}>
      <summary>${t("proof.title")}</summary>
      <div class="replay-panel-inside">
        <p>${t("proof.lead")}</p>
        ${failed && html`<p role="alert">${t("connection.lost")}</p>`}
        ${checks && html`<${ProofVerdict} checks=${checks} />`}
        <ol class="replay-checks">
          ${checks?.map((check, index) => html`<${CheckLine} key=${index} check=${check} />`)}
        </ol>
        ${
          checks &&
          html`
            <p class="facts">${t("proof.yourself")} <code>kostka replay --verify</code></p>
          `
        }
      </div>
    </details>
  `;
}

/** @param {{checks: readonly Check[]}} props */
function ProofVerdict({ checks }) {
  const isFair = checks.every((check) => check.good !== false);
  const isLeftOut = checks.some((check) => check.name === "own" && !check.good);
  const verdict = !isFair ? "unfair" : isLeftOut ? "fair_without_you" : "fair";
  return html`
    <p class=${`replay-verdict ${verdict === "fair" ? "is-good" : "is-bad"}`} role="status">
      ${t(`proof.${verdict}`)}
    </p>
  `;
}

/** @param {readonly (string | null)[]} names */
const formatNames = (names) =>
  new Intl.ListFormat(getLanguage(), { type: "conjunction" }).format(
    names.map((name) => name ?? t("proof.you")),
  );

/** @param {{check: Check}} props */
function CheckLine({ check }) {
  const found = check.good === null ? "unknown" : check.good ? "good" : "bad";
  const icon = check.good === null ? "question" : check.good ? "check" : "close";
  return html`
    <li class=${`replay-check is-${found}`}>
      <details>
        <summary>
          <${Icon} name=${icon} />
          <span>
            <span class="unseen">${t(`proof.${found}`)}:</span>
            ${" "}
            ${t(`proof.${check.name}_${found}`, {
              number: check.number ?? 0,
              names: formatNames(check.names ?? []),
            })}
          </span>
        </summary>
        <dl>
          ${check.values.map(
            ({ name, text }) => html`
              <div key=${name + text}><dt>${t(`proof.value_${name}`)}</dt><dd>${text}</dd></div>
            `,
          )}
        </dl>
      </details>
    </li>
  `;
}
