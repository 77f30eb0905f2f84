// The frame around every page: which one is shown, and messages above it.

import { NotFound } from "../not_found/page.js";
import { ClauseDialog } from "../rules/clause_dialog.js";
import { html, useEffect, useRef } from "../shared/ui.js";
import { LazyPart } from "./lazy_part.js";
import { ToastList } from "./messages.js";
import { path, getCurrentRoute } from "./router.js";
import { game, room, findRoomCode } from "./game_store.js";
import { getLanguage } from "./texts.js";
import { TopBar } from "./top_bar.js";

const LAYOUT_CLASSES = {
  plain: "page-plain",
  wide: "page-plain page-wide",
  table: "page-table",
  replay: "page-replay",
};

export function App() {
  getLanguage(); // the whole page is drawn again in another one
  const { page, params } = getCurrentRoute();
  const main = useRef(/** @type {HTMLElement | null} */ (null));
  const shown = useRef(path.value);
  useEffect(() => {
    // A new page is announced by moving the focus to it, as a real page load would.
    if (shown.current !== path.value) main.current?.focus({ preventScroll: true });
    shown.current = path.value;
  });
  const code = findRoomCode({ page, params });
  const isTable = code !== null && room.value?.code === code && game.value !== null;
  const layout = isTable ? "table" : (page?.layout ?? "plain");
  return html`
    <div class=${`page ${LAYOUT_CLASSES[layout]}`}>
      <${TopBar} isTable=${isTable} />
      <main ref=${main} tabindex="-1">
        ${
          page
            ? html`<${LazyPart} key=${page.module} name=${page.name} props=${params} />`
            : html`<${NotFound} text="nowhere.page" />`
        }
      </main>
      <${ToastList} />
      <${ClauseDialog} />
    </div>
  `;
}
