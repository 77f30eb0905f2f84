// The secret after # in a player's link to a tournament table. It leaves the address at once, so
// that nobody reads it from the screen or copies it with the address.

import { signal } from "../shared/ui.js";
import { getCurrentRoute } from "./router.js";

/**
 * The secret of a link that was opened, until the seat is taken with it.
 * @type {import("../shared/ui.js").Signal<string | null>}
 */
export const seatSecret = signal(null);

addEventListener("hashchange", readSeatSecret);
readSeatSecret();

function readSeatSecret() {
  if (getCurrentRoute().page?.name !== "room" || location.hash.length < 2) return;
  seatSecret.value = location.hash.slice(1);
  history.replaceState(null, "", location.pathname + location.search);
}
