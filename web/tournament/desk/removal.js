// Deleting a tournament: only after its title was typed, because nothing brings it back.

import { navigateTo } from "../../app/router.js";
import { Dialog } from "../../shared/dialog.js";
import { showToast } from "../../shared/toasts.js";
import { html, useState } from "../../shared/ui.js";
import { ProblemList, TextField, useTask } from "../fields.js";
import { deleteTournament, words } from "../state.js";

/** @param {{title: string}} props */
export function RemovalButton({ title }) {
  const [isAsking, setAsking] = useState(false);
  return html`
    <button class="secondary" onClick=${() => setAsking(true)}>${words.t("remove.button")}</button>
    ${isAsking && html`<${RemovalDialog} title=${title} onClose=${() => setAsking(false)} />`}
  `;
}

/** @param {{title: string, onClose: () => void}} props */
function RemovalDialog({ title, onClose }) {
  const [typed, setTyped] = useState("");
  const [doing, run] = useTask();
  /** @param {SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    if (typed.trim() !== title || !(await run(deleteTournament))) return;
    showToast(words.t("remove.done"), "good");
    navigateTo("/tournament");
  }
  return html`
    <${Dialog} title=${words.t("remove.title")} onClose=${onClose}>
      <form class="stack" onSubmit=${submit}>
        <p>${words.t("remove.what")}</p>
        <${TextField}
          label=${words.t("remove.type", { title })}
          value=${typed}
          onText=${setTyped}
        />
        <${ProblemList} of=${doing} />
        <div class="field-row">
          <button class="primary" type="submit" disabled=${doing.isBusy || typed.trim() !== title}>
            ${words.t("remove.button")}
          </button>
          <button class="secondary" type="button" onClick=${onClose}>
            ${words.t("sure.leave")}
          </button>
        </div>
      </form>
    <//>
  `;
}
