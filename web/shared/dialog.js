// A modal card that leaves focus and Escape to the browser.

import { t } from "../app/texts.js";
import { html, useEffect, useRef } from "./ui.js";
import { Icon } from "./icons.js";

/** @param {{title: string, onClose: () => void, children: unknown}} props */
export function Dialog({ title, onClose, children }) {
  const ref = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    const dialog = /** @type {HTMLDialogElement} */ (ref.current);
    dialog.showModal();
    return () => dialog.close();
  }, []);
  /** A click beside the card closes it. @param {MouseEvent} event */
  const beside = (event) => event.target === ref.current && onClose();
  return html`
    <dialog class="dialog" ref=${ref} onClose=${onClose} onClick=${beside} aria-label=${title}>
      <div class="card stack">
        <div class="dialog-head">
          <h2>${title}</h2>
          <button class="icon-button" onClick=${onClose} aria-label=${t("action.close")}>
            <${Icon} name="close" />
          </button>
        </div>
        ${children}
      </div>
    </dialog>
  `;
}
