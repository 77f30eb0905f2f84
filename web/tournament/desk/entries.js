// The entries of the log, for the page of the history and for what takes one of them back.

import { html, useEffect, useState } from "../../shared/ui.js";
import { useTask } from "../fields.js";
import { requestTournamentJson, version, words } from "../state.js";
import { formatAuthor, describeProblem, formatTime } from "../text.js";
import { ConfirmDialog } from "./confirm.js";

/**
 * @typedef {{entry: number, at: number | null, by: import("../model.js").By, kind: string, words:
 *   readonly import("../../app/texts.js").Problem[], reason: string, undone: boolean}} Entry
 */

/**
 * All entries, fetched again whenever something has happened.
 * @returns {[readonly Entry[] | null, import("../fields.js").Doing]}
 */
export function useHistoryEntries() {
  const [entries, setEntries] = useState(/** @type {readonly Entry[] | null} */ (null));
  const [doing, run] = useTask();
  useEffect(
    () => void run(async () => setEntries((await requestTournamentJson("/history")).entries)),
    [version.value],
  );
  return [entries, doing];
}

/** @param {Entry} entry */
export const describeEntry = (entry) => entry.words.map((one) => describeProblem(one)).join("; ");

/** Who, when, what and why. @param {{entry: Entry}} props */
export function EntryText({ entry }) {
  return html`
    <p class="desk-entry-who">
      <b>${entry.entry}</b> ${entry.at !== null && formatTime(entry.at)} · ${formatAuthor(entry.by)}
    </p>
    <p class="desk-entry-what">
      ${describeEntry(entry)}
      ${entry.reason && html` <em>${words.t("history.because", { reason: entry.reason })}</em>`}
    </p>
  `;
}

/**
 * What became of a result, and the way to take it back.
 * @param {{round: number, table: number, game: import("../model.js").GameView}} props
 */
export function ResultHistoryTools({ round, table, game }) {
  const [isOpen, setOpen] = useState(false);
  const [isUndo, setUndo] = useState(false);
  return html`
    <div class="desk-tools">
      <button class="secondary" aria-expanded=${isOpen} onClick=${() => setOpen(!isOpen)}>
        ${words.t("results.history")}
      </button>
      <button class="secondary" onClick=${() => setUndo(true)}>
        ${words.t("results.take_back")}
      </button>
    </div>
    ${isOpen && html`<${ResultVersions} round=${round} table=${table} game=${game.game} />`}
    ${
      isUndo &&
      html`
        <${ConfirmDialog}
          title=${words.t("results.take_back")}
          text=${words.t("results.take_back_why")}
          command=${{ type: "Undo", entry: game.entry }}
          onClose=${() => setUndo(false)}
        />
      `
    }
  `;
}

/** @param {{round: number, table: number, game: number}} props */
function ResultVersions({ round, table, game }) {
  const [entries] = useHistoryEntries();
  const own = entries?.filter(
    ({ kind, words: [first] }) =>
      /^Result/.test(kind) &&
      first?.values.round === round &&
      first.values.table === table &&
      first.values.game === game,
  );
  return html`
    <ol class="desk-plain desk-entries">
      ${own?.map(
        (entry) => html`
          <li key=${entry.entry} class=${entry.undone ? "is-undone" : ""}>
            <${EntryText} entry=${entry} />
          </li>
        `,
      )}
    </ol>
  `;
}

/**
 * The locking of seats is taken back, so that they can be drawn again.
 * @param {{onClose: () => void}} props
 */
export function UnlockSeatsDialog({ onClose }) {
  const [entries] = useHistoryEntries();
  const locked = entries?.findLast(({ kind, undone }) => kind === "SeatsLocked" && !undone);
  return locked
    ? html`
      <${ConfirmDialog}
        title=${words.t("seats.unlock")}
        text=${words.t("seats.unlock_why")}
        command=${{ type: "Undo", entry: locked.entry }}
        onClose=${onClose}
      />
    `
    : null;
}
