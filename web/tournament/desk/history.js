// Every entry: who, when, what and why. What nothing rests on is taken back, with a reason.

import { html, useState } from "../../shared/ui.js";
import { ProblemList } from "../fields.js";
import { words } from "../state.js";
import { ConfirmDialog } from "./confirm.js";
import { EntryText, describeEntry, useHistoryEntries } from "./entries.js";

/** @typedef {import("./entries.js").Entry} Entry */

/** So many are drawn at once. */
const PAGE = 60;

export function DeskHistory() {
  const [entries, doing] = useHistoryEntries();
  const [shown, setShown] = useState(PAGE);
  const [undone, setUndone] = useState(/** @type {Entry | null} */ (null));
  const all = entries?.toReversed() ?? [];
  return html`
    <section class="card stack">
      <h2>${words.t("section.history")}</h2>
      <p>${words.t("history.lead")}</p>
      <${ProblemList} of=${doing} />
      <ol class="desk-plain desk-entries" reversed>
        ${all.slice(0, shown).map(
          (entry) => html`
            <${HistoryEntry} key=${entry.entry} entry=${entry} onUndo=${() => setUndone(entry)} />
          `,
        )}
      </ol>
      ${
        all.length > shown &&
        html`
          <button class="secondary" onClick=${() => setShown(shown + PAGE)}>
            ${words.t("history.more")}
          </button>
        `
      }
      ${
        undone &&
        html`
          <${ConfirmDialog}
            title=${words.t("history.undo")}
            text=${describeEntry(undone)}
            command=${{ type: "Undo", entry: undone.entry }}
            onClose=${() => setUndone(null)}
          />
        `
      }
    </section>
  `;
}

/** @param {{entry: Entry, onUndo: () => void}} props */
function HistoryEntry({ entry, onUndo }) {
  return html`
    <li class=${entry.undone ? "is-undone" : ""}>
      <${EntryText} entry=${entry} />
      ${
        entry.undone
          ? html`
          <small>${words.t("history.undone")}</small>
        `
          : entry.kind !== "Undone" &&
            html`
          <button
            class="quiet-button"
            aria-label=${words.t("history.undo_entry", { entry: entry.entry })}
            onClick=${onUndo}
          >
            ${words.t("history.undo")}
          </button>
        `
      }
    </li>
  `;
}
