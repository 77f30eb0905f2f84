// Who plays: names, how many tiles, who has opened, whose turn it is and how long.

import {
  getGameNews,
  getRoom,
  getGameView,
  isHost,
  isClosingAfterDraw,
  isWordGame,
  seat,
  sendRequest,
} from "../app/game_store.js";
import { playSound } from "../shared/sounds.js";
import { t } from "../app/texts.js";
import { html, useEffect } from "../shared/ui.js";
import { Icon } from "../shared/icons.js";
import { formatPoints } from "../shared/score_sheet/points.js";
import { useSecondsLeft } from "./countdown.js";

/** @typedef {import("../app/protocol.js").WordSeatView} WordSeatView */

export function PlayerPlates() {
  const { seats } = getGameView();
  const me = seat.value;
  const first = me === null ? 0 : me + 1;
  const order = seats.map((_, step) => (first + step) % seats.length);
  return html`
    <ol class="table-seats" aria-label=${t("seats.title")}>
      ${order.map(
        (number) => html`
          <${PlayerPlate} key=${number} number=${number} />
        `,
      )}
    </ol>
  `;
}

/** The level of a bot that plays for somebody who is away. */
const STAND_IN = 3;

/** @param {{number: number}} props */
function PlayerPlate({ number }) {
  const { seats, turn, result } = getGameView();
  const player = seats[number];
  const chair = getRoom().chairs[number];
  if (!player) return null;
  const onTurn = turn === number && !result;
  const own = number === seat.value;
  // A reserved seat without a guest waits for its player's link.
  const away = Boolean(chair && !chair.here && (chair.guest || chair.bot === null));
  const name = own ? t("seats.you") : player.name;
  const standsIn = away && chair?.bot !== null;
  const states = [
    isWordGame.value
      ? describeWordProgress(/** @type {WordSeatView} */ (player))
      : player.opened
        ? t("seats.opened")
        : "announced" in player && player.announced
          ? t("seats.announced")
          : t("seats.not_opened"),
    !player.present
      ? t("seats.left")
      : standsIn
        ? t("seats.stand_in")
        : away
          ? t("seats.away")
          : "",
  ];
  const state = states.filter(Boolean).at(-1);
  const match = formatMatchPoints(number);
  const bank = usePlayerTime(number);
  // In the word game everybody's points are there for all to see; in the other they come at the
  // end.
  const wordPoints = "points" in player ? player.points : 0;
  const points = isWordGame.value ? String(wordPoints) : match;
  const said = [
    isWordGame.value && t("seats.points", { count: wordPoints }),
    match && t("seats.match", { points: match }),
  ];
  const marks = [onTurn && "is-on-turn", own && "is-me", away && "is-away"];
  const isMain = Boolean(getClock().main_seconds);
  const timeKey = isMain ? "seats.clock" : "seats.bank";
  const more = [...said, bank && t(timeKey, { time: bank })].filter(Boolean);
  return html`
    <li
      class=${`table-plate ${marks.filter(Boolean).join(" ")}`}
      data-seat=${number}
    >
      <${TimeRing} running=${onTurn} own=${own} tiles=${player.tiles} />
      <span class="table-plate-words">
        <b>
          ${chair?.bot && !own ? html`<${Icon} name="bot" />` : ""}
          <span class="table-plate-name">${name}</span>
        </b>
        <span class="table-plate-state" aria-hidden="true">
          ${player.opened && !isWordGame.value && html`<${Icon} name="check" />`}
          <span>${onTurn && own ? t("turn.short") : state}</span>
        </span>
      </span>
      ${
        more.length > 0 &&
        html`
          <span class="table-plate-more" aria-hidden="true" title=${more.join(", ")}>
            <b>${points}</b>
            ${isWordGame.value && html`<span>${t("seats.points_short")}</span>`}
            ${bank && (isMain ? html`<b>${bank}</b>` : html`<span>${bank}</span>`)}
          </span>
        `
      }
      ${
        away &&
        chair?.bot === null &&
        isHost.value &&
        html`
          <button
            class="icon-button"
            title=${t("seats.bot_in")}
            aria-label=${t("seats.bot_in")}
            onClick=${() => sendRequest("SeatBot", { seat: number, level: STAND_IN })}
          >
            <${Icon} name="bot" />
          </button>
        `
      }
      <span class="unseen">
        ${[state, ...more].join(", ")}. ${t("seats.tiles", { count: player.tiles })}
        . ${onTurn ? t("seats.on_turn") : ""}
      </span>
    </li>
  `;
}

