// The score sheet: every rack, what it counts, and how each number came about.

import { t, getTileName } from "../app/texts.js";
import { html } from "../shared/ui.js";
import { ClauseButton } from "../rules/clause_dialog.js";
import { StaticTile } from "../board/tile.js";
import { formatPoints, pointsToNumber } from "../shared/score_sheet/points.js";

/** @typedef {import("../app/protocol.js").NumberScoreLine} ScoreLine */
/** @typedef {import("../app/protocol.js").Sum} Sum */

/**
 * @param {object} props
 * @param {readonly ScoreLine[]} props.lines  by seat
 * @param {readonly Sum[]} props.sums
 * @param {readonly string[]} props.names
 * @param {readonly (readonly number[])[]} props.racks
 * @param {(tile: number) => string} props.faceOf
 * @param {string} props.rules  the address of the rules it was scored by
 */
export function ScoreSheet({ lines, sums, names, racks, faceOf, rules }) {
  const order = [...lines.keys()].sort(
    (a, b) => pointsToNumber(lines[b]?.points ?? 0) - pointsToNumber(lines[a]?.points ?? 0),
  );
  return html`
    <ol class="table-scores">
      ${order.map((seat) => {
        const shown = {
          line: lines[seat],
          sum: sums[seat],
          name: names[seat],
          rack: racks[seat] ?? [],
        };
        return html`<${ScoreSheetLine} key=${seat} ...${shown} faceOf=${faceOf} rules=${rules} />`;
      })}
    </ol>
  `;
}

/**
 * @param {{line: ScoreLine, sum: Sum | undefined, name: string, rack:
 *   readonly number[], faceOf: (tile: number) => string, rules: string}} props
 */
function ScoreSheetLine({ line, sum, name, rack, faceOf, rules }) {
  const sorted = [...rack].sort((a, b) => a - b);
  return html`
    <li class=${`table-score-line ${line.why === "won" ? "is-winner" : ""}`}>
      <div class="table-score-head">
        <b class="table-score-name">${name}</b>
        <span class="table-score-why">
          ${t(`why.${line.why}`, { count: line.count, tiles: line.tiles })}
        </span>
        <b class="table-score-points">${formatPoints(line.points)}</b>
      </div>
      ${
        sorted.length > 0 &&
        html`
          <div class="table-score-rack">
            ${sorted.map(
              (tile) => html`
                <${StaticTile}
                  key=${tile}
                  face=${faceOf(tile)}
                  label=${getTileName(faceOf(tile))}
                />
              `,
            )}
          </div>
        `
      }
      ${
        sum &&
        html`<p class="table-score-sum">
        ${sum.arithmetic && html`<span>${sum.arithmetic.replaceAll("-", "−")}</span>`}
        <${ClauseButton} clause=${sum.clause} rules=${rules} />
      </p>`
      }
    </li>
  `;
}
