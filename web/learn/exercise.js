// One exercise of the learn page: a small table and a rack, and a turn to find. The server judges
// it as it
// judges every turn.

import { addBasePath } from "../app/base_path.js";
import { Draft, assignSetIds } from "../board/draft.js";
import { NUMBER_TILES } from "../board/number_tiles.js";
import { createLayout, listPlacedTiles } from "../board/layout.js";
import {
  parseStartPosition,
  parseFaces,
  findTilesForSets,
  listTablesTowardsSolution,
} from "../board/notation.js";
import { isMotionReduced } from "../settings/preferences.js";
import { showToast } from "../shared/toasts.js";
import { t } from "../app/texts.js";
import { computed, signal } from "../shared/ui.js";

/** @template T @typedef {import("../shared/ui.js").Signal<T>} Signal */
/** @typedef {import("../board/draft.js").Table} Table */
/** @typedef {import("../board/layout.js").TableSet} TableSet */
/** @typedef {import("../app/texts.js").Problem} Problem */

/**
 * As learn/exercises.json has it, in the notation of tiles.
 * @typedef {object} Exercise
 * @property {string} id
 * @property {string} chapter
 * @property {string} [example]  the worked example of the rule pages
 * @property {string} clause  what it shows
 * @property {string} edition
 * @property {boolean} opened
 * @property {string} table
 * @property {string} rack
 * @property {"all" | "open"} goal  lay all tiles of the rack, or open
 * @property {number} [points]  what an opening needs
 * @property {string} hint  the tiles that it is about
 * @property {string} solution
 */

/**
 * "open": work under way; "solved": by the player; "shown": by the page.
 * @typedef {"open" | "solved" | "shown"} Stage
 */
/**
 * What was said of a table that the player thought done: a problem, or that tiles are left.
 * @typedef {{said: Problem | "rest", sets: readonly TableSet[]}} Verdict
 */

/** Between two sets that lay themselves. */
const STEP_MS = 750;

/** @typedef {ReturnType<typeof createExercise>} ExerciseAtWork */

/**
 * @param {Exercise} exercise
 * @param {() => void} solved  hears when the player has done it
 */
export function createExercise(exercise, solved) {
  const dealt = parseStartPosition(exercise);
  const { faces, rack } = dealt;
  /** @type {Signal<Stage>} */
  const stage = signal(/** @type {Stage} */ ("open"));
  /** @type {Signal<Verdict | null>} */
  const told = signal(null);
  /** @type {Signal<readonly number[]>} */
  const hinted = signal([]);
  /** The table once nothing is to be done any more. @type {Signal<Table | null>} */
  const final = signal(null);

  const draft = new Draft({
    faceOf: (tile) => faces[tile] ?? "J",
    kind: signal(NUMBER_TILES),
    canLay: computed(() => final.value === null),
    table: signal(/** @type {Table} */ (dealt.table)),
    others: final,
    isOpening: signal(!exercise.opened),
    drawn: signal(null),
    hinted,
    whyWait: () => t("learn.over"),
    judge: judgeTable,
  });
  draft.layout.value = createLayout({
    rack,
    sets: assignSetIds(dealt.table),
    locked: !exercise.opened,
  });
  void draft.judgeTable(dealt.table); // so that jokers on it show what they stand for
  /** What was said, until the next move. */
  const verdict = computed(() =>
    told.value?.sets === draft.layout.value?.sets ? (told.value?.said ?? null) : null,
  );

  /** @param {Table} after */
  async function judgeTable(after) {
    const { edition, table: before, rack: own, opened } = exercise;
    const words = after.map((set) => set.map((tile) => faces[tile]).join(" ")).join(" | ");
    try {
      const answer = await fetch(addBasePath("/api/check"), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ edition, before, rack: own, after: words, opened }),
      });
      return answer.ok ? await answer.json() : null;
    } catch {
      showToast(t("connection.lost"), "bad");
      return null;
    }
  }

  /** The player thinks it is done. */
  async function checkSolution() {
    if (draft.obstacles.value === null) await draft.requestJudgement();
    const problems = draft.obstacles.value;
    const now = draft.layout.value;
    if (!problems || !now) return;
    const [first] = problems;
    const isReached = exercise.goal === "open" || listPlacedTiles(now).length === rack.length;
    const said = first ?? (isReached ? null : "rest");
    told.value = said && { said, sets: now.sets };
    if (said) return;
    final.value = now.sets.map((set) => set.tiles);
    stage.value = "solved";
    solved();
  }

  /** Point to the tiles that it is about. */
  function showHint() {
    const left = faces.map((face, tile) => ({ face, tile }));
    const rackFirst = [...left.slice(-rack.length), ...left.slice(0, -rack.length)];
    hinted.value = parseFaces(exercise.hint).flatMap((face) => {
      const at = rackFirst.findIndex((other) => other.face === face);
      return rackFirst.splice(at, 1).map(({ tile }) => tile);
    });
  }

  /** Lay the solution, set by set. */
  async function showSolution() {
    restart();
    stage.value = "shown";
    const solution = findTilesForSets(exercise.solution, dealt);
    void draft.judgeTable(solution);
    for (const table of listTablesTowardsSolution(dealt.table, solution)) {
      final.value = table; // first, so that nobody judges a table under way
      draft.layTable(table);
      if (!isMotionReduced()) await new Promise((resolve) => setTimeout(resolve, STEP_MS));
      if (stage.peek() !== "shown") return; // the player wants to try again already
    }
  }

  /** Everything as it was. */
  function restart() {
    final.value = null;
    stage.value = "open";
    told.value = null;
    hinted.value = [];
    draft.applyGesture({ type: "reset" });
  }

  return {
    exercise,
    draft,
    stage,
    verdict,
    hinted,
    finish: checkSolution,
    hint: showHint,
    show: showSolution,
    restart,
  };
}
