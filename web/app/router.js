// Which page is shown: the address as a signal, and links that change it without loading a page.

import { batch, signal } from "../shared/ui.js";
import { addBasePath, removeBasePath } from "./base_path.js";
import { ROUTES } from "./routes.js";

/**
 * @typedef {object} Route
 * @property {import("./routes.js").Page | null} page  null for an address without a page
 * @property {Readonly<Record<string, string>>} params  what the address has in the place of {names}
 */

/** The path of the page, without the base path. */
export const path = signal(removeBasePath(location.pathname));
/** What follows the path: `?opening_threshold=0`. */
export const query = signal(location.search);

/** The page that was shown before this one. @type {Route | null} */
export let cameFrom = null;

addEventListener("popstate", updateAddressSignals);

function updateAddressSignals() {
  const now = removeBasePath(location.pathname);
  if (path.peek() !== now) cameFrom = findRoute(path.peek());
  batch(() => {
    path.value = now;
    query.value = location.search;
  });
}

/** @param {string} page  its address @param {{replace?: boolean}} [how] */
export function navigateTo(page, { replace = false } = {}) {
  const address = addBasePath(page);
  if (address === location.pathname + location.search) return;
  history[replace ? "replaceState" : "pushState"](null, "", address);
  updateAddressSignals();
}

/** The route of the address that is shown. @returns {Route} */
export function getCurrentRoute() {
  return findRoute(path.value);
}

/** @param {string} address  a path @returns {Route} */
function findRoute(address) {
  for (const page of ROUTES.pages) {
    for (const pattern of page.paths) {
      const params = matchPath(pattern, address);
      if (params) return { page, params };
    }
  }
  return { page: null, params: {} };
}

/** @param {string} pattern  such as "/room/{code}" @param {string} address */
function matchPath(pattern, address) {
  const wanted = pattern.split("/");
  const given = address.replace(/(.)\/$/, "$1").split("/");
  if (wanted.length !== given.length) return null;
  /** @type {Record<string, string>} */
  const params = {};
  for (const [index, part] of wanted.entries()) {
    const text = given[index] ?? "";
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    if (name && text) params[name] = decodePathPart(text);
    else if (part !== text) return null;
  }
  return params;
}

/**
 * Addresses are typed too, and some cannot be decoded: those stay as they are.
 * @param {string} text
 */
function decodePathPart(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** For links: follow them here, unless a new tab is wanted. @param {MouseEvent} event */
export function followLink(event) {
  const link = /** @type {HTMLAnchorElement} */ (event.currentTarget);
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  const { pathname, search, hash } = new URL(link.href);
  navigateTo(removeBasePath(pathname) + search + hash);
}
