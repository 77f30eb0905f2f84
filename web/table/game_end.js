// After the game: who won, every rack, and how each number came about.

import { follow } from "../app/router.js";
import { loadRecord } from "../replay/source.js";
import { sendRequest, game, isHost, room, seat, view } from "../app/game_store.js";
import { t } from "../app/texts.js";
import { getFace } from "./turn.js";
import { html, useEffect, useRef } from "../shared/ui.js";
import { hasWon } from "./winner.js";
import { makeTableRulesAddress } from "../rules/clause_dialog.js";
import { ProofPanel } from "../replay/proof_panel.js";
import { formatPoints } from "./score_sheet.js";

/**
 * @param {{Sheet: (props: any) => any}} props what shows the points of the game that was played
 */
export function GameEnd({ Sheet }) {
  const { result, seats } = view.value;
  const { lines } = result.sheet;
  const winners = lines.flatMap((/** @type {any} */ line, /** @type {number} */ at) =>
    hasWon(line) ? [at] : [],
  );
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => heading.current?.focus(), []);
  const won = winners.includes(seat.value);
  const names = seats.map((/** @type {any} */ at, /** @type {number} */ number) =>
    number === seat.value ? t("seats.you") : at.name,
  );
  const racks = seats.map((/** @type {any} */ at) => at.rack ?? []);
  return html`
    <section class="table-end card stack">
      <div>
        <h1 ref=${heading} tabindex="-1">
          ${
            won && winners.length === 1
              ? t("end.you_won")
              : t("end.won", {
                  names: winners.map((/** @type {number} */ at) => names[at]).join(", "),
                })
          }
        </h1>
        <p class="facts">${t(`ending.${result.ending}`)}</p>
      </div>
      <${Sheet}
        lines=${lines}
        sums=${game.value.sums ?? []}
        names=${names}
        racks=${racks}
        faceOf=${getFace}
        rules=${makeTableRulesAddress()}
      />
      ${room.value.settings.games > 1 && html`<${MatchStandings} />`}
      <${GameEndButtons} />
      <${ProofPanel}
        key=${game.value.game}
        game=${game.value.game}
        load=${() => loadRecord(game.value.game)}
      />
    </section>
  `;
}

function MatchStandings() {
  const { standings, chairs, played } = room.value;
  return html`
    <div>
      <h2>${t("match.standings")}</h2>
      <ol class="table-standings">
        ${standings.map(
          (/** @type {any} */ line) => html`
            <li key=${line.seat}>
              <span>${line.place}.</span>
              <b>${line.seat === seat.value ? t("seats.you") : chairs[line.seat].name}</b>
              <span>${t("match.big", { count: line.big })}</span>
              <b>${formatPoints(line.points)}</b>
            </li>
          `,
        )}
      </ol>
      <p class="table-games">
        ${played.map(
          (/** @type {string} */ id, /** @type {number} */ index) =>
            html`
              <a class="quiet" key=${id} href=${`/replay/${id}`} onClick=${follow}>
                ${t("match.review", { game: index + 1 })}
              </a>
            `,
        )}
      </p>
    </div>
  `;
}

function GameEndButtons() {
  const { stage } = room.value;
  const key = stage === "between" ? "action.next_game" : "action.rematch";
  return html`
    <div class="dialog-buttons">
      ${
        isHost.value
          ? html`
            <button
              class="primary"
              disabled=${stage === "playing"}
              onClick=${() => sendRequest("Begin")}
            >
              ${t(key)}
            </button>
          `
          : html`<p class="waiting">${t("lobby.host_begins")}</p>`
      }
      <a class="secondary" href=${`/replay/${game.value.game}`} onClick=${follow}>
        ${t("action.review")}
      </a>
      <a class="secondary" href="/" onClick=${follow}>${t("action.to_home")}</a>
    </div>
  `;
}
