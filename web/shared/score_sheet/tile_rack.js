// A rack entered tile by tile.

import { getTileName } from "../../app/texts.js";
import { renderTile, JOKER_NAMES } from "../../board/tile_markup.js";
import { html } from "../ui.js";
import { countTilesLeftInBox } from "./scoring.js";
import { words } from "./texts.js";
import { TileKeyboard } from "./tile_keyboard.js";

/** @typedef {import("./rack_line.js").LineProps} LineProps */
/** @typedef {import("./rack_line.js").RackProps} RackProps */

/** @param {LineProps & RackProps} props */
export function TileRackInput({ player, line, edition, isOpen, otherTiles, onChange, onOpen }) {
  const { tiles } = line;
  const jokers = Object.keys(JOKER_NAMES).filter((face) => countTilesLeftInBox(edition, [], face));
  const used = [...otherTiles, ...tiles];
  return html`
    <div class="score-tiles">
      ${tiles.map((face, index) => {
        const { markup, classes } = renderTile(face);
        return html`
          <button
            type="button"
            key=${index}
            class=${classes}
            aria-label=${words.t("timer.take_off", { tile: getTileName(face) })}
            onClick=${() => onChange({ tiles: tiles.toSpliced(index, 1) })}
            dangerouslySetInnerHTML=${{ __html: markup }}
          ></button>
        `;
      })}
      ${!tiles.length && isOpen && html`<p>${words.t("timer.no_tiles")}</p>`}
      ${
        !isOpen &&
        html`
          <button type="button" class="secondary" onClick=${onOpen}>
            ${words.t("timer.enter", { name: player.name })}
          </button>
        `
      }
    </div>
    ${
      isOpen &&
      html`
        <${TileKeyboard}
          jokers=${jokers}
          left=${(/** @type {string} */ face) => countTilesLeftInBox(edition, used, face)}
          onKey=${(/** @type {string} */ face) => onChange({ tiles: [...tiles, face] })}
        />
      `
    }
  `;
}
