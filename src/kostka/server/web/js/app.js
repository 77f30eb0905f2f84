// The frame around every page: which one is shown, and messages above it.

import { Home } from "./pages/home.js";
import { LearnPage } from "./pages/learn.js";
import { Lobby } from "./pages/lobby.js";
import { Nowhere, Waiting } from "./pages/nowhere.js";
import { RulesPage } from "./pages/rules_page.js";
import { ReplayPage } from "./pages/replay.js";
import { SettingsPage } from "./pages/settings_page.js";
import { SolverPage } from "./pages/solver.js";
import { TablePage } from "./pages/table.js";
import { ClauseDialog } from "./parts/clause_dialog.js";
import { Messages } from "./parts/messages.js";
import { TopBar } from "./parts/top_bar.js";
import { path, route } from "./router.js";
import { game, lostCode, room } from "./session.js";
import { language } from "./texts.js";
import { html, useEffect, useRef } from "./ui.js";

export function App() {
  language(); // the whole page is drawn again in another one
  const { page, code } = route();
  const main = useRef(null);
  const shown = useRef(path.value);
  useEffect(() => {
    // A new page is announced by moving the focus to it, as a real page load would.
    if (shown.current !== path.value) /** @type {any} */ (main.current)?.focus({ preventScroll: true });
    shown.current = path.value;
  });
  const isTable = page === "room" && room.value?.code === code && game.value !== null;
  const isWhole = isTable || (page === "learn" && code);
  return html`
    <div class=${`page ${isWhole ? "page-table" : page === "replay" ? "page-replay" : "page-plain"} ${page === "solver" ? "page-wide" : ""}`}>
      <${TopBar} isTable=${isTable} />
      <main ref=${main} tabindex="-1">${shownPage(page, code)}</main>
      <${Messages} />
      <${ClauseDialog} />
    </div>
  `;
}

/** @param {string} page @param {string | undefined} code */
function shownPage(page, code) {
  if (page === "home") return html`<${Home} />`;
  if (page === "rules") return html`<${RulesPage} edition=${code} />`;
  if (page === "replay") return html`<${ReplayPage} key=${code} game=${code || null} />`;
  if (page === "learn") return html`<${LearnPage} id=${code} />`;
  if (page === "settings") return html`<${SettingsPage} />`;
  if (page === "solver") return html`<${SolverPage} />`;
  if (page !== "room") return html`<${Nowhere} text="nowhere.page" />`;
  if (lostCode.value === code) return html`<${Nowhere} text="nowhere.room" code=${code} />`;
  if (room.value?.code !== code) return html`<${Waiting} />`;
  if (room.value.stage === "closed") return html`<${Nowhere} text="nowhere.closed" code=${code} />`;
  return game.value && room.value.stage !== "gathering" ? html`<${TablePage} />` : html`<${Lobby} />`;
}
