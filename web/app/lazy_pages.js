// Pages that are fetched when somebody first goes there: who only wants to play need not wait for
// them.

import { signal } from "../shared/ui.js";

/** @typedef {(props: any) => any} Component */

/** @type {Record<string, () => Promise<Component>>} */
const PAGES = {
  desk: async () => (await import("../tournament/desk/page.js")).DeskPage,
  home: async () => (await import("../home/page.js")).Home,
  lobby: async () => (await import("../lobby/page.js")).Lobby,
  learn: async () => (await import("../learn/page.js")).LearnPage,
  replay: async () => (await import("../replay/page.js")).ReplayPage,
  rules: async () => (await import("../rules/page.js")).RulesPage,
  screen: async () => (await import("../tournament/screen/page.js")).ScreenPage,
  settings: async () => (await import("../settings/page.js")).SettingsPage,
  solver: async () => (await import("../solver/page.js")).SolverPage,
  timer: async () => (await import("../timer/page.js")).TimerPage,
  table_sheet: async () => (await import("../tournament/sheet/page.js")).TableSheetPage,
  tournament: async () => (await import("../tournament/page.js")).TournamentPage,
  word_table: async () => (await import("../table/word/page.js")).WordTablePage,
  table: async () => (await import("../table/page.js")).TablePage,
};

/** Pages that only another page leads to. @param {typeof PAGES} more */
export const addPages = (more) => Object.assign(PAGES, more);

/** The pages that are here, and null for one that could not be fetched. */
const fetched = signal(/** @type {Record<string, Component | null>} */ ({}));
/** @type {Set<string>} */
const asked = new Set();

/**
 * The page of this name; undefined while it is on its way, null if it could not be fetched.
 * @param {string} name
 */
export function laterPage(name) {
  const load = PAGES[name];
  if (load && !asked.has(name)) {
    asked.add(name);
    load().then(
      (page) => arrived(name, page),
      () => arrived(name, null),
    );
  }
  return fetched.value[name];
}

/** @param {string} name @param {Component | null} page */
function arrived(name, page) {
  fetched.value = { ...fetched.value, [name]: page };
}
