// The table with its sets, as large as they can be: the own draft, or what the player on turn is laying.

import { keyOf, namedSets } from "../draft.js";
import { fitTable } from "../fit.js";
import { isLocked } from "../layout.js";
import { problemText, t, tileName } from "../texts.js";
import { html, useLayoutEffect } from "../ui.js";
import { focusTile } from "./board.js";
import { useSize } from "./size.js";
import { Tile } from "./tile.js";

/** @typedef {import("../draft.js").Draft} Draft */
/** @typedef {import("../layout.js").TableSet} TableSet */

const WIDE = 700;
/** The empty place for a new set is as wide as this many tiles. */
const NEW_SET = 2;

/** @param {{draft: Draft}} props */
export function Felt({ draft }) {
  const [ref, size] = useSize();
  const now = draft.layout.value;
  const own = draft.canLay.value && now !== null;
  const start = namedSets(draft.table.value);
  const sets = own ? now.sets : draft.others.value ? namedSets(draft.others.value, start) : start;
  const before = new Set(start.map((set) => keyOf(set.tiles)));
  const lying = new Set(draft.table.value.flat());
  const wide = size.width > WIDE;
  const lengths = sets.map((set) => set.tiles.length);
  const rowGap = wide ? 24 : 13;
  const gap = wide ? 18 : 7;
  const fit = fitTable(
    own ? [...lengths, NEW_SET] : lengths,
    { width: size.width - (wide ? 48 : 12), height: size.height - (wide ? 40 : 26), min: 16, max: wide ? 62 : 46 },
    { pad: 3, gap, rowGap },
  );
  useLayoutEffect(() => {
    if (ref.current) keepWordsInside(ref.current);
  });
  const style = { "--tile": `${fit.tile}px`, "--row-gap": `${rowGap}px`, "--set-gap": `${gap}px` };
  return html`
    <section
      class=${`felt ${fit.fits ? "" : "is-scrolling"}`}
      ref=${ref}
      style=${style}
      data-region="table"
      data-place="new"
      aria-label=${t("place.table")}
    >
      ${size.width > 0 &&
      fit.rows.map(
        (row, index) => html`
          <div class="felt-row" key=${`row-${index}`}>
            ${row.map((at) => {
              const set = sets[at];
              if (!set) return html`<${NewSet} key="new" draft=${draft} />`;
              const shown = { draft, set, number: at + 1, own, changed: !before.has(keyOf(set.tiles)), lying, perLine: fit.perLine };
              return html`<${SetFrame} key=${set.id} ...${shown} first=${at === 0} />`;
            })}
          </div>
        `,
      )}
      ${!sets.length && !own && html`<p class="felt-empty">${t("felt.empty")}</p>`}
    </section>
  `;
}

/** Words below a set at the edge may be wider than it: move them in. @param {HTMLElement} felt */
function keepWordsInside(felt) {
  const edge = felt.getBoundingClientRect();
  for (const words of /** @type {NodeListOf<HTMLElement>} */ (felt.querySelectorAll(".set-words"))) {
    words.style.translate = "";
    const { left, right } = words.getBoundingClientRect();
    const shift = Math.max(0, edge.left + 2 - left) - Math.max(0, right - edge.right + 2);
    if (shift) words.style.translate = `calc(-50% + ${shift}px) 0`;
  }
}

/** @param {{draft: Draft}} props */
function NewSet({ draft }) {
  const ready = Boolean(draft.layout.value?.selected.length);
  return html`
    <button class=${`new-set ${ready ? "is-ready" : ""}`} data-place="new" data-nav="" tabindex=${ready ? 0 : -1} aria-label=${t("place.new_set")}>
      <span aria-hidden="true">+</span>
    </button>
  `;
}

/** @param {{draft: Draft, set: TableSet, number: number, own: boolean, changed: boolean, lying: ReadonlySet<number>, perLine: number, first: boolean}} props */
function SetFrame({ draft, set, number, own, changed, lying, perLine, first }) {
  const { faceOf } = draft;
  const now = draft.layout.value;
  const judged = own && changed ? draft.judgedSets.value.get(keyOf(set.tiles)) : undefined;
  const locked = own && now !== null && isLocked(now, set);
  const state = judged ? (judged.valid ? "is-valid" : "is-invalid") : "";
  const words = judged && !judged.valid && judged.problem ? problemText(judged.problem) : "";
  const good = judged?.valid && draft.isOpening.value ? t("set.value", { count: judged.value }) : "";
  const names = set.tiles.map((tile) => tileName(faceOf(tile))).join(", ");
  const wraps = set.tiles.length > perLine;
  return html`
    <div
      class=${`set ${state} ${locked ? "is-locked" : ""} ${wraps ? "is-wrapped" : ""}`}
      style=${wraps ? { maxInlineSize: `calc(var(--tile) * ${perLine} + 6px)` } : {}}
      data-place="set"
      data-set=${set.id}
      role="group"
      aria-label=${`${t("place.set", { set: number, tiles: names })}${words ? `. ${words}` : ""}`}
    >
      ${set.tiles.map((tile, at) => {
        const isNew = !lying.has(tile);
        const marks = [isNew && "is-own", locked && "is-locked", draft.hinted.value.includes(tile) && "is-hinted"];
        const values = { tile: tileName(faceOf(tile)), set: number, position: at + 1, count: set.tiles.length };
        const more = [isNew && t("state.own"), locked && t("state.locked")].filter(Boolean).map((word) => `, ${word}`);
        return html`<${Tile}
          key=${tile}
          tile=${tile}
          face=${faceOf(tile)}
          label=${t("state.in_set", values) + more.join("")}
          selected=${Boolean(now?.selected.includes(tile))}
          focusable=${focusTile.value === tile || (first && at === 0)}
          marks=${marks.filter(Boolean).join(" ")}
        />`;
      })}
      ${(words || good) && html`<span class="set-words" aria-hidden="true">${words || good}</span>`}
    </div>
  `;
}
