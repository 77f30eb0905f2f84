// Sets lying on felt, as large as they can be. Draws what it is given: at the table, in the solver,
// anywhere.

import { fitTable } from "./layout_fit.js";
import { spellFaces } from "./letter_tiles.js";
import { getTileNameWithNumbers, describeJokerMeaning, t, getTileName } from "../app/texts.js";
import { html, useLayoutEffect } from "../shared/ui.js";
import { showClause } from "../rules/clause_dialog.js";
import { useElementSize } from "../shared/element_size.js";
import { StaticTile, Tile } from "./tile.js";

/** @typedef {import("./layout.js").TableSet} TableSet */

/**
 * How a set looks.
 * @typedef {object} SetLook
 * @property {string} [state]  more classes: is-valid, is-invalid, is-locked
 * @property {string} [words]  below it, and read out
 * @property {string} [clause]  the rule behind these words
 * @property {string} [note]  below it, but not read out
 */

/**
 * How a tile looks.
 * @typedef {object} TileLook
 * @property {boolean} [selected]
 * @property {string} [marks]  more classes
 * @property {readonly string[]} [more]  what is said of it beside its name and place
 * @property {string} [stands]  what a joker stands for, in the server's words
 */

const WIDE = 700;
/** A word in two lines is hard to read; few are longer than this. */
const LONGEST_WORD = 16;
/** The empty place for a new set is as wide as this many tiles. */
const NEW_SET = 2;

/**
 * @param {object} props
 * @param {readonly TableSet[]} props.sets
 * @param {"set" | "word"} [props.unit]  what they are called
 * @param {(tile: number) => string} props.faceOf
 * @param {(set: TableSet, index: number) => SetLook} props.setLook
 * @param {(tile: number, set: TableSet) => TileLook} props.tileLook
 * @param {{ready: boolean, chosen?: boolean} | null} props.newSet whether there is a place for a
 *   new set, and tiles
 *   wait for it; where it can be chosen for later tiles, whether it is
 * @param {number | null} props.focus  the tile that has, or last had, the focus
 * @param {string} [props.empty]  what is said where there are no sets
 * @param {boolean} [props.still]  whether the tiles are only to be looked at
 * @param {string} [props.more]  more classes
 */
export function FeltSets({
  sets,
  unit = "set",
  faceOf,
  setLook,
  tileLook,
  newSet,
  focus,
  empty = "",
  still = false,
  more = "",
}) {
  const [ref, size] = useElementSize();
  const wide = size.width > WIDE;
  const lengths = sets.map((set) => set.tiles.length);
  const rowGap = wide ? 24 : 13;
  const gap = wide ? 18 : 7;
  const fit = fitTable(
    newSet ? [...lengths, NEW_SET] : lengths,
    {
      width: size.width - (wide ? 48 : 12),
      height: size.height - (wide ? 40 : 26),
      min: 16,
      max: wide ? 62 : 46,
    },
    { pad: 3, gap, rowGap, ...(unit === "word" && { longest: LONGEST_WORD }) },
  );
  useLayoutEffect(() => {
    if (ref.current) shiftCaptionsInside(ref.current);
  });
  const style = { "--tile": `${fit.tile}px`, "--row-gap": `${rowGap}px`, "--set-gap": `${gap}px` };
  return html`
    <section
      class=${`felt ${fit.fits ? "" : "is-scrolling"} ${more}`}
      ref=${ref}
      style=${style}
      data-region="table"
      data-place="new"
      aria-label=${t("place.table")}
    >
      ${
        size.width > 0 &&
        fit.rows.map(
          (row, index) => html`
            <div class="felt-row" key=${`row-${index}`}>
              ${row.map((at) => {
                const set = sets[at];
                if (!set) return html`<${NewSetPlace} key="new" unit=${unit} ...${newSet} />`;
                const shown = {
                  set,
                  unit,
                  number: at + 1,
                  look: setLook(set, at),
                  perLine: fit.perLine,
                  first: at === 0,
                };
                return html`
                <${SetFrame}
                  key=${set.id}
                  ...${shown}
                  faceOf=${faceOf}
                  tileLook=${tileLook}
                  focus=${focus}
                  still=${still}
                />
              `;
              })}
            </div>
          `,
        )
      }
      ${!sets.length && empty && html`<p class="felt-empty">${empty}</p>`}
    </section>
  `;
}

