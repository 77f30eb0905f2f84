// Asks before something is deleted.

import { Dialog } from "../shared/dialog.js";
import { html } from "../shared/ui.js";
import { words } from "./state.js";

/** @param {{title: string, text: string, onConfirm: () => void, onClose: () => void}} props */
export function ConfirmDialog({ title, text, onConfirm, onClose }) {
  return html`
    <${Dialog} title=${title} onClose=${onClose}>
      <p>${text}</p>
      <div class="field-row">
        <button class="primary" onClick=${onConfirm}>${title}</button>
        <button class="secondary" onClick=${onClose}>${words.t("timer.keep")}</button>
      </div>
    <//>
  `;
}
