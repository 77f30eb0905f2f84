// The score sheet of the word game: every turn that made points, and the letters that were left.

import { game } from "../../app/game_store.js";
import { t, getTileName } from "../../app/texts.js";
import { html } from "../../shared/ui.js";
import { hasWon } from "../winner.js";
import { ClauseButton } from "../../rules/clause_dialog.js";
import { StaticTile } from "../../board/tile.js";
import { TurnWords } from "./history.js";

/** @typedef {import("../../app/protocol.js").WordScoreLine} WordLine */

/**
 * @param {object} props
 * @param {readonly WordLine[]} props.lines  by seat
 * @param {readonly string[]} props.names
 * @param {readonly (readonly number[])[]} props.racks
 * @param {(tile: number) => string} props.faceOf
 * @param {string} props.rules  the address of the rules it was scored by
 */
export function WordScoreSheet({ lines, names, racks, faceOf, rules }) {
  const order = [...lines.keys()].sort((a, b) => (lines[b]?.points ?? 0) - (lines[a]?.points ?? 0));
  return html`
    <ol class="table-scores">
      ${order.map((seat) => {
        const { turns, points, ...line } = /** @type {WordLine} */ (lines[seat]);
        const rack = [...(racks[seat] ?? [])].sort((a, b) => a - b);
        return html`
          <li class=${`table-score-line ${hasWon(line) ? "is-winner" : ""}`} key=${seat}>
            <div class="table-score-head">
              <b class="table-score-name">${names[seat]}</b>
              <span class="table-score-why">${t("sheet.turns", { count: turns.length })}</span>
              <b class="table-score-points">${points}</b>
            </div>
            ${
              turns.length > 0 &&
              html`
                <details class="fold">
                  <summary>${t("sheet.how")}</summary>
                  <ol class="word-turns">
                    ${turns.map(
                      (score) => html`
                        <li key=${score.turn}>
                          <${TurnWords} score=${score} lemmas=${game.value?.lemmas ?? {}} />
                        </li>
                      `,
                    )}
                  </ol>
                  <p class="table-score-sum">
                    <span>${turns.map((score) => score.points).join(" + ")} = ${points}</span>
                    <${ClauseButton} clause="W-7" rules=${rules} />
                  </p>
                </details>
              `
            }
            ${
              rack.length > 0 &&
              html`
                <div class="table-score-rack">
                  ${rack.map(
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
          </li>
        `;
      })}
    </ol>
  `;
}
