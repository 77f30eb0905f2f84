// A keyboard of tiles: every face of the box that is left. On phones one colour at a time.

import { COLOURS, NUMBERS } from "../solver/position.js";
import { t, tileName } from "../texts.js";
import { COLOUR_NAMES, drawTile, markMarkup } from "../tiles.js";
import { html, useState } from "../ui.js";

/** @param {{jokers: readonly string[], left: (face: string) => number, onKey: (face: string) => void}} props */
export function TileKeys({ jokers, left, onKey }) {
  const [colour, setColour] = useState("K");
  const key = (/** @type {string} */ face) => html`<${Key} key=${face} face=${face} left=${left(face)} onKey=${onKey} />`;
  return html`
    <div class="tile-keys" role="group" aria-label=${t("solver.tray")}>
      <div class="tray-colours">
        ${COLOURS.map(
          (name) => html`
            <button key=${name} class=${`tray-colour ${name === colour ? "is-on" : ""}`} aria-pressed=${name === colour} onClick=${() => setColour(name)}>
              <span class="tray-mark" dangerouslySetInnerHTML=${{ __html: markMarkup(/** @type {any} */ (COLOUR_NAMES[name])) }}></span>
              <span class="unseen">${t(`solver.colour_${COLOUR_NAMES[name]}`)}</span>
            </button>
          `,
        )}
      </div>
      <div class="keys-rows">
        ${COLOURS.map(
          (name) => html`
            <div class=${`tray-row ${name === colour ? "is-on" : ""}`} key=${name}>${NUMBERS.map((number) => key(`${name}${number}`))}</div>
          `,
        )}
        <div class="tray-row is-on">${jokers.map(key)}</div>
      </div>
    </div>
  `;
}

/** Used up keeps its place, so that the others stay where they are. @param {{face: string, left: number, onKey: (face: string) => void}} props */
function Key({ face, left, onKey }) {
  const { markup, classes } = drawTile(face);
  const isUsed = left <= 0;
  return html`
    <button
      class=${`${classes} ${isUsed ? "is-used-up" : ""}`}
      aria-label=${tileName(face)}
      aria-disabled=${isUsed ? "true" : undefined}
      onClick=${() => !isUsed && onKey(face)}
      dangerouslySetInnerHTML=${{ __html: markup }}
    ></button>
  `;
}
