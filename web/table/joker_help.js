// What each joker of the edition does: its picture, a sentence, and sets with what it stands for in
// them.

import { JOKER_EXAMPLES } from "./joker_examples.js";
import { JOKER_NAMES } from "../board/tile_markup.js";
import { describeJokerMeaning, t, getTileName } from "../app/texts.js";
import { html } from "../shared/ui.js";
import { Dialog } from "../shared/dialog.js";
import { StaticTile } from "../board/tile.js";

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
              <${StaticTile} face=${face} label="" />
              <div class="stack">
                <p><b>${getTileName(face)}</b> ${t(`about.${JOKER_NAMES[face]}`)}</p>
                <div class="table-examples">
                  ${JOKER_EXAMPLES[face]?.map(
                    ([tiles, stands]) => html`
                      <${JokerExample} key=${tiles} tiles=${tiles} stands=${stands} />
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
function JokerExample({ tiles, stands }) {
  const faces = tiles.split(" ");
  const said = faces
    .map((face) =>
      face.length > 1 ? getTileName(face) : `${getTileName(face)}, ${describeJokerMeaning(stands)}`,
    )
    .join("; ");
  return html`
    <span class="set is-still" role="img" aria-label=${said}>
      ${faces.map(
        (face, at) => html`
          <${StaticTile} key=${at} face=${face} label="" stands=${face.length > 1 ? "" : stands} />
        `,
      )}
    </span>
  `;
}
