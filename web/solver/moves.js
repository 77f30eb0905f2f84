// What the solver found: the best plays, how sure that is, and the steps of the one that is shown.

import { t } from "../app/texts.js";
import {
  answer,
  frames,
  setPositionAfterPlay,
  goal,
  play,
  plays,
  rack,
  showPlay,
  showStep,
  shown,
} from "./state.js";
import { html, useEffect, useRef, useState } from "../shared/ui.js";
import { Icon } from "../shared/icons.js";
import { ToolButton } from "../board/tools.js";
import { InlineTiles, StepSentence } from "./play_text.js";

/** @typedef {import("../app/protocol.js").Play} Play */

const STEP_MS = 1400;

export function SolverPlays() {
  const found = plays.value;
  const isShowing = shown.value !== null;
  const wasShowing = useRef(isShowing);
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    // What was pressed is gone: the focus goes to what stands in its place.
    const next = /** @type {HTMLElement | null | undefined} */ (
      root.current?.querySelector(isShowing ? "h2" : ".primary")
    );
    if (wasShowing.current !== isShowing && document.activeElement === document.body)
      next?.focus({ preventScroll: true });
    wasShowing.current = isShowing;
  }, [isShowing]);
  return html`
    <section class="card solver-moves stack" ref=${root} aria-label=${t("solver.plays")}>
      ${
        !isShowing &&
        html`
          <button class="primary large" disabled=${!found.length} onClick=${() => showPlay(0)}>
            ${t("solver.best")}
          </button>
        `
      }
      ${isShowing && html`<${ShownPlay} />`}
      <div role="status" class="solver-says">${renderAnswerSummary()}</div>
      ${
        found.length > 0 &&
        html`
          <ol class="solver-plays">
            ${found.map(
              (one, index) => html`
                <${PlayButton} key=${index} one=${one} index=${index} />
              `,
            )}
          </ol>
        `
      }
      ${
        answer.value.state === "solved" &&
        !answer.value.complete &&
        html`
          <p>${t("solver.incomplete")}</p>
        `
      }
    </section>
  `;
}

/** What can be said of the answer in a sentence. */
function renderAnswerSummary() {
  const now = answer.value;
  if (now.state === "refused") return html`<p class="solver-says-bad">${now.words}</p>`;
  if (now.state === "lost") return html`<p class="solver-says-bad">${t("connection.lost")}</p>`;
  if (now.state !== "solved") return html`<p>${t(`solver.${now.state}`)}</p>`;
  if (!rack.value.length) return html`<p>${t("solver.no_rack")}</p>`;
  if (plays.value.length)
    return html`<p class="says-good">${t("solver.found", { count: plays.value.length })}</p>`;
  const isSure = now.plays[0]?.optimal;
  return html`<p>${t(isSure ? `solver.none_${goal.value}` : "solver.none_unproven")}</p>`;
}

/** @param {{one: Play, index: number}} props */
function PlayButton({ one, index }) {
  const isOut = one.tiles === rack.value.length;
  const facts = [
    t("solver.tiles", { count: one.tiles }),
    t("solver.points", { count: one.points }),
    goal.value === "opening" ? t("set.value", { count: one.value }) : "",
  ];
  return html`
    <li>
      <button
        class="solver-play"
        aria-pressed=${shown.value?.play === index}
        onClick=${() => showPlay(index)}
      >
        <${InlineTiles} faces=${one.placed} />
        <span class="solver-play-facts">
          ${facts.filter(Boolean).join(" · ")}
          ${isOut && html` <b class="solver-play-out">${t("solver.out")}</b>`}
        </span>
      </button>
    </li>
  `;
}

/** The play that is shown: its buttons, steps and proof. */
function ShownPlay() {
  const one = /** @type {Play} */ (play.value);
  const { step = 0, play: index = 0 } = shown.value ?? {};
  const last = frames.value.length - 1;
  const [isRunning, setRunning] = useState(false);
  useEffect(() => {
    if (!isRunning) return undefined;
    if (step >= last) {
      setRunning(false);
      return undefined;
    }
    const timer = setTimeout(() => showStep(step + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [isRunning, step, last]);
  function run() {
    if (!isRunning && step >= last) showStep(0);
    setRunning(!isRunning);
  }
  const go = (/** @type {number} */ to) => {
    setRunning(false);
    showStep(to);
  };
  return html`
    <div class="stack solver-shown-play">
      <h2 tabindex="-1">${index ? t("solver.move", { number: index + 1 }) : t("solver.best")}</h2>
      <div class="tools" role="group" aria-label=${t("solver.steps")}>
        <${ToolButton} icon="first" text="solver.first" off=${step === 0} act=${() => go(0)} />
        <${ToolButton} icon="back" text="solver.back" off=${step === 0} act=${() => go(step - 1)} />
        <${ToolButton}
          icon=${isRunning ? "pause" : "play"}
          text=${isRunning ? "solver.pause" : "solver.run"}
          act=${run}
          more="solver-tool-gold"
        />
        <${ToolButton}
          icon="forward"
          text="solver.forward"
          off=${step === last}
          act=${() => go(step + 1)}
        />
        <${ToolButton} icon="last" text="solver.last" off=${step === last} act=${() => go(last)} />
      </div>
      <p class="unseen" role="status">${t("solver.step", { step, steps: last })}</p>
      <ol class="solver-steps">
        ${one.steps.map(
          (each, at) => html`
            <li key=${at}>
              <button
                class=${`solver-step ${at < step ? "is-done" : ""}`}
                aria-current=${at === step - 1 ? "step" : undefined}
                onClick=${() => go(at + 1)}
              >
                <span class="solver-step-number" aria-hidden="true">${at + 1}</span>
                <${StepSentence} step=${each} />
              </button>
            </li>
          `,
        )}
      </ol>
      <p class="solver-proof">
        <${Icon} name=${one.optimal ? "check" : "hint"} />
        ${t(`solver.proof_${chooseProofTextKey(one, index)}`)}
      </p>
      <div class="field-row">
        <button class="secondary" onClick=${() => (shown.value = null)}>${t("solver.edit")}</button>
        <button class="secondary" onClick=${setPositionAfterPlay}>${t("solver.go_on")}</button>
      </div>
    </div>
  `;
}

/** How sure it is that the play is the best one. @param {Play} one @param {number} index */
function chooseProofTextKey(one, index) {
  if (!one.optimal) return "cut";
  if (index > 0) return "next";
  return one.least_change ? "least" : one.kept_most ? "kept" : "best";
}
