// How the turn stands in words, as far as it is the same in every game.

import { getGameView, lastNews } from "../app/game_store.js";
import { showToast } from "../shared/toasts.js";
import { describeProblem, t } from "../app/texts.js";
import { draft, obstacles } from "./turn.js";
import { html } from "../shared/ui.js";
import { Icon } from "../shared/icons.js";

export function OthersTurnStatus() {
  const { turn, seats } = getGameView();
  const news = lastNews.value;
  if (draft.isThinking.value) return html`<${PrivateTableStatus} />`;
  return html`
    <span class="table-status-news">${news ? t(news.key, news.values) : ""}</span>
    <span>${turn === null ? "" : t("turn.other", { name: seats[turn]?.name ?? "" })}</span>
  `;
}

/** Tiles lie on a private copy: say so, and let the player look at the real table. */
function PrivateTableStatus() {
  const aside = draft.isAside.value;
  return html`
    <span>${t(aside ? "think.aside" : "think.private")}</span>
    <button class="quiet-button" onClick=${() => (draft.isAside.value = !aside)}>
      <${Icon} name="eye" /> ${t(aside ? "think.back" : "think.look")}
    </button>
  `;
}

/** What was laid could have been meant differently. */
export function AlternativesButton() {
  if (!draft.alternativeCount.value) return null;
  return html`
    <button class="quiet-button" onClick=${() => draft.layNextAlternative()}>
      <${Icon} name="swap" /> ${t("action.otherwise")}
    </button>
  `;
}

/** Show what first stands in the way of finishing. */
export function showFirstObstacle() {
  const [first] = obstacles.value ?? [];
  if (first) showToast(describeProblem(first), "bad", first.clause);
}
