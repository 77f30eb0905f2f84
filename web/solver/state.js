// The solver page's position and what the server says of it: asked anew whenever something changes.

import { apply } from "../board/layout.js";
import { eyesFor, readFace } from "../board/number_tiles.js";
import { problemText, t, tileName } from "../app/texts.js";
import { toast } from "../shared/toasts.js";
import { batch, computed, effect, signal } from "../shared/ui.js";
import { framesOf } from "./frames.js";
import {
  RACK,
  emptyPosition,
  facesOf,
  layOut,
  put,
  rackOf,
  readAddress,
  readPosition,
  sortRack,
  swap,
  tableOf,
  takeAway,
  writeAddress,
  writeSets,
} from "./position.js";

/** @template T @typedef {import("../shared/ui.js").Signal<T>} Signal */
/** @typedef {import("../board/layout.js").Layout} Layout */
/** @typedef {import("../board/layout.js").Outcome} Outcome */
/** @typedef {import("../board/layout.js").Place} Place */
/** @typedef {import("../board/draft.js").SetJudged} SetJudged */
/** @typedef {import("./position.js").Goal} Goal */
/** @typedef {import("./position.js").BoxSpec} BoxSpec */
/** @typedef {import("./frames.js").Step} Step */

/**
 * A play as the server writes it.
 * @typedef {object} Play
 * @property {readonly string[]} placed
 * @property {number} tiles
 * @property {readonly string[]} table
 * @property {readonly (readonly string[])[]} reads  what each tile of these sets stands for
 * @property {number} points
 * @property {number} value
 * @property {boolean} optimal
 * @property {boolean} kept_most
 * @property {boolean} least_change
 * @property {readonly Step[]} steps
 */

/**
 * @typedef {{state: "empty" | "thinking" | "lost"}
 *   | {state: "refused", words: string}
 *   | {state: "solved", plays: readonly Play[], complete: boolean}} Answer
 */

/** How many plays are asked for. */
const PLAYS = 5;
/** Hands that lay tile after tile are let go on before anything is asked. */
const PAUSE_MS = 180;

export const edition = signal("classic");
/** All editions there are, once they are known. @type {Signal<readonly string[]>} */
export const editions = signal([]);
/**
 * What the rules of the edition say, once they are known.
 * @type {Signal<(BoxSpec & {opening_threshold: number}) | null>}
 */
export const rules = signal(null);
/** @type {Signal<Goal>} */
export const goal = signal(/** @type {Goal} */ ("tiles"));
/** Whether an opening may have any value. */
export const isFree = signal(false);
/** @type {Signal<Layout | null>} */
export const layout = signal(null);
/** Where the next tile of the box goes. @type {Signal<Place>} */
export const target = signal(/** @type {Place} */ ({ place: "rack" }));
/** Whether the next tile of the box takes the place of the one selected. */
export const isSwapping = signal(false);
/** @type {Signal<Answer>} */
export const answer = signal(/** @type {Answer} */ ({ state: "empty" }));
/**
 * What the server said of sets, by their notation.
 * @type {Signal<ReadonlyMap<string, SetJudged>>}
 */
export const judgedSets = signal(new Map());
/**
 * The play that is shown, and how many of its steps are done; null while the position is set up.
 * @type {Signal<{play: number, step: number} | null>}
 */
export const shown = signal(null);

/** @type {readonly string[]} */
let faces = [];
/** @param {number} tile */
export const faceOf = (tile) => faces[tile] ?? "J";
const eyes = eyesFor(faceOf);

export const table = computed(() => (layout.value ? tableOf(layout.value) : []));
export const rack = computed(() => (layout.value ? rackOf(layout.value) : []));
export const plays = computed(() =>
  answer.value.state === "solved" ? answer.value.plays.filter((play) => play.tiles) : [],
);
export const play = computed(() => (shown.value ? (plays.value[shown.value.play] ?? null) : null));
export const frames = computed(() =>
  play.value ? framesOf(table.value, rack.value, play.value.steps, faceOf) : [],
);
export const frame = computed(() => frames.value[shown.value?.step ?? 0] ?? null);
/**
 * What the tiles of sets stand for, by their notation: those that lie there, and those of the play
 * shown.
 */
