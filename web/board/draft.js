// The tiles in a player's hands: gestures change the layout, and whoever knows the rules judges it.
//
// Whose table it is does not matter here; turn.js has that of a game on the server.

import { applyGesture, isTableChanged, listPlacedTiles } from "./layout.js";
import { playSound } from "../shared/sounds.js";
import { showToast } from "../shared/toasts.js";
import { t } from "../app/texts.js";
import { computed, signal } from "../shared/ui.js";

/** @template T @typedef {import("../shared/ui.js").Signal<T>} Signal */
/** @template T @typedef {{readonly value: T, peek(): T}} Shown  a signal that is only read */

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Gesture} Gesture */
/** @typedef {import("./layout.js").TableSet} TableSet */
/** @typedef {import("../app/texts.js").Problem} Problem */
/** @typedef {readonly (readonly number[])[]} Table  sets of tile ids */
/**
 * @typedef {{valid: boolean, value: number, reads?: readonly string[], problem: Problem | null}}
 *   SetJudged
 */
/**
 * @typedef {{sets: readonly (SetJudged | null)[], value: number, problems: readonly Problem[]}}
 *   Judgement every set, in the order asked; null: nobody may know yet
 */

/**
 * What a draft has to know of the table that it is for.
 * @typedef {object} Around
 * @property {(tile: number) => string} faceOf  what a tile shows
 * @property {Shown<import("./number_tiles.js").Kind>} kind  numbers or letters
 * @property {Shown<boolean>} canLay  whether tiles may be put on the table now
 * @property {Shown<boolean>} [mayThink] whether tiles may be moved on a private copy instead, which
 *   nobody judges
 * @property {Shown<Table>} table  as it lay when the turn began
 * @property {Shown<Table | null>} others  how somebody else has laid it so far
 * @property {Shown<boolean>} isOpening  whether it counts what sets are worth
 * @property {Shown<number | null>} drawn  a tile that was just drawn
 * @property {Shown<readonly number[]>} hinted  tiles that a hint points to
 * @property {Shown<Readonly<Record<number, string>>>} [jokers] what the jokers of that table stand
 *   for
 * @property {() => string} whyWait  what is said to hands that may not lay now
 * @property {(table: Table) => Promise<Judgement | null>} judge null if nothing can be said, or it
 *   is too late
 * @property {(layout: Layout) => void} [rackMoved]  hears of every new order of the rack
 */

/** @typedef {ReturnType<typeof createDraft>} Draft */

/** @param {readonly number[]} tiles */
export const makeSetKey = (tiles) => tiles.join(" ");
/** @param {readonly TableSet[]} sets */
const makeTableKey = (sets) => sets.map((set) => makeSetKey(set.tiles)).join("/");

/**
 * Give sets of tiles names that stay while they do.
 * @param {Table} table
 * @param {readonly TableSet[]} [known]
 * @returns {TableSet[]}
 */
export function assignSetIds(table, known = []) {
  return table.map((tiles) => {
    const same = known.find((set) => makeSetKey(set.tiles) === makeSetKey(tiles));
    return same ?? { id: `${known.length ? "d" : "t"}${Math.min(...tiles)}`, tiles };
  });
}

/** More ways than this nobody looks at. */
const MOST_WAYS = 4;

