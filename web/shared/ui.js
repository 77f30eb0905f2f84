// One place that knows the libraries: everything that draws imports from here.

import { addBasePath } from "../app/base_path.js";
import htm from "../vendor/htm.js";
import { h } from "../vendor/preact.js";

/** @template T @typedef {import("../vendor/signals.js").Signal<T>} Signal */

/**
 * Links to pages of this server are written without the base path, which is added here.
 * @param {any} type @param {any} props @param {any[]} children
 */
function createElement(type, props, ...children) {
  const isOwnLink = type === "a" && /^\/(?!\/)/.test(props?.href ?? "");
  return h(type, isOwnLink ? { ...props, href: addBasePath(props.href) } : props, ...children);
}

export const html = htm.bind(createElement);
export { render } from "../vendor/preact.js";
export { useEffect, useLayoutEffect, useRef, useState } from "../vendor/hooks.js";
export { batch, computed, effect, signal } from "../vendor/signals.js";
