// The table of pages, routes.json: the only place where a page is declared. The server reads it
// too, serves the addresses, and writes the table into the HTML file.

/**
 * @typedef {object} Part  what is fetched when it is first needed
 * @property {string} name
 * @property {string} module  the file of its script
 * @property {string} component  what that script exports
 * @property {readonly string[]} [styles]  stylesheets that are loaded with it
 */

/** @typedef {"plain" | "wide" | "table" | "replay"} Layout */
/** @typedef {Part & {paths: readonly string[], layout?: Layout}} Page  a part with an address */
/** @typedef {{pages: readonly Page[], parts: readonly Part[]}} Routes */

/** @type {Routes} */
export const ROUTES = JSON.parse(document.getElementById("routes")?.textContent ?? "");
