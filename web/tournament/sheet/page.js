// The score sheet of a table on a phone: a helper types what stands on paper. Whatever is typed
// stays on the phone until the server has it.

import { Refused } from "../../app/connection.js";
import { draft, keepDraft } from "../drafts.js";
import { judge } from "./judge.js";
import { roman } from "../model.js";
import { paperOf } from "../score_sheet.js";
import { line, newStamp, outbox, refusedLater, sendSurely, view, words } from "../state.js";
import { isArrived, sentBack, sheetFor, tableGame } from "./table_games.js";
import { Problems } from "../fields.js";
import { GameForm } from "./game_form.js";
import { SheetTable } from "./games_table.js";
import { TableClock } from "../table_clock.js";
import { html, useEffect, useState } from "../../shared/ui.js";

/** @typedef {import("../model.js").GameView} GameView */
/** @typedef {import("../model.js").RoundView} RoundView */
/** @typedef {import("../model.js").TableView} TableView */
/** @typedef {import("./table_games.js").Kept} Kept */

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
        <p>${words.t("sheet.round", { number: roman(round.number) })} · ${shown.title}</p>
      </header>
      ${shown.rehearsal && html`<p class="desk-rehearsal">${words.t("choice_rehearsal")}</p>`}
      ${
        line.value === "lost" &&
        html`
          <p class="sheet-lost" role="status">${words.t("sheet.lost")}</p>
        `
      }
      ${round.phase === "running" && html`<${TableClock} round=${round} table=${table} />`}
      ${round.phase === "locked" && html`<p class="sheet-note">${words.t("sheet.not_started")}</p>`}
      ${
        round.phase === "closed" &&
        html`
          <p class="sheet-note">${words.t("sheet.closed", { number: roman(round.number) })}</p>
        `
      }
      <${Games} key=${`${round.number}-${round.draw}`} round=${round} table=${table} />
    </div>
  `;
}

/** @param {RoundView} round @param {TableView} table @param {number} game */
const place = (round, table, game) => `sheet.${round.number}.${round.draw}.${table.number}.${game}`;

/** @param {{round: RoundView, table: TableView}} props */
function Games({ round, table }) {
  const [picked, setPicked] = useState(/** @type {number | null} */ (null));
  const [sent, setSent] = useState(/** @type {number | null} */ (null));
  const names = table.seats.map(({ name }) => name);
  const waiting = new Set(outbox.value.map(({ stamp }) => stamp));
  const keptOf = (/** @type {number} */ game) =>
    /** @type {Kept | null} */ (draft(place(round, table, game), null));
  const games = table.games.map((game) => tableGame(game, keptOf(game.game), waiting));
  useEffect(() => {
    for (const game of table.games) {
      const kept = keptOf(game.game);
      const said = refusedLater.value[kept?.stamp ?? ""];
      if (kept && said) keepDraft(place(round, table, game.game), sentBack(kept, said));
      else if (kept && isArrived(game, kept, waiting))
        keepDraft(place(round, table, game.game), undefined);
    }
  });
  const isRunning = round.phase === "running";
  const next = games.find(({ stage }) => stage === "open")?.game ?? null;
  const back = games.find(({ game }) => keptOf(game)?.said)?.game ?? null;
  const open = isRunning ? (picked ?? back ?? next) : null;
  const shown = table.games.find(({ game }) => game === open);
  return html`
    <section class="card stack">
      <${SheetTable}
        names=${names}
        games=${games}
        shown=${open}
        canChange=${isRunning}
        onPick=${setPicked}
      />
      <p class="sheet-said" role="status">${saidText(games, sent)}</p>
    </section>
    ${
      shown &&
      html`<${Typing}
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
 * What has become of what was sent.
 * @param {readonly import("./table_games.js").TableGame[]} games
 * @param {number | null} sent
 */
function saidText(games, sent) {
  const late = games.filter(({ stage }) => stage === "waiting").map(({ game }) => game);
  if (late.length) return words.t("sheet.waiting", { games: late.join(", ") });
  if (games.every(({ stage }) => stage === "entered")) return words.t("sheet.all_in");
  return sent === null ? "" : words.t("sheet.entered", { number: sent });
}

/**
 * @param {{round: RoundView, table: TableView, game: GameView, onClose: () => void, onSent: () =>
 *   void}} props
 */
function Typing({ round, table, game, onClose, onSent }) {
  const at = place(round, table, game.game);
  const names = table.seats.map(({ name }) => name);
  const kept = sheetFor(game, draft(at, null), names.length);
  const { typed, isFix, said = [] } = kept;
  const [isBusy, setBusy] = useState(false);
  const starter = table.seats.find(({ seat }) => seat.endsWith(game.starter))?.name ?? "";

  async function submit() {
    const sent = { typed, isFix, stamp: newStamp() };
    keepDraft(at, sent);
    setBusy(true);
    const command = {
      type: isFix ? "CorrectResult" : "EnterResult",
      round: round.number,
      draw: round.draw,
      table: table.number,
      game: game.game,
    };
    try {
      await sendSurely({
        ...command,
        paper: paperOf(typed),
        stamp: sent.stamp,
        reason: typed.reason.trim(),
      });
      onSent();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      keepDraft(at, sentBack(sent, error.problems));
    } finally {
      setBusy(false);
    }
  }
  function leave() {
    keepDraft(at, undefined);
    onClose();
  }
  return html`
    <section
      class="card stack sheet-typing"
      aria-label=${words.t("sheet.game", { number: game.game })}
    >
      <div class="sheet-typing-head">
        <h2>${words.t(isFix ? "sheet.correct" : "sheet.game", { number: game.game })}</h2>
        <span>${words.t("sheet.starts", { name: starter })}</span>
      </div>
      <${Problems} of=${{ problems: said, isBusy, isLost: false }} />
      <${GameForm}
        group=${String(game.game)}
        names=${names}
        typed=${typed}
        isTimed=${view.value?.settings.minutes != null}
        isFix=${isFix}
        onChange=${(/** @type {typeof typed} */ changed) =>
          keepDraft(at, { ...kept, typed: changed, stamp: null })}
      />
      <button
        class="primary large"
        disabled=${judge(typed, isFix).problem !== null || isBusy}
        onClick=${submit}
      >
        ${words.t(isFix ? "sheet.send_fix" : "sheet.send")}
      </button>
      ${
        isFix &&
        html`
          <button class="quiet-button" onClick=${leave}>${words.t("sheet.leave")}</button>
        `
      }
    </section>
  `;
}
