// The box, from which tiles are taken: every face with how many are left.

import { renderTile } from "../board/tile_markup.js";
import { t, getTileName } from "../app/texts.js";
import {
  getFace,
  handleGesture,
  isSwapping,
  layout,
  putTilesBackInBox,
  rules,
  sortOwnRack,
  table,
  takeTileFromBox,
  target,
} from "./state.js";
import { html } from "../shared/ui.js";
import { BoxTileRows } from "../board/box_rows.js";
import { ToolButton } from "../board/tools.js";

const JOKERS = ["J", "D", "C", "M"];

export function TileTray() {
  /** The tiles left, by what they show. @type {Map<string, number[]>} */
  const left = new Map();
  for (const tile of layout.value?.rack ?? [])
    left.set(getFace(tile), [...(left.get(getFace(tile)) ?? []), tile]);
  const taken = new Set(layout.value?.sets.flatMap((set) => set.tiles.map(getFace)));
  const tile = (/** @type {string} */ face) =>
    html`
      <${TrayTile}
        key=${face}
        face=${face}
        left=${left.get(face) ?? []}
        isTouched=${taken.has(face)}
      />
    `;
  const counts = [
    rules.value?.ordinary,
    rules.value?.double,
    rules.value?.colour_change,
    rules.value?.mirror,
  ];
  const jokers = JOKERS.filter((_, index) => counts[index]);
  return html`
    <section class="tray" data-place="box" data-region="box" aria-label=${t("solver.tray")}>
      <p class="tray-next" role="status">${describeNextPlace()}</p>
      <${BoxTileRows} jokers=${jokers} tile=${tile} rows="tray-rows" hasJokerColour />
    </section>
  `;
}

/** Where the next tile goes, in words. */
function describeNextPlace() {
  if (isSwapping.value) return t("solver.to_swap");
  const place = target.value;
  if (place.place !== "set") return t(place.place === "new" ? "solver.to_new" : "solver.to_rack");
  return t("solver.to_set", { set: table.value.findIndex((set) => set.id === place.set) + 1 });
}

/**
 * @param {{face: string, left: readonly number[], isTouched: boolean}} props isTouched: some were
 *   taken already
 */
function TrayTile({ face, left, isTouched }) {
  const { markup, classes } = renderTile(face);
  const label = t("solver.left", { tile: getTileName(face), count: left.length });
  // Its id is that of the next tile to be taken; a face that is used up keeps its button, and so
  // the focus.
  return html`
    <span class="tray-cell">
      <button
        class=${`${classes} ${left.length ? "" : "is-used-up"}`}
        data-tile=${left[0]}
        data-nav=""
        aria-disabled=${left.length ? undefined : "true"}
        aria-label=${label}
        title=${label}
        dangerouslySetInnerHTML=${{ __html: markup }}
      ></button>
      ${isTouched && html`<b class="tray-count" aria-hidden="true">${left.length}</b>`}
    </span>
  `;
}

export function TrayTools() {
  const now = layout.value;
  const selected = now?.selected ?? [];
  return html`
    <div class="tools" role="toolbar" aria-label=${t("actions.tools")}>
      <${ToolButton} icon="colour" text="action.sort_colour" act=${() => sortOwnRack("colour")} />
      <${ToolButton} icon="number" text="action.sort_number" act=${() => sortOwnRack("number")} />
      <${ToolButton}
        icon="swap"
        text="solver.swap"
        off=${selected.length !== 1}
        act=${() => (isSwapping.value = !isSwapping.value)}
        more=${isSwapping.value ? "is-on" : ""}
      />
      <${ToolButton}
        icon="box"
        text="solver.put_back"
        off=${!selected.length}
        act=${() => putTilesBackInBox(selected)}
      />
      <${ToolButton}
        icon="undo"
        text="action.undo"
        off=${!now?.past.length}
        act=${() => handleGesture({ type: "undo" })}
      />
      <${ToolButton}
        icon="redo"
        text="action.redo"
        off=${!now?.future.length}
        act=${() => handleGesture({ type: "redo" })}
      />
      <${ToolButton}
        icon="clear"
        text="solver.clear"
        off=${!now?.sets.length}
        act=${() => handleGesture({ type: "reset" })}
      />
    </div>
  `;
}

/** @param {number} tile */
export function takeFromTray(tile) {
  if (!isSwapping.peek()) handleGesture({ type: "select", tiles: [] });
  takeTileFromBox(tile);
}