/**
 * Describe how many words a player has made, or that the first is missing.
 * @param {WordSeatView} at
 */
const describeWordProgress = ({ opened, turns }) =>
  opened ? t("seats.words", { count: turns.length }) : t("seats.no_first_word");

/** How the match stands for a player, once a game of it is over. @param {number} number */
function formatMatchPoints(number) {
  const line = getRoom().standings.find((standing) => standing.seat === number);
  return line && getRoom().settings.games > 1 ? formatPoints(line.points) : "";
}

/** The main time and its delay, if this game has them (M-3). */
const getClock = () =>
  /** @type {{main_seconds?: number | null, delay_seconds?: number}} */ (
    getGameView().header.edition
  );

/**
 * What a player has left beyond the time for each move; a main time as it runs.
 * @param {number} number
 */
function usePlayerTime(number) {
  const { banks, deadline, left } = getGameNews().clock;
  const now = getGameView();
  const main = getClock().main_seconds;
  const runs = main && now.turn === number && !isClosingAfterDraw(now);
  const ticking = useSecondsLeft(runs ? deadline : null);
  if (!main && !getRoom().settings.bank_seconds) return "";
  const bank = (banks[number] ?? 0) / 1000;
  const turn = deadline === null ? (left ?? Infinity) / 1000 : ticking;
  const seconds = Math.ceil(runs ? Math.min(bank, turn) : bank);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

const ROUND = 2 * Math.PI * 18;
const HURRY_SECONDS = 10;
/** When the buzzer is near, the player on turn hears it. */
const TICKS = [10, 5, 4, 3, 2, 1];

/**
 * Tiles in a ring; on turn the ring shows the time that is left.
 * @param {{running: boolean, own: boolean, tiles: number}} props
 */
function TimeRing({ running, own, tiles }) {
  const { deadline, banks } = getGameNews().clock;
  const timed = running && deadline !== null;
  const seconds = useSecondsLeft(timed ? deadline : null);
  const now = getGameView();
  const bank = (now.turn === null ? 0 : (banks[now.turn] ?? 0)) / 1000;
  // After a draw nobody's time runs, and nobody is hurried: the turn ends by itself (N-20).
  const isClosing = isClosingAfterDraw(now);
  const { main_seconds: main, delay_seconds: delay = 0 } = getClock();
  /** What is left of the delay, which costs nothing of the main time. */
  const free = main && !isClosing ? Math.max(0, seconds - bank) : 0;
  const total = isClosing
    ? now.header.edition.announcement_seconds
    : free
      ? delay
      : (now.header.edition.turn_seconds ?? 1) + bank;
  const left = Math.ceil(seconds);
  const shown = free || seconds;
  useEffect(() => {
    if (timed && own && !isClosing && TICKS.includes(left)) playSound("hurry");
  }, [left]);
  const part = timed ? Math.min(1, shown / total) : 0;
  return html`
    <span
      class=${`table-ring ${timed && !isClosing && seconds < HURRY_SECONDS ? "is-urgent" : ""}`}
      aria-hidden="true"
    >
      <svg viewBox="0 0 44 44">
        <circle class="table-ring-back" cx="22" cy="22" r="18" />
        ${
          timed &&
          html`
            <circle
              class="table-ring-time"
              cx="22"
              cy="22"
              r="18"
              stroke-dasharray=${ROUND}
              stroke-dashoffset=${ROUND * (1 - part)}
            />
          `
        }
      </svg>
      <b>${tiles}</b>
      ${
        timed &&
        (!main || free || isClosing) &&
        html`
          <i class="table-seconds">
            ${shown < 100 ? Math.ceil(shown) : `${Math.ceil(shown / 60)}′`}
          </i>
        `
      }
    </span>
  `;
}
