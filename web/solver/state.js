// The solver page's position and the server's answer, requested again after every change.

import { addBasePath } from "../app/base_path.js";
import { listBoxFaces } from "../board/box_faces.js";
import { applyGesture } from "../board/layout.js";
import { createNumberSorter, parseFace } from "../board/number_tiles.js";
import { describeProblem, t, getTileName } from "../app/texts.js";
import { showToast } from "../shared/toasts.js";
import { batch, computed, effect, signal } from "../shared/ui.js";
import { buildFrames } from "./frames.js";
import {
  RACK,
  createEmptyPosition,
  layOutPosition,
  moveTilesToPlace,
  getRack,
  parsePositionAddress,
  parsePosition,
  sortRack,
  swapTile,
  getTable,
  returnTilesToBox,
  formatPositionAddress,
  formatSets,
} from "./position.js";

/** @template T @typedef {import("../shared/ui.js").Signal<T>} Signal */
/** @typedef {import("../board/layout.js").Layout} Layout */
/** @typedef {import("../board/layout.js").Outcome} Outcome */
/** @typedef {import("../board/layout.js").Place} Place */
/** @typedef {import("../app/protocol.js").SetJudged} SetJudged */
/** @typedef {import("../app/protocol.js").Play} Play */
/** @typedef {import("../app/protocol.js").SolveAnswer} SolveAnswer */
/** @typedef {import("../app/protocol.js").SolveFailure} SolveFailure */
/** @typedef {import("./position.js").Goal} Goal */
/** @typedef {import("../app/protocol.js").BoxSpec} BoxSpec */

/**
 * @typedef {{state: "empty" | "thinking" | "lost"}
 *   | {state: "refused", words: string}
 *   | {state: "solved", plays: readonly Play[], complete: boolean}} Answer
 */

const MAX_PLAYS = 5;
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
export const getFace = (tile) => faces[tile] ?? "J";
const sorter = createNumberSorter(getFace);

