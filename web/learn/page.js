// Learn to play: all exercises by chapter, and how far the player has come.

import { Icon } from "../shared/icons.js";
import { StaticTile } from "../board/tile.js";
import { areExercisesReady, exercises, solvedExercises, learnTexts } from "./progress.js";
import { parseFaces } from "../board/notation.js";
import { followLink } from "../app/router.js";
import { t, getTileName } from "../app/texts.js";
import { html } from "../shared/ui.js";
import { ExercisePage } from "./exercise_page.js";
import { NotFound, ConnectingNotice } from "../not_found/page.js";

/** @typedef {import("./exercise.js").Exercise} Exercise */

/** @param {{exercise?: string}} props */
export function LearnPage({ exercise: id }) {
  if (!areExercisesReady()) return html`<${ConnectingNotice} />`;
  if (!id) return html`<${ExerciseOverview} />`;
  const number = exercises.value.findIndex((exercise) => exercise.id === id);
  if (number < 0) return html`<${NotFound} text="nowhere.page" />`;
  return html`<${ExercisePage} key=${id} number=${number} />`;
}

function ExerciseOverview() {
  const all = exercises.value;
  const chapters = [...new Set(all.map((exercise) => exercise.chapter))];
  const next = all.find((exercise) => !solvedExercises.value.has(exercise.id));
  const count = all.filter((exercise) => solvedExercises.value.has(exercise.id)).length;
  return html`
    <div class="learn">
      <header class="learn-head">
        <h1>${t("learn.title")}</h1>
        <p>${learnTexts.t("learn.lead")}</p>
        <div class="learn-progress">
          <progress max=${all.length} value=${count} aria-hidden="true"></progress>
          <span>${learnTexts.t("learn.progress", { count, all: all.length })}</span>
        </div>
        ${
          next
            ? html`
              <a class="primary large" href=${`/learn/${next.id}`} onClick=${followLink}>
                ${learnTexts.t(count ? "learn.continue" : "learn.begin")}
              </a>
            `
            : html`<a class="primary large" href="/" onClick=${followLink}>${t("home.play")}</a>`
        }
      </header>
      ${chapters.map(
        (chapter) => html`
          <section key=${chapter} class="learn-chapter">
            <h2>${learnTexts.t(`chapter.${chapter}`)}</h2>
            <ol class="learn-lessons">
              ${all.map(
                (exercise, at) =>
                  exercise.chapter === chapter &&
                  html`
                  <${ExerciseLink} key=${exercise.id} exercise=${exercise} number=${at + 1} />
                `,
              )}
            </ol>
          </section>
        `,
      )}
    </div>
  `;
}

/** @param {{exercise: Exercise, number: number}} props */
function ExerciseLink({ exercise, number }) {
  const done = solvedExercises.value.has(exercise.id);
  return html`
    <li>
      <a
        class=${`learn-lesson ${done ? "is-done" : ""}`}
        href=${`/learn/${exercise.id}`}
        onClick=${followLink}
      >
        <span class="learn-lesson-number" aria-hidden="true">
          ${done ? html`<${Icon} name="check" />` : number}
        </span>
        <span class="learn-lesson-title">
          ${learnTexts.t(`exercise.${exercise.id}.title`)}
          ${done && html`<span class="unseen">, ${learnTexts.t("learn.done")}</span>`}
        </span>
        <span class="learn-lesson-tiles" aria-hidden="true">
          ${parseFaces(exercise.hint)
            .slice(0, 4)
            .map((face) => html`<${StaticTile} face=${face} label=${getTileName(face)} />`)}
        </span>
      </a>
    </li>
  `;
}
