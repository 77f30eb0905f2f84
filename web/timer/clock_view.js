// The turn clock, as large as the phone: a tap anywhere on it ends the turn.

import { Icon } from "../shared/icons.js";
import { formatPoints } from "../shared/score_sheet/points.js";
import { encodePoints } from "../shared/score_sheet/scoring.js";
import { playSound } from "../shared/sounds.js";
import { html, useEffect, useRef, useState } from "../shared/ui.js";
import {
  EXTRA_MS,
  formatClockTime,
  getDelayShown,
  getMainTime,
  getSecondsShown,
  getTimeShown,
  HURRY_SECONDS,
  WARNINGS,
} from "./clock.js";
import { rankMatchPlayers } from "./match.js";
import {
  chooseSeatOnTurn,
  clock,
  extendTurn,
  formatTurnLength,
  match,
  openScoreSheet,
  pauseClock,
  saveClock,
  startOrPassTurn,
  undoTurn,
  vibration,
  words,
} from "./state.js";

/** @typedef {import("./clock.js").Clock} Clock */

const TICK_MS = 100;
const SHORT_MS = 60;
const LONG_MS = [250, 120, 250];

export function TimerClock() {
  return clock.value && match.value && html`<${ClockView} now=${clock.value} />`;
}

/** @param {{now: Clock}} props */
function ClockView({ now }) {
  const isRunning = now.since !== null;
  const seconds = useSecondsShown(now);
  const delay = now.mains ? getDelayShown(now, Date.now()) : 0;
  return html`
    <div class="timer-clock">
      <${PlayerButtons} now=${now} seconds=${seconds} />
      <${ClockFace} now=${now} seconds=${seconds} delay=${delay} />
      <p class="unseen" role="status">
        ${isTimeUp(now, seconds, delay) ? words.t("timer.up") : ""}
      </p>
      <div class="timer-tools">
        <button
          class="timer-tool"
          disabled=${!now.turns}
          title=${words.t("timer.back_why")}
          onClick=${undoTurn}
        >
          <${Icon} name="undo" />
          ${words.t("timer.back")}
        </button>
        <button class="timer-tool" onClick=${isRunning ? pauseClock : startOrPassTurn}>
          <${Icon} name=${isRunning ? "pause" : "play"} />
          ${words.t(isRunning ? "timer.pause" : isUnstarted(now) ? "timer.go" : "timer.go_on")}
        </button>
        <button
          class="timer-tool"
          disabled=${now.seconds === null}
          title=${words.t("timer.extra_why")}
          onClick=${extendTurn}
        >
          <${Icon} name="clock" />
          +${formatTurnLength(EXTRA_MS / 1000)}
        </button>
        <button class="timer-tool" onClick=${() => openScoreSheet()}>
          <${Icon} name="flag" />
          ${words.t("timer.over")}
        </button>
      </div>
    </div>
  `;
}

/** @param {Clock} now @param {number} seconds @param {number} delay */
const isTimeUp = (now, seconds, delay) => now.seconds !== null && seconds === 0 && !delay;

/** Whether the first turn has not begun. @param {Clock} now */
const isUnstarted = (now) => !now.turns && !now.spent;

/** Return the seconds to show, and render again as they pass. @param {Clock} now */
function useSecondsShown(now) {
  const [, tick] = useState(0);
  const isRunning = now.since !== null;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  return getSecondsShown(now, Date.now());
}

/**
 * Warns near the end of a turn and saves the clock every second, on both tabs.
 * @param {{now: Clock}} props
 */
export function ClockTicker({ now }) {
  const heard = useRef(-1);
  const isRunning = now.since !== null;
  const seconds = useSecondsShown(now);
  useEffect(() => {
    saveClock();
    if (isRunning && now.seconds !== null && heard.current !== seconds) playTimeWarning(seconds);
    heard.current = seconds;
  }, [seconds, isRunning]);
  return null;
}

/** @param {number} seconds */
function playTimeWarning(seconds) {
  const isEnd = seconds === 0;
  if (!isEnd && !WARNINGS.includes(seconds)) return;
  playSound(isEnd ? "end" : "hurry");
  if (vibration.value === "on") navigator.vibrate?.(isEnd ? LONG_MS : SHORT_MS);
}

