// Results: which are there and which are missing, and the score sheet of a table.

import { LazyPart } from "../../app/lazy_part.js";
import { SegmentedField } from "../../shared/fields.js";
import { Icon } from "../../shared/icons.js";
import { formatPoints, pointsToNumber } from "../../shared/score_sheet/points.js";
import { html, useEffect, useRef } from "../../shared/ui.js";
import { getDraft, getResultDraftKey } from "../drafts.js";
import { ProblemList, useTask } from "../fields.js";
import { getLastRound, formatRoman } from "../model.js";
import { outbox, lateRefusals, sendCommand, words } from "../state.js";
import { ResultHistoryTools } from "./entries.js";
import { getLocation, goToSection } from "./location.js";
import { OnlineTableControls } from "./online_table.js";
import { findPickedRound, RoundHeader } from "./round_picker.js";
import { isRoleAllowed } from "./steps.js";

/** @typedef {import("../model.js").View} View */
/** @typedef {import("../model.js").RoundView} RoundView */
/** @typedef {import("../model.js").TableView} TableView */
/** @typedef {import("../model.js").GameView} GameView */

/** @param {{view: View}} props */
export function DeskResults({ view }) {
  const round = findPickedRound(view);
  if (!round || round.phase === "preview" || round.phase === "locked") {
    return html`
      <section class="card stack">
        ${
          round
            ? html`
            <${RoundHeader} view=${view} section="results" round=${round} />
          `
            : html`<h2>${words.t("section.results")}</h2>`
        }
        <p>${words.t("results.not_yet")}</p>
      </section>
    `;
  }
  const table = round.tables.find(({ number }) => number === getLocation().table);
  return table
    ? html`
      <${TableResults}
        key=${`${round.number}.${table.number}`}
        view=${view}
        round=${round}
        table=${table}
      />
    `
    : html`<${TableList} view=${view} round=${round} />`;
}

/** Beside the number of a game; all others are entered. @type {Record<string, string>} */
const MARKS = { missing: "", waiting: " …", refused: " !" };

/** @param {RoundView} round @param {TableView} table @param {GameView} game */
function getResultStatus(round, table, game) {
  const waits = outbox.value.some(
    ({ command }) =>
      command.round === round.number &&
      command.table === table.number &&
      command.game === game.game,
  );
  if (waits) return "waiting";
  if (lateRefusals.value[getDraft(getResultDraftKey(round, table, game), { stamp: "" }).stamp])
    return "refused";
  if (!game.entered) return "missing";
  if (!game.played) return "not_played";
  return game.corrections ? "corrected" : "entered";
}

/** @param {{view: View, round: RoundView}} props */
function TableList({ view, round }) {
  const [doing, run] = useTask();
  const isRunning = round === getLastRound(view) && round.phase === "running";
  return html`
    <section class="card stack">
      <${RoundHeader} view=${view} section="results" round=${round} />
      <p role="status">
        ${
          round.missing.length
            ? words.t("results.missing", { count: round.missing.length })
            : words.t("results.all_in")
        }
      </p>
      ${
        view.rehearsal &&
        isRunning &&
        round.missing.length > 0 &&
        isRoleAllowed(view.role, "organise") &&
        html`
          <button
            class="secondary large"
            disabled=${doing.isBusy}
            onClick=${() =>
              void run(() => sendCommand({ type: "Rehearse", reason: words.t("new.rehearsal") }))}
          >
            ${words.t("results.rehearse")}
          </button>
        `
      }
      <${ProblemList} of=${doing} />
      <div class="desk-result-tables">
        ${round.tables.map(
          (table) => html`
            <${TableCard} key=${table.number} round=${round} table=${table} />
          `,
        )}
      </div>
    </section>
  `;
}

/** @param {{round: RoundView, table: TableView}} props */
function TableCard({ round, table }) {
  const isWhole = table.games.every(({ entered }) => entered);
  return html`
    <section
      class=${`desk-result-table ${isWhole ? "is-whole" : ""}`}
      aria-label=${words.t("table.number", { table: table.number })}
    >
      <h3>${words.t("table.number", { table: table.number })}</h3>
      <p>${table.seats.map(({ name }) => name).join(", ")}</p>
      <div class="desk-result-games">
        ${table.games.map((game) => {
          const state = getResultStatus(round, table, game);
          const said = words.t(`results.${state === "missing" ? "enter" : state}`);
          const where = words.t("table.number", { table: table.number });
          const which = words.t("game.number", { game: game.game });
          const label = `${where}, ${which}: ${said}`;
          return html`
            <button
              key=${game.game}
              class=${`desk-result-game is-${state}`}
              onClick=${() =>
                goToSection("results", {
                  round: round.number,
                  table: table.number,
                  game: game.game,
                })}
            >
              <span class="unseen">${label}</span>
              <b aria-hidden="true">${game.game}</b>
              <span aria-hidden="true">
                ${state === "entered" ? html`<${Icon} name="check" />` : said}
              </span>
            </button>
          `;
        })}
      </div>
    </section>
  `;
}

