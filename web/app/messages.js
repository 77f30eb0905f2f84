// Toasts, and the unseen line that screen readers read out.

import { dismissToast, toasts, screenReaderText } from "../shared/toasts.js";
import { t } from "./texts.js";
import { html } from "../shared/ui.js";
import { ClauseButton } from "../rules/clause_dialog.js";
import { Icon } from "../shared/icons.js";

export function ToastList() {
  return html`
    <div class="toasts" role="status" aria-live="polite">
      ${toasts.value.map(
        ({ id, text, kind, clause }) => html`
          <div class=${`toast toast-${kind}`} key=${id}>
            <span>${text}</span>
            ${clause && html`<${ClauseButton} clause=${clause} />`}
            <button
              class="plain-button"
              aria-label=${t("action.close")}
              onClick=${() => dismissToast(id)}
            >
              <${Icon} name="close" />
            </button>
          </div>
        `,
      )}
    </div>
    <div class="unseen" role="status" aria-live="polite">${screenReaderText.value}</div>
  `;
}
