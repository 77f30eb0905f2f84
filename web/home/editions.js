// The games that the server knows, and how their rules can be changed.

import { addBasePath } from "../app/base_path.js";
import { status } from "../app/game_store.js";
import { effect, signal } from "../shared/ui.js";

/** @template T @typedef {import("../shared/ui.js").Signal<T>} Signal */

/** @typedef {import("./house_rules.js").RuleValue} RuleValue */
/**
 * @typedef {{key: string, kind: import("../shared/bot_levels.js").GameKind, players: [number,
 *   number], turn_seconds: readonly (number | null)[], rules: Record<string, RuleValue>,
 *   no_threshold_advised_for?: readonly string[]}} Listed
 */
/**
 * @typedef {{editions: readonly Listed[], knobs: readonly import("./house_rules.js").Knob[]}}
 *   Editions
 */

/** Until the server has said which there are, it is the classic game. @type {Signal<Editions>} */
export const knownEditions = signal({
  editions: [
    {
      key: "classic",
      kind: "numbers",
      players: [2, 4],
      turn_seconds: [60],
      rules: { opening_threshold: 30 },
      no_threshold_advised_for: ["children"],
    },
  ],
  knobs: [],
});

effect(() => {
  if (status.value.state === "open" && !knownEditions.peek().knobs.length) void loadEditions();
});

async function loadEditions() {
  const answer = await fetch(addBasePath("/api/editions")).catch(() => null);
  if (answer?.ok) knownEditions.value = await answer.json();
}
