// The players of a replay with their racks, as far as they are shown.

import { MEASURES, fitRack } from "../board/layout_fit.js";
import { listDrawnTiles } from "./steps.js";
import { t, getTileName } from "../app/texts.js";
import { html } from "../shared/ui.js";
import { Icon } from "../shared/icons.js";
import { isRackShown } from "./step_text.js";
import { useElementSize } from "../shared/element_size.js";
import { StaticTile } from "../board/tile.js";

/** @typedef {import("./steps.js").Replay} Replay */

const GAP = 2;
/** Of a rack's wood, on both sides. */
const WOOD = 16;
const COLUMN = 300;
/** One row is calmer than two, down to this width of a tile. */
const SMALL = { narrow: 20, wide: 25 };
const LARGE = { narrow: 24, wide: 34 };

/** @param {{replay: Replay, index: number, open: import("./step_text.js").Open}} props */
export function ReplaySeats({ replay, index, open }) {
  const [ref, size] = useElementSize();
  const step = /** @type {import("./steps.js").Step} */ (replay.steps[index]);
  const players = step.seats.length;
  const columns = Math.max(
    1,
    Math.min(Math.floor(size.width / COLUMN), players === 4 ? 2 : 3, players),
  );
  // By the fullest rack of the whole game: the table must not change its size with every step.
  const most = Math.max(
    ...replay.steps.flatMap(({ seats }) => seats.map(({ rack }) => rack.length)),
  );
  const width = (size.width - (columns - 1) * 12) / columns - WOOD;
  const kind = columns === 1 ? "narrow" : "wide";
  const rows = most * (SMALL[kind] + GAP) <= width ? 1 : 2;
  const room = {
    width,
    height: rows * (LARGE[kind] * MEASURES.ratio + GAP),
    min: 16,
    max: LARGE[kind],
  };
  const fit = fitRack(most, room, { gap: GAP });
  const style = { "--tile": `${fit.tile}px`, "--columns": columns, "--rows": fit.rows };
  const drawn = listDrawnTiles(step);
  return html`
    <ol class="replay-seats" ref=${ref} style=${style} aria-label=${t("seats.title")}>
      ${step.seats.map((seat, number) => {
        const onTurn = step.turn === number;
        const shown = isRackShown(open, number);
        const state = !seat.present
          ? "seats.left"
          : seat.opened
            ? "seats.opened"
            : seat.announced
              ? "seats.announced"
              : "seats.not_opened";
        const words =
          seat.points === undefined ? t(state) : t("seats.points", { count: seat.points });
        const rack = shown ? [...seat.rack].sort((a, b) => a - b) : [];
        return html`
          <li
            class=${`replay-seat ${onTurn ? "is-on-turn" : ""}`}
            key=${number}
            data-seat=${number}
          >
            <p class="replay-name">
              <b>${replay.header.names[number]}</b>
              <span>
                ${seat.opened && seat.points === undefined && html`<${Icon} name="check" />`}
                ${words}
              </span>
              <span class="spring"></span>
              <span>${t("seats.tiles", { count: seat.rack.length })}</span>
              ${onTurn && html`<span class="unseen">${t("seats.on_turn")}</span>`}
            </p>
            ${
              shown &&
              html`
                <div class="replay-rack">
                  ${rack.map((tile) => {
                    const face = replay.faces[tile] ?? "J";
                    return html`
                  <${StaticTile}
                    key=${tile}
                    tile=${tile}
                    face=${face}
                    label=${getTileName(face)}
                    marks=${drawn.has(tile) ? "is-drawn" : ""}
                  />
                `;
                  })}
                </div>
              `
            }
          </li>
        `;
      })}
    </ol>
  `;
}
