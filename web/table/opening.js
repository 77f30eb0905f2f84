// What the opening is worth so far, beside what it needs.

import { t } from "../app/texts.js";
import { html } from "../shared/ui.js";

/** @param {{value: number, needed: number, text?: string}} props */
export function OpeningProgress({ value, needed, text = "state.opening" }) {
  return html`<span class=${`table-opening ${value >= needed ? "is-enough" : ""}`}>
    <progress max=${needed} value=${Math.min(value, needed)} aria-hidden="true"></progress>
    <b>${t(text, { count: value, needed })}</b>
  </span>`;
}
