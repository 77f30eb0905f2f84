// Asks once more before something is gone.

import { words } from "./state.js";
import { html } from "../shared/ui.js";
import { Dialog } from "../shared/dialog.js";

/** @param {{title: string, text: string, onSure: () => void, onClose: () => void}} props */
export function Sure({ title, text, onSure, onClose }) {
  return html`
    <${Dialog} title=${title} onClose=${onClose}>
      <p>${text}</p>
      <div class="field-row">
        <button class="primary" onClick=${onSure}>${title}</button>
        <button class="secondary" onClick=${onClose}>${words.t("timer.keep")}</button>
      </div>
    <//>
  `;
}
