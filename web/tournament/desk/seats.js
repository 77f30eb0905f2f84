// Seats: drawn or by the standings, looked at with warnings, two players swapped, locked.

import { Icon } from "../../shared/icons.js";
import { formatNames } from "../../shared/score_sheet/texts.js";
import { html, useState } from "../../shared/ui.js";
import { draft, keepDraft } from "../drafts.js";
import { Problems, useDoing } from "../fields.js";
import { lastRound, nameOf, roman } from "../model.js";
import { send, words } from "../state.js";
import { Sure } from "./confirm.js";
import { Unlock } from "./entries.js";
import { show } from "./location.js";
import { pickedRound, RoundHead } from "./round_picker.js";
import { may } from "./steps.js";

/** @typedef {import("../model.js").View} View */
/** @typedef {import("../model.js").RoundView} RoundView */

/** @param {{view: View}} props */
export function DeskSeats({ view }) {
  const round = pickedRound(view);
  if (!round)
    return html`
      <section class="card stack">
        <h2>${words.t("section.seats")}</h2>
        <p>${words.t("seats.none", { seed: view.seed })}</p>
      </section>
    `;
  return html`
    <section class="card stack">
      <${RoundHead} view=${view} section="seats" round=${round} />
      <p>${words.t(`seats.how_${round.how}`, { seed: view.seed, draw: round.draw })}</p>
      <${Lots} lots=${round.lots} />
      ${round === lastRound(view) && html`<${Warnings} view=${view} />`}
      <${Tables} view=${view} round=${round} />
      ${round === lastRound(view) && html`<${Tools} view=${view} round=${round} />`}
      ${view.voided.map(
        ({ number, draw }) => html`
          <p>${words.t("seats.voided", { round: roman(number), draw })}</p>
        `,
      )}
    </section>
  `;
}

/**
 * Who was level sits in an order of lots, which everybody may see.
 * @param {{lots: RoundView["lots"]}} props
 */
function Lots({ lots }) {
  const list = lots.map(
    (names) => html`<p>${words.t("seats.lots", { names: formatNames(names) })}</p>`,
  );
  if (lots.length <= SHORT) return list;
  return html`
    <details class="fold">
      <summary>${words.t("seats.lots_many", { count: lots.length })}</summary>
      ${list}
    </details>
  `;
}

/** More are counted first, and listed for who wants to know. */
const SHORT = 4;

/** @param {{view: View}} props */
function Warnings({ view }) {
  const { warnings } = view;
  if (!warnings.length) return null;
  const list = html`
    <ul class="desk-plain">
      ${warnings.map(
        ({ concern, table, players }) =>
          html`
            <li>
              ${table !== null && html`<b>${words.t("table.number", { table })}</b> `}
              ${words.t(`concern.${concern}`, {
                names: formatNames(players.map((player) => nameOf(view, player))),
              })}
            </li>
          `,
      )}
    </ul>
  `;
  if (warnings.length <= SHORT) return html`<div class="desk-warnings">${list}</div>`;
  return html`
    <details class="desk-warnings fold">
      <summary>${words.t("seats.warnings", { count: warnings.length })}</summary>
      ${list}
    </details>
  `;
}

/**
 * Tables with names; before they are locked two names can be chosen.
 * @param {{view: View, round: RoundView}} props
 */
