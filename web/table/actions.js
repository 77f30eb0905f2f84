// What can be done now: one large button, the tools for the draft, and how the turn stands in
// words.

import { getNumberView, getRoom, isMyTurn, lastNews, seat } from "../app/game_store.js";
import { describeProblem, t, getTileName } from "../app/texts.js";
import { renderTile } from "../board/tile_markup.js";
import { requestHint } from "./hints.js";
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
  obstacles,
  placing,
} from "./turn.js";
import { html, useState } from "../shared/ui.js";
import { JokerHelp } from "./joker_help.js";
import { OpeningProgress } from "./opening.js";
import { StackChooser } from "./stack_chooser.js";
import { OthersTurnStatus, AlternativesButton, showFirstObstacle } from "./turn_status.js";
import { ToolButton, ToolBar } from "../board/tools.js";

/** Problems that single sets, or the counter of the opening, show already. */
const SHOWN_ELSEWHERE = new Set(["below_threshold", "nothing_placed"]);

export function TurnActions() {
  if (seat.value === null) return html`<section class="table-actions"><${TurnStatus} /></section>`;
  return html`
    <section class="table-actions" aria-label=${t("actions.title")}>
      <${TurnStatus} />
      <${TurnTools} />
      <div class="table-main-buttons"><${RedealButton} /><${TurnButtons} /></div>
      <${StackChooser} />
    </section>
  `;
}

function TurnStatus() {
  const [joker, more] = (layout.value?.selected ?? []).map(getFace);
  const about = joker && !more ? renderTile(joker).about : null;
  if (about) return html`<div class="table-status">${t(about)}</div>`;
  return html`
    <div class="table-status">
      ${isMyTurn.value ? html`<${OwnTurnStatus} />` : html`<${OthersTurnStatus} />`}
      <${AlternativesButton} />
    </div>
  `;
}

function OwnTurnStatus() {
  const { header, seats, turn, drawn, last_round: lastRound, pool } = getNumberView();
  if (!canLay.value)
    return html`
      <span>${drawn === null ? "" : t("turn.drew", { tile: getTileName(getFace(drawn)) })}</span>
      ${canAnnounce() && html`<span>${t("turn.may_announce")}</span>`}
    `;
  const count = placing.value.length;
  const free = freeJokers.value.length;
  if (hint.value && !count)
    return html`<b class="table-status-hint">${t(`hint.${hint.value.grade}`)}</b>`;
  if (!count && free)
    return html`<b class="table-status-bad">${t("state.free_jokers", { count: free })}</b>`;
  if (!count) {
    const news = lastNews.value;
    const key = lastRound ? "turn.last" : pool ? "turn.place_or_draw" : "turn.place_or_pass";
    return html`
      <span class="table-status-news">${news ? t(news.key, news.values) : ""}</span>
      <b>${t(key)}</b>
    `;
  }
  const needed = header.edition.opening_threshold;
  const isOpening = turn !== null && !seats[turn]?.opened && needed > 0;
  const value = judged.value?.value ?? 0;
  const other = obstacles.value?.find(
    (problem) => !SHOWN_ELSEWHERE.has(problem.code) && isTurnProblem(problem.code),
  );
  return html`
    <span>
      ${[t("state.placing", { count }), free && t("state.free_jokers", { count: free })]
        .filter(Boolean)
        .join(" · ")}
    </span>
    ${isOpening && html`<${OpeningProgress} value=${value} needed=${needed} />`}
    ${other && html`<span class="table-status-bad">${describeProblem(other)}</span>`}
  `;
}

/** Problems of the whole turn; those of a set stand below it. @param {string} code */
const isTurnProblem = (code) =>
  [
    "too_many_tiles",
    "tile_twice",
    "not_your_tile",
    "taken_from_table",
    "joker_not_placed",
    "table_touched",
    "joker_touched",
  ].includes(code);

/** Hints are for games against bots alone. */
function TurnTools() {
  const { chairs, settings } = getRoom();
  const people = chairs.filter((chair) => chair.guest !== null).length;
  const hints = settings.hints && people <= 1;
  const [help, setHelp] = useState(false);
  return html`
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
      <${ToolButton} icon="help" text="jokers.title" act=${() => setHelp(true)} />
    <//>
    ${
      help &&
      html`
        <${JokerHelp}
          faces=${listJokerFaces(getNumberView().header.edition.box)}
          onClose=${() => setHelp(false)}
        />
      `
    }
  `;
}

/**
 * List the kinds of jokers in a box, the selected one first.
 * @param {import("../app/protocol.js").BoxSpec} box
 */
function listJokerFaces(box) {
  const held = (layout.value?.selected ?? []).map(getFace);
  const kinds = Object.entries({
    J: box.ordinary,
    D: box.double,
    C: box.colour_change,
    M: box.mirror,
  });
  const faces = kinds.flatMap(([face, count]) => (count ? [face] : []));
  return faces.sort((a, b) => Number(held.includes(b)) - Number(held.includes(a)));
}

/** Three pairs in the deal: their owner may ask for another one, as long as the server says so. */
function RedealButton() {
  if (!getNumberView().can_ask_redeal) return null;
  return html`
    <button
      class="secondary"
      disabled=${isSending.value}
      onClick=${() => sendCommand("AskRedeal")}
      title=${t("action.redeal_hint")}
    >
      ${t("action.redeal")}
    </button>
  `;
}

/** Everybody who has not opened may, after a draw: the button says nothing about the rack. */
function canAnnounce() {
  const { header, seats } = getNumberView();
  const me = seat.value === null ? null : seats[seat.value];
  return header.edition.not_opened !== null && !me?.opened && !me?.announced;
}

function TurnButtons() {
  const { header, pool, turn_open: isOpen, last_round: lastRound } = getNumberView();
  const off = isSending.value || !isMyTurn.value;
  if (isMyTurn.value && isOpen) {
    return html`
      ${
        canAnnounce() &&
        html`
          <button
            class="secondary"
            disabled=${off}
            onClick=${() => sendCommand("Announce")}
            title=${t("action.announce_hint")}
          >
            ${t("action.announce")}
          </button>
        `
      }
      <button class="primary" disabled=${off} onClick=${() => sendCommand("EndTurn")}>
        ${t("action.end_turn")}
      </button>
    `;
  }
  if (placing.value.length) {
    const blocked = Boolean(obstacles.value?.length);
    // Where a wrong move costs tiles, nobody finishes before the server has seen it.
    const unseen = obstacles.value === null && header.edition.invalid_move === "penalty";
    return html`
      <button
        class="primary"
        disabled=${off || unseen}
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
