// A clause over the page: why something was refused, in the words of the rules, without leaving the
// table.

import { findClause, makeRulesAddress } from "./rules.js";
import { loadRules } from "./loader.js";
import { room } from "../app/game_store.js";
import { getLanguage, t } from "../app/texts.js";
import { html, signal, useEffect, useRef, useState } from "../shared/ui.js";
import { ClauseBody, ClauseTags } from "./clause.js";
import { Icon } from "../shared/icons.js";

/** @template T @typedef {import("../shared/ui.js").Signal<T>} Signal */
/** @typedef {import("./rules.js").Clause} Clause */

/**
 * The clause that is shown, and in which rules; without them in those of the table.
 * @type {Signal<{id: string, rules: string}>}
 */
const shown = signal({ id: "", rules: "" });

/** @param {string} clause @param {string} [rules]  their address */
export function showClause(clause, rules = "") {
  shown.value = { id: clause, rules };
}

/** The rules of the table at which one sits, or of the classic game. */
export function makeTableRulesAddress() {
  const { edition = "classic", rules = {} } = room.value?.settings ?? {};
  const { theme: _, ...others } = rules; // which words count is no rule that a book could print
  return makeRulesAddress(edition, others);
}

/** Opens a clause. @param {{clause: string, rules?: string}} props */
export function ClauseButton({ clause, rules = "" }) {
  const label = t("rules.clause", { clause });
  return html`
    <button
      class="rules-clause-button"
      aria-label=${label}
      title=${label}
      onClick=${() => showClause(clause, rules)}
    >
      ${clause}
    </button>
  `;
}

export function ClauseDialog() {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [clause, setClause] = useState(/** @type {Clause | null} */ (null));
  const { id, rules } = shown.value;
  const address = rules || makeTableRulesAddress();
  const chosen = getLanguage();
  useEffect(() => {
    if (!id) return undefined;
    let wanted = true;
    loadRules(address, chosen).then(
      ({ page, book }) => wanted && setClause(findClause(page, book, id)),
      () => wanted && setClause(null),
    );
    if (!dialog.current?.open) dialog.current?.showModal();
    return () => void (wanted = false);
  }, [id, address, chosen]);
  /**
   * Beside the dialog: close it. On the name of another clause: show that one here.
   * @param {MouseEvent} event
   */
  function handleClick(event) {
    const found = /** @type {Element} */ (event.target).closest("a:not([target])");
    if (event.target === dialog.current) dialog.current?.close();
    if (!found) return;
    event.preventDefault();
    showClause(new URL(/** @type {HTMLAnchorElement} */ (found).href).hash.slice(1), rules);
  }
  const link = (/** @type {string} */ other) => `${address}#${other}`;
  return html`
    <dialog
      class="card rules-dialog"
      ref=${dialog}
      aria-labelledby="clause-dialog-title"
      onClose=${() => (showClause(""), setClause(null))}
      onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.stopPropagation()}
      onClick=${handleClick}
    >
      <div class="rules-dialog-inside">
        <h2 id="clause-dialog-title">
          ${clause?.title ?? t("rules.title")}${" "}
          ${clause && html`<${ClauseTags} clause=${clause} /> <small>${clause.id}</small>`}
        </h2>
        ${clause && html`<${ClauseBody} clause=${clause} link=${link} />`}
        <div class="rules-dialog-foot">
          <a class="secondary" target="_blank" href=${link(clause?.id ?? id)}>
            <${Icon} name="book" /> ${t("rules.all")}
          </a>
          <button class="primary" autofocus onClick=${() => dialog.current?.close()}>
            ${t("action.close")}
          </button>
        </div>
      </div>
    </dialog>
  `;
}
