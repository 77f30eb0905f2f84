// One place that knows the libraries: everything that draws imports from here.

import htm from "../vendor/htm.js";
import { h } from "../vendor/preact.js";

/** @template T @typedef {import("../vendor/signals.js").Signal<T>} Signal */

export const html = htm.bind(h);
export { render } from "../vendor/preact.js";
export { useEffect, useLayoutEffect, useRef, useState } from "../vendor/hooks.js";
export { batch, computed, effect, signal } from "../vendor/signals.js";
