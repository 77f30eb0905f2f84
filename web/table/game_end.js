// After the game: who won, every rack, and how each number came about.

import { followLink } from "../app/router.js";
import { loadRecord } from "../replay/source.js";
import {
  getGameNews,
  getRoom,
  getGameView,
  mayBegin,
  seat,
  sendRequest,
} from "../app/game_store.js";
import { t } from "../app/texts.js";
import { getFace } from "./turn.js";
import { html, useEffect, useRef } from "../shared/ui.js";
import { hasWon } from "./winner.js";
import { makeTableRulesAddress } from "../rules/clause_dialog.js";
import { PauseBanner } from "./pause_banner.js";
import { ProofPanel } from "../replay/proof_panel.js";
import { formatPoints } from "../shared/score_sheet/points.js";

/**
 * @param {{Sheet: unknown}} props  the score sheet component of the game
 */
export function GameEnd({ Sheet }) {
  const { result, seats } = getGameView();
  if (!result) return null;
  const { lines } = result.sheet;
  const winners = lines.flatMap((line, at) => (hasWon(line) ? [at] : []));
  const hasGoneOut =
    result.ending === "went_out" && seat.value !== null && seats[seat.value]?.tiles === 0;
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => heading.current?.focus(), []);
  const won = seat.value !== null && winners.includes(seat.value);
  const names = seats.map((at, number) => (number === seat.value ? t("seats.you") : at.name));
  const racks = seats.map((at) => at.rack ?? []);
  return html`
    <section class="table-end card stack">
      <div>
        <h1 ref=${heading} tabindex="-1">
          ${
            won && winners.length === 1
              ? t("end.you_won")
              : t("end.won", {
                  names: winners.map((at) => names[at]).join(", "),
                })
          }
        </h1>
        <p class="facts">${t(hasGoneOut ? "ending.went_out_own" : `ending.${result.ending}`)}</p>
      </div>
      <${Sheet}
        lines=${lines}
        sums=${getGameNews().sums ?? []}
        names=${names}
        racks=${racks}
        faceOf=${getFace}
        rules=${makeTableRulesAddress()}
      />
      ${getRoom().settings.games > 1 && html`<${MatchStandings} />`}
      <${GameEndButtons} />
      <${ProofPanel}
        key=${getGameNews().game}
        game=${getGameNews().game}
        load=${() => loadRecord(getGameNews().game)}
      />
    </section>
  `;
}

function MatchStandings() {
  const { standings, chairs, played } = getRoom();
  return html`
    <div>
      <h2>${t("match.standings")}</h2>
      <ol class="table-standings">
        ${standings.map(
          (line) => html`
            <li key=${line.seat}>
              <span>${line.place}.</span>
              <b>${line.seat === seat.value ? t("seats.you") : chairs[line.seat]?.name}</b>
              <span>${t("match.big", { count: line.big })}</span>
              <b>${formatPoints(line.points)}</b>
            </li>
          `,
        )}
      </ol>
      <p class="table-games">
        ${played.map(
          (id, index) =>
            html`
              <a class="quiet" key=${id} href=${`/replay/${id}`} onClick=${followLink}>
                ${t("match.review", { game: index + 1 })}
              </a>
            `,
        )}
      </p>
    </div>
  `;
}

function GameEndButtons() {
  const { stage, booked, paused } = getRoom();
  const key = stage === "between" ? "action.next_game" : "action.rematch";
  return html`
    <${PauseBanner} />
    <div class="dialog-buttons">
      ${
        booked && stage === "over"
          ? null
          : mayBegin.value
            ? html`
            <button
              class="primary"
              disabled=${stage === "playing" || paused !== null}
              onClick=${() => sendRequest("Begin")}
            >
              ${t(key)}
            </button>
          `
            : html`
              <p class="waiting">${t(booked ? "lobby.players_begin" : "lobby.host_begins")}</p>
            `
      }
      <a class="secondary" href=${`/replay/${getGameNews().game}`} onClick=${followLink}>
        ${t("action.review")}
      </a>
      <a class="secondary" href="/" onClick=${followLink}>${t("action.to_home")}</a>
    </div>
  `;
}
