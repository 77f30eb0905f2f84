// The buttons of a replay: step, play by itself, jump to a turn.

import { t } from "../app/texts.js";
import { html } from "../shared/ui.js";
import { Icon } from "../shared/icons.js";

/** @typedef {import("../app/game_types.js").FieldEvent} FieldEvent */

export const SPEEDS = [0.5, 1, 2, 4];

/**
 * @param {object} props
 * @param {number} props.index
 * @param {number} props.last
 * @param {number} props.turn
 * @param {number} props.turns
 * @param {string} props.words  what happened, for the slider
 * @param {boolean} props.playing
 * @param {number} props.speed
 * @param {(index: number) => void} props.onStep
 * @param {(turn: number) => void} props.onTurn
 * @param {() => void} props.onPlay
 * @param {(speed: number) => void} props.onSpeed
 */
export function ReplayControls({
  index,
  last,
  turn,
  turns,
  words,
  playing,
  speed,
  onStep,
  onTurn,
  onPlay,
  onSpeed,
}) {
  const buttons = /** @type {const} */ ([
    ["first", "replay.first", 0],
    ["back", "replay.back", index - 1],
    ["play", "", 0],
    ["forward", "replay.forward", index + 1],
    ["last", "replay.last", last],
  ]);
  const said = `${t("replay.step", { step: index, steps: last })}. ${words}`;
  const play = t(playing ? "replay.pause" : "replay.play");
  return html`
    <section class="replay-controls" aria-label=${t("replay.controls")}>
      <input
        class="replay-slider"
        type="range"
        min="0"
        max=${last}
        value=${index}
        aria-label=${t("replay.slider")}
        aria-valuetext=${said}
        onInput=${(/** @type {FieldEvent} */ event) => onStep(Number(event.currentTarget.value))}
      />
      <div class="replay-buttons" role="group" aria-label=${t("replay.controls")}>
        ${buttons.map(([icon, key, to]) =>
          icon === "play"
            ? html`
              <button class="primary" key="play" aria-label=${play} title=${play} onClick=${onPlay}>
                <${Icon} name=${playing ? "pause" : "play"} />
              </button>
            `
            : html`
              <button
                class="tool"
                key=${icon}
                aria-label=${t(key)}
                title=${t(key)}
                disabled=${to < 0 || to > last || to === index}
                onClick=${() => onStep(to)}
              >
                <${Icon} name=${icon} />
              </button>
            `,
        )}
      </div>
      <label class="replay-field">
        <span>${t("replay.turn")}</span>
        <input
          type="number"
          min="1"
          max=${turns}
          value=${turn}
          onChange=${(/** @type {FieldEvent} */ event) => onTurn(Number(event.currentTarget.value))}
        />
      </label>
      <label class="replay-field">
        <span>${t("replay.speed")}</span>
        <select
          onChange=${(/** @type {FieldEvent} */ event) =>
            onSpeed(Number(event.currentTarget.value))}
        >
          ${SPEEDS.map(
            (value) => html`
              <option value=${value} selected=${value === speed}>
                ${value === 0.5 ? "½" : value}×
              </option>
            `,
          )}
        </select>
      </label>
      <p class="replay-count" aria-hidden="true">${index} / ${last}</p>
    </section>
  `;
}
