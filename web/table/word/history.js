// The words that were made: by whom, for how many points, and of which word they are a form, where
// that is known.

import { getGameNews, getWordView, seat } from "../../app/game_store.js";
import { t } from "../../app/texts.js";
import { html } from "../../shared/ui.js";

/** @typedef {import("../../app/protocol.js").TurnScore} TurnScore */

/** Beside the table, where there is room. */
export function WordHistory() {
  return html`
    <section class="word-history" aria-labelledby="word-history-title">
      <h2 id="word-history-title">${t("history.title")}</h2>
      <${WordList} />
    </section>
  `;
}

/** All words, the latest first. */
export function WordList() {
  const made = getWordView().seats.flatMap((player, number) =>
    player.turns.map((score) => ({
      score,
      name: number === seat.value ? t("seats.you") : player.name,
    })),
  );
  made.sort((one, other) => other.score.turn - one.score.turn);
  if (!made.length) return html`<p class="word-turn-none">${t("history.none")}</p>`;
  return html`
    <ol class="word-turns" tabindex="0" aria-label=${t("history.title")}>
      ${made.map(
        ({ score, name }) => html`
          <li key=${score.turn}>
            <span class="word-turn-name">${name}</span>
            <${TurnWords} score=${score} lemmas=${getGameNews().lemmas ?? {}} />
          </li>
        `,
      )}
    </ol>
  `;
}

/**
 * What one turn made: the word that counts and its points, then the others.
 * @param {{score: TurnScore, lemmas?: Readonly<Record<string, readonly string[]>>}} props
 */
export function TurnWords({ score, lemmas = {} }) {
  const [first = "–", ...others] = score.words;
  /** What a word is a form of, if it is of another one. @param {string} word */
  const formOf = (word) =>
    (lemmas[word] ?? []).filter((lemma) => lemma.toUpperCase() !== word).join(", ");
  const also = others.map((word) => (formOf(word) ? `${word} (${formOf(word)})` : word));
  return html`
    <span class="word-turn-points">${t("history.points", { count: score.points })}</span>
    <b class="word-turn-word">${first}</b>
    ${score.doubled && html`<span class="word-turn-note">${t("history.doubled")}</span>`}
    ${
      formOf(first) &&
      html`
        <span class="word-turn-note">${t("history.form", { lemma: formOf(first) })}</span>
      `
    }
    ${
      also.length > 0 &&
      html`
        <span class="word-turn-note">${t("history.also", { words: also.join(", ") })}</span>
      `
    }
  `;
}
