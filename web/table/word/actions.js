// What can be done in the word game now: one large button, the tools, challenges, and how the turn
// stands in words.

import {
  getGameNews,
  getRoom,
  getWordView,
  isMyTurn,
  lastNews,
  seat,
} from "../../app/game_store.js";
import { describeProblem, t } from "../../app/texts.js";
import { requestHint } from "../hints.js";
import {
  isSending,
  canLay,
  sendCommand,
  draft,
  drawFromPool,
  getFace,
  submitDraft,
  freeJokers,
  hint,
  judged,
  layout,
  wordVerdict,
  canSetJokerLetter,
  obstacles,
  placing,
} from "../turn.js";
import { LETTER_TILES, getLetter } from "../../board/letter_tiles.js";
import { html, useState } from "../../shared/ui.js";
import { Dialog } from "../../shared/dialog.js";
import { Icon } from "../../shared/icons.js";
import { openJokerLetterChoice } from "./joker_letter.js";
import { OpeningProgress } from "../opening.js";
import { OthersTurnStatus, AlternativesButton, showFirstObstacle } from "../turn_status.js";
import { useSecondsLeft } from "../countdown.js";
import { ToolButton, ToolBar } from "../../board/tools.js";
import { WordList } from "./history.js";

/** Problems that stand below a word, or beside the counter of the first word. */
const SHOWN_ELSEWHERE = new Set([
  "short_word",
  "word_twice",
  "no_word",
  "vulgar_word",
  "not_in_theme",
  "first_word",
  "nothing_placed",
]);

export function WordTurnActions() {
  return html`
    <section class="table-actions" aria-label=${t("actions.title")}>
      <${WordTurnStatus} />
      <${WordTurnTools} />
      ${
        seat.value !== null &&
        html`
          <div class="table-main-buttons"><${ChallengeButton} /><${WordTurnButton} /></div>
        `
      }
    </section>
  `;
}

function WordTurnStatus() {
  const [tile, more] = layout.value?.selected ?? [];
  if (tile !== undefined && more === undefined && LETTER_TILES.isJoker(getFace(tile)))
    return html`<${JokerStatus} tile=${tile} />`;
  return html`
    <div class="table-status">
      ${
        isMyTurn.value
          ? html`
          <${OwnWordTurnStatus} />
        `
          : getWordView().phase === "accepting"
            ? html`<${LastMoveStatus} />`
            : html`<${OthersTurnStatus} />`
      }
      <${AlternativesButton} />
    </div>
  `;
}

/**
 * A joker in the hand: what it does, and another letter for one that lies on the table.
 * @param {{tile: number}} props
 */
function JokerStatus({ tile }) {
  const stands = draft.jokers?.value[tile];
  const isLaid = !layout.value?.rack.includes(tile);
  if (!stands || !isLaid || !canSetJokerLetter(tile))
    return html`<div class="table-status">${t("about.letter_joker")}</div>`;
  return html`
    <div class="table-status">
      <span>${t("joker.stands", { letter: getLetter(stands) })}</span>
      <button class="quiet-button" onClick=${() => openJokerLetterChoice(tile)}>
        <${Icon} name="swap" /> ${t("joker.change")}
      </button>
    </div>
  `;
}

/** The move that ends the game is made: it stands, unless somebody challenges it (W-13). */
function LastMoveStatus() {
  const news = lastNews.value;
  const left = Math.ceil(useSecondsLeft(getGameNews().clock.deadline));
  return html`
    <span class="table-status-news">${news ? t(news.key, news.values) : ""}</span>
    <b>${t("challenge.last_move", { count: left })}</b>
  `;
}

