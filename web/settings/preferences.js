// How the page looks, as the player chose it.

import { keep, recall } from "../app/storage.js";
import { effect, signal } from "../shared/ui.js";

/** @template T @typedef {import("../shared/ui.js").Signal<T>} Signal */

/** @typedef {"system" | "light" | "dark"} Theme */
/** @typedef {"system" | "less"} Motion */
/** @typedef {"on" | "off"} Sound */
/** @typedef {"small" | "large" | "none"} Symbols  the shapes that tell colours apart */

/** @type {Signal<Theme>} */
export const theme = signal(/** @type {Theme} */ (recall("theme") ?? "system"));
/** @type {Signal<Motion>} */
export const motion = signal(/** @type {Motion} */ (recall("motion") ?? "system"));
/** @type {Signal<Sound>} */
export const sound = signal(/** @type {Sound} */ (recall("sound") ?? "on"));
/** @type {Signal<Symbols>} */
export const symbols = signal(/** @type {Symbols} */ (recall("symbols") ?? "small"));

const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether nothing should fly about. */
export function isCalm() {
  return motion.value === "less" || lessMotion.matches;
}

effect(() => {
  const root = document.documentElement;
  if (theme.value === "system") delete root.dataset.theme;
  else root.dataset.theme = theme.value;
  root.dataset.motion = motion.value;
  keep("theme", theme.value);
  root.dataset.symbols = symbols.value;
  keep("motion", motion.value);
  keep("sound", sound.value);
  keep("symbols", symbols.value);
});
