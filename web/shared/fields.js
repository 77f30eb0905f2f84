// Form fields that look like the rest.

import { html } from "./ui.js";

/** @typedef {import("../app/game_types.js").FieldEvent} FieldEvent */

/**
 * A few choices side by side; real radio buttons underneath.
 * @template T
 * @param {{name: string, label: string, value: T, choices: readonly {value: T, text: string,
 *   title?: string}[], onPick: (value: T) => void}} props
 */
export function SegmentedField({ name, label, value, choices, onPick }) {
  return html`
    <fieldset class="segments">
      <legend>${label}</legend>
      <div class="segments-row">
        ${choices.map(
          (choice) => html`
            <label class=${choice.value === value ? "is-on" : ""} title=${choice.title ?? ""}>
              <input
                type="radio"
                name=${name}
                checked=${choice.value === value}
                onChange=${() => onPick(choice.value)}
              />
              <span>${choice.text}</span>
            </label>
          `,
        )}
      </div>
    </fieldset>
  `;
}

/**
 * @param {{label: string, value: unknown, choices: readonly {value: unknown, text: string}[],
 *   onPick: (value: string) => void}} props
 */
export function SelectField({ label, value, choices, onPick }) {
  return html`
    <label class="field">
      <span>${label}</span>
      <select
        value=${value}
        onChange=${(/** @type {FieldEvent} */ event) => onPick(event.currentTarget.value)}
      >
        ${choices.map(
          (choice) =>
            html`
              <option value=${choice.value} selected=${String(choice.value) === String(value)}>
                ${choice.text}
              </option>
            `,
        )}
      </select>
    </label>
  `;
}