function OwnWordTurnStatus() {
  const { header, seats, turn, last_round: lastRound, pool } = getWordView();
  const count = placing.value.length;
  const free = freeJokers.value.length;
  const { first_word: needed, judging, penalty } = header.edition;
  const isFirst = turn !== null && !seats[turn]?.opened;
  if (hint.value && !count) {
    return html`
      <b class="table-status-hint">
        ${t(`word_hint.${hint.value.grade}`, { count: hint.value.points ?? 0 })}
      </b>
    `;
  }
  if (!count && free)
    return html`<b class="table-status-bad">${t("state.free_jokers", { count: free })}</b>`;
  if (!count) {
    const news = lastNews.value;
    const key = lastRound
      ? "word_turn.last"
      : !pool
        ? "word_turn.or_pass"
        : isFirst
          ? "word_turn.first"
          : "word_turn.or_draw";
    return html`
      <span class="table-status-news">${news ? t(news.key, news.values) : ""}</span>
      <b>${t(key, { count: needed })}</b>
    `;
  }
  const other = obstacles.value?.find((problem) => !SHOWN_ELSEWHERE.has(problem.code));
  const isJudged = obstacles.value !== null && judged.value !== null;
  const { made, relaid, doubled } = wordVerdict.value;
  return html`
    ${
      isFirst &&
      html`
        <${OpeningProgress}
          value=${measureLongestOwnWord()}
          needed=${needed}
          text="state.first_word"
        />
      `
    }
    ${
      isJudged && made.length + relaid.length
        ? html`
          <b class="word-worth">
            ${t(!made.length ? "word.worth_none" : doubled ? "word.worth_doubled" : "word.worth", {
              word: made[0] ?? "",
              count: judged.value?.value ?? 0,
            })}
          </b>
        `
        : html`<span>${t("state.placing", { count })}</span>`
    }
    ${
      isJudged &&
      relaid.length > 0 &&
      html`
        <span class="word-relaid">
          ${t("word.relaid", { words: relaid.join(", ") })}
        </span>
      `
    }
    ${other && html`<span class="table-status-bad">${describeProblem(other)}</span>`}
    ${
      judging === "penalty" &&
      html`
        <span class="word-penalty">
          ${t(penalty ? "word.penalty" : "word.penalty_turn", { count: penalty })}
        </span>
      `
    }
  `;
}

/** How long the longest word of own letters alone is. */
function measureLongestOwnWord() {
  const { sets = [], own = new Set() } = layout.value ?? {};
  return Math.max(
    0,
    ...sets
      .filter((set) => set.tiles.every((tile) => own.has(tile)))
      .map((set) => set.tiles.length),
  );
}

/** Hints are for games against bots alone. */
function WordTurnTools() {
  const { chairs, settings } = getRoom();
  const people = chairs.filter((chair) => chair.guest !== null).length;
  const hints = settings.hints && people <= 1 && seat.value !== null;
  const [isOpen, setOpen] = useState(false);
  const history = html`
    <${ToolButton}
      icon="list"
      text="history.title"
      act=${() => setOpen(true)}
      more="word-tool-history"
    />
  `;
  return html`
    ${
      seat.value === null
        ? html`<div class="tools">${history}</div>`
        : html`
          <${ToolBar} draft=${draft}>
            ${
              hints &&
              html`
                <${ToolButton}
                  icon="hint"
                  text="action.hint"
                  off=${!canLay.value}
                  act=${requestHint}
                  more="table-tool-hint"
                />
              `
            }
            ${history}
          <//>
        `
    }
    ${
      isOpen &&
      html`
        <${Dialog} title=${t("history.title")} onClose=${() => setOpen(false)}><${WordList} /><//>
      `
    }
  `;
}

/** Somebody else's last move may be challenged until the next one is made (W-13). */
function ChallengeButton() {
  const { challengeable, phase, waiting, seats } = getWordView();
  if (seat.value === null || challengeable === null || challengeable === seat.value) return null;
  if (phase === "accepting" && !waiting.includes(seat.value)) return null;
  const name = t("challenge.why", { name: seats[challengeable]?.name ?? "" });
  return html`
    <button
      class="secondary"
      disabled=${isSending.value}
      title=${name}
      aria-description=${name}
      onClick=${() => sendCommand("Challenge")}
    >
      ${t("action.challenge")}
    </button>
  `;
}

function WordTurnButton() {
  const { pool, last_round: lastRound, phase, waiting } = getWordView();
  if (phase === "accepting") {
    const off = isSending.value || seat.value === null || !waiting.includes(seat.value);
    return html`
      <button class="primary" disabled=${off} onClick=${() => sendCommand("Accept")}>
        ${t("action.accept")}
      </button>
    `;
  }
  const off = isSending.value || !isMyTurn.value;
  if (placing.value.length) {
    const blocked = Boolean(obstacles.value?.length);
    return html`
      <button
        class="primary"
        disabled=${off}
        aria-disabled=${blocked}
        onClick=${() => (blocked ? showFirstObstacle() : submitDraft())}
      >
        ${t("action.done")}
      </button>
    `;
  }
  if (pool > 0 && !lastRound)
    return html`
      <button class="primary" disabled=${off} onClick=${drawFromPool}>${t("action.draw")}</button>
    `;
  return html`
    <button class="primary" disabled=${off} onClick=${() => sendCommand("Pass")}>
      ${t("action.pass")}
    </button>
  `;
}
