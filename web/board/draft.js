// A draft: the tiles as a player lays them out, and what is known to be wrong with them.
//
// Gestures change the layout; somebody else judges it. The draft of a game on the server is in
// table/turn.js, that of an exercise in learn/exercise.js.

import { applyGesture, isTableChanged, listPlacedTiles } from "./layout.js";
import { playSound } from "../shared/sounds.js";
import { showToast } from "../shared/toasts.js";
import { t } from "../app/texts.js";
import { computed, signal } from "../shared/ui.js";

/** @template T @typedef {import("../shared/ui.js").Signal<T>} Signal */
/** @template T @typedef {{readonly value: T, peek(): T}} ReadonlySignal */

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Gesture} Gesture */
/** @typedef {import("./layout.js").Refusal} Refusal */
/** @typedef {import("./layout.js").TableSet} TableSet */
/** @typedef {import("./number_tiles.js").TileKind} TileKind */
/** @typedef {import("../app/protocol.js").Problem} Problem */
/** @typedef {readonly (readonly number[])[]} Table  sets of tile ids */
/**
 * @typedef {{valid: boolean, value: number, reads?: readonly string[], problem: Problem | null}}
 *   SetVerdict
 */
/**
 * The verdict on every set, in the order of the table; null where nobody may know yet.
 * @typedef {{sets: readonly (SetVerdict | null)[], value: number, problems: readonly Problem[]}}
 *   Judgement
 */

/**
 * What a draft needs to know about its game.
 * @typedef {object} DraftOptions
 * @property {(tile: number) => string} faceOf  what a tile shows
 * @property {ReadonlySignal<TileKind>} kind  numbers or letters
 * @property {ReadonlySignal<boolean>} canLay  whether tiles may be laid on the table now
 * @property {ReadonlySignal<boolean>} [mayThink]  whether the player may plan on a private copy
 *   while it is not their turn
 * @property {ReadonlySignal<Table>} table  the table when the turn began
 * @property {ReadonlySignal<Table | null>} others  the draft of another player on turn
 * @property {ReadonlySignal<boolean>} isOpening  whether the value of sets matters
 * @property {ReadonlySignal<number | null>} drawn  the tile drawn last
 * @property {ReadonlySignal<readonly number[]>} hinted  tiles that a hint points to
 * @property {ReadonlySignal<Readonly<Record<number, string>>>} [jokers]  what jokers on the table
 *   stand for
 * @property {() => string} whyWait  the message for players who may not lay tiles now
 * @property {(table: Table) => Promise<Judgement | null>} judge  null if there is no verdict, or
 *   it came too late
 * @property {(layout: Layout) => void} [rackMoved]  called after every new order of the rack
 */

/** Gestures that need no permission to lay tiles. */
const ALWAYS_ALLOWED = ["tap", "select", "sort"];
const MAX_ALTERNATIVES = 4;

/** @param {readonly number[]} tiles */
export const makeSetKey = (tiles) => tiles.join(" ");
/** @param {readonly TableSet[]} sets */
const makeTableKey = (sets) => sets.map((set) => makeSetKey(set.tiles)).join("/");

