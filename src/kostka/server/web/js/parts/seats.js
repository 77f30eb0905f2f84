// Who plays: names, how many tiles, who has opened, whose turn it is and how long.

import { ask, connection, game, isHost, room, seat, view } from "../session.js";
import { t } from "../texts.js";
import { html, useEffect, useState } from "../ui.js";
import { Icon } from "./icons.js";

export function Seats() {
  const { seats } = view.value;
  const me = seat.value;
  const first = me === null ? 0 : me + 1;
  const order = seats.map((/** @type {any} */ _, /** @type {number} */ step) => (first + step) % seats.length);
  return html`
    <ol class="seats" aria-label=${t("seats.title")}>
      ${order.map((/** @type {number} */ number) => html`<${Plate} key=${number} number=${number} />`)}
    </ol>
  `;
}

/** The level of a bot that plays for somebody who is away. */
const STAND_IN = 3;

/** @param {{number: number}} props */
function Plate({ number }) {
  const at = view.value.seats[number];
  const chair = room.value.chairs[number];
  const onTurn = view.value.turn === number && !view.value.result;
  const own = number === seat.value;
  const away = chair && chair.guest && !chair.here;
  const name = own ? t("seats.you") : at.name;
  const states = [
    at.opened ? t("seats.opened") : at.announced ? t("seats.announced") : t("seats.not_opened"),
    !at.present ? t("seats.left") : away ? t("seats.away") : "",
  ];
  const state = states.filter(Boolean).at(-1);
  return html`
    <li class=${`plate ${onTurn ? "is-on-turn" : ""} ${own ? "is-me" : ""} ${away ? "is-away" : ""}`} data-seat=${number}>
      <${Ring} running=${onTurn} tiles=${at.tiles} />
      <span class="plate-words">
        <b>${chair?.bot && !own ? html`<${Icon} name="bot" />` : ""}<span class="plate-name">${name}</span></b>
        <span class="plate-state" aria-hidden="true">${at.opened && html`<${Icon} name="check" />`}<span>${onTurn && own ? t("turn.short") : state}</span></span>
      </span>
      ${away &&
      chair.bot === null &&
      isHost.value &&
      html`<button class="icon-button" title=${t("seats.bot_in")} aria-label=${t("seats.bot_in")} onClick=${() => ask("SeatBot", { seat: number, level: STAND_IN })}>
        <${Icon} name="bot" />
      </button>`}
      <span class="unseen">${state}. ${t("seats.tiles", { count: at.tiles })}. ${onTurn ? t("seats.on_turn") : ""}</span>
    </li>
  `;
}

const ROUND = 2 * Math.PI * 18;
const TICK_MS = 250;
const HURRY_SECONDS = 10;

/** Tiles in a ring; on turn the ring shows the time that is left. @param {{running: boolean, tiles: number}} props */
function Ring({ running, tiles }) {
  const { deadline, banks } = game.value.clock;
  const timed = running && deadline !== null;
  const [, tick] = useState(0);
  useEffect(() => {
    if (!timed) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS);
    return () => clearInterval(timer);
  }, [timed, deadline]);
  const seconds = timed ? Math.max(0, (deadline - connection.now()) / 1000) : 0;
  const bank = (banks[view.value.turn] ?? 0) / 1000;
  const total = (view.value.header.edition.turn_seconds ?? 1) + bank;
  const part = timed ? Math.min(1, seconds / total) : 0;
  return html`
    <span class=${`ring ${timed && seconds < HURRY_SECONDS ? "is-urgent" : ""}`} aria-hidden="true">
      <svg viewBox="0 0 44 44">
        <circle class="ring-back" cx="22" cy="22" r="18" />
        ${timed &&
        html`<circle class="ring-time" cx="22" cy="22" r="18" stroke-dasharray=${ROUND} stroke-dashoffset=${ROUND * (1 - part)} />`}
      </svg>
      <b>${tiles}</b>
      ${timed && html`<i class="seconds">${seconds < 100 ? Math.ceil(seconds) : `${Math.ceil(seconds / 60)}′`}</i>`}
    </span>
  `;
}
