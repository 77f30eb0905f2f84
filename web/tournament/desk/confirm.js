// Before something weighty is entered: what it changes, and why it is done.

import { Dialog } from "../../shared/dialog.js";
import { MAX_REASON_LENGTH } from "../../shared/score_sheet/sheet.js";
import { html } from "../../shared/ui.js";
import { getDraft, saveDraft } from "../drafts.js";
import { ProblemList, TextField, useTask } from "../fields.js";
import { sendCommand, words } from "../state.js";
import { describeProblem } from "../text.js";
import { ChangeList, useCommandPreview } from "./preview.js";

/**
 * @param {object} props
 * @param {string} props.title  also on the button
 * @param {string} [props.text]
 * @param {import("../state.js").Command} props.command
 * @param {boolean} [props.isFree]  no reason is needed
 * @param {() => void} props.onClose
 * @param {() => void} [props.onDone]
 */
export function ConfirmDialog({ title, text = "", command, isFree = false, onClose, onDone }) {
  const key = `reason.${JSON.stringify(command)}`;
  const reason = getDraft(key, "");
  const [doing, run, quiet] = useTask();
  // The preview needs a reason as the command does, but not to be shown.
  const seen = useCommandPreview({ ...command, reason: reason.trim() || "…" });
  /** @param {SubmitEvent} event */
  async function submitCommand(event) {
    event.preventDefault();
    if (!(await run(() => sendCommand({ ...command, reason: reason.trim() })))) return;
    saveDraft(key, undefined);
    onDone?.();
    onClose();
  }
  return html`
    <${Dialog} title=${title} onClose=${onClose}>
      <form class="stack" onSubmit=${submitCommand}>
        ${text && html`<p>${text}</p>`}
        ${seen.change && html`<${ChangeList} change=${seen.change} />`}
        ${
          !doing.problems.length &&
          seen.problems.map(
            (problem) => html`
            <p class="desk-problem">${describeProblem(problem)}</p>
          `,
          )
        }
        <${TextField}
          label=${words.t(isFree ? "sure.reason_free" : "sure.reason")}
          value=${reason}
          maxlength=${MAX_REASON_LENGTH}
          required=${!isFree}
          onText=${(/** @type {string} */ typed) => (quiet(), saveDraft(key, typed))}
        />
        <${ProblemList} of=${doing} />
        <div class="field-row">
          <button
            class="primary"
            type="submit"
            disabled=${doing.isBusy || seen.problems.length > 0}
          >
            ${title}
          </button>
          <button class="secondary" type="button" onClick=${onClose}>
            ${words.t("sure.leave")}
          </button>
        </div>
      </form>
    <//>
  `;
}