const reads = computed(() => {
  const lying = [...judgedSets.value].map(
    ([set, judged]) => /** @type {const} */ ([set, judged.reads ?? []]),
  );
  const coming =
    play.value?.table.map(
      (set, index) => /** @type {const} */ ([set, play.value?.reads[index] ?? []]),
    ) ?? [];
  return new Map([...lying, ...coming]);
});
/**
 * What a joker in a set stands for, in the server's words.
 * @param {number} tile
 * @param {import("../board/layout.js").TableSet} set
 */
export function standsFor(tile, set) {
  if (!readFace(faceOf(tile)).joker) return "";
  return reads.value.get(notation(set.tiles))?.[set.tiles.indexOf(tile)] ?? "";
}
/** @param {readonly number[]} tiles */
export const notation = (tiles) => tiles.map(faceOf).join(" ");
/** The position as people write it. */
export const written = computed(() => ({
  table: writeSets(
    table.value.map((set) => set.tiles),
    faceOf,
  ),
  rack: notation(rack.value),
}));

/** The whole question; the same text for the same question, whatever is selected. */
const address = computed(() =>
  writeAddress({ ...written.value, edition: edition.value, goal: goal.value, free: isFree.value }),
);

// --- hands ---------------------------------------------------------------------------------------

/** @param {Outcome} outcome @returns {boolean} whether anything changed */
function settle({ layout: next, refused }) {
  if (refused && refused !== "nothing_changes") toast(t(`refused.${refused}`));
  if (refused) return false;
  batch(() => {
    layout.value = next;
    isSwapping.value = false;
    const place = target.value;
    if (place.place === "set" && !next.sets.some((set) => set.id === place.set))
      target.value = { place: "new" };
  });
  return true;
}

/** @param {readonly number[]} tiles @param {Place} to */
export function lay(tiles, to) {
  if (!layout.value) return;
  const before = new Set(layout.value.sets.map((set) => set.id));
  if (!settle(put(layout.value, tiles, to, eyes)) || to.place !== "new") return;
  // What was begun goes on: the next tile belongs to the same set.
  const fresh = layout.value.sets.find((set) => set.id !== RACK && !before.has(set.id));
  if (fresh) target.value = { place: "set", set: fresh.id };
}

/** Take a tile out of the box. @param {number} tile */
export function takeOut(tile) {
  const now = layout.value;
  if (!now) return;
  const [old] = now.selected;
  if (isSwapping.value && old !== undefined) settle(swap(now, old, tile, eyes));
  else
    lay(
      [tile],
      target.value.place === "set"
        ? { place: "set", set: target.value.set }
        : { place: target.value.place },
    );
}

/** @param {readonly number[]} tiles */
export function putBack(tiles) {
  if (layout.value) settle(takeAway(layout.value, tiles));
}

/**
 * @param {import("../board/layout.js").Gesture} gesture
 * @returns {boolean} whether anything changed
 */
export function gesture(gesture) {
  return layout.value !== null && settle(apply(layout.value, gesture, eyes));
}

/** @param {"colour" | "number"} by */
export function sort(by) {
  if (layout.value) settle(sortRack(layout.value, by, eyes));
}

/** Lay out what is written. @param {{table: string, rack: string}} text */
export function useText(text) {
  if (!layout.value) return;
  const read = readPosition(text, faces);
  for (const { code, tile } of read.wrong.slice(0, 3))
    toast(t(`solver.${code}`, { tile: code === "not_in_box" ? tileName(tile) : tile }), "bad");
  settle(layOut(layout.value, read.table, read.rack));
}

// --- plays ---------------------------------------------------------------------------------------