export const table = computed(() => (layout.value ? getTable(layout.value) : []));
export const rack = computed(() => (layout.value ? getRack(layout.value) : []));
export const plays = computed(() =>
  answer.value.state === "solved" ? answer.value.plays.filter((play) => play.tiles) : [],
);
export const play = computed(() => (shown.value ? (plays.value[shown.value.play] ?? null) : null));
export const frames = computed(() =>
  play.value ? buildFrames(table.value, rack.value, play.value.steps, getFace) : [],
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
export function getJokerMeaning(tile, set) {
  if (!parseFace(getFace(tile)).joker) return "";
  return reads.value.get(formatTiles(set.tiles))?.[set.tiles.indexOf(tile)] ?? "";
}
/** @param {readonly number[]} tiles */
export const formatTiles = (tiles) => tiles.map(getFace).join(" ");
/** The position as people write it. */
export const writtenPosition = computed(() => ({
  table: formatSets(
    table.value.map((set) => set.tiles),
    getFace,
  ),
  rack: formatTiles(rack.value),
}));

/** The whole question; the same text for the same question, whatever is selected. */
const address = computed(() =>
  formatPositionAddress({
    ...writtenPosition.value,
    edition: edition.value,
    goal: goal.value,
    free: isFree.value,
  }),
);

// --- hands ---------------------------------------------------------------------------------------

/** @param {Outcome} outcome @returns {boolean} whether anything changed */
function applyOutcome({ layout: next, refused }) {
  if (refused && refused !== "nothing_changes") showToast(t(`refused.${refused}`));
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
export function placeTiles(tiles, to) {
  if (!layout.value) return;
  const before = new Set(layout.value.sets.map((set) => set.id));
  if (!applyOutcome(moveTilesToPlace(layout.value, tiles, to, sorter)) || to.place !== "new")
    return;
  // What was begun goes on: the next tile belongs to the same set.
  const fresh = layout.value.sets.find((set) => set.id !== RACK && !before.has(set.id));
  if (fresh) target.value = { place: "set", set: fresh.id };
}

/** Take a tile out of the box. @param {number} tile */
export function takeTileFromBox(tile) {
  const now = layout.value;
  if (!now) return;
  const [old] = now.selected;
  if (isSwapping.value && old !== undefined) applyOutcome(swapTile(now, old, tile, sorter));
  else
    placeTiles(
      [tile],
      target.value.place === "set"
        ? { place: "set", set: target.value.set }
        : { place: target.value.place },
    );
}

/** @param {readonly number[]} tiles */
export function putTilesBackInBox(tiles) {
  if (layout.value) applyOutcome(returnTilesToBox(layout.value, tiles));
}

/**
 * @param {import("../board/layout.js").Gesture} gesture
 * @returns {boolean} whether anything changed
 */
export function handleGesture(gesture) {
  return layout.value !== null && applyOutcome(applyGesture(layout.value, gesture, sorter));
}

/** @param {"colour" | "number"} by */
export function sortOwnRack(by) {
  if (layout.value) applyOutcome(sortRack(layout.value, by, sorter));
}

/** Lay out what is written. @param {{table: string, rack: string}} text */
export function applyPositionText(text) {
  if (!layout.value) return;
  const read = parsePosition(text, faces);
  for (const { code, tile } of read.wrong.slice(0, 3))
    showToast(
      t(`solver.${code}`, { tile: code === "not_in_box" ? getTileName(tile) : tile }),
      "bad",
    );
  applyOutcome(layOutPosition(layout.value, read.table, read.rack));
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
export function setPositionAfterPlay() {
  const end = frames.value.at(-1);
  if (end && layout.value)
    applyOutcome(
      layOutPosition(
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
export async function switchEdition(key, text = writtenPosition.value) {
  try {
    const named = await fetch(addBasePath(`/api/rules/${encodeURIComponent(key)}`));
    // An address may name an edition that there is not.
    const response = named.ok ? named : await fetch(addBasePath("/api/rules/classic"));
    const { edition: found, editions: all } = await response.json();
    batch(() => {
      editions.value = all;
      faces = listBoxFaces(found);
      rules.value = found;
      edition.value = found.key;
      layout.value = createEmptyPosition(faces);
      target.value = { place: "rack" };
      judgedSets.value = new Map();
      applyPositionText(text);
    });
  } catch {
    answer.value = { state: "lost" };
  }
}

/** @param {import("./position.js").Asked} asked */
export async function loadPosition(asked) {
  batch(() => {
    goal.value = asked.goal;
    isFree.value = asked.free;
  });
  if (asked.edition !== edition.value || !rules.value) await switchEdition(asked.edition, asked);
  else applyPositionText(asked);
}

/**
 * While the page is open: take what the address says, keep it up to date, and ask.
 * @returns {() => void} ends it
 */
export function startSolver() {
  const follow = () => void loadPosition(parsePositionAddress(location.hash));
  if (location.hash.length > 1 || !rules.value) follow();
  addEventListener("hashchange", follow);
  let timer = 0;
  const stop = effect(() => {
    const question = parsePositionAddress(address.value);
    if (!rules.value) return;
    const isEmpty = !question.table && !question.rack;
    questionNumber += 1;
    clearTimeout(timer);
    if (!isEmpty) timer = setTimeout(() => void requestPlays(question), PAUSE_MS);
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
let questionNumber = 0;

/**
 * Ask the server for the best plays; again later if it is busy.
 * @param {import("./position.js").Asked} question
 */
async function requestPlays(question) {
  const number = questionNumber;
  const sets = question.table.split(" / ").filter(Boolean);
  try {
    const response = await fetch(addBasePath("/api/solve"), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(makeSolveQuestion(question, sets)),
    });
    const body = await response.json();
    if (number !== questionNumber) return;
    if (response.status === 429 || response.status === 503) {
      setTimeout(
        () => number === questionNumber && void requestPlays(question),
        1000 * Number(response.headers.get("retry-after") ?? 1),
      );
      return;
    }
    batch(() => {
      judgedSets.value = new Map(sets.map((set, index) => [set, (body.sets ?? [])[index]]));
      answer.value = response.ok ? buildSolvedAnswer(body) : buildRefusedAnswer(body);
    });
  } catch {
    if (number === questionNumber) answer.value = { state: "lost" };
  }
}

/**
 * @param {import("./position.js").Asked} question
 * @param {string[]} table
 * @returns {import("../app/protocol.js").SolveQuestion}
 */
function makeSolveQuestion({ edition: key, goal: wanted, free, rack: own }, table) {
  const isOpening = wanted === "opening";
  return {
    edition: key,
    rules: isOpening && free ? { opening_threshold: 0 } : {},
    table,
    rack: own,
    opened: !isOpening,
    objective: isOpening ? "tiles" : wanted,
    moves: wanted === "out" ? 1 : MAX_PLAYS,
  };
}

/** @param {SolveAnswer} solved @returns {Answer} */
const buildSolvedAnswer = ({ plays: best, complete }) => ({
  state: "solved",
  plays: best,
  complete,
});

/** @param {Partial<SolveFailure>} failure @returns {Answer} */
function buildRefusedAnswer({ sets = [], problems = [] }) {
  const isTableValid = sets.every((set) => set.valid);
  const words = isTableValid ? problems.map(describeProblem).join(" ") : t("solver.invalid");
  return { state: "refused", words };
}
