// The player's own tiles.

import { fitRack } from "../fit.js";
import { t, tileName } from "../texts.js";
import { html } from "../ui.js";
import { focusTile } from "./board.js";
import { useSize } from "./size.js";
import { Tile } from "./tile.js";

const GAP = 3;
/** A phone on its side, or a window at 200 %. */
const LOW = 560;

/** @param {{draft: import("../draft.js").Draft}} props */
export function Rack({ draft }) {
  const [ref, size] = useSize();
  const { faceOf, layout } = draft;
  const rack = layout.value?.rack ?? null;
  if (!rack) return html`<section class="rack is-spectator" ref=${ref}><p>${t("rack.watching")}</p></section>`;
  const wide = size.width > 600;
  // Seven in a row on a phone: the deal of fourteen in two rows.
  const max = wide ? 62 : Math.min(46, (size.width - 6 * GAP) / 7);
  const high = innerHeight < LOW ? innerHeight * 0.19 : Math.max(118, innerHeight * (wide ? 0.2 : 0.26));
  const room = { width: size.width, height: high, min: 26, max };
  // By all tiles of the turn: a rack that changes its height with every tile would move the whole table.
  const count = layout.value?.own.size ?? 0;
  const fit = fitRack(Math.max(count, wide ? 14 : 7), room, { gap: GAP });
  const rows = Math.max(wide && innerHeight >= LOW ? 2 : 1, fit.rows);
  const per = rows > 1 && wide && rack.length > 7 && rack.length <= fit.perRow ? Math.max(7, Math.ceil(rack.length / 2)) : fit.perRow;
  const lines = Array.from({ length: rows }, (_, row) => rack.slice(row * per, row === rows - 1 ? undefined : (row + 1) * per));
  let position = 0;
  return html`
    <section class="rack" data-region="rack" aria-label=${t("place.rack")}>
      <div class="rack-inside" ref=${ref} style=${{ "--tile": `${fit.tile}px`, "--rack-gap": `${GAP}px` }} data-place="rack">
        ${lines.map(
          (line, row) => html`
            <div class="rack-row" key=${`line-${row}`}>
              ${line.map((tile) => {
                position += 1;
                const values = { tile: tileName(faceOf(tile)), position, count: rack.length };
                const marks = [draft.hinted.value.includes(tile) && "is-hinted", draft.drawn.value === tile && "is-drawn"];
                return html`<${Tile}
                  key=${tile}
                  tile=${tile}
                  face=${faceOf(tile)}
                  label=${t("state.on_rack", values)}
                  selected=${Boolean(layout.value?.selected.includes(tile))}
                  focusable=${focusTile.value === tile || position === 1}
                  marks=${marks.filter(Boolean).join(" ")}
                />`;
              })}
            </div>
          `,
        )}
      </div>
    </section>
  `;
}
