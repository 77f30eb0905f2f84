// Which round is looked at.

import { SegmentedField } from "../../shared/fields.js";
import { html } from "../../shared/ui.js";
import { getLastRound, formatRoman } from "../model.js";
import { words } from "../state.js";
import { getLocation, goToSection } from "./location.js";

/** @typedef {import("../model.js").View} View */

/** The round of the address, or the last. @param {View} view */
export const findPickedRound = (view) =>
  view.rounds.find(({ number }) => number === getLocation().round) ?? getLastRound(view);

/**
 * Its name and how far it has come, and the way to another.
 * @param {{view: View, section: import("./steps.js").Section, round:
 *   import("../model.js").RoundView}} props
 */
export function RoundHeader({ view, section, round }) {
  const choices = view.rounds.map(({ number }) => ({ value: number, text: formatRoman(number) }));
  return html`
    <div class="desk-row">
      <h2>
        ${words.t("round.number", { round: formatRoman(round.number) })}
        ${" "}
        <small>${words.t(`phase.${round.phase}`)}</small>
      </h2>
      ${
        choices.length > 1 &&
        html`
          <${SegmentedField}
            name="round"
            label=${words.t("round.which")}
            value=${round.number}
            choices=${choices}
            onPick=${(/** @type {number} */ number) => goToSection(section, { round: number })}
          />
        `
      }
    </div>
  `;
}