function Tables({ view, round }) {
  const maySwap =
    may(view.role, "organise") && round.phase === "preview" && round === lastRound(view);
  const key = `swap.${round.number}.${round.draw}`;
  const chosen = /** @type {number[]} */ (maySwap ? draft(key, []) : []);
  const [doing, run, quiet] = useDoing();
  /** @param {number} player */
  function choose(player) {
    quiet();
    const others = chosen.filter((one) => one !== player);
    keepDraft(key, others.length < chosen.length ? others : [...others.slice(-1), player]);
  }
  async function swap() {
    if (await run(() => send({ type: "SwapSeats", players: chosen }))) keepDraft(key, undefined);
  }
  return html`
    ${maySwap && html`<p>${words.t("seats.swap_how")}</p>`}
    <div class="desk-seat-tables">
      ${round.tables.map(
        ({ number, seats }) => html`
          <section
            key=${number}
            class="desk-seat-table"
            aria-label=${words.t("table.number", { table: number })}
          >
            <h3>${words.t("table.number", { table: number })}</h3>
            <ol class="desk-plain">
              ${seats.map(({ seat, player, name, group }) => {
                const inside = html`
                  <b class="desk-seat-letter">${seat.slice(-1)}</b>
                  <span>${name}${group && html` <small>${group}</small>`}</span>
                `;
                return html`
                  <li key=${player}>
                    ${
                      maySwap
                        ? html`
                        <button
                          class="desk-seat-name"
                          aria-pressed=${chosen.includes(player)}
                          onClick=${() => choose(player)}
                        >
                          ${inside}
                        </button>
                      `
                        : html`<span class="desk-seat-name">${inside}</span>`
                    }
                  </li>
                `;
              })}
            </ol>
          </section>
        `,
      )}
    </div>
    ${
      chosen.length === 2 &&
      html`
        <button class="secondary large" disabled=${doing.isBusy} onClick=${swap}>
          <${Icon} name="swap" />
          ${words.t("seats.swap", {
            names: formatNames(chosen.map((player) => nameOf(view, player))),
          })}
        </button>
      `
    }
    <${Problems} of=${doing} />
  `;
}

/** @param {{view: View, round: RoundView}} props */
function Tools({ view, round }) {
  const [doing, run] = useDoing();
  const [isVoid, setVoid] = useState(false);
  const [isUnlock, setUnlock] = useState(false);
  const organises = may(view.role, "organise");
  const isFive = doing.problems.some(({ code }) => code === "choose_five");
  const late =
    round.phase === "preview" || round.phase === "locked" ? withoutSeat(view, round) : [];
  /** @param {Record<string, string>} [more] */
  const again = (more = {}) => void run(() => send({ type: "SeatRound", ...more }));
  return html`
    <div class="desk-tools">
      ${
        organises &&
        round.phase === "preview" &&
        !isFive &&
        html`
          <button class="secondary" disabled=${doing.isBusy} onClick=${() => again()}>
            <${Icon} name="mix" />
            ${words.t(round.how === "draw" ? "seats.again" : "seats.anew")}
          </button>
        `
      }
      ${
        isFive &&
        ["two_tables", "one_table"].map(
          (five) => html`
          <button class="secondary" key=${five} onClick=${() => again({ five })}>
            ${words.t(`five.${five}`)}
          </button>
        `,
        )
      }
      ${
        organises &&
        late.map(
          ({ id, name }) => html`
          <button
            class="secondary"
            key=${id}
            disabled=${doing.isBusy}
            onClick=${() => void run(() => send({ type: "SeatLate", player: id }))}
          >
            ${words.t("seats.late", { name })}
          </button>
        `,
        )
      }
      ${
        organises &&
        round.phase === "locked" &&
        html`
          <button class="secondary" onClick=${() => setUnlock(true)}>
            ${words.t("seats.unlock")}
          </button>
        `
      }
      ${
        organises &&
        round.phase !== "preview" &&
        html`
          <button class="secondary" onClick=${() => show("papers")}>
            <${Icon} name="print" />
            ${words.t("seats.print")}
          </button>
        `
      }
      ${
        may(view.role, "void") &&
        (round.phase === "running" || round.phase === "closed") &&
        !view.finished &&
        html`
          <button class="quiet-button" onClick=${() => setVoid(true)}>
            ${words.t("seats.void")}
          </button>
        `
      }
    </div>
    <${Problems} of=${doing} />
    ${
      isVoid &&
      html`
        <${Sure}
          title=${words.t("seats.void")}
          text=${words.t("seats.void_why", { round: roman(round.number) })}
          command=${{ type: "VoidRound" }}
          onClose=${() => setVoid(false)}
        />
      `
    }
    ${isUnlock && html`<${Unlock} onClose=${() => setUnlock(false)} />`}
  `;
}

/** Who is there and has no seat. @param {View} view @param {RoundView} round */
function withoutSeat(view, round) {
  const seated = new Set(round.tables.flatMap(({ seats }) => seats.map(({ player }) => player)));
  return view.players.filter(({ id, status }) => status === "present" && !seated.has(id));
}
