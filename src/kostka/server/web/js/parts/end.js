// After the game: who won, every rack, and how each number came about.

import { follow } from "../router.js";
import { ask, faces, isHost, room, seat, view } from "../session.js";
import { t, tileName } from "../texts.js";
import { html, useEffect, useRef } from "../ui.js";
import { StillTile } from "./tile.js";

export function EndOfGame() {
  const { result, seats } = view.value;
  const { lines } = result.sheet;
  const winners = lines.flatMap((/** @type {any} */ line, /** @type {number} */ at) => (line.why === "won" ? [at] : []));
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => heading.current?.focus(), []);
  const names = winners.map((/** @type {number} */ at) => (at === seat.value ? t("seats.you") : seats[at].name));
  const won = winners.includes(seat.value);
  const order = [...lines.keys()].sort((a, b) => number(lines[b].points) - number(lines[a].points));
  return html`
    <section class="end card stack">
      <div>
        <h1 ref=${heading} tabindex="-1">${won && winners.length === 1 ? t("end.you_won") : t("end.won", { names: names.join(", ") })}</h1>
        <p class="facts">${t(`ending.${result.ending}`)}</p>
      </div>
      <ol class="sheet">
        ${order.map((at) => html`<${Line} key=${at} line=${lines[at]} at=${at} />`)}
      </ol>
      ${room.value.settings.games > 1 && html`<${Standings} />`}
      <${Buttons} />
      <p class="proof">${t("end.proof")} <code>${view.value.header.commitment.slice(0, 16)}…</code></p>
    </section>
  `;
}

/** @param {{line: any, at: number}} props */
function Line({ line, at }) {
  const of = view.value.seats[at];
  const rack = [...(of.rack ?? [])].sort((a, b) => a - b);
  return html`
    <li class=${`sheet-line ${line.why === "won" ? "is-winner" : ""}`}>
      <div class="sheet-head">
        <b class="sheet-name">${at === seat.value ? t("seats.you") : of.name}</b>
        <span class="sheet-why">${t(`why.${line.why}`, { count: line.count, tiles: line.tiles })}</span>
        <b class="sheet-points">${signed(line.points)}</b>
      </div>
      ${rack.length > 0 &&
      html`<div class="sheet-rack">${rack.map((tile) => html`<${StillTile} key=${tile} face=${faces.value[tile] ?? "J"} label=${tileName(faces.value[tile] ?? "J")} />`)}</div>`}
    </li>
  `;
}

function Standings() {
  const { standings, chairs } = room.value;
  return html`
    <div>
      <h2>${t("match.standings")}</h2>
      <ol class="standings">
        ${standings.map(
          (/** @type {any} */ line) => html`
            <li key=${line.seat}>
              <span>${line.place}.</span><b>${line.seat === seat.value ? t("seats.you") : chairs[line.seat].name}</b>
              <span>${t("match.big", { count: line.big })}</span><b>${signed(line.points)}</b>
            </li>
          `,
        )}
      </ol>
    </div>
  `;
}

function Buttons() {
  const { stage } = room.value;
  const key = stage === "between" ? "action.next_game" : "action.rematch";
  return html`
    <div class="end-buttons">
      ${isHost.value
        ? html`<button class="primary" disabled=${stage === "playing"} onClick=${() => ask("Begin")}>${t(key)}</button>`
        : html`<p class="waiting">${t("lobby.host_begins")}</p>`}
      <a class="secondary" href="/" onClick=${follow}>${t("action.to_home")}</a>
    </div>
  `;
}

/** Points are whole, or exact fractions as "27/2". @param {number | string} points */
function number(points) {
  const [top, bottom = 1] = String(points).split("/").map(Number);
  return (top ?? 0) / bottom;
}

/** @param {number | string} points */
function signed(points) {
  const value = number(points);
  const shown = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 }).format(Math.abs(value));
  return value > 0 ? `+${shown}` : value < 0 ? `−${shown}` : shown;
}
