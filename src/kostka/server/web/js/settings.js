// How the page looks, as the player chose it.

import { keep, recall } from "./memory.js";
import { effect, signal } from "./ui.js";

/** @template T @typedef {import("./ui.js").Signal<T>} Signal */

/** @typedef {"system" | "light" | "dark"} Theme */
/** @typedef {"system" | "less"} Motion */

/** @type {Signal<Theme>} */
export const theme = signal(/** @type {Theme} */ (recall("theme") ?? "system"));
/** @type {Signal<Motion>} */
export const motion = signal(/** @type {Motion} */ (recall("motion") ?? "system"));

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
  keep("motion", motion.value);
});
