// The score sheets of a table on a phone: a helper types the results from paper. Everything that
// is typed stays on the phone until the server has it.

import { Refused } from "../../app/connection.js";
import { getTournamentEdition } from "../../shared/score_sheet/editions.js";
import { judgeSheet } from "../../shared/score_sheet/judge.js";
import { ScoreSheetForm } from "../../shared/score_sheet/score_sheet.js";
import { html, useEffect, useState } from "../../shared/ui.js";
import { getDraft, saveDraft } from "../drafts.js";
import { ProblemList } from "../fields.js";
import { LETTERS, formatRoman } from "../model.js";
import { convertSheetToPaper } from "../result_paper.js";
import {
  connection,
  createRandomStamp,
  outbox,
  lateRefusals,
  sendOrQueueCommand,
  view,
  words,
} from "../state.js";
import { TableClock } from "../table_clock.js";
import { GamesTable } from "./games_table.js";
import {
  buildTableGame,
  isDraftDelivered,
  getOrCreateDraft,
  reopenRefusedDraft,
} from "./table_games.js";

/** @typedef {import("../model.js").GameView} GameView */
/** @typedef {import("../model.js").RoundView} RoundView */
/** @typedef {import("../model.js").TableView} TableView */
/** @typedef {import("./table_games.js").SheetDraft} SheetDraft */

export function TableSheetPage() {
  const shown = view.value;
  const round = shown?.rounds.at(-1);
  const table = round?.tables[0];
  if (!shown || !round || !table)
    return html`
      <p class="sheet-note">${words.t("screen.before")}</p>
    `; // seats that were locked are changed
  return html`
    <div class="sheet-page">
      <header>
        <h1>${words.t("sheet.table", { number: table.number })}</h1>
        <p>${words.t("sheet.round", { number: formatRoman(round.number) })} · ${shown.title}</p>
      </header>
      ${shown.rehearsal && html`<p class="desk-rehearsal">${words.t("choice_rehearsal")}</p>`}
      ${
        connection.value === "lost" &&
        html`
          <p class="sheet-lost" role="status">${words.t("sheet.lost")}</p>
        `
      }
      ${round.phase === "running" && html`<${TableClock} round=${round} table=${table} />`}
      ${round.phase === "locked" && html`<p class="sheet-note">${words.t("sheet.not_started")}</p>`}
      ${
        round.phase === "closed" &&
        html`
          <p class="sheet-note">
            ${words.t("sheet.closed", { number: formatRoman(round.number) })}
          </p>
        `
      }
      <${TableGames} key=${`${round.number}-${round.draw}`} round=${round} table=${table} />
    </div>
  `;
}

/**
 * Return the key under which the draft of a game is kept.
 * @param {RoundView} round
 * @param {TableView} table
 * @param {number} game
 */
const getDraftKey = (round, table, game) =>
  `sheet.${round.number}.${round.draw}.${table.number}.${game}`;

/** @param {{round: RoundView, table: TableView}} props */
function TableGames({ round, table }) {
  const [picked, setPicked] = useState(/** @type {number | null} */ (null));
  const [sent, setSent] = useState(/** @type {number | null} */ (null));
  const names = table.seats.map(({ name }) => name);
  const unsent = new Set(outbox.value.map(({ stamp }) => stamp));
  const getSheetDraft = (/** @type {number} */ game) =>
    /** @type {SheetDraft | null} */ (getDraft(getDraftKey(round, table, game), null));
  const games = table.games.map((game) =>
    buildTableGame(game, getSheetDraft(game.game), unsent, view.value?.edition),
  );
  useEffect(() => {
    for (const game of table.games) {
      const kept = getSheetDraft(game.game);
      const refusals = lateRefusals.value[kept?.stamp ?? ""];
      const key = getDraftKey(round, table, game.game);
      if (kept && refusals) saveDraft(key, reopenRefusedDraft(kept, refusals));
      else if (kept && isDraftDelivered(game, kept, unsent)) saveDraft(key, undefined);
    }
  });
  const isRunning = round.phase === "running";
  const next = games.find(({ stage }) => stage === "open")?.game ?? null;
  const refused = games.find(({ game }) => getSheetDraft(game)?.refusals)?.game ?? null;
  const open = isRunning ? (picked ?? refused ?? next) : null;
  const shown = table.games.find(({ game }) => game === open);
  return html`
    <section class="card stack">
      <${GamesTable}
        names=${names}
        games=${games}
        shown=${open}
        canChange=${isRunning}
        onPick=${setPicked}
      />
      <p class="sheet-said" role="status">${describeProgress(games, sent)}</p>
    </section>
    ${
      shown &&
      html`<${GameForm}
      key=${shown.game}
      round=${round}
      table=${table}
      game=${shown}
      onClose=${() => setPicked(null)}
      onSent=${() => {
        setPicked(null);
        setSent(shown.game);
        scrollTo({ top: 0 });
      }}
    />`
    }
  `;
}

