// The frame around every page: which one is shown, and messages above it.

import { laterPage } from "./lazy_pages.js";
import { NotFetched, Nowhere, Waiting } from "../not_found/page.js";
import { ClauseDialog } from "../rules/clause_dialog.js";
import { Messages } from "./messages.js";
import { TopBar } from "./top_bar.js";
import { path, route } from "./router.js";
import { game, isWordGame, lostCode, room } from "./session.js";
import { language, t } from "./texts.js";
import { html, useEffect, useRef } from "../shared/ui.js";

export function App() {
  language(); // the whole page is drawn again in another one
  const { page, code } = route();
  const main = useRef(null);
  const shown = useRef(path.value);
  useEffect(() => {
    // A new page is announced by moving the focus to it, as a real page load would.
    if (shown.current !== path.value)
      /** @type {any} */ (main.current)?.focus({ preventScroll: true });
    shown.current = path.value;
  });
  const isTable = page === "room" && room.value?.code === code && game.value !== null;
  const isWhole = isTable || (page === "learn" && code);
  return html`
    <div class=${`page ${isWhole ? "page-table" : page === "replay" ? "page-replay" : "page-plain"} ${page === "solver" || (page === "tournament" && code) ? "page-wide" : ""}`}>
      <${TopBar} isTable=${isTable} />
      <main ref=${main} tabindex="-1">${shownPage(page, code)}</main>
      <${Messages} />
      <${ClauseDialog} />
    </div>
  `;
}

/** @param {string} page @param {string | undefined} code */
function shownPage(page, code) {
  if (page === "home") return later(page, {});
  if (page === "rules") return later(page, { edition: code });
  if (page === "replay") return later(page, { key: code, game: code || null });
  if (page === "learn") return later(page, { id: code });
  if (page === "settings" || page === "solver" || page === "timer") return later(page, {});
  if (page === "tournament") return later(page, { key: code ?? "", id: code });
  if (page !== "room") return html`<${Nowhere} text="nowhere.page" />`;
  if (lostCode.value === code) return html`<${Nowhere} text="nowhere.room" code=${code} />`;
  if (room.value?.code !== code) return html`<${Waiting} />`;
  if (room.value.stage === "closed") return html`<${Nowhere} text="nowhere.closed" code=${code} />`;
  return game.value && room.value.stage !== "gathering"
    ? later(isWordGame.value ? "word_table" : "table", {})
    : later("lobby", {});
}

/** @param {string} page @param {Record<string, unknown>} props */
function later(page, props) {
  const Page = laterPage(page);
  if (Page === null) return html`<${NotFetched} />`;
  return Page
    ? html`<${Page} ...${props} />`
    : html`<p class="waiting" role="status">${t("connection.connecting")}</p>`;
}