/**
 * Assign ids to sets that stay the same as long as their tiles do.
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

export class Draft {
  /** @type {Promise<void> | null} */
  #judging = null;
  #isJudgementStale = false;

  /** @param {DraftOptions} options */
  constructor(options) {
    this.faceOf = options.faceOf;
    this.kind = options.kind;
    this.canLay = options.canLay;
    this.table = options.table;
    this.others = options.others;
    this.isOpening = options.isOpening;
    this.drawn = options.drawn;
    this.hinted = options.hinted;
    this.jokers = options.jokers;
    this.options = options;

    /** @type {Signal<Layout | null>} */
    this.layout = signal(null);
    /**
     * The verdict on a whole draft, and which draft that was.
     * @type {Signal<{key: string, value: number, problems: readonly Problem[]} | null>}
     */
    this.judged = signal(null);
    /**
     * The verdicts on single sets in this turn, by their tiles.
     * @type {Signal<ReadonlyMap<string, SetVerdict | null>>}
     */
    this.judgedSets = signal(new Map());
    /** The tile before which typed letters go. @type {Signal<number | null>} */
    this.caret = signal(null);
    /** Whether the real table is shown although there is a private copy. */
    this.isAside = signal(false);
    /**
     * Everything the last gesture could have meant, and which of it lies on the table.
     * @type {Signal<{layouts: readonly Layout[], index: number} | null>}
     */
    this.alternatives = signal(null);

    /** Whether tiles may be moved on the table, or on a private copy of it. */
    this.canMove = computed(() => this.canLay.value || (options.mayThink?.value ?? false));
    /** Whether there is a private copy that differs from the table. */
    this.isThinking = computed(() => this.#isPrivateCopyChanged());
    this.placing = computed(() =>
      this.layout.value && this.canLay.value ? listPlacedTiles(this.layout.value) : [],
    );
    /** What prevents the turn from ending; null until this very draft was judged. */
    this.obstacles = computed(() => this.#findObstacles());
    /** Jokers from the table that lie in no set: the turn cannot end like that (N-24). */
    this.freeJokers = computed(() => this.#listFreeJokers());
    /** How many other ways there are to lay what was just laid. */
    this.alternativeCount = computed(() => this.#countAlternatives());
  }

  // --- gestures ----------------------------------------------------------------------------------

  /**
   * Apply a gesture without side effects outside the layout.
   * @param {Gesture} gesture
   * @returns {Refusal | null}
   */
  applyGesture(gesture) {
    if (!this.layout.value) return null;
    const sorter = this.kind.value.createSorter(this.faceOf);
    const { layout, refused } = applyGesture(this.layout.value, gesture, sorter);
    this.layout.value = layout;
    return refused;
  }

  /**
   * Handle a gesture of the player: apply it or say why not, then have the draft judged.
   * @param {Gesture} gesture
   * @returns {boolean} whether anything changed
   */
  handleGesture(gesture) {
    const before = this.layout.value;
    if (!before) return false;
    const isOnRack = gesture.type === "move" && gesture.to.place === "rack";
    if (!this.canMove.value && !isOnRack && !ALWAYS_ALLOWED.includes(gesture.type)) {
      showToast(this.options.whyWait());
      return false;
    }
    const ownGesture = this.#redirectToOwnTable(before, gesture);
    const refused = this.applyGesture(ownGesture);
    if (refused) {
      this.#showRefusal(refused);
      return false;
    }
    if (ownGesture.type === "move") this.#offerAlternatives(before, [ownGesture]);
    this.#announceChange(before);
    return true;
  }

  /**
   * Handle a double tap: send a tile home, or to the first place where it fits. The other places
   * are offered as alternatives.
   * @param {number} tile
   */
  sendTile(tile) {
    const before = this.layout.value;
    if (!before) return;
    const places = this.kind.value.listPlaces(before, tile, this.faceOf);
    const isDone = this.handleGesture({ type: "send", tile, places: places.slice(0, 1) });
    if (isDone && before.rack.includes(tile))
      this.#offerAlternatives(
        before,
        places.map((to) => ({ type: "move", tiles: [tile], to })),
      );
  }

  /** Lay what was just laid in the next possible way. */
  layNextAlternative() {
    const before = this.layout.value;
    if (!before || !this.alternativeCount.value || !this.alternatives.value) return;
    const { layouts, index } = this.alternatives.value;
    const next = (index + 1) % layouts.length;
    this.alternatives.value = { layouts, index: next };
    this.layout.value = layouts[next] ?? before;
    this.#announceChange(before);
  }

  /**
   * Lay a whole table at once.
   * @param {Table} table
   * @param {Judgement | null} [judgement]  if it is known already
   */
  layTable(table, judgement = null) {
    if (!this.layout.value) return;
    const used = new Set(table.flat());
    const { start, rack, own } = this.layout.value;
    const home = [...rack, ...[...own].filter((tile) => !rack.includes(tile))];
    const sets = assignSetIds(table, start.sets);
    this.applyGesture({ type: "arrange", rack: home.filter((tile) => !used.has(tile)), sets });
    if (judgement) this.#recordJudgement(sets, judgement);
    else void this.requestJudgement();
  }

  /**
   * A private copy has no set that another player is just laying: make a new one instead.
   * @param {Layout} layout
   * @param {Gesture} gesture
   * @returns {Gesture}
   */
  #redirectToOwnTable(layout, gesture) {
    if (gesture.type !== "move" || gesture.to.place !== "set" || this.canLay.value) return gesture;
    const { set } = gesture.to;
    const isOwn = layout.sets.some(({ id }) => id === set);
    return isOwn ? gesture : { ...gesture, to: { place: "new" } };
  }

  /** @param {Refusal} refused */
  #showRefusal(refused) {
    if (refused === "nothing_changes") return;
    const isLockedWord = refused === "locked_set" && this.kind.value.unit === "word";
    showToast(t(isLockedWord ? "word.locked" : `refused.${refused}`));
  }

  /**
   * Remember everything that gestures could have meant.
   * @param {Layout} before
   * @param {readonly Gesture[]} gestures
   */
  #offerAlternatives(before, gestures) {
    const layouts = [/** @type {Layout} */ (this.layout.value)];
    for (const gesture of gestures) {
      for (let choice = 0; choice < MAX_ALTERNATIVES; choice += 1) {
        const sorter = this.kind.value.createSorter(this.faceOf, choice);
        const { layout, refused } = applyGesture(before, gesture, sorter);
        const key = makeTableKey(layout.sets);
        const isNew = !layouts.some((known) => makeTableKey(known.sets) === key);
        if (!refused && isNew) layouts.push(layout);
      }
    }
    this.alternatives.value = { layouts, index: 0 };
  }

  /** Play a sound, report the rack and judge the table, if they changed. @param {Layout} before */
  #announceChange(before) {
    const after = /** @type {Layout} */ (this.layout.value);
    if (after.rack !== before.rack || after.sets !== before.sets) playSound("tile");
    if (after.rack !== before.rack) this.options.rackMoved?.(after);
    if (makeTableKey(after.sets) !== makeTableKey(before.sets)) {
      this.isAside.value = false;
      if (this.canLay.value) void this.requestJudgement();
    }
  }

  // --- judgements --------------------------------------------------------------------------------

  /** Have the draft judged: one request at a time, the last one for the final table. */
  requestJudgement() {
    this.#isJudgementStale = true;
    this.#judging ??= this.#judgeUntilCurrent().finally(() => (this.#judging = null));
    return this.#judging;
  }

  async #judgeUntilCurrent() {
    while (this.#isJudgementStale && this.canLay.value && this.layout.value) {
      this.#isJudgementStale = false;
      const { sets } = this.layout.value;
      const judgement = await this.options.judge(sets.map((set) => set.tiles));
      if (judgement) this.#recordJudgement(sets, judgement);
    }
  }

  /** Have a table judged that the player has not laid. @param {Table} table */
  async judgeTable(table) {
    const judgement = await this.options.judge(table);
    if (judgement) this.#recordJudgement(assignSetIds(table), judgement);
  }

  /**
   * Forget the verdicts: on everything in a new turn, or on sets with a tile that now means
   * something else.
   * @param {number} [tile]
   */
  forgetJudgement(tile) {
    this.judged.value = null;
    const kept =
      tile === undefined
        ? []
        : [...this.judgedSets.value].filter(([key]) => !key.split(" ").includes(String(tile)));
    this.judgedSets.value = new Map(kept);
  }

  /** @param {readonly TableSet[]} sets @param {Judgement} judgement */
  #recordJudgement(sets, judgement) {
    const verdicts = new Map(this.judgedSets.value);
    for (const [index, set] of sets.entries())
      verdicts.set(makeSetKey(set.tiles), judgement.sets[index] ?? null);
    this.judgedSets.value = verdicts;
    const { value, problems } = judgement;
    this.judged.value = { key: makeTableKey(sets), value, problems };
  }

  // --- computed ----------------------------------------------------------------------------------

  #isPrivateCopyChanged() {
    const { canLay, canMove, layout } = this;
    if (canLay.value || !canMove.value || layout.value === null) return false;
    return isTableChanged(layout.value);
  }

  #findObstacles() {
    const { judged, layout } = this;
    if (!layout.value || judged.value?.key !== makeTableKey(layout.value.sets)) return null;
    return judged.value.problems;
  }

  #listFreeJokers() {
    if (!this.layout.value || !this.canLay.value) return [];
    const { sets, own } = this.layout.value;
    const { isJoker } = this.kind.value;
    const jokerSets = sets.filter((set) => set.tiles.every((tile) => isJoker(this.faceOf(tile))));
    return jokerSets
      .filter((set) => !this.judgedSets.value.get(makeSetKey(set.tiles))?.valid)
      .flatMap((set) => set.tiles.filter((tile) => !own.has(tile)));
  }

  #countAlternatives() {
    const { layouts, index } = this.alternatives.value ?? { layouts: [], index: 0 };
    return layouts[index] === this.layout.value ? Math.max(0, layouts.length - 1) : 0;
  }
}
