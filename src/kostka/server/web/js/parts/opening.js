// What the opening is worth so far, beside what it needs.

import { t } from "../texts.js";
import { html } from "../ui.js";

/** @param {{value: number, needed: number}} props */
export function Opening({ value, needed }) {
  return html`<span class=${`opening ${value >= needed ? "is-enough" : ""}`}>
    <progress max=${needed} value=${Math.min(value, needed)} aria-hidden="true"></progress>
    <b>${t("state.opening", { count: value, needed })}</b>
  </span>`;
}
