// What each joker of the edition does: its picture, a sentence, and sets with what it stands for in
// them.

import { JOKER_EXAMPLES } from "./joker_examples.js";
import { JOKER_NAMES } from "../board/tile_markup.js";
import { standsText, t, tileName } from "../app/texts.js";
import { html } from "../shared/ui.js";
import { Dialog } from "../shared/dialog.js";
import { StillTile } from "../board/tile.js";

/**
 * @param {{faces: readonly string[], onClose: () => void}} props the kinds of jokers to explain
 */
export function JokerHelp({ faces, onClose }) {
  return html`
    <${Dialog} title=${t("jokers.title")} onClose=${onClose}>
      <ul class="table-joker-list">
        ${faces.map(
          (face) => html`
            <li key=${face}>
              <${StillTile} face=${face} label="" />
              <div class="stack">
                <p><b>${tileName(face)}</b> ${t(`about.${JOKER_NAMES[face]}`)}</p>
                <div class="table-examples">
                  ${JOKER_EXAMPLES[face]?.map(
                    ([tiles, stands]) => html`
                      <${Example} key=${tiles} tiles=${tiles} stands=${stands} />
                    `,
                  )}
                </div>
              </div>
            </li>
          `,
        )}
      </ul>
    <//>
  `;
}

/** @param {{tiles: string, stands: string}} props */
function Example({ tiles, stands }) {
  const faces = tiles.split(" ");
  const said = faces
    .map((face) => (face.length > 1 ? tileName(face) : `${tileName(face)}, ${standsText(stands)}`))
    .join("; ");
  return html`
    <span class="set is-still" role="img" aria-label=${said}>
      ${faces.map(
        (face, at) => html`
          <${StillTile} key=${at} face=${face} label="" stands=${face.length > 1 ? "" : stands} />
        `,
      )}
    </span>
  `;
}
