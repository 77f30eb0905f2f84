// One place that knows the libraries: everything that draws imports from here.

import htm from "../vendor/htm.js";
import { h } from "../vendor/preact.js";

export const html = htm.bind(h);
export { Fragment, createRef, render } from "../vendor/preact.js";
export { useEffect, useLayoutEffect, useMemo, useRef, useState } from "../vendor/hooks.js";
export { batch, computed, effect, signal, useComputed, useSignal } from "../vendor/signals.js";
