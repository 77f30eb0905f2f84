// What happened in a step, in words and small tiles.

import { describeStep } from "./steps.js";
import { makePlayedRulesAddress } from "../rules/rules.js";
import { t, getTileName } from "../app/texts.js";
import { html } from "../shared/ui.js";
import { ClauseButton } from "../rules/clause_dialog.js";
import { StaticTile } from "../board/tile.js";

/** @typedef {import("./steps.js").Replay} Replay */
/** @typedef {import("./steps.js").StepSentence} StepSentence */
/** Whose racks are shown. @typedef {"all" | "none" | number} Open */

/** @param {Open} open @param {number} seat */
export const isRackShown = (open, seat) => open === "all" || open === seat;

/** Return the tiles that a sentence may name. @param {StepSentence} told @param {Open} open */
const listVisibleTiles = (told, open) =>
  told.rack === undefined || isRackShown(open, told.rack) ? (told.tiles ?? []) : [];

/** A step on one line. @param {Replay} replay @param {number} index */
export function summarizeStep(replay, index) {
  return describeStep(replay, index)
    .filter(({ aside }) => !aside)
    .map(({ key, values }) => t(key, values))
    .join(" ");
}

/** A step for those who hear it. @param {Replay} replay @param {number} index @param {Open} open */
export function describeStepForScreenReader(replay, index, open) {
  const said = describeStep(replay, index).map((told) => {
    const tiles = listVisibleTiles(told, open).map((tile, at) =>
      `${told.names?.[at] ?? ""} ${getTileName(replay.faces[tile] ?? "J")}`.trim(),
    );
    const sets =
      told.sets?.map((set) =>
        set.map((tile) => getTileName(replay.faces[tile] ?? "J")).join(", "),
      ) ?? [];
    return [t(told.key, told.values), tiles.join(", "), sets.join("; ")].filter(Boolean).join(" ");
  });
  const step = replay.steps[index];
  const next =
    step?.turn === null || step === undefined
      ? ""
      : t("turn.other", { name: replay.header.names[step.turn] ?? "" });
  return [...said, next].filter(Boolean).join(" ");
}

/** @param {{replay: Replay, index: number, open: Open}} props */
export function StepText({ replay, index, open }) {
  const { turn, table } = /** @type {import("./steps.js").Step} */ (replay.steps[index]);
  const lying = new Set(table.flat());
  return html`
    <div class="replay-words">
      <p>
        ${describeStep(replay, index).map(
          (told, at) => html`
            <span class="replay-told" key=${at}>
              <b>${t(told.key, told.values)}</b>
              ${listVisibleTiles(told, open).map((tile, at) => {
                const face = replay.faces[tile] ?? "J";
                const label = getTileName(face);
                const shown = html`<${StaticTile} key=${tile} face=${face} label=${label} />`;
                return html`${told.names?.[at]} ${shown} `;
              })}
              ${told.sets?.map(
                (set) => html`
                  <${UndoneSet} key=${set[0]} set=${set} lying=${lying} faces=${replay.faces} />
                `,
              )}
              ${told.clauses?.map(
                (clause) => html`
                  <${ClauseButton}
                    key=${clause}
                    clause=${clause}
                    rules=${makePlayedRulesAddress(replay.header.edition)}
                  />
                `,
              )}
            </span>
          `,
        )}
        ${
          turn !== null &&
          html`
            <span class="replay-told replay-next">
              ${t("turn.other", { name: replay.header.names[turn] ?? "" })}
            </span>
          `
        }
      </p>
    </div>
  `;
}

/**
 * A set that does not lie there any more; tiles that were from the rack are ringed.
 * @param {{set: readonly number[], lying: ReadonlySet<number>, faces: readonly string[]}} props
 */
function UndoneSet({ set, lying, faces }) {
  return html`
    <span class="replay-tried">
      ${set.map((tile) => {
        const face = faces[tile] ?? "J";
        return html`
          <${StaticTile}
            key=${tile}
            face=${face}
            label=${getTileName(face)}
            marks=${lying.has(tile) ? "" : "is-own"}
          />
        `;
      })}
    </span>
  `;
}