/** Show a play: how it ends, to begin with. @param {number} index */
export function showPlay(index) {
  const chosen = plays.value[index];
  if (chosen) shown.value = { play: index, step: chosen.steps.length };
}

/** @param {number} step */
export function showStep(step) {
  if (shown.value && frames.value[step]) shown.value = { ...shown.value, step };
}

/** Make the end of the play the new position. */
export function goOn() {
  const end = frames.value.at(-1);
  if (end && layout.value)
    settle(
      layOut(
        layout.value,
        end.sets.map((set) => set.tiles),
        end.rack,
      ),
    );
}

// --- the address and the server ------------------------------------------------------------------

/**
 * Begin with another box; the tiles that it holds too stay where they are.
 * @param {string} key
 * @param {{table: string, rack: string}} [text]
 */
export async function useEdition(key, text = written.value) {
  try {
    const named = await fetch(`/api/rules/${encodeURIComponent(key)}`);
    // An address may name an edition that there is not.
    const heard = named.ok ? named : await fetch("/api/rules/classic");
    const { edition: found, editions: all } = await heard.json();
    batch(() => {
      editions.value = all;
      faces = facesOf(found);
      rules.value = found;
      edition.value = found.key;
      layout.value = emptyPosition(faces);
      target.value = { place: "rack" };
      judgedSets.value = new Map();
      useText(text);
    });
  } catch {
    answer.value = { state: "lost" };
  }
}

/** @param {import("./position.js").Asked} asked */
export async function usePosition(asked) {
  batch(() => {
    goal.value = asked.goal;
    isFree.value = asked.free;
  });
  if (asked.edition !== edition.value || !rules.value) await useEdition(asked.edition, asked);
  else useText(asked);
}

/**
 * While the page is open: take what the address says, keep it up to date, and ask.
 * @returns {() => void} ends it
 */
export function open() {
  const follow = () => void usePosition(readAddress(location.hash));
  if (location.hash.length > 1 || !rules.value) follow();
  addEventListener("hashchange", follow);
  let timer = 0;
  const stop = effect(() => {
    const question = readAddress(address.value);
    if (!rules.value) return;
    const isEmpty = !question.table && !question.rack;
    asked += 1;
    clearTimeout(timer);
    if (!isEmpty) timer = setTimeout(() => void ask(question), PAUSE_MS);
    shown.value = null;
    answer.value = { state: isEmpty ? "empty" : "thinking" };
    history.replaceState(history.state, "", address.value);
  });
  return () => {
    removeEventListener("hashchange", follow);
    clearTimeout(timer);
    stop();
  };
}

/** The number of the last question: answers to earlier ones come too late. */
let asked = 0;

/** @param {import("./position.js").Asked} question */
async function ask(question) {
  const number = asked;
  const sets = question.table.split(" / ").filter(Boolean);
  try {
    const heard = await fetch("/api/solve", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        edition: question.edition,
        rules: question.goal === "opening" && question.free ? { opening_threshold: 0 } : {},
        table: sets,
        rack: question.rack,
        opened: question.goal !== "opening",
        objective: question.goal === "opening" ? "tiles" : question.goal,
        moves: question.goal === "out" ? 1 : PLAYS,
      }),
    });
    const body = await heard.json();
    if (number !== asked) return;
    if (heard.status === 429 || heard.status === 503) {
      setTimeout(
        () => number === asked && void ask(question),
        1000 * Number(heard.headers.get("retry-after") ?? 1),
      );
      return;
    }
    batch(() => {
      judgedSets.value = new Map(sets.map((set, index) => [set, (body.sets ?? [])[index]]));
      if (heard.ok) answer.value = { state: "solved", plays: body.plays, complete: body.complete };
      else
        answer.value = {
          state: "refused",
          words: (body.sets ?? []).every((/** @type {SetJudged} */ set) => set.valid)
            ? body.problems.map(problemText).join(" ")
            : t("solver.invalid"),
        };
    });
  } catch {
    if (number === asked) answer.value = { state: "lost" };
  }
}
