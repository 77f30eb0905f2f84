// Fields of the desk, and what every button of it does: work, then say beside itself what was
// refused.

import { ConnectionLost, Refused } from "../app/connection.js";
import { html, useRef, useState } from "../shared/ui.js";
import { words } from "./state.js";
import { describeProblem } from "./text.js";

/** @typedef {import("../app/texts.js").Problem} Problem */
/** @typedef {{isBusy: boolean, problems: readonly Problem[], isLost: boolean}} Doing */

/** @type {Doing} */
const QUIET = { isBusy: false, problems: [], isLost: false };

/**
 * Do something that may be refused or not reach the server: what happens is shown by `Problems`
 * beside it.
 * @returns {[Doing, (work: () => Promise<unknown>) => Promise<boolean>, () => void]} run gives
 *   whether it worked
 */
export function useTask() {
  const [doing, setDoing] = useState(QUIET);
  const isBusy = useRef(false);
  /** @param {() => Promise<unknown>} work */
  async function run(work) {
    if (isBusy.current) return false; // a double click is one
    isBusy.current = true;
    setDoing({ ...QUIET, isBusy: true });
    try {
      await work();
      setDoing(QUIET);
      return true;
    } catch (error) {
      if (error instanceof Refused) setDoing({ ...QUIET, problems: error.problems });
      else if (error instanceof ConnectionLost) setDoing({ ...QUIET, isLost: true });
      else throw error;
      return false;
    } finally {
      isBusy.current = false;
    }
  }
  return [doing, run, () => setDoing(QUIET)];
}

/** What was refused, in words; announced. @param {{of: Doing}} props */
export function ProblemList({ of }) {
  return html`
    <div class="desk-problems" role="alert">
      ${of.problems.map(
        (problem) => html`
          <p class="desk-problem">
            ${describeProblem(problem)}
            ${problem.clause && html` <small>${problem.clause}</small>`}
          </p>
        `,
      )}
      ${of.isLost && html`<p class="desk-problem">${words.t("line.not_sent")}</p>`}
    </div>
  `;
}

/**
 * @param {{label: string, value: string, onText: (text: string) => void, hint?: string, [attribute:
 *   string]: any}} props
 */
export function TextField({ label, value, onText, hint = "", ...more }) {
  return html`
    <label class="field">
      <span>${label}</span>
      <input
        value=${value}
        autocomplete="off"
        ...${more}
        onInput=${(/** @type {any} */ event) => onText(event.currentTarget.value)}
      />
      ${hint && html`<small>${hint}</small>`}
    </label>
  `;
}

/**
 * A whole number, typed: digits alone, so that no wheel or arrow changes it.
 * @param {{label: string, value: string, onText: (text: string) => void, least: number, most:
 *   number, [attribute: string]: any}} props
 */
export function NumberField({ label, value, onText, least, most, ...more }) {
  return html`
    <label class="field">
      <span>${label}</span>
      <input
        type="number"
        inputmode="numeric"
        min=${least}
        max=${most}
        value=${value}
        autocomplete="off"
        ...${more}
        onInput=${(/** @type {any} */ event) => onText(event.currentTarget.value)}
      />
    </label>
  `;
}

/** @param {{label: string, isOn: boolean, onTick: (isOn: boolean) => void, hint?: string}} props */
export function CheckboxField({ label, isOn, onTick, hint = "" }) {
  return html`
    <label class="desk-tick">
      <input
        type="checkbox"
        checked=${isOn}
        onChange=${(/** @type {any} */ event) => onTick(event.currentTarget.checked)}
      />
      <span>${label}${hint && html`<small>${hint}</small>`}</span>
    </label>
  `;
}
