// Which page is shown: the address as a signal, and links that change it without a new page.

import { signal } from "./ui.js";

/** @typedef {{page: "home" | "room" | "settings" | "missing", code?: string}} Route */

export const path = signal(location.pathname);

addEventListener("popstate", () => {
  path.value = location.pathname;
});

/** @param {string} address @param {{replace?: boolean}} [how] */
export function go(address, { replace = false } = {}) {
  if (address === location.pathname) return;
  history[replace ? "replaceState" : "pushState"](null, "", address);
  path.value = address;
}

/** @returns {Route} */
export function route() {
  const [, first = "", second] = path.value.split("/");
  if (first === "") return { page: "home" };
  if (first === "room" && second) return { page: "room", code: decodeURIComponent(second).toUpperCase() };
  if (first === "settings") return { page: "settings" };
  return { page: "missing" };
}

/** For links: follow them here, unless a new tab is wanted. @param {MouseEvent} event */
export function follow(event) {
  const link = /** @type {HTMLAnchorElement} */ (event.currentTarget);
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  go(new URL(link.href).pathname);
}