/**
 * The players, each with what is left of the main time; drawn again with every second.
 * @param {{now: Clock, seconds: number}} props
 */
function PlayerButtons({ now }) {
  const { names, games } = /** @type {import("./match.js").Match} */ (match.value);
  const totals = games.length ? rankMatchPlayers(/** @type {any} */ (match.value)) : [];
  return html`
    <div
      class=${`timer-players ${names.length > 4 ? "is-many" : ""}`}
      role="group"
      aria-label=${words.t("timer.who_starts")}
    >
      ${names.map((name, seat) => {
        const total = totals.find((one) => one.seat === seat);
        return html`
          <button
            class="timer-player"
            key=${seat}
            aria-pressed=${seat === now.seat}
            disabled=${now.since !== null && seat !== now.seat}
            onClick=${() => chooseSeatOnTurn(seat)}
          >
            <span>${name}</span>
            <${MainTime} now=${now} seat=${seat} />
            ${total && html`<small>${formatPoints(encodePoints(total.sixtieths))}</small>`}
          </button>
        `;
      })}
    </div>
  `;
}

/** What a player has left of the main time. @param {{now: Clock, seat: number}} props */
function MainTime({ now, seat }) {
  const left = getMainTime(now, seat, Date.now());
  if (left === null) return null;
  return html`<small class="timer-main">${formatMinutes(Math.ceil(left / 1000))}</small>`;
}

/** Format a main time, which always has minutes: "0:09". @param {number} seconds */
const formatMinutes = (seconds) =>
  (seconds < 60 ? "0:" : "") + formatClockTime(seconds).padStart(2, "0");

/** @param {{now: Clock, seconds: number, delay: number}} props */
function ClockFace({ now, seconds, delay }) {
  const { names, games } = /** @type {import("./match.js").Match} */ (match.value);
  const isRunning = now.since !== null;
  const hurry = now.seconds !== null && seconds <= HURRY_SECONDS;
  const state = isTimeUp(now, seconds, delay) ? "is-up" : hurry ? "is-hurry" : "";
  const hint = isRunning
    ? words.t("timer.tap_next", { name: names[(now.seat + 1) % names.length] ?? "" })
    : words.t(isUnstarted(now) ? "timer.tap_begin" : "timer.tap_on");
  const isMain = now.mains !== undefined;
  const main = isMain && !delay ? 1000 * (match.value?.main ?? 0) : 0;
  const all = main || (now.seconds === null ? 0 : now.seconds * 1000 + now.extra);
  const part = all ? Math.min(100, (100 * getTimeShown(now, Date.now())) / all) : 0;
  const digits = isMain ? formatMinutes(seconds) : formatClockTime(seconds);
  const size = digits.length > 4 ? "is-longer" : digits.length > 3 ? "is-long" : "";
  return html`
    <button
      class=${`timer-face ${state} ${isRunning ? "" : "is-standing"}`}
      onClick=${startOrPassTurn}
    >
      <span class="timer-game">${words.t("timer.game", { number: games.length + 1 })}</span>
      <b class="timer-name">${names[now.seat]}</b>
      <span class="timer-dial">
        <svg viewBox="0 0 100 100" aria-hidden="true" focusable="false">
          <circle class="timer-dial-back" cx="50" cy="50" r="46" />
          ${
            part > 0 &&
            html`
              <circle
                class="timer-dial-left"
                cx="50"
                cy="50"
                r="46"
                pathLength="100"
                stroke-dasharray=${`${part} 100`}
                transform="rotate(-90 50 50)"
              />
            `
          }
        </svg>
        <span class=${`timer-digits ${size}`}>${digits}</span>
        ${
          delay > 0 &&
          html`
            <span class="timer-delay" title=${words.t("timer.delay_why")}>
              +${formatTurnLength(delay)}
            </span>
          `
        }
      </span>
      <span class="timer-hint">
        ${isTimeUp(now, seconds, delay) && html`<b>${words.t("timer.up")}</b> `}
        ${hint}
      </span>
    </button>
  `;
}
