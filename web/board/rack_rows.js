// Tiles on a wooden rack, as large as they can be. Draws what it is given.

import { fitRack } from "./layout_fit.js";
import { t, getTileName } from "../app/texts.js";
import { html } from "../shared/ui.js";
import { useElementSize } from "../shared/element_size.js";
import { StaticTile, Tile } from "./tile.js";

const GAP = 3;
/** A phone on its side, or a window at 200 %. */
const LOW = 560;

/**
 * @param {object} props
 * @param {readonly number[]} props.tiles
 * @param {number} props.room  for so many tiles there is room
 * @param {(tile: number) => string} props.faceOf
 * @param {(tile: number) => import("./sets.js").TileLook} props.tileLook
 * @param {number | null} props.focus  the tile that has, or last had, the focus
 * @param {number} [props.rows]  at least so many where there is room
 * @param {string} [props.more]  more classes
 * @param {boolean} [props.still]  whether the tiles are only to be looked at
 */
export function RackRows({
  tiles,
  room,
  faceOf,
  tileLook,
  focus,
  rows: least = 2,
  more = "",
  still = false,
}) {
  const [ref, size] = useElementSize();
  const wide = size.width > 600;
  // Seven in a row on a phone: the deal of fourteen in two rows.
  const max = wide ? 62 : Math.min(46, (size.width - 6 * GAP) / 7);
  const high =
    innerHeight < LOW ? innerHeight * 0.19 : Math.max(118, innerHeight * (wide ? 0.2 : 0.26));
  const fit = fitRack(
    Math.max(room, wide ? 14 : 7),
    { width: size.width, height: high, min: 26, max },
    { gap: GAP },
  );
  const rows = Math.max(wide && innerHeight >= LOW ? least : 1, fit.rows);
  const per =
    rows > 1 && wide && tiles.length > 7 && tiles.length <= fit.perRow
      ? Math.max(7, Math.ceil(tiles.length / 2))
      : fit.perRow;
  const lines = Array.from({ length: rows }, (_, row) =>
    tiles.slice(row * per, row === rows - 1 ? undefined : (row + 1) * per),
  );
  let position = 0;
  return html`
    <section class=${`rack ${more}`} data-region="rack" aria-label=${t("place.rack")}>
      <div
        class="rack-inside"
        ref=${ref}
        style=${{ "--tile": `${fit.tile}px`, "--rack-gap": `${GAP}px` }}
        data-place="rack"
      >
        ${lines.map(
          (line, row) => html`
            <div class="rack-row" key=${`line-${row}`}>
              ${line.map((tile) => {
                position += 1;
                const { selected = false, marks = "", more: said = [] } = tileLook(tile);
                const values = { tile: getTileName(faceOf(tile)), position, count: tiles.length };
                return html`<${still ? StaticTile : Tile}
                  key=${tile}
                  tile=${tile}
                  face=${faceOf(tile)}
                  label=${[t("state.on_rack", values), ...said].join(", ")}
                  selected=${selected}
                  focusable=${focus === tile || position === 1}
                  marks=${marks}
                />`;
              })}
            </div>
          `,
        )}
      </div>
    </section>
  `;
}
