// An exercise: what it is about, a small table, and whoever judges the turn that is found.

import { createExercise } from "./exercise.js";
import { exercises, markExerciseSolved, learnTexts } from "./progress.js";
import { parseFaces } from "../board/notation.js";
import { Board } from "../board/board.js";
import { ClauseButton } from "../rules/clause_dialog.js";
import { Icon } from "../shared/icons.js";
import { JokerHelp } from "../table/joker_help.js";
import { OpeningProgress } from "../table/opening.js";
import { StaticTile } from "../board/tile.js";
import { ToolBar } from "../board/tools.js";
import { followLink } from "../app/router.js";
import { makeRulesAddress } from "../rules/rules.js";
import { describeProblem, t, getTileName } from "../app/texts.js";
import { JOKER_NAMES } from "../board/tile_markup.js";
import { html, useEffect, useRef, useState } from "../shared/ui.js";

/** @typedef {import("./exercise.js").ExerciseAtWork} ExerciseAtWork */
/** @typedef {import("./exercise.js").Exercise} Exercise */

/** @param {{number: number}} props */
export function ExercisePage({ number }) {
  const exercise = /** @type {Exercise} */ (exercises.value[number]);
  const kept = useRef(/** @type {ExerciseAtWork | null} */ (null));
  const work = (kept.current ??= createExercise(exercise, () => markExerciseSolved(exercise.id)));
  return html`
    <div class="table-page">
      <${ExerciseCoach} work=${work} number=${number} />
      <${Board} draft=${work.draft}>
        <${ExerciseActions} work=${work} next=${exercises.value[number + 1]} />
      <//>
    </div>
  `;
}

/**
 * What is to be learnt and to be done; then, what was learnt.
 * @param {{work: ExerciseAtWork, number: number}} props
 */
function ExerciseCoach({ work, number }) {
  const { exercise, stage } = work;
  const text = (/** @type {string} */ part) => learnTexts.t(`exercise.${exercise.id}.${part}`);
  const isOver = stage.value !== "open";
  return html`
    <section
      class=${`learn-coach ${stage.value === "solved" ? "is-solved" : ""}`}
      aria-label=${t("learn.title")}
    >
      <a class="learn-coach-back" href="/learn" onClick=${followLink}>
        <span aria-hidden="true">‹</span> ${learnTexts.t("learn.all")}
      </a>
      <span class="learn-coach-count" aria-hidden="true">
        ${number + 1}/${exercises.value.length}
      </span>
      <h1>${text("title")}</h1>
      <div class="learn-coach-words" role="status">
        ${
          stage.value === "solved" &&
          html`
            <b class="learn-coach-right"><${Icon} name="check" /> ${learnTexts.t("learn.right")}</b>
            ${" "}
          `
        }
        ${
          isOver
            ? html`
              ${text("done")}${" "}
              <${ClauseButton}
                clause=${exercise.clause}
                rules=${makeRulesAddress(exercise.edition)}
              />
            `
            : html`
              ${text("intro")}${" "}
              <b class="learn-coach-goal">
                ${learnTexts.t(`goal.${exercise.goal}`, { points: exercise.points ?? 0 })}
              </b>
            `
        }
      </div>
      ${!isOver && html`<${JokerHelpButton} exercise=${exercise} />`}
    </section>
  `;
}

/** What the jokers of the exercise do, one tap away. @param {{exercise: Exercise}} props */
function JokerHelpButton({ exercise }) {
  const [isShown, show] = useState(false);
  const faces = new Set(parseFaces(`${exercise.table} ${exercise.rack}`));
  const kinds = Object.keys(JOKER_NAMES).filter((face) => faces.has(face));
  if (!kinds.length) return null;
  return html`
    <button class="learn-joker-button" onClick=${() => show(true)}>
      <span aria-hidden="true">
        ${kinds.map((face) => html`<${StaticTile} key=${face} face=${face} label="" />`)}
      </span>
      <span>${t("jokers.title")}</span>
    </button>
    ${isShown && html`<${JokerHelp} faces=${kinds} onClose=${() => show(false)} />`}
  `;
}

