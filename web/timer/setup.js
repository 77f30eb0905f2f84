// The settings of a new match: edition, players and turn length.

import { saveItem, loadItem } from "../app/storage.js";
import { t } from "../app/texts.js";
import { sound } from "../settings/preferences.js";
import { SelectField, SegmentedField } from "../shared/fields.js";
import { EDITIONS, getEdition } from "../shared/score_sheet/editions.js";
import { listMainTimes, listTurnTimes, readMainTime } from "../shared/turn_times.js";
import { html, useEffect, useState } from "../shared/ui.js";
import { createMatch, MAX_NAME_LENGTH } from "./match.js";
import { formatTurnLength, startMatch, vibration, words } from "./state.js";

/**
 * @typedef {{edition: string, names: string[], seconds: number | null, isOwn: boolean,
 *   main: number | null}} Choices
 */

/** Ordinary times; all others can be typed. @type {readonly (number | null)[]} */
const TURN_TIMES = [30, 60, null];
const MAX_TURN_SECONDS = 3600;

/** Load the choices of the last match. @returns {Choices} */
function loadSetupChoices() {
  /** @type {Choices} */
  const defaults = { edition: "classic", names: ["", ""], seconds: 60, isOwn: false, main: null };
  try {
    const saved = JSON.parse(loadItem("timer.setup") ?? "{}");
    return EDITIONS[saved.edition] && Array.isArray(saved.names)
      ? { ...defaults, ...saved }
      : defaults;
  } catch {
    return defaults;
  }
}

export function TimerSetup() {
  const [chosen, setChosen] = useState(loadSetupChoices());
  useEffect(() => saveItem("timer.setup", JSON.stringify(chosen)), [chosen]);
  const { edition, names, seconds, isOwn, main } = chosen;
  const rules = getEdition(edition);
  const change = (/** @type {Partial<Choices>} */ changes) => setChosen({ ...chosen, ...changes });
  const listNames = (/** @type {number} */ count) =>
    Array.from({ length: count }, (_, seat) => names[seat] ?? "");
  /** @param {string} key */
  function pickEdition(key) {
    const next = getEdition(key);
    const count = Math.min(Math.max(names.length, next.players_min), next.players_max);
    const time =
      next.main_seconds === null
        ? { seconds: next.turn_seconds, main: null }
        : { seconds: next.delay_seconds, main: next.main_seconds };
    change({ edition: key, names: listNames(count), isOwn: false, ...time });
  }
  /** @param {SubmitEvent} event */
  function start(event) {
    event.preventDefault();
    startMatch(createMatch(chosen, (number) => words.t("timer.player", { number })));
  }
  const times = [
    ...listTurnTimes([rules.turn_seconds, ...rules.turn_seconds_choices], TURN_TIMES).map(
      (value) => ({
        value,
        text: value === null ? words.t("timer.none") : formatTurnLength(value),
      }),
    ),
    { value: "own", text: words.t("timer.own") },
    ...listMainTimes(),
  ];
  /** @param {any} value */
  function pickTime(value) {
    const clock = readMainTime(value);
    if (clock) change({ isOwn: false, seconds: clock.delay, main: clock.main });
    else if (value === "own") change({ isOwn: true, seconds: seconds || 60, main: null });
    else change({ isOwn: false, seconds: value, main: null });
  }
  const counts = Array.from(
    { length: rules.players_max - rules.players_min + 1 },
    (_, at) => rules.players_min + at,
  );
  return html`
    <form class="card narrow stack timer-setup" onSubmit=${start}>
      <h1>${t("timer.title")}</h1>
      <p>${words.t("timer.lead")}</p>
      <${SelectField}
        label=${t("invite.edition")}
        value=${edition}
        choices=${Object.keys(EDITIONS).map((value) => ({ value, text: t(`edition.${value}`) }))}
        onPick=${pickEdition}
      />
      <${SegmentedField}
        name="players"
        label=${words.t("timer.players")}
        value=${names.length}
        choices=${counts.map((value) => ({ value, text: String(value) }))}
        onPick=${(/** @type {number} */ count) => change({ names: listNames(count) })}
      />
      <fieldset class="timer-names">
        <legend>${words.t("timer.names")}</legend>
        ${names.map(
          (name, seat) => html`
            <label class="field" key=${seat}>
              <span class="unseen">${words.t("timer.player", { number: seat + 1 })}</span>
              <input
                value=${name}
                maxlength=${MAX_NAME_LENGTH}
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
        value=${isOwn ? "own" : main === null ? seconds : `${main}+${seconds}`}
        choices=${times}
        onPick=${pickTime}
      />
      ${
        isOwn &&
        html`
          <${TurnLengthField}
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
 * A field for the seconds of a turn; it ignores what is not a valid time.
 * @param {{seconds: number, onChange: (seconds: number) => void}} props
 */
function TurnLengthField({ seconds, onChange }) {
  /** @param {any} event */
  function readSeconds(event) {
    const typed = Number(event.currentTarget.value);
    if (Number.isInteger(typed) && typed >= 1 && typed <= MAX_TURN_SECONDS) onChange(typed);
  }
  return html`
    <label class="field">
      <span>${words.t("timer.own_seconds")}</span>
      <input
        type="number"
        inputmode="numeric"
        min="1"
        max=${MAX_TURN_SECONDS}
        required
        value=${seconds}
        onInput=${readSeconds}
      />
    </label>
  `;
}
