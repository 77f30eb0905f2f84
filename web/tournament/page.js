// A tournament: the page of the link's role, or, without one, how to begin.

import { addLazyParts } from "../app/lazy_pages.js";
import { LazyPart } from "../app/lazy_part.js";
import { follow } from "../app/router.js";
import { t } from "../app/texts.js";
import { words as sheetWords } from "../shared/score_sheet/texts.js";
import { html, useEffect } from "../shared/ui.js";
import { close, hurry, line, open, trouble, view, words } from "./state.js";
import { problemText } from "./text.js";

addLazyParts({
  tournament_landing: async () => (await import("./landing.js")).DeskLanding,
});

/** Which page a role has; everybody else looks at the screen. @type {Record<string, string>} */
const PARTS = { organiser: "desk", head_referee: "desk", referee: "desk", table: "sheet" };

/** @param {{id?: string}} props */
export function TournamentPage({ id = "" }) {
  return html`<${Tournament} key=${id} id=${id} />`;
}

/** @param {{id: string}} props */
function Tournament({ id }) {
  useEffect(() => {
    if (!id) return undefined;
    open(id);
    addEventListener("hashchange", again);
    return () => {
      removeEventListener("hashchange", again);
      close();
    };
    /** Another link for the same tournament was put into the address. */
    function again() {
      if (id && location.hash) open(id);
    }
  }, [id]);
  const isReady = [words, sheetWords].map((texts) => texts.isReady()).every(Boolean);
  if (!isReady) return html`<${Wait} text=${t("connection.connecting")} />`;
  if (!id) return html`<${LazyPart} name="tournament_landing" />`;
  if (trouble.value.length) return html`<${NoWay} />`;
  if (!view.value)
    return line.value === "lost"
      ? html`<${Lost} />`
      : html`<${Wait} text=${t("connection.connecting")} />`;
  return html`<${LazyPart} name=${PARTS[view.value.role ?? ""] ?? "screen"} />`;
}

/** @param {{text: string}} props */
function Wait({ text }) {
  return html`<p class="waiting" role="status">${text}</p>`;
}

function NoWay() {
  return html`
    <section class="card narrow stack" role="alert">
      <h1>${words.t("link.no_way")}</h1>
      ${trouble.value.map((problem) => html`<p>${problemText(problem)}</p>`)}
      <a class="primary" href="/tournament" onClick=${follow}>${words.t("link.to_list")}</a>
    </section>
  `;
}

function Lost() {
  return html`
    <section class="card narrow stack" role="status">
      <h1>${t("connection.lost")}</h1>
      <p>${words.t("line.lost_why")}</p>
      <button class="primary" onClick=${hurry}>${t("connection.retry")}</button>
    </section>
  `;
}
