// A tournament: the page of the link's role, or, without one, how to begin.

import { registerLazyParts } from "../app/lazy_pages.js";
import { LazyPart } from "../app/lazy_part.js";
import { followLink } from "../app/router.js";
import { t } from "../app/texts.js";
import { words as sheetWords } from "../shared/score_sheet/texts.js";
import { html, useEffect } from "../shared/ui.js";
import {
  closeTournament,
  retryConnectionNow,
  connection,
  openTournament,
  linkProblems,
  view,
  words,
} from "./state.js";
import { describeProblem } from "./text.js";

registerLazyParts({
  tournament_landing: async () => (await import("./landing.js")).DeskLanding,
});

/** Which page a role has; everybody else looks at the screen. @type {Record<string, string>} */
const PARTS = { organiser: "desk", head_referee: "desk", referee: "desk", table: "sheet" };

/** @param {{id?: string}} props */
export function TournamentPage({ id = "" }) {
  return html`<${TournamentContent} key=${id} id=${id} />`;
}

/** @param {{id: string}} props */
function TournamentContent({ id }) {
  useEffect(() => {
    if (!id) return undefined;
    openTournament(id);
    addEventListener("hashchange", reopenTournament);
    return () => {
      removeEventListener("hashchange", reopenTournament);
      closeTournament();
    };
    /** Another link for the same tournament was put into the address. */
    function reopenTournament() {
      if (id && location.hash) openTournament(id);
    }
  }, [id]);
  const isReady = [words, sheetWords].map((texts) => texts.isReady()).every(Boolean);
  if (!isReady) return html`<${WaitingNote} text=${t("connection.connecting")} />`;
  if (!id) return html`<${LazyPart} name="tournament_landing" />`;
  if (linkProblems.value.length) return html`<${BadLinkNote} />`;
  if (!view.value)
    return connection.value === "lost"
      ? html`<${ConnectionLostNote} />`
      : html`<${WaitingNote} text=${t("connection.connecting")} />`;
  return html`<${LazyPart} name=${PARTS[view.value.role ?? ""] ?? "screen"} />`;
}

/** @param {{text: string}} props */
function WaitingNote({ text }) {
  return html`<p class="waiting" role="status">${text}</p>`;
}

function BadLinkNote() {
  return html`
    <section class="card narrow stack" role="alert">
      <h1>${words.t("link.no_way")}</h1>
      ${linkProblems.value.map((problem) => html`<p>${describeProblem(problem)}</p>`)}
      <a class="primary" href="/tournament" onClick=${followLink}>${words.t("link.to_list")}</a>
    </section>
  `;
}

function ConnectionLostNote() {
  return html`
    <section class="card narrow stack" role="status">
      <h1>${t("connection.lost")}</h1>
      <p>${words.t("line.lost_why")}</p>
      <button class="primary" onClick=${retryConnectionNow}>${t("connection.retry")}</button>
    </section>
  `;
}
