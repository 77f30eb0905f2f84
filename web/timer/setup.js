// Before a match at a real table: which rules, who plays, how long a turn is.

import { saveItem, loadItem } from "../app/storage.js";
import { sound } from "../settings/preferences.js";
import { EDITIONS, getEdition } from "../shared/score_sheet/editions.js";
import { LONGEST_NAME, newMatch } from "./match.js";
import { begin, vibration, words, writtenSeconds } from "./state.js";
import { t } from "../app/texts.js";
import { html, useEffect, useState } from "../shared/ui.js";
import { SelectField, SegmentedField } from "../shared/fields.js";

/** @typedef {{edition: string, names: string[], seconds: number | null, isOwn: boolean}} Choices */

const TIMES = [30, 40, 60];
const LONGEST_TURN = 3600;

/** What was chosen last time. @returns {Choices} */
function recalled() {
  /** @type {Choices} */
  const usual = { edition: "classic", names: ["", ""], seconds: 60, isOwn: false };
  try {
    const kept = JSON.parse(loadItem("timer.setup") ?? "{}");
    return EDITIONS[kept.edition] && Array.isArray(kept.names) ? { ...usual, ...kept } : usual;
  } catch {
    return usual;
  }
}

export function TimerSetup() {
  const [chosen, setChosen] = useState(recalled());
  useEffect(() => saveItem("timer.setup", JSON.stringify(chosen)), [chosen]);
  const { edition, names, seconds, isOwn } = chosen;
  const book = getEdition(edition);
  const change = (/** @type {Partial<Choices>} */ changes) => setChosen({ ...chosen, ...changes });
  const seats = (/** @type {number} */ count) =>
    Array.from({ length: count }, (_, seat) => names[seat] ?? "");
  /** @param {string} key */
  function useBook(key) {
    const next = getEdition(key);
    const count = Math.min(Math.max(names.length, next.players_min), next.players_max);
    change({ edition: key, names: seats(count), seconds: next.turn_seconds, isOwn: false });
  }
  /** @param {SubmitEvent} event */
  function start(event) {
    event.preventDefault();
    begin(newMatch(chosen, (number) => words.t("timer.player", { number })));
  }
  const times = [
    ...TIMES.map((value) => ({ value, text: writtenSeconds(value) })),
    { value: null, text: words.t("timer.none") },
    { value: "own", text: words.t("timer.own") },
  ];
  const counts = Array.from(
    { length: book.players_max - book.players_min + 1 },
    (_, at) => book.players_min + at,
  );
  return html`
    <form class="card narrow stack timer-setup" onSubmit=${start}>
      <h1>${t("timer.title")}</h1>
      <p>${words.t("timer.lead")}</p>
      <${SelectField}
        label=${t("invite.edition")}
        value=${edition}
        choices=${Object.keys(EDITIONS).map((value) => ({ value, text: t(`edition.${value}`) }))}
        onPick=${useBook}
      />
      <${SegmentedField}
        name="players"
        label=${words.t("timer.players")}
        value=${names.length}
        choices=${counts.map((value) => ({ value, text: String(value) }))}
        onPick=${(/** @type {number} */ count) => change({ names: seats(count) })}
      />
      <fieldset class="timer-names">
        <legend>${words.t("timer.names")}</legend>
        ${names.map(
          (name, seat) => html`
            <label class="field" key=${seat}>
              <span class="unseen">${words.t("timer.player", { number: seat + 1 })}</span>
              <input
                value=${name}
                maxlength=${LONGEST_NAME}
                autocomplete="off"
                placeholder=${words.t("timer.player", { number: seat + 1 })}
                onInput=${(/** @type {any} */ event) =>
                  change({ names: names.with(seat, event.currentTarget.value) })}
              />
            </label>
          `,
        )}
      </fieldset>
      <${SegmentedField}
        name="time"
        label=${t("invite.time")}
        value=${isOwn ? "own" : seconds}
        choices=${times}
        onPick=${(/** @type {any} */ value) =>
          change(
            value === "own"
              ? { isOwn: true, seconds: seconds ?? 60 }
              : { isOwn: false, seconds: value },
          )}
      />
      ${
        isOwn &&
        html`
          <${OwnTime}
            seconds=${seconds ?? 60}
            onChange=${(/** @type {number} */ value) => change({ seconds: value })}
          />
        `
      }
      <${SegmentedField}
        name="sound"
        label=${t("settings.sound")}
        value=${sound.value}
        choices=${["on", "off"].map((value) => ({ value, text: t(`settings.sound_${value}`) }))}
        onPick=${(/** @type {any} */ value) => (sound.value = value)}
      />
      ${
        "vibrate" in navigator &&
        html`<${SegmentedField}
        name="vibration"
        label=${words.t("timer.vibration")}
        value=${vibration.value}
        choices=${["on", "off"].map((value) => ({ value, text: t(`settings.sound_${value}`) }))}
        onPick=${(/** @type {any} */ value) => (vibration.value = value)}
      />`
      }
      <button class="primary large" type="submit">${words.t("timer.begin")}</button>
    </form>
  `;
}

/**
 * What cannot be a time stays as it was.
 * @param {{seconds: number, onChange: (seconds: number) => void}} props
 */
function OwnTime({ seconds, onChange }) {
  /** @param {any} event */
  function read(event) {
    const typed = Number(event.currentTarget.value);
    if (Number.isInteger(typed) && typed >= 1 && typed <= LONGEST_TURN) onChange(typed);
  }
  return html`
    <label class="field">
      <span>${words.t("timer.own_seconds")}</span>
      <input
        type="number"
        inputmode="numeric"
        min="1"
        max=${LONGEST_TURN}
        required
        value=${seconds}
        onInput=${read}
      />
    </label>
  `;
}
