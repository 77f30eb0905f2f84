// One player's line of a score sheet: the sum of the rack by big keys, its jokers, and the opening.

import { openingOf } from "./judge.js";
import { words } from "../state.js";
import { signed } from "../text.js";
import { t } from "../../app/texts.js";
import { encodePoints } from "../../shared/score_sheet/scoring.js";
import { html, useEffect, useRef } from "../../shared/ui.js";
import { SegmentedField } from "../../shared/fields.js";

/** @typedef {import("../score_sheet.js").Line} Line */
/** @typedef {import("./judge.js").Opening} Opening */
/** @typedef {import("./judge.js").Score} Score */

const MOST_DIGITS = 4;

/** The ticks of each. @type {Record<Opening, Partial<Line>>} */
const TICKS = {
  opened: { opened: true, could: false, announced: false },
  unopened: { opened: false, could: false, announced: false },
  could_open: { opened: false, could: true, announced: false },
  announced: { opened: false, could: false, announced: true },
};
const OPENINGS = /** @type {Opening[]} */ (Object.keys(TICKS));

/**
 * @typedef {object} RackProps
 * @property {string} letter
 * @property {string} name
 * @property {Line} line
 * @property {Score | null} score  as soon as it can be computed
 * @property {number} jokers  how many the box has
 * @property {boolean} asksOpening
 * @property {boolean} isWrong  what is wrong with the sheet is wrong here
 * @property {(changes: Partial<Line>) => void} onChange
 */

/**
 * A line that is not being typed: what it says, and a tap opens it.
 * @param {RackProps & {onOpen: () => void}} props
 */
export function ClosedRack({ letter, name, line, score, asksOpening, isWrong, onOpen }) {
  return html`
    <button class=${`sheet-rack is-closed ${isWrong ? "is-wrong" : ""}`} onClick=${onOpen}>
      <${Head} letter=${letter} name=${name} score=${score} />
      <span class="sheet-rack-typed">${typedText(line, asksOpening)}</span>
    </button>
  `;
}

/** @param {Line} line @param {boolean} asksOpening */
function typedText(line, asksOpening) {
  const parts = [
    line.tiles || words.t("sheet.untyped"),
    line.jokers > 0 && words.t("sheet.with_jokers", { count: line.jokers }),
    asksOpening && !line.opened && words.t(`opened.${openingOf(line)}`),
  ];
  return parts.filter(Boolean).join(" · ");
}

/** @param {{letter: string, name: string, score: Score | null}} props */
export function Head({ letter, name, score }) {
  return html`
    <span class="sheet-rack-head">
      <b class="desk-seat-letter">${letter}</b>
      <b class="sheet-rack-name">${name}</b>
      ${score && html`<b class="sheet-rack-points">${signed(encodePoints(score.sixtieths))}</b>`}
    </span>
    ${
      score &&
      html`
        <small class="sheet-rack-why">
          ${t(`why.${score.why}`, { count: score.count, tiles: 0 })}
        </small>
      `
    }
  `;
}

function Erase() {
  return html`
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="M9 5h11v14H9l-6-7zM12 9.500l5 5M17 9.500l-5 5" />
    </svg>
  `;
}

/**
 * The line that is being typed.
 * @param {RackProps & {group: string, isLast: boolean, takesFocus: boolean, onNext: () => void}}
 *   props
 */
export function OpenRack({
  letter,
  name,
  line,
  score,
  jokers,
  asksOpening,
  isWrong,
  group,
  isLast,
  takesFocus,
  onChange,
  onNext,
}) {
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, []);
  /** @param {string} text */
  function type(text) {
    const digits = text
      .replace(/\D/g, "")
      .replace(/^0+(?=\d)/, "")
      .slice(0, MOST_DIGITS);
    onChange({ tiles: digits });
  }
  /** Enter goes on, as the key does. @param {KeyboardEvent} event */
  function key(event) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    onNext();
  }
  return html`
    <section
      class=${`sheet-rack ${isWrong ? "is-wrong" : ""}`}
      aria-label=${words.t("sheet.rack_of", { name })}
    >
      <${Head} letter=${letter} name=${name} score=${score} />
      <label class="field sheet-rack-sum">
        <span>${words.t("sheet.sum")}</span>
        <input
          ref=${field}
          inputmode="none"
          autocomplete="off"
          value=${line.tiles}
          onKeyDown=${key}
          onInput=${(/** @type {any} */ event) => type(event.currentTarget.value)}
        />
      </label>
      <div class="sheet-number-keys">
        ${[1, 2, 3, 4, 5, 6, 7, 8, 9].map(
          (digit) => html`
            <button key=${digit} onClick=${() => type(`${line.tiles}${digit}`)}>${digit}</button>
          `,
        )}
        <button aria-label=${words.t("sheet.erase")} onClick=${() => type(line.tiles.slice(0, -1))}>
          <${Erase} />
        </button>
        <button onClick=${() => type(`${line.tiles}0`)}>0</button>
        <button class="sheet-key-next" onClick=${onNext}>
          ${words.t(isLast ? "sheet.ready" : "sheet.next")}
        </button>
      </div>
      <${SegmentedField}
        name=${`jokers-${group}`}
        label=${words.t("sheet.jokers")}
        value=${line.jokers}
        choices=${Array.from({ length: jokers + 1 }, (_, count) => ({
          value: count,
          text: String(count),
        }))}
        onPick=${(/** @type {number} */ count) =>
          onChange({ jokers: count, tiles: line.tiles || "0" })}
      />
      ${
        asksOpening &&
        html`<${SegmentedField}
        name=${`opening-${group}`}
        label=${words.t("sheet.opening")}
        value=${openingOf(line)}
        choices=${OPENINGS.map((value) => ({ value, text: words.t(`opened.${value}`) }))}
        onPick=${(/** @type {Opening} */ opening) => onChange(TICKS[opening])}
      />`
      }
    </section>
  `;
}