/** @param {{work: ExerciseAtWork, next: Exercise | undefined}} props */
function ExerciseActions({ work, next }) {
  const { draft, stage } = work;
  const isOpen = stage.value === "open";
  return html`
    <section class="table-actions" aria-label=${t("actions.title")}>
      <div class="table-status" role="status">
        ${isOpen && html`<${ExerciseStatus} work=${work} />`}
      </div>
      <${ToolBar} draft=${draft} />
      <div class="table-main-buttons"><${ExerciseButtons} work=${work} next=${next} /></div>
    </section>
  `;
}

/** @param {{work: ExerciseAtWork}} props */
function ExerciseStatus({ work }) {
  const { draft, exercise, verdict, hinted } = work;
  const said = verdict.value;
  if (said === "rest")
    return html`<span class="table-status-hint">${learnTexts.t("learn.rest")}</span>`;
  if (said) return html`<${ProblemNote} problem=${said} edition=${exercise.edition} />`;
  const count = draft.placing.value.length;
  return html`
    ${
      hinted.value.length > 0 &&
      html`
        <b class="table-status-hint">${learnTexts.t(`exercise.${exercise.id}.hint`)}</b>
      `
    }
    ${
      exercise.points
        ? html`
          <${OpeningProgress}
            value=${count ? (draft.judged.value?.value ?? 0) : 0}
            needed=${exercise.points}
          />
        `
        : count > 0 && !hinted.value.length && html`<span>${t("state.placing", { count })}</span>`
    }
  `;
}

/**
 * Why it cannot stay like that, with the set that is wrong.
 * @param {{problem: import("../app/texts.js").Problem, edition: string}} props
 */
function ProblemNote({ problem, edition }) {
  const { meld } = problem.values;
  return html`
    ${
      typeof meld === "string" &&
      html`
        <span class="learn-wrong-set">
          ${parseFaces(meld).map(
            (face) => html`
              <${StaticTile} face=${face} label=${getTileName(face)} />
            `,
          )}
        </span>
      `
    }
    <span class="table-status-bad">
      ${describeProblem(problem)}
      ${" "}
      <${ClauseButton} clause=${problem.clause} rules=${makeRulesAddress(edition)} />
    </span>
  `;
}

/** @param {{work: ExerciseAtWork, next: Exercise | undefined}} props */
function ExerciseButtons({ work, next }) {
  const { stage, finish, hint, show, restart } = work;
  const first = useRef(/** @type {HTMLElement | null} */ (null));
  const before = useRef(stage.value);
  useEffect(() => {
    // The button that was pressed is gone; what comes next takes the focus.
    if (stage.value !== before.current && stage.value !== "open") first.current?.focus();
    before.current = stage.value;
  });
  if (stage.value === "open") {
    return html`
      <button class="secondary learn-help" onClick=${hint}>
        <${Icon} name="hint" /> <span>${t("action.hint")}</span>
      </button>
      <button class="secondary learn-help" onClick=${show}>
        <${Icon} name="eye" /> <span>${learnTexts.t("learn.show")}</span>
      </button>
      <button class="primary learn-finish" onClick=${finish}>${t("action.done")}</button>
    `;
  }
  const again = html`
    <button
      class=${stage.value === "shown" ? "primary" : "secondary"}
      ref=${stage.value === "shown" ? first : undefined}
      onClick=${restart}
    >
      ${learnTexts.t(stage.value === "shown" ? "learn.try" : "learn.again")}
    </button>
  `;
  const on = html`
    <a
      class=${stage.value === "shown" ? "secondary" : "primary"}
      ref=${stage.value === "shown" ? undefined : first}
      href=${next ? `/learn/${next.id}` : "/learn"}
      onClick=${followLink}
    >
      ${learnTexts.t(next ? "learn.next" : "learn.all")}
    </a>
  `;
  return html`${again}${on}`;
}
