// What an organiser may choose: before the tournament and, for rounds that are not seated yet, at
// any time.

import { Dialog } from "../shared/dialog.js";
import { html, useState } from "../shared/ui.js";
import { NumberField, Problems, Tick, useDoing } from "./fields.js";
import { send, words } from "./state.js";

/**
 * @typedef {{rounds: string, games: string, minutes: string, avoid_repeats: boolean}} Choices as
 *   typed
 */

const MOST_ROUNDS = 20;
const MOST_MINUTES = 600;

/** @param {Choices} chosen @returns {import("./model.js").Settings} */
export function settingsOf({ rounds, games, minutes, avoid_repeats }) {
  return {
    rounds: Number(rounds),
    games: Number(games),
    minutes: minutes ? Number(minutes) : null,
    avoid_repeats,
  };
}

/** @param {{chosen: Choices, change: (changes: Partial<Choices>) => void}} props */
export function SettingsFields({ chosen, change }) {
  return html`
    <div class="fields">
      <${NumberField}
        label=${words.t("new.rounds")}
        value=${chosen.rounds}
        least=${1}
        most=${MOST_ROUNDS}
        required
        onText=${(/** @type {string} */ rounds) => change({ rounds })}
      />
      <${NumberField}
        label=${words.t("new.games")}
        value=${chosen.games}
        least=${1}
        most=${MOST_ROUNDS}
        required
        onText=${(/** @type {string} */ games) => change({ games })}
      />
    </div>
    <${NumberField}
      label=${words.t("new.minutes")}
      value=${chosen.minutes}
      least=${1}
      most=${MOST_MINUTES}
      placeholder=${words.t("new.no_minutes")}
      onText=${(/** @type {string} */ minutes) => change({ minutes })}
    />
    <${Tick}
      label=${words.t("new.avoid_repeats")}
      hint=${words.t("new.avoid_repeats_why")}
      isOn=${chosen.avoid_repeats}
      onTick=${(/** @type {boolean} */ on) => change({ avoid_repeats: on })}
    />
  `;
}

/** @param {{view: import("./model.js").View, onClose: () => void}} props */
export function DeskSettings({ view, onClose }) {
  const { rounds, games, minutes, avoid_repeats } = view.settings;
  const [chosen, setChosen] = useState({
    rounds: String(rounds),
    games: String(games),
    minutes: minutes === null ? "" : String(minutes),
    avoid_repeats,
  });
  const [doing, run] = useDoing();
  /** @param {SubmitEvent} event */
  async function save(event) {
    event.preventDefault();
    if (await run(() => send({ type: "ChangeSettings", settings: settingsOf(chosen) }))) onClose();
  }
  return html`
    <${Dialog} title=${words.t("settings.title")} onClose=${onClose}>
      <form class="stack" onSubmit=${save}>
        <${SettingsFields}
          chosen=${chosen}
          change=${(/** @type {Partial<Choices>} */ changes) =>
            setChosen({ ...chosen, ...changes })}
        />
        <p>${words.t("settings.later")}</p>
        <${Problems} of=${doing} />
        <button class="primary" type="submit" disabled=${doing.isBusy}>
          ${words.t("settings.save")}
        </button>
      </form>
    <//>
  `;
}