/** @param {Around} around */
export function createDraft(around) {
  const { faceOf, kind, canLay, whyWait, judge, rackMoved } = around;
  const eyes = computed(() => kind.value.eyes(faceOf));
  /** @type {Signal<Layout | null>} */
  const layout = signal(null);
  /**
   * What was said of the draft, and of which one.
   * @type {Signal<{key: string, value: number, problems: readonly Problem[]} | null>}
   */
  const judged = signal(null);
  /**
   * What was said of single sets in this turn, by their tiles.
   * @type {Signal<ReadonlyMap<string, SetJudged | null>>}
   */
  const judgedSets = signal(new Map());
  /** Whether tiles may be moved on the table, in earnest or in private. */
  const canMove = computed(() => canLay.value || (around.mayThink?.value ?? false));
  /** Whether there is a private copy that differs from the table. */
  const isThinking = computed(
    () => !canLay.value && canMove.value && layout.value !== null && isTableChanged(layout.value),
  );
  /** Whether the table is shown although there is a private copy. */
  const isAside = signal(false);
  const placing = computed(() =>
    layout.value && canLay.value ? listPlacedTiles(layout.value) : [],
  );
  /** What stands in the way of finishing, if this very draft was judged. */
  const obstacles = computed(() => {
    if (!layout.value || judged.value?.key !== makeTableKey(layout.value.sets)) return null;
    return judged.value.problems;
  });

  /**
   * Jokers of the table that lie in no set now: they have to be in one when the turn ends (N-24).
   */
  const freeJokers = computed(() => {
    if (!layout.value || !canLay.value) return [];
    const { sets, own } = layout.value;
    const alone = sets.filter((set) => set.tiles.every((tile) => kind.value.isJoker(faceOf(tile))));
    const free = alone.filter((set) => !judgedSets.value.get(makeSetKey(set.tiles))?.valid);
    return free.flatMap((set) => set.tiles.filter((tile) => !own.has(tile)));
  });

  /** The tile before which typed letters go. @type {Signal<number | null>} */
  const caret = signal(null);

  /**
   * What the last gesture could have meant, and which of it lies there.
   * @type {Signal<{layouts: readonly Layout[], at: number} | null>}
   */
  const meant = signal(null);
  /** How many other ways there are to lay what was just laid. */
  const otherWays = computed(() => {
    const { layouts, at } = meant.value ?? { layouts: [], at: 0 };
    return layouts[at] === layout.value ? Math.max(0, layouts.length - 1) : 0;
  });

  /**
   * Another turn, or another meaning of a tile: nothing that was said holds any more.
   * @param {number} [tile]
   */
  function forgetJudgement(tile) {
    judged.value = null;
    const kept =
      tile === undefined
        ? []
        : [...judgedSets.value].filter(([key]) => !key.split(" ").includes(String(tile)));
    judgedSets.value = new Map(kept);
  }

  /** Do a gesture without telling anybody. @param {Gesture} gesture */
  function settle(gesture) {
    if (!layout.value) return null;
    const { layout: next, refused } = applyGesture(layout.value, gesture, eyes.value);
    layout.value = next;
    return refused;
  }

  /**
   * Do what the player's hands did.
   * @param {Gesture} gesture
   * @returns {boolean} whether anything changed
   */
  function gesture(gesture) {
    const before = layout.value;
    if (!before) return false;
    const isOnRack = gesture.type === "move" && gesture.to.place === "rack";
    if (!canMove.value && !isOnRack && !["tap", "select", "sort"].includes(gesture.type)) {
      showToast(whyWait());
      return false;
    }
    const wanted = onOwnTable(before, gesture);
    const refused = settle(wanted);
    if (refused) {
      if (refused !== "nothing_changes")
        showToast(
          t(
            refused === "locked_set" && kind.value.unit === "word"
              ? "word.locked"
              : `refused.${refused}`,
          ),
        );
      return false;
    }
    if (wanted.type === "move") offer(before, [wanted]);
    told(before);
    return true;
  }

  /**
   * Remember everything that gestures could have meant.
   * @param {Layout} before
   * @param {readonly Gesture[]} gestures
   */
  function offer(before, gestures) {
    const layouts = [/** @type {Layout} */ (layout.value)];
    for (const gesture of gestures) {
      for (let way = 0; way < MOST_WAYS; way += 1) {
        const { layout: other, refused } = applyGesture(
          before,
          gesture,
          kind.value.eyes(faceOf, way),
        );
        const isNew = !layouts.some(
          (known) => makeTableKey(known.sets) === makeTableKey(other.sets),
        );
        if (!refused && isNew) layouts.push(other);
      }
    }
    meant.value = { layouts, at: 0 };
  }

  /** It was meant differently: lay it the next way. */
  function layOtherwise() {
    const before = layout.value;
    if (!before || !otherWays.value || !meant.value) return;
    const { layouts, at } = meant.value;
    const next = (at + 1) % layouts.length;
    meant.value = { layouts, at: next };
    layout.value = layouts[next] ?? before;
    told(before);
  }

  /** Tell whoever wants to know what has changed. @param {Layout} before */
  function told(before) {
    const after = /** @type {Layout} */ (layout.value);
    if (after.rack !== before.rack || after.sets !== before.sets) playSound("tile");
    if (after.rack !== before.rack) rackMoved?.(after);
    if (makeTableKey(after.sets) !== makeTableKey(before.sets)) {
      isAside.value = false;
      if (canLay.value) void ask();
    }
  }

  /**
   * A set that somebody else is just laying is no place for a private copy.
   * @param {Layout} now
   * @param {Gesture} gesture
   * @returns {Gesture}
   */
  function onOwnTable(now, gesture) {
    if (gesture.type !== "move" || gesture.to.place !== "set" || canLay.value) return gesture;
    const { set } = gesture.to;
    return now.sets.some(({ id }) => id === set) ? gesture : { ...gesture, to: { place: "new" } };
  }

  /**
   * Double tap: home, or to a place where the tile fits; the others are then offered.
   * @param {number} tile
   */
  function send(tile) {
    const before = layout.value;
    if (!before) return;
    const places = kind.value.places(before, tile, faceOf);
    const done = gesture({ type: "send", tile, places: places.slice(0, 1) });
    if (done && before.rack.includes(tile))
      offer(
        before,
        places.map((to) => ({ type: "move", tiles: [tile], to })),
      );
  }

  /**
   * Lay the table as somebody says, all at once.
   * @param {Table} table
   * @param {Judgement | null} [told]  what is known of it already
   */
  function lay(table, told = null) {
    if (!layout.value) return;
    const used = new Set(table.flat());
    const { start, rack, own } = layout.value;
    const home = [...rack, ...[...own].filter((tile) => !rack.includes(tile))];
    const sets = assignSetIds(table, start.sets);
    settle({ type: "arrange", rack: home.filter((tile) => !used.has(tile)), sets });
    if (told) takeJudgement(sets, told);
    else void ask();
  }

  /** @type {Promise<void> | null} */
  let asking = null;
  let again = false;

  /**
   * Hear what is wrong with the draft, as it lies at the end: one question at a time, the latest
   * last.
   */
  function ask() {
    again = true;
    asking ??= askOn().finally(() => (asking = null));
    return asking;
  }

  async function askOn() {
    while (again && canLay.value && layout.value) {
      again = false;
      const { sets } = layout.value;
      const answer = await judge(sets.map((set) => set.tiles));
      if (answer) takeJudgement(sets, answer);
    }
  }

  /** Hear of a table that nobody has laid here. @param {Table} table */
  async function hear(table) {
    const answer = await judge(table);
    if (answer) takeJudgement(assignSetIds(table), answer);
  }

  /** @param {readonly TableSet[]} sets @param {Judgement} answer */
  function takeJudgement(sets, answer) {
    const found = new Map(judgedSets.value);
    for (const [index, set] of sets.entries())
      found.set(makeSetKey(set.tiles), answer.sets[index] ?? null);
    judgedSets.value = found;
    judged.value = { key: makeTableKey(sets), value: answer.value, problems: answer.problems };
  }

  return {
    ...around,
    layout,
    canMove,
    isThinking,
    isAside,
    judged,
    judgedSets,
    placing,
    obstacles,
    freeJokers,
    caret,
    forgetJudgement,
    settle,
    gesture,
    otherWays,
    layOtherwise,
    send,
    lay,
    ask,
    hear,
  };
}
