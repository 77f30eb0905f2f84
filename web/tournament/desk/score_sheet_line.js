// A player's line on the score sheet of a game: what is left on the rack, the ticks, and what it
// comes to.

import { words } from "../state.js";
import { signed } from "../text.js";
import { html } from "../../shared/ui.js";
import { SelectField } from "../../shared/fields.js";
import { Icon } from "../../shared/icons.js";

/** @typedef {import("../score_sheet.js").Line} Line */

/** The biggest box has so many. */
const MOST_JOKERS = 4;

/**
 * @param {object} props
 * @param {import("../model.js").Seat} props.seat
 * @param {boolean} props.isStarter
 * @param {Line} props.line
 * @param {boolean} props.isOut  went out: an empty rack
 * @param {boolean} props.hasRack
 * @param {import("../model.js").Points | null} props.points
 * @param {boolean} props.isChecking  what the players wrote is typed too
 * @param {(changes: Partial<Line>) => void} props.onChange
 */
export function PaperLine({ seat, isStarter, line, isOut, hasRack, points, isChecking, onChange }) {
  return html`
    <div class=${`desk-paper-line ${isOut ? "is-out" : ""}`} role="group" aria-label=${seat.name}>
      <span class="desk-paper-name">
        <b class="desk-seat-letter">${seat.seat.slice(-1)}</b>
        <span>
          <b>${seat.name}</b>
          ${isStarter && html`<small>${words.t("paper.starts")}</small>`}
        </span>
      </span>
      ${isOut && html`<span class="desk-paper-out">${words.t("paper.went_out")}</span>`}
      ${hasRack && html`<${Rack} line=${line} onChange=${onChange} />`}
      ${isChecking && (isOut || hasRack) && html`<${Written} line=${line} onChange=${onChange} />`}
      ${
        !isOut &&
        html`
          <${SelectField}
            label=${words.t("paper.presence")}
            value=${line.presence}
            onPick=${(/** @type {any} */ presence) => onChange({ presence })}
            choices=${["here", "left", "absent"].map((value) => ({
              value,
              text: words.t(`paper.${value}`),
            }))}
          />
        `
      }
      <output class="desk-paper-total" aria-label=${words.t("paper.points")}>
        ${points === null ? "" : signed(points)}
      </output>
    </div>
  `;
}

/** @param {{line: Line, onChange: (changes: Partial<Line>) => void}} props */
function Rack({ line, onChange }) {
  return html`
    <label class="field desk-paper-sum">
      <span>${words.t("paper.tiles")}</span>
      <input
        inputmode="numeric"
        pattern="\\d*"
        autocomplete="off"
        enterkeyhint="next"
        value=${line.tiles}
        onKeyDown=${toNext}
        onInput=${(/** @type {any} */ event) =>
          onChange({ tiles: event.currentTarget.value.replace(/\D/g, "").slice(0, 4) })}
      />
    </label>
    <${Jokers} line=${line} onChange=${onChange} />
    <div class="desk-paper-ticks">
      <${Small}
        label=${words.t("paper.not_opened")}
        isOn=${!line.opened}
        onTick=${(/** @type {boolean} */ on) =>
          onChange({ opened: !on, could: false, announced: false })}
      />
      ${
        !line.opened &&
        html`
          <${Small}
            label=${words.t("paper.could")}
            isOn=${line.could}
            onTick=${(/** @type {boolean} */ could) => onChange({ could })}
          />
          <${Small}
            label=${words.t("paper.announced")}
            isOn=${line.announced}
            onTick=${(/** @type {boolean} */ announced) => onChange({ announced })}
          />
        `
      }
    </div>
  `;
}

/** @param {{line: Line, onChange: (changes: Partial<Line>) => void}} props */
function Jokers({ line, onChange }) {
  const name = words.t("paper.jokers");
  return html`
    <div class="stepper" role="group" aria-label=${name}>
      <span aria-hidden="true">${name}</span>
      <div>
        <button
          type="button"
          class="icon-button"
          aria-label=${words.t("paper.joker_less")}
          disabled=${!line.jokers}
          onClick=${() => onChange({ jokers: line.jokers - 1 })}
        >
          <${Icon} name="minus" />
        </button>
        <output>${line.jokers}</output>
        <button
          type="button"
          class="icon-button"
          aria-label=${words.t("paper.joker_more")}
          disabled=${line.jokers >= MOST_JOKERS}
          onClick=${() => onChange({ jokers: line.jokers + 1, tiles: line.tiles || "0" })}
        >
          <${Icon} name="plus" />
        </button>
      </div>
    </div>
  `;
}

/** @param {{label: string, isOn: boolean, onTick: (isOn: boolean) => void}} props */
function Small({ label, isOn, onTick }) {
  return html`
    <label class="desk-paper-tick">
      <input
        class="desk-box"
        type="checkbox"
        checked=${isOn}
        onChange=${(/** @type {any} */ event) => onTick(event.currentTarget.checked)}
      />
      <span>${label}</span>
    </label>
  `;
}

/** @param {{line: Line, onChange: (changes: Partial<Line>) => void}} props */
function Written({ line, onChange }) {
  return html`
    <label class="field desk-paper-sum">
      <span>${words.t("paper.written")}</span>
      <input
        autocomplete="off"
        enterkeyhint="next"
        value=${line.written}
        onKeyDown=${toNext}
        onInput=${(/** @type {any} */ event) =>
          onChange({ written: event.currentTarget.value.slice(0, 12) })}
      />
    </label>
  `;
}

/**
 * Enter goes to the next number, as on a keypad; after the last it saves.
 * @param {KeyboardEvent} event
 */
function toNext(event) {
  if (event.key !== "Enter") return;
  const field = /** @type {HTMLInputElement} */ (event.currentTarget);
  const fields = [
    .../** @type {HTMLFormElement} */ (field.form).querySelectorAll(
      /** @type {"input"} */ (".desk-paper-sum input"),
    ),
  ];
  const next = fields[fields.indexOf(field) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.select();
}