/** Words below a set at the edge may be wider than it: move them in. @param {HTMLElement} felt */
function shiftCaptionsInside(felt) {
  const edge = felt.getBoundingClientRect();
  for (const words of /** @type {NodeListOf<HTMLElement>} */ (
    felt.querySelectorAll(".set-words")
  )) {
    words.style.translate = "";
    const { left, right } = words.getBoundingClientRect();
    const shift = Math.max(0, edge.left + 2 - left) - Math.max(0, right - edge.right + 2);
    if (shift) words.style.translate = `calc(-50% + ${shift}px) 0`;
  }
}

/** @param {{unit: string, ready: boolean, chosen?: boolean}} props */
function NewSetPlace({ unit, ready, chosen }) {
  const look = (chosen ?? ready) ? "is-ready" : "";
  return html`
    <button
      class=${`new-set ${look}`}
      data-place="new"
      data-nav=""
      tabindex=${ready ? 0 : -1}
      aria-pressed=${chosen}
      aria-label=${t(`place.new_${unit}`)}
    >
      <span aria-hidden="true">+</span>
    </button>
  `;
}

/**
 * @param {{set: TableSet, unit: string, number: number, look: SetLook, perLine: number, first:
 *   boolean,
 *   faceOf: (tile: number) => string, tileLook: (tile: number, set: TableSet) => TileLook, focus:
 *   number | null, still: boolean}} props
 */
function SetFrame({ set, unit, number, look, perLine, first, faceOf, tileLook, focus, still }) {
  const { state = "", words = "", note = "", clause = "" } = look;
  const names =
    unit === "word"
      ? spellFaces(set.tiles.map((tile) => tileLook(tile, set).stands || faceOf(tile)))
      : set.tiles.map((tile) => getTileName(faceOf(tile))).join(", ");
  const wraps = set.tiles.length > perLine;
  return html`
    <div
      class=${`set ${state} ${wraps ? "is-wrapped" : ""}`}
      style=${wraps ? { maxInlineSize: `calc(var(--tile) * ${perLine} + 6px)` } : {}}
      data-place="set"
      data-set=${set.id}
      role="group"
      aria-label=${[t(`place.${unit}`, { set: number, tiles: names }), words]
        .filter(Boolean)
        .join(". ")}
    >
      ${set.tiles.map((tile, at) => {
        const { selected = false, marks = "", more = [], stands = "" } = tileLook(tile, set);
        const said = [stands ? describeJokerMeaning(stands) : "", ...more].filter(Boolean);
        const values = {
          tile: getTileNameWithNumbers(faceOf(tile), stands),
          set: number,
          position: at + 1,
          count: set.tiles.length,
        };
        return html`<${still ? StaticTile : Tile}
          key=${tile}
          tile=${tile}
          face=${faceOf(tile)}
          label=${[t(`state.in_${unit}`, values), ...said].join(", ")}
          selected=${selected}
          focusable=${focus === tile || (first && at === 0)}
          marks=${marks}
          stands=${stands}
        />`;
      })}
      ${
        clause
          ? html`<${InvalidSetReason} words=${words} clause=${clause} />`
          : (words || note) &&
            html`<span class="set-words" aria-hidden="true">${words || note}</span>`
      }
    </div>
  `;
}

/**
 * Why a set is not valid; its rule is a tap away.
 * @param {{words: string, clause: string}} props
 */
function InvalidSetReason({ words, clause }) {
  /** Not a tap on the set. @param {MouseEvent} event */
  function openClause(event) {
    event.stopPropagation();
    showClause(clause);
  }
  return html`
    <button
      class="set-words"
      aria-label=${`${words}. ${t("rules.clause", { clause })}`}
      onClick=${openClause}
    >
      ${words}
    </button>
  `;
}
