// The score sheet of one game at the desk: entered, or corrected with a reason.

import { saveItem, loadItem } from "../../app/storage.js";
import { getTournamentEdition } from "../../shared/score_sheet/editions.js";
import { judgeSheet } from "../../shared/score_sheet/judge.js";
import { ScoreSheetForm } from "../../shared/score_sheet/score_sheet.js";
import { isSheet, updateSheet } from "../../shared/score_sheet/sheet.js";
import { words as sheetWords } from "../../shared/score_sheet/texts.js";
import { html, useEffect, useState } from "../../shared/ui.js";
import { getDraft, getResultDraftKey, saveDraft } from "../drafts.js";
import { ProblemList, CheckboxField, useTask } from "../fields.js";
import { createTableSheet, convertPaperToSheet, convertSheetToPaper } from "../result_paper.js";
import {
  createRandomStamp,
  outbox,
  lateRefusals,
  sendOrQueueCommand,
  view,
  words,
} from "../state.js";
import { formatAuthor, describeProblem } from "../text.js";
import { ChangeList, useCommandPreview } from "./preview.js";

/** @typedef {import("../model.js").RoundView} RoundView */
/** @typedef {import("../model.js").TableView} TableView */
/** @typedef {import("../model.js").GameView} GameView */
/** @typedef {import("../../shared/score_sheet/sheet.js").Sheet} Sheet */

/**
 * Return the sheet to type in: the draft, the entered result or an empty sheet.
 * @param {string} key
 * @param {TableView} table
 * @param {GameView} game
 * @returns {Sheet}
 */
function loadOrCreateSheet(key, table, game) {
  const kept = getDraft(key, null);
  if (isSheet(kept, table.seats.length)) return kept;
  if (game.entered) return convertPaperToSheet(game.paper, table.seats.length);
  const gone = new Set(
    (view.value?.players ?? [])
      .filter(({ status }) => status === "withdrawn" || status === "excluded")
      .map(({ id }) => id),
  );
  return createTableSheet(table.seats.map(({ player }) => gone.has(player)));
}

/**
 * @param {object} props
 * @param {RoundView} props.round
 * @param {TableView} props.table
 * @param {GameView} props.game
 * @param {() => void} [props.onDone]  it is saved, or waits to be sent
 */
export function ResultForm({ round, table, game, onDone }) {
  const key = getResultDraftKey(round, table, game);
  const sheet = loadOrCreateSheet(key, table, game);
  const [doing, run, quiet] = useTask();
  const [asksWritten, setAsksWritten] = useState(loadItem("tournament.written") === "yes");
  const isWaiting = outbox.value.some(({ stamp }) => stamp === sheet.stamp);
  const refused = (sheet.stamp && lateRefusals.value[sheet.stamp]) || [];
  const isDelivered = game.entered && sheet.stamp !== undefined && !isWaiting && !refused.length;
  useEffect(() => {
    if (isDelivered) saveDraft(key, undefined);
  }, [isDelivered]);

  const edition = getTournamentEdition(view.value?.edition ?? "tournament", table.seats.length);
  const { problem } = judgeSheet(edition, sheet, {
    needsReason: game.entered,
    confirmsTie: true,
  });
  const isSame = game.entered && hasSameScoreSheet(sheet, game, table.seats.length);
  const command = {
    type: game.entered ? "CorrectResult" : "EnterResult",
    round: round.number,
    draw: round.draw,
    table: table.number,
    game: game.game,
    paper: convertSheetToPaper(sheet),
  };
  const isComplete = !problem || problem.code === "reason";
  // The server wants a reason for a preview too.
  const seen = useCommandPreview(
    isComplete && !isSame
      ? { ...command, stamp: "preview", reason: sheet.reason.trim() || "…" }
      : null,
  );
  const needsReason = game.entered || sheet.end === "not_played";

  /** @param {Sheet} changed */
  function change(changed) {
    quiet();
    saveDraft(key, changed);
  }
  /** @param {SubmitEvent} event */
  function save(event) {
    event.preventDefault();
    if (problem || isSame) return;
    const stamp = sheet.stamp ?? createRandomStamp();
    saveDraft(key, { ...sheet, stamp });
    void run(async () => {
      const reason = needsReason ? sheet.reason.trim() : "";
      const outcome = await sendOrQueueCommand({ ...command, stamp, reason });
      if (outcome === "saved") saveDraft(key, undefined);
      onDone?.();
    });
  }
  /** @param {boolean} isOn */
  function toggleWritten(isOn) {
    saveItem("tournament.written", isOn ? "yes" : null);
    setAsksWritten(isOn);
    if (!isOn)
      change(updateSheet(sheet, { lines: sheet.lines.map((line) => ({ ...line, written: "" })) }));
  }
  return html`
    <form class="desk-paper stack" onSubmit=${save}>
      ${
        game.entered &&
        html`
          <p>
            ${words.t("paper.entered_by", { name: game.by ? formatAuthor(game.by) : "" })}${" "}
            ${game.corrections > 0 ? words.t("paper.corrections", { count: game.corrections }) : ""}
          </p>
        `
      }
      <${ScoreSheetForm}
        group=${key}
        entry="fields"
        edition=${edition}
        players=${table.seats.map(({ seat, name }) => ({
          name,
          letter: seat.slice(-1),
          note: seat.endsWith(game.starter) ? sheetWords.t("paper.starts") : "",
        }))}
        sheet=${sheet}
        isTimed=${Boolean(view.value?.settings.minutes)}
        isTournament
        needsReason=${game.entered && !isSame}
        asksWritten=${asksWritten}
        onChange=${change}
      />
      ${
        sheet.end !== null &&
        sheet.end !== "not_played" &&
        html`
          <${CheckboxField}
            label=${words.t("paper.check_written")}
            isOn=${asksWritten}
            onTick=${toggleWritten}
          />
        `
      }
      ${game.entered && seen.change && html`<${ChangeList} change=${seen.change} />`}
      <p class="desk-paper-hint" role="status">
        ${isWaiting ? words.t("paper.waiting") : isSame ? words.t("paper.same") : ""}
      </p>
      ${
        doing.problems.length === 0 &&
        [...refused, ...seen.problems].map(
          (one) => html`
          <p class="desk-problem">${describeProblem(one)}</p>
        `,
        )
      }
      <${ProblemList} of=${doing} />
      <button
        class="primary large"
        type="submit"
        disabled=${Boolean(problem) || isSame || isWaiting || doing.isBusy}
      >
        ${words.t(game.entered ? "paper.correct" : "paper.save")}
      </button>
    </form>
  `;
}

/**
 * Whether a sheet says what is entered already.
 * @param {Sheet} sheet
 * @param {GameView} game
 * @param {number} players
 */
function hasSameScoreSheet(sheet, game, players) {
  const entered = game.paper && convertSheetToPaper(convertPaperToSheet(game.paper, players));
  return JSON.stringify(convertSheetToPaper(sheet)) === JSON.stringify(entered);
}
