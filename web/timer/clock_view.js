// The turn clock, as large as the phone: a tap anywhere on it passes the turn on.

import { playSound } from "../shared/sounds.js";
import { EXTRA_MS, HURRY_SECONDS, WARNINGS, secondsAt, shownAt, written } from "./clock.js";
import { rankingOf } from "./match.js";
import { encodePoints } from "../shared/score_sheet/scoring.js";
import {
  back,
  choose,
  clock,
  extend,
  keepClock,
  match,
  pause,
  score,
  tap,
  vibration,
  words,
  writtenSeconds,
} from "./state.js";
import { html, useEffect, useRef, useState } from "../shared/ui.js";
import { Icon } from "../shared/icons.js";
import { formatPoints } from "../table/score_sheet.js";

/** @typedef {import("./clock.js").Clock} Clock */

const TICK_MS = 100;
const SHORT_MS = 60;
const LONG_MS = [250, 120, 250];

export function TimerClock() {
  return clock.value && match.value && html`<${Running} now=${clock.value} />`;
}

/** @param {{now: Clock}} props */
function Running({ now }) {
  const isRunning = now.since !== null;
  const seconds = useSeconds(now);
  return html`
    <div class="timer-clock">
      <${Players} now=${now} />
      <${Face} now=${now} seconds=${seconds} />
      <p class="unseen" role="status">${isUp(now, seconds) ? words.t("timer.up") : ""}</p>
      <div class="timer-tools">
        <button
          class="timer-tool"
          disabled=${!now.turns}
          title=${words.t("timer.back_why")}
          onClick=${back}
        >
          <${Icon} name="undo" />
          ${words.t("timer.back")}
        </button>
        <button class="timer-tool" onClick=${isRunning ? pause : tap}>
          <${Icon} name=${isRunning ? "pause" : "play"} />
          ${words.t(isRunning ? "timer.pause" : isFresh(now) ? "timer.go" : "timer.go_on")}
        </button>
        <button
          class="timer-tool"
          disabled=${now.seconds === null}
          title=${words.t("timer.extra_why")}
          onClick=${extend}
        >
          <${Icon} name="clock" />
          +${writtenSeconds(EXTRA_MS / 1000)}
        </button>
        <button class="timer-tool" onClick=${() => score()}>
          <${Icon} name="flag" />
          ${words.t("timer.over")}
        </button>
      </div>
    </div>
  `;
}

/** @param {Clock} now @param {number} seconds */
const isUp = (now, seconds) => now.seconds !== null && seconds === 0;

/** Whether nobody has begun yet. @param {Clock} now */
const isFresh = (now) => !now.turns && !now.spent;

/** The seconds to show, drawn again as they go by. @param {Clock} now */
function useSeconds(now) {
  const [, tick] = useState(0);
  const isRunning = now.since !== null;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  return secondsAt(now, Date.now());
}

/**
 * Warns near the end of the time, and keeps the clock every second; whether it is looked at or the
 * scores.
 * @param {{now: Clock}} props
 */
export function Ticking({ now }) {
  const heard = useRef(-1);
  const isRunning = now.since !== null;
  const seconds = useSeconds(now);
  useEffect(() => {
    keepClock();
    if (isRunning && now.seconds !== null && heard.current !== seconds) warn(seconds);
    heard.current = seconds;
  }, [seconds, isRunning]);
  return null;
}

/** @param {number} seconds */
function warn(seconds) {
  const isEnd = seconds === 0;
  if (!isEnd && !WARNINGS.includes(seconds)) return;
  playSound(isEnd ? "end" : "hurry");
  if (vibration.value === "on") navigator.vibrate?.(isEnd ? LONG_MS : SHORT_MS);
}

/** @param {{now: Clock}} props */
function Players({ now }) {
  const { names, games } = /** @type {import("./match.js").Match} */ (match.value);
  const totals = games.length ? rankingOf(/** @type {any} */ (match.value)) : [];
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
            onClick=${() => choose(seat)}
          >
            <span>${name}</span>
            ${total && html`<small>${formatPoints(encodePoints(total.sixtieths))}</small>`}
          </button>
        `;
      })}
    </div>
  `;
}

/** @param {{now: Clock, seconds: number}} props */
function Face({ now, seconds }) {
  const { names, games } = /** @type {import("./match.js").Match} */ (match.value);
  const isRunning = now.since !== null;
  const hurry = now.seconds !== null && seconds <= HURRY_SECONDS;
  const state = isUp(now, seconds) ? "is-up" : hurry ? "is-hurry" : "";
  const hint = isRunning
    ? words.t("timer.tap_next", { name: names[(now.seat + 1) % names.length] ?? "" })
    : words.t(isFresh(now) ? "timer.tap_begin" : "timer.tap_on");
  const all = now.seconds === null ? 0 : now.seconds * 1000 + now.extra;
  const part = all ? Math.min(100, (100 * shownAt(now, Date.now())) / all) : 0;
  return html`
    <button class=${`timer-face ${state} ${isRunning ? "" : "is-standing"}`} onClick=${tap}>
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
        <span class=${`timer-digits ${written(seconds).length > 3 ? "is-long" : ""}`}>
          ${written(seconds)}
        </span>
      </span>
      <span class="timer-hint">
        ${isUp(now, seconds) && html`<b>${words.t("timer.up")}</b> `}
        ${hint}
      </span>
    </button>
  `;
}
