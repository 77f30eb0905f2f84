// What an organiser may choose: before the tournament and, for rounds that are not seated yet, at
// any time.

import { Dialog } from "../shared/dialog.js";
import { html, useState } from "../shared/ui.js";
import { NumberField, ProblemList, CheckboxField, useTask } from "./fields.js";
import { sendCommand, words } from "./state.js";

/** @typedef {import("./model.js").Format} Format */
/**
 * @typedef {{rounds: string, games: string, minutes: string, avoid_repeats: boolean}} Choices as
 *   typed
 */

const MOST_ROUNDS = 20;
/**
 * What a format begins with, and the most rounds it has (tournament/formats.py).
 * @type {Record<Format, {rounds: string, games: string, mostRounds: number, hasOneGame: boolean,
 *   hasByes: boolean}>}
 */
export const FORMATS = {
  school: { rounds: "2", games: "3", mostRounds: MOST_ROUNDS, hasOneGame: false, hasByes: false },
  swiss: { rounds: "5", games: "1", mostRounds: 6, hasOneGame: true, hasByes: true },
};
const MOST_MINUTES = 600;

/** @param {Choices} chosen @returns {import("./model.js").Settings} */
export function parseSettings({ rounds, games, minutes, avoid_repeats }) {
  return {
    rounds: Number(rounds),
    games: Number(games),
    minutes: minutes ? Number(minutes) : null,
    avoid_repeats,
  };
}

/**
 * @param {{format: Format, chosen: Choices, change: (changes: Partial<Choices>) => void}} props
 */
export function SettingsFields({ format, chosen, change }) {
  const { mostRounds, hasOneGame } = FORMATS[format];
  return html`
    <div class="fields">
      <${NumberField}
        label=${words.t("new.rounds")}
        value=${chosen.rounds}
        least=${1}
        most=${mostRounds}
        required
        onText=${(/** @type {string} */ rounds) => change({ rounds })}
      />
      ${
        !hasOneGame &&
        html`
          <${NumberField}
            label=${words.t("new.games")}
            value=${chosen.games}
            least=${1}
            most=${MOST_ROUNDS}
            required
            onText=${(/** @type {string} */ games) => change({ games })}
          />
        `
      }
    </div>
    <${NumberField}
      label=${words.t("new.minutes")}
      value=${chosen.minutes}
      least=${1}
      most=${MOST_MINUTES}
      placeholder=${words.t("new.no_minutes")}
      onText=${(/** @type {string} */ minutes) => change({ minutes })}
    />
    ${
      !hasOneGame &&
      html`
        <${CheckboxField}
          label=${words.t("new.avoid_repeats")}
          hint=${words.t("new.avoid_repeats_why")}
          isOn=${chosen.avoid_repeats}
          onTick=${(/** @type {boolean} */ on) => change({ avoid_repeats: on })}
        />
      `
    }
  `;
}

/** @param {{view: import("./model.js").View, onClose: () => void}} props */
export function SettingsDialog({ view, onClose }) {
  const { rounds, games, minutes, avoid_repeats } = view.settings;
  const [chosen, setChosen] = useState({
    rounds: String(rounds),
    games: String(games),
    minutes: minutes === null ? "" : String(minutes),
    avoid_repeats,
  });
  const [doing, run] = useTask();
  /** @param {SubmitEvent} event */
  async function saveSettings(event) {
    event.preventDefault();
    if (await run(() => sendCommand({ type: "ChangeSettings", settings: parseSettings(chosen) })))
      onClose();
  }
  return html`
    <${Dialog} title=${words.t("settings.title")} onClose=${onClose}>
      <form class="stack" onSubmit=${saveSettings}>
        <${SettingsFields}
          format=${view.format}
          chosen=${chosen}
          change=${(/** @type {Partial<Choices>} */ changes) =>
            setChosen({ ...chosen, ...changes })}
        />
        <p>${words.t("settings.later")}</p>
        <${ProblemList} of=${doing} />
        <button class="primary" type="submit" disabled=${doing.isBusy}>
          ${words.t("settings.save")}
        </button>
      </form>
    <//>
  `;
}
