// Seats: drawn or by the standings, looked at with warnings, two players swapped, locked.

import { Icon } from "../../shared/icons.js";
import { formatNames } from "../../shared/score_sheet/texts.js";
import { html, useState } from "../../shared/ui.js";
import { getDraft, saveDraft } from "../drafts.js";
import { ProblemList, useTask } from "../fields.js";
import { getLastRound, getPlayerName, formatRoman } from "../model.js";
import { FORMATS } from "../settings.js";
import { sendCommand, words } from "../state.js";
import { ConfirmDialog } from "./confirm.js";
import { DrawWithWords } from "./draw_words.js";
import { UnlockSeatsDialog } from "./entries.js";
import { goToSection } from "./location.js";
import { findPickedRound, RoundHeader } from "./round_picker.js";
import { isRoleAllowed } from "./steps.js";

/** @typedef {import("../model.js").View} View */
/** @typedef {import("../model.js").RoundView} RoundView */

/** @param {{view: View}} props */
export function DeskSeats({ view }) {
  const round = findPickedRound(view);
  if (!round)
    return html`
      <section class="card stack">
        <h2>${words.t("section.seats")}</h2>
        <p>
          ${
            view.seed
              ? words.t("seats.none", { seed: view.seed })
              : words.t("seats.none_committed", { commitment: view.commitment })
          }
        </p>
        ${
          isRoleAllowed(view.role, "organise") &&
          view.next_step === "seat" &&
          html`<${DrawWithWords} />`
        }
      </section>
    `;
  return html`
    <section class="card stack">
      <${RoundHeader} view=${view} section="seats" round=${round} />
      <p>
        ${words.t(`seats.how_${round.how}`, { seed: view.seed, draw: round.draw })}${" "}
        ${round.words && words.t("seats.words_used", { words: round.words })}
      </p>
      <${LotList} lots=${round.lots} />
      ${round === getLastRound(view) && html`<${SeatWarningList} view=${view} />`}
      <${SeatTables} view=${view} round=${round} />
      ${round === getLastRound(view) && html`<${SeatingButtons} view=${view} round=${round} />`}
      ${
        isRoleAllowed(view.role, "organise") &&
        round.phase === "preview" &&
        round.how === "draw" &&
        html`<${DrawWithWords} />`
      }
      ${view.voided.map(
        ({ number, draw }) => html`
          <p>${words.t("seats.voided", { round: formatRoman(number), draw })}</p>
        `,
      )}
    </section>
  `;
}

/**
 * Who was level sits in an order of lots, which everybody may see.
 * @param {{lots: RoundView["lots"]}} props
 */
function LotList({ lots }) {
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

/** Longer lists show their length first, and all rows on demand. */
const SHORT = 4;

/** @param {{view: View}} props */
function SeatWarningList({ view }) {
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
                names: formatNames(players.map((player) => getPlayerName(view, player))),
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
function SeatTables({ view, round }) {
  const maySwap =
    isRoleAllowed(view.role, "organise") &&
    round.phase === "preview" &&
    round === getLastRound(view);
  const key = `swap.${round.number}.${round.draw}`;
  const chosen = /** @type {number[]} */ (maySwap ? getDraft(key, []) : []);
  const [doing, run, quiet] = useTask();
  /** @param {number} player */
  function chooseSeat(player) {
    quiet();
    const others = chosen.filter((one) => one !== player);
    saveDraft(key, others.length < chosen.length ? others : [...others.slice(-1), player]);
  }
  async function swapSeats() {
    if (await run(() => sendCommand({ type: "SwapSeats", players: chosen })))
      saveDraft(key, undefined);
  }
  /** @param {import("../model.js").Seat} one */
  function drawSeat({ seat, player, name, group }) {
    const inside = html`
      ${seat && html`<b class="desk-seat-letter">${seat.slice(-1)}</b>`}
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
              onClick=${() => chooseSeat(player)}
            >
              ${inside}
            </button>
          `
            : html`<span class="desk-seat-name">${inside}</span>`
        }
      </li>
    `;
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
            <ol class="desk-plain">${seats.map(drawSeat)}</ol>
          </section>
        `,
      )}
      ${
        round.bye &&
        html`
          <section class="desk-seat-table" aria-label=${words.t("seats.bye")}>
            <h3>${words.t("seats.bye")}</h3>
            <ol class="desk-plain">${drawSeat(round.bye)}</ol>
            <small>${words.t("seats.bye_why")}</small>
          </section>
        `
      }
    </div>
    ${
      chosen.length === 2 &&
      html`
        <button class="secondary large" disabled=${doing.isBusy} onClick=${swapSeats}>
          <${Icon} name="swap" />
          ${words.t("seats.swap", {
            names: formatNames(chosen.map((player) => getPlayerName(view, player))),
          })}
        </button>
      `
    }
    <${ProblemList} of=${doing} />
  `;
}

/** @param {{view: View, round: RoundView}} props */
function SeatingButtons({ view, round }) {
  const [doing, run] = useTask();
  const [isVoid, setVoid] = useState(false);
  const [isUnlock, setUnlock] = useState(false);
  const organises = isRoleAllowed(view.role, "organise");
  const isFive = doing.problems.some(({ code }) => code === "choose_five");
  const hasRoom = !FORMATS[view.format].hasByes || round.bye !== null;
  const late =
    hasRoom && (round.phase === "preview" || round.phase === "locked")
      ? listUnseatedPlayers(view, round)
      : [];
  /** @param {Record<string, string>} [more] */
  const again = (more = {}) => void run(() => sendCommand({ type: "SeatRound", ...more }));
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
            onClick=${() => void run(() => sendCommand({ type: "SeatLate", player: id }))}
          >
            ${
              round.bye
                ? words.t("seats.late_opponent", { name, opponent: round.bye.name })
                : words.t("seats.late", { name })
            }
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
          <button class="secondary" onClick=${() => goToSection("papers")}>
            <${Icon} name="print" />
            ${words.t("seats.print")}
          </button>
        `
      }
      ${
        isRoleAllowed(view.role, "void") &&
        (round.phase === "running" || round.phase === "closed") &&
        !view.finished &&
        html`
          <button class="quiet-button" onClick=${() => setVoid(true)}>
            ${words.t("seats.void")}
          </button>
        `
      }
    </div>
    <${ProblemList} of=${doing} />
    ${
      isVoid &&
      html`
        <${ConfirmDialog}
          title=${words.t("seats.void")}
          text=${words.t("seats.void_why", { round: formatRoman(round.number) })}
          command=${{ type: "VoidRound" }}
          onClose=${() => setVoid(false)}
        />
      `
    }
    ${isUnlock && html`<${UnlockSeatsDialog} onClose=${() => setUnlock(false)} />`}
  `;
}

/** Who is there and has no seat. @param {View} view @param {RoundView} round */
function listUnseatedPlayers(view, round) {
  const seated = new Set(round.tables.flatMap(({ seats }) => seats.map(({ player }) => player)));
  if (round.bye) seated.add(round.bye.player);
  return view.players.filter(({ id, status }) => status === "present" && !seated.has(id));
}
