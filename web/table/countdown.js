// The time that is left, by the server's clock.

import { connection } from "../app/game_store.js";
import { useEffect, useState } from "../shared/ui.js";

const TICK_MS = 250;

/**
 * Seconds until a deadline, drawn again as they go by; 0 without one.
 * @param {number | null} deadline
 */
export function useSecondsLeft(deadline) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (deadline === null) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS);
    return () => clearInterval(timer);
  }, [deadline]);
  return deadline === null ? 0 : Math.max(0, (deadline - connection.getServerTime()) / 1000);
}