/**
 * Describe which results are sent and which wait.
 * @param {readonly import("./table_games.js").TableGame[]} games
 * @param {number | null} sent
 */
function describeProgress(games, sent) {
  const late = games.filter(({ stage }) => stage === "waiting").map(({ game }) => game);
  if (late.length) return words.t("sheet.waiting", { games: late.join(", ") });
  if (games.every(({ stage }) => stage === "entered")) return words.t("sheet.all_in");
  return sent === null ? "" : words.t("sheet.entered", { number: sent });
}

/**
 * The score sheet of one game, and the button that sends it.
 * @param {{round: RoundView, table: TableView, game: GameView, onClose: () => void, onSent: () =>
 *   void}} props
 */
function GameForm({ round, table, game, onClose, onSent }) {
  const key = getDraftKey(round, table, game.game);
  const kept = getOrCreateDraft(game, getDraft(key, null), table.seats.length);
  const { sheet, isCorrection, refusals = [] } = kept;
  const [isBusy, setBusy] = useState(false);
  const starter = table.seats.find(({ seat }) => seat.endsWith(game.starter))?.name ?? "";
  const edition = getTournamentEdition(view.value?.edition ?? "tournament", table.seats.length);
  const { problem } = judgeSheet(edition, sheet, { needsReason: isCorrection, confirmsTie: true });

  async function submit() {
    const sent = { sheet, isCorrection, stamp: createRandomStamp() };
    saveDraft(key, sent);
    setBusy(true);
    try {
      await sendOrQueueCommand({
        type: isCorrection ? "CorrectResult" : "EnterResult",
        round: round.number,
        draw: round.draw,
        table: table.number,
        game: game.game,
        paper: convertSheetToPaper(sheet),
        stamp: sent.stamp,
        reason: sheet.reason.trim(),
      });
      onSent();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      saveDraft(key, reopenRefusedDraft(sent, error.problems));
    } finally {
      setBusy(false);
    }
  }
  function cancel() {
    saveDraft(key, undefined);
    onClose();
  }
  return html`
    <section
      class="card stack sheet-typing"
      aria-label=${words.t("sheet.game", { number: game.game })}
    >
      <div class="sheet-typing-head">
        <h2>${words.t(isCorrection ? "sheet.correct" : "sheet.game", { number: game.game })}</h2>
        <span>${words.t("sheet.starts", { name: starter })}</span>
      </div>
      <${ProblemList} of=${{ problems: refusals, isBusy, isLost: false }} />
      <${ScoreSheetForm}
        group=${String(game.game)}
        entry="keypad"
        edition=${edition}
        players=${table.seats.map(({ name }, seat) => ({ name, letter: LETTERS[seat] }))}
        sheet=${sheet}
        isTimed=${view.value?.settings.minutes != null}
        isTournament
        needsReason=${isCorrection}
        note=${words.t("sheet.zero")}
        onChange=${(/** @type {typeof sheet} */ changed) =>
          saveDraft(key, { ...kept, sheet: changed, stamp: null })}
      />
      <button class="primary large" disabled=${problem !== null || isBusy} onClick=${submit}>
        ${words.t(isCorrection ? "sheet.send_fix" : "sheet.send")}
      </button>
      ${
        isCorrection &&
        html`
          <button class="quiet-button" onClick=${cancel}>${words.t("sheet.leave")}</button>
        `
      }
    </section>
  `;
}
