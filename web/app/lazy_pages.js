// Pages and their parts are fetched when somebody first goes there, each with its stylesheets.

import { signal } from "../shared/ui.js";
import { ROUTES } from "./routes.js";

/** @typedef {(props: any) => any} Component */
/** @typedef {() => Promise<Component>} Load */

/** @type {Map<string, Load>} */
const loads = new Map(
  [...ROUTES.pages, ...ROUTES.parts].map((part) => [part.name, () => loadPart(part)]),
);

/**
 * Adds parts that only another part shows.
 * @param {Readonly<Record<string, Load>>} parts
 */
export function registerLazyParts(parts) {
  for (const [name, load] of Object.entries(parts)) loads.set(name, load);
}

/** The components that are here, and null for one that could not be fetched. */
const loaded = signal(/** @type {Record<string, Component | null>} */ ({}));
/** @type {Set<string>} */
const requested = new Set();

/**
 * The component of a page or a part: undefined while it is loaded, null if that failed.
 * @param {string} name
 */
export function getLazyPart(name) {
  const load = loads.get(name);
  if (load && !requested.has(name)) {
    requested.add(name);
    load().then(
      (component) => storeLoadedPart(name, component),
      () => storeLoadedPart(name, null),
    );
  }
  return loaded.value[name];
}

/** @param {string} name @param {Component | null} component */
function storeLoadedPart(name, component) {
  loaded.value = { ...loaded.value, [name]: component };
}

/** @param {import("./routes.js").Part} part @returns {Promise<Component>} */
async function loadPart({ module, component, styles = [] }) {
  const [script] = await Promise.all([import(`../${module}`), ...styles.map(loadStylesheet)]);
  return script[component];
}

/**
 * A page is not shown before it has its styles. Those of the first page are already in the HTML.
 * @param {string} name
 */
function loadStylesheet(name) {
  const { href } = new URL(`../${name}`, import.meta.url);
  /** @type {NodeListOf<HTMLLinkElement>} */
  const links = document.querySelectorAll('link[rel="stylesheet"]');
  if ([...links].some((link) => link.href === href)) return undefined;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  return new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = reject;
    document.head.append(link);
  });
}
