// Which page is shown: the address as a signal, and links that change it without a new page.

import { batch, signal } from "../shared/ui.js";

/**
 * @typedef {{page: "home" | "room" | "replay" | "rules" | "learn" | "solver" | "timer" |
 *   "tournament" | "settings" | "missing", code?: string}} Route
 */

export const path = signal(location.pathname);
/** What follows the path: `?opening_threshold=0`. */
export const query = signal(location.search);

/** The page that was shown before this one. @type {Route | null} */
export let cameFrom = null;

addEventListener("popstate", arrived);

function arrived() {
  if (path.peek() !== location.pathname) cameFrom = routeOf(path.peek());
  batch(() => {
    path.value = location.pathname;
    query.value = location.search;
  });
}

/** @param {string} address @param {{replace?: boolean}} [how] */
export function go(address, { replace = false } = {}) {
  if (address === location.pathname + location.search) return;
  history[replace ? "replaceState" : "pushState"](null, "", address);
  arrived();
}

/** @returns {Route} */
export function route() {
  return routeOf(path.value);
}

/** @param {string} address @returns {Route} */
function routeOf(address) {
  const [, first = "", second] = address.split("/");
  if (first === "") return { page: "home" };
  if (first === "room" && second) return { page: "room", code: decoded(second).toUpperCase() };
  if (first === "rules") return { page: "rules", code: decoded(second || "classic") };
  if (first === "replay") return { page: "replay", code: decoded(second ?? "") };
  if (first === "learn" || first === "tournament")
    return second ? { page: first, code: decoded(second) } : { page: first };
  if (first === "solver" || first === "timer" || first === "settings") return { page: first };
  return { page: "missing" };
}

/**
 * Addresses are typed too, and some cannot be read: those stay as they are.
 * @param {string} text
 */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** For links: follow them here, unless a new tab is wanted. @param {MouseEvent} event */
export function follow(event) {
  const link = /** @type {HTMLAnchorElement} */ (event.currentTarget);
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  const { pathname, search, hash } = new URL(link.href);
  go(pathname + search + hash);
}
