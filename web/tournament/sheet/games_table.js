// The score sheet of a table as it stands on paper: a line a game, then the sums.

import { Icon } from "../../shared/icons.js";
import { formatPoints } from "../../shared/score_sheet/points.js";
import { words as sheetWords } from "../../shared/score_sheet/texts.js";
import { html } from "../../shared/ui.js";
import { LETTERS } from "../model.js";
import { words } from "../state.js";
import { sumPointsBySeat } from "./table_games.js";

/** @typedef {import("./table_games.js").TableGame} TableGame */

const ICONS = /** @type {const} */ ({ entered: "check", waiting: "clock", open: "pen" });

/**
 * @param {{names: readonly string[], games: readonly TableGame[], shown: number | null, canChange:
 *   boolean, onPick: (game: number) => void}} props
 */
export function GamesTable({ names, games, shown, canChange, onPick }) {
  const sums = sumPointsBySeat(games, names.length);
  return html`
    <div class=${`sheet-table ${names.length > 4 ? "is-five" : ""}`}>
      <table>
        <thead>
          <tr>
            <th scope="col"><span class="unseen">${words.t("sheet.games")}</span></th>
            ${names.map(
              (name, seat) => html`
                <th scope="col" key=${seat}>
                  <b class="desk-seat-letter">${LETTERS[seat]}</b>
                  <${TwoLineName} name=${name} />
                </th>
              `,
            )}
          </tr>
        </thead>
        <tbody>
          ${games.map(
            (game) => html`
              <${GameRow}
                key=${game.game}
                game=${game}
                names=${names}
                isShown=${game.game === shown}
                canChange=${canChange}
                onPick=${onPick}
              />
            `,
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">${words.t("sheet.total")}</th>
            ${sums.map(({ points }) => html`<td>${formatPoints(points)}</td>`)}
          </tr>
          <tr>
            <th scope="row">${words.t("sheet.big")}</th>
            ${sums.map(({ big }) => html`<td>${big}</td>`)}
          </tr>
        </tfoot>
      </table>
    </div>
  `;
}

/** On two lines, so that much of it can be read. @param {{name: string}} props */
function TwoLineName({ name }) {
  const [first, ...others] = name.split(" ");
  return html`<span>${first}</span><small>${others.join(" ")}</small>`;
}

/**
 * @param {{game: TableGame, names: readonly string[], isShown: boolean, canChange: boolean, onPick:
 *   (game: number) => void}} props
 */
function GameRow({ game, names, isShown, canChange, onPick }) {
  const { game: number, stage, isPlayed, points, big } = game;
  const label = words.t(
    stage === "open" ? "sheet.enter" : stage === "entered" ? "sheet.correct" : "sheet.waiting_game",
    { number },
  );
  const isButton = canChange && stage !== "waiting";
  const head = html`<span>${number}</span><${Icon} name=${ICONS[stage]} />`;
  return html`
    <tr class=${`is-${stage} ${isShown ? "is-shown" : ""}`}>
      <th scope="row">
        ${
          isButton
            ? html`
            <button
              class="sheet-game"
              aria-label=${label}
              aria-current=${isShown}
              onClick=${() => onPick(number)}
            >
              ${head}
            </button>
          `
            : html`
            <span class="sheet-game" title=${label}>
              ${head}
              <span class="unseen">${words.t(`stage.${stage}`)}</span>
            </span>
          `
        }
      </th>
      ${
        stage !== "open" && !isPlayed
          ? html`
            <td colspan=${names.length} class="sheet-not-played">
              ${sheetWords.t("paper.not_played")}
            </td>
          `
          : names.map(
              (_, seat) =>
                html`
                  <td class=${big[seat] ? "is-won" : ""}>
                    ${formatPointsCell(points[seat], stage)}
                  </td>
                `,
            )
      }
    </tr>
  `;
}

/**
 * @param {import("../model.js").Points | null | undefined} points
 * @param {TableGame["stage"]} stage
 */
function formatPointsCell(points, stage) {
  if (points !== null && points !== undefined) return formatPoints(points);
  return stage === "open" ? "" : "–";
}
