// Every face of a box in rows, a row for each colour and one for the jokers. On phones one colour
// at a time.

import { COLOURS, NUMBERS } from "./box_faces.js";
import { t } from "../app/texts.js";
import { COLOUR_NAMES, renderColourMark } from "./tile_markup.js";
import { html, useState } from "../shared/ui.js";

/**
 * @param {object} props
 * @param {readonly string[]} props.jokers
 * @param {(face: string) => unknown} props.tile  draws one
 * @param {string} props.rows  the class around all rows
 * @param {boolean} [props.hasJokerColour] on phones the jokers are a colour too; else they are
 *   always there
 */
export function BoxTileRows({ jokers, tile, rows, hasJokerColour = false }) {
  const [colour, setColour] = useState("K");
  const isOn = (/** @type {string} */ name) => (name === colour ? "is-on" : "");
  return html`
    <div class="tray-colours" role="group" aria-label=${t("solver.tray_colour")}>
      ${[...COLOURS, ...(hasJokerColour ? ["J"] : [])].map(
        (name) => html`
          <button
            key=${name}
            class=${`tray-colour ${isOn(name)}`}
            aria-pressed=${name === colour}
            onClick=${() => setColour(name)}
          >
            <span
              class="tray-mark"
              dangerouslySetInnerHTML=${{ __html: renderColourMark(COLOUR_NAMES[name] ?? "joker") }}
            ></span>
            <span class="unseen">${t(`solver.colour_${COLOUR_NAMES[name] ?? "joker"}`)}</span>
          </button>
        `,
      )}
    </div>
    <div class=${rows}>
      ${COLOURS.map(
        (name) =>
          html`
            <div class=${`tray-row ${isOn(name)}`} key=${name}>
              ${NUMBERS.map((number) => tile(`${name}${number}`))}
            </div>
          `,
      )}
      <div
        class=${`tray-row ${hasJokerColour ? `tray-jokers ${isOn("J")}` : "is-on"}`}
        key="jokers"
      >
        ${jokers.map(tile)}
      </div>
    </div>
  `;
}