/**
 * The sheet of a table: points so far, and one game to be typed.
 * @param {{view: View, round: RoundView, table: TableView}} props
 */
function TableResults({ view, round, table }) {
  const wanted = getLocation().game;
  const game =
    table.games.find((one) => one.game === wanted) ??
    table.games.find(({ entered }) => !entered) ??
    /** @type {GameView} */ (table.games[0]);
  const top = useRef(/** @type {HTMLElement | null} */ (null));
  const open = (/** @type {number} */ number) =>
    goToSection("results", { round: round.number, table: table.number, game: number });
  useEffect(() => {
    top.current?.scrollIntoView({ block: "nearest" });
    top.current?.focus({ preventScroll: true });
  }, [game.game]);
  function goToNextGame() {
    // somebody has gone on already
    if (getLocation().section !== "results" || getLocation().table !== table.number) return;
    // The paper has the next game below: it is typed next. After the last one all tables are looked
    // at.
    const next =
      table.games.find((one) => one.game > game.game && !one.entered) ??
      table.games.find((one) => one.game !== game.game && !one.entered);
    if (next) open(next.game);
    else goToSection("results", { round: round.number });
  }
  const mayEnter = isRoleAllowed(view.role, "enter");
  const games = table.games.map((one) => ({
    value: one.game,
    text:
      words.t("game.number", { game: one.game }) +
      (MARKS[getResultStatus(round, table, one)] ?? " ✓"),
  }));
  return html`
    <section class="card stack">
      <div class="desk-row">
        <h2 ref=${top} tabindex="-1">
          ${words.t("round.number", { round: formatRoman(round.number) })} ·${" "}
          ${words.t("table.number", { table: table.number })}
        </h2>
        <button
          class="quiet-button"
          onClick=${() => goToSection("results", { round: round.number })}
        >
          <${Icon} name="back" />
          ${words.t("results.all_tables")}
        </button>
      </div>
      <${SegmentedField}
        name="game"
        label=${words.t("results.game")}
        value=${game.game}
        choices=${games}
        onPick=${open}
      />
      ${
        mayEnter &&
        html`
          <${LazyPart}
            key=${game.game}
            name="desk_result_form"
            props=${{ round, table, game, onDone: goToNextGame }}
          />
        `
      }
      ${
        game.entered &&
        html`
          <${ResultHistoryTools}
            key=${`history${game.game}`}
            round=${round.number}
            table=${table.number}
            game=${game}
          />
        `
      }
      <h3>${words.t("results.so_far")}</h3>
      <${PointsTable} table=${table} />
      ${
        isRoleAllowed(view.role, "organise") &&
        round.phase === "running" &&
        html`
          <${OnlineTableControls} table=${table.number} />
        `
      }
    </section>
  `;
}

/** The paper so far: a column for every game, and the sum. @param {{table: TableView}} props */
function PointsTable({ table }) {
  const sum = (/** @type {number} */ seat) =>
    table.games.reduce((total, one) => total + pointsToNumber(one.points[seat] ?? 0), 0);
  const big = (/** @type {number} */ seat) =>
    table.games.reduce((total, one) => total + (one.big[seat] ?? 0), 0);
  return html`
    <div class="desk-scroll">
      <table class="desk-table desk-result-sheet">
        <thead>
          <tr>
            <th>${words.t("change.player")}</th>
            ${table.games.map(
              ({ game }) => html`
                <th key=${game}>
                  <span class="unseen">${words.t("game.number", { game })}</span>
                  <span aria-hidden="true">${game}</span>
                </th>
              `,
            )}
            <th>${words.t("standings.big")}</th>
            <th>${words.t("standings.small")}</th>
          </tr>
        </thead>
        <tbody>
          ${table.seats.map(
            ({ seat, name, player }, at) => html`
              <tr key=${player}>
                <th scope="row"><b class="desk-seat-letter">${seat.slice(-1)}</b> ${name}</th>
                ${table.games.map(
                  (one) => html`
                    <td key=${one.game} class=${one.big[at] ? "is-won" : ""}>
                      ${
                        !one.entered
                          ? ""
                          : one.points[at] == null
                            ? "–"
                            : formatPoints(one.points[at] ?? 0)
                      }
                    </td>
                  `,
                )}
                <td>${big(at)}</td>
                <td><b>${formatPoints(sum(at))}</b></td>
              </tr>
            `,
          )}
        </tbody>
      </table>
    </div>
  `;
}
