// Fields for the sum of a rack: one for a keyboard, and one with large keys for a phone.

import { html, useEffect, useRef } from "../ui.js";
import { sumNumbersInBox } from "./judge.js";
import { parseSum } from "./sheet.js";
import { words } from "./texts.js";

/** @typedef {import("../../app/game_types.js").FieldEvent} FieldEvent */
/** @typedef {import("./sheet.js").Line} Line */
/** @typedef {import("./rack_line.js").LineProps} LineProps */
/** @typedef {import("./rack_line.js").RackProps} RackProps */

const MAX_POINTS_LENGTH = 12;

/** @param {LineProps & RackProps} props */
export function SumField({ line, edition, onChange }) {
  return html`
    <label class="field score-number">
      <span>${words.t("sheet.sum")}</span>
      <input
        inputmode="numeric"
        pattern="\\d*"
        autocomplete="off"
        enterkeyhint="next"
        value=${line.sum ?? ""}
        onKeyDown=${focusNextFieldOnEnter}
        onInput=${(/** @type {FieldEvent} */ event) => {
          const sum = parseSum(event.currentTarget.value, sumNumbersInBox(edition));
          event.currentTarget.value = String(sum ?? "");
          onChange({ sum });
        }}
      />
    </label>
  `;
}

/** The points that the players wrote on paper. @param {LineProps} props */
export function PointsField({ line, onChange }) {
  return html`
    <label class="field score-number">
      <span>${words.t("paper.written")}</span>
      <input
        autocomplete="off"
        enterkeyhint="next"
        value=${line.written}
        onKeyDown=${focusNextFieldOnEnter}
        onInput=${(/** @type {FieldEvent} */ event) =>
          onChange({ written: event.currentTarget.value.slice(0, MAX_POINTS_LENGTH) })}
      />
    </label>
  `;
}

/**
 * Let Enter go to the next number, as on a keypad; after the last it submits the form.
 * @param {KeyboardEvent} event
 */
function focusNextFieldOnEnter(event) {
  if (event.key !== "Enter") return;
  const field = /** @type {HTMLInputElement} */ (event.currentTarget);
  /** @type {NodeListOf<HTMLInputElement>} */
  const fields = /** @type {HTMLElement} */ (field.closest(".score-sheet")).querySelectorAll(
    ".score-number input",
  );
  const next = fields[[...fields].indexOf(field) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.select();
}

/** @param {LineProps & RackProps} props */
export function SumKeypad({ line, isLast, takesFocus, onChange, onNext }) {
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, []);
  const digits = String(line.sum ?? "");
  const type = (/** @type {string} */ text) => onChange({ sum: parseSum(text) });
  /** @param {KeyboardEvent} event */
  function goOnWithEnter(event) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    onNext();
  }
  return html`
    <label class="field score-number">
      <span>${words.t("sheet.sum")}</span>
      <input
        ref=${field}
        inputmode="none"
        autocomplete="off"
        value=${digits}
        onKeyDown=${goOnWithEnter}
        onInput=${(/** @type {FieldEvent} */ event) => type(event.currentTarget.value)}
      />
    </label>
    <div class="score-keys">
      ${[1, 2, 3, 4, 5, 6, 7, 8, 9].map(
        (digit) => html`
          <button type="button" key=${digit} onClick=${() => type(`${digits}${digit}`)}>
            ${digit}
          </button>
        `,
      )}
      <button
        type="button"
        aria-label=${words.t("sheet.erase")}
        onClick=${() => type(digits.slice(0, -1))}
      >
        <${EraseIcon} />
      </button>
      <button type="button" onClick=${() => type(`${digits}0`)}>0</button>
      <button type="button" class="score-key-next" onClick=${onNext}>
        ${words.t(isLast ? "sheet.ready" : "sheet.next")}
      </button>
    </div>
  `;
}

function EraseIcon() {
  return html`
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="M9 5h11v14H9l-6-7zM12 9.500l5 5M17 9.500l-5 5" />
    </svg>
  `;
}
