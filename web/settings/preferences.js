// How the page looks, as the player chose it.

import { saveItem, loadItem } from "../app/storage.js";
import { effect, signal } from "../shared/ui.js";

/** @template T @typedef {import("../shared/ui.js").Signal<T>} Signal */

/** @typedef {"system" | "light" | "dark"} Theme */
/** @typedef {"system" | "less"} Motion */
/** @typedef {"on" | "off"} Sound */
/** @typedef {"small" | "large" | "none"} Symbols  the shapes that tell colours apart */

/** @type {Signal<Theme>} */
export const theme = signal(/** @type {Theme} */ (loadItem("theme") ?? "system"));
/** @type {Signal<Motion>} */
export const motion = signal(/** @type {Motion} */ (loadItem("motion") ?? "system"));
/** @type {Signal<Sound>} */
export const sound = signal(/** @type {Sound} */ (loadItem("sound") ?? "on"));
/** @type {Signal<Symbols>} */
export const symbols = signal(/** @type {Symbols} */ (loadItem("symbols") ?? "small"));

const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether nothing should fly about. */
export function isMotionReduced() {
  return motion.value === "less" || lessMotion.matches;
}

effect(() => {
  const root = document.documentElement;
  if (theme.value === "system") delete root.dataset.theme;
  else root.dataset.theme = theme.value;
  root.dataset.motion = motion.value;
  saveItem("theme", theme.value);
  root.dataset.symbols = symbols.value;
  saveItem("motion", motion.value);
  saveItem("sound", sound.value);
  saveItem("symbols", symbols.value);
});
