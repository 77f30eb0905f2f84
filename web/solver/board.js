// The solver's table, rack and box: set up by hand, or a play that is shown step by step.

import { forgetTilePositions, animateTiles } from "../board/flip.js";
import { listenToBoard } from "../board/pointer.js";
import { isMotionReduced } from "../settings/preferences.js";
import { describeProblem, t } from "../app/texts.js";
import {
  getFace,
  frame,
  frames,
  handleGesture,
  isSwapping,
  judgedSets,
  placeTiles,
  layout,
  formatTiles,
  putTilesBackInBox,
  rack,
  shown,
  getJokerMeaning,
  table,
  target,
} from "./state.js";
import { html, useEffect, useLayoutEffect, useRef } from "../shared/ui.js";
import { focusedTile, restoreTileFocus, trackFocusedTile, handleUndoKeys } from "../board/board.js";
import { RackRows } from "../board/rack_rows.js";
import { FeltSets } from "../board/sets.js";
import { TileTray, TrayTools, takeFromTray } from "./tray.js";

/** @typedef {import("../board/layout.js").Place} Place */
/** @typedef {import("../board/layout.js").TableSet} TableSet */

/** Free tiles lie on the table too, in a frame of their own. */
const FREE = "free";
/** Below this width everything lies in one column. */
const NARROW = 1100;

export function SolverBoard() {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const board = /** @type {HTMLElement} */ (root.current);
    const end = listenToBoard(board, INPUT_HANDLERS);
    addEventListener("keydown", handleUndoKey);
    return () => {
      end();
      removeEventListener("keydown", handleUndoKey);
      forgetTilePositions();
    };
  }, []);
  const isShowing = frame.value !== null;
  layout.value; // all that moves tiles is read here, so that they glide after any of it
  useLayoutEffect(() => {
    const board = /** @type {HTMLElement} */ (root.current);
    animateTiles(board, (tile) =>
      tile.closest("[data-region='box']") ? null : board.querySelector("[data-region='box']"),
    );
    restoreTileFocus(board);
  });
  useEffect(() => {
    // On a phone the buttons that show a play are below the table.
    if (isShowing && innerWidth < NARROW)
      root.current?.scrollIntoView({ behavior: isMotionReduced() ? "auto" : "smooth" });
  }, [isShowing]);
  return html`
    <div
      class=${`solver-board ${isShowing ? "is-showing" : ""}`}
      ref=${root}
      onFocusIn=${trackFocusedTile}
      onKeyDown=${handleDeleteKey}
    >
      ${isShowing ? html`<${PlayStepTable} />` : html`<${EditablePosition} />`}
    </div>
  `;
}

function EditablePosition() {
  const { selected = [] } = layout.value ?? {};
  const place = target.value;
  /** @param {TableSet} set */
  function setLook(set) {
    const judged = judgedSets.value.get(formatTiles(set.tiles));
    const state = judged && !judged.valid ? "is-invalid" : "";
    const isTarget = place.place === "set" && place.set === set.id;
    const words = judged && !judged.valid && judged.problem ? describeProblem(judged.problem) : "";
    return {
      state: `${state} ${isTarget ? "is-chosen" : ""}`,
      words,
      clause: words ? (judged?.problem?.clause ?? "") : "",
    };
  }
  /** @param {number} tile @param {TableSet} [set] */
  const tileLook = (tile, set) => ({
    selected: selected.includes(tile),
    stands: set ? getJokerMeaning(tile, set) : "",
  });
  const shownRack = {
    tiles: rack.value,
    room: rack.value.length,
    faceOf: getFace,
    tileLook,
    focus: focusedTile.value,
  };
  return html`
    <${FeltSets}
      sets=${table.value}
      faceOf=${getFace}
      setLook=${setLook}
      tileLook=${tileLook}
      newSet=${{ ready: true, chosen: place.place === "new" }}
      focus=${focusedTile.value}
    />
    <${RackRows} ...${shownRack} rows=${1} more=${place.place === "rack" ? "is-chosen" : ""} />
    <${TrayTools} />
    <${TileTray} />
  `;
}

function PlayStepTable() {
  const now = /** @type {import("./frames.js").Frame} */ (frame.value);
  const start = new Map(table.value.map((set) => [set.id, set.tiles.join(" ")]));
  const own = new Set(rack.value);
  const isEnd = shown.value?.step === frames.value.length - 1;
  const sets = now.free.length ? [...now.sets, { id: FREE, tiles: now.free }] : now.sets;
  /** @param {TableSet} set */
  function setLook(set) {
    if (set.id === FREE) return { state: "is-free", words: t("solver.set_free") };
    const isSame = start.get(set.id) === set.tiles.join(" ");
    if (isEnd)
      return isSame
        ? { state: "is-kept", words: t("solver.set_kept") }
        : {
            state: "is-valid",
            words: t(start.has(set.id) ? "solver.set_changed" : "solver.set_new"),
          };
    return { state: now.touched.has(set.id) ? "is-touched" : "" };
  }
  /** @param {number} tile @param {TableSet} set */
  function tileLook(tile, set) {
    const look = { stands: getJokerMeaning(tile, set) };
    return own.has(tile) ? { ...look, marks: "is-own", more: [t("solver.from_rack")] } : look;
  }
  const plain = () => ({});
  return html`
    <${FeltSets}
      sets=${sets}
      faceOf=${getFace}
      setLook=${setLook}
      tileLook=${tileLook}
      newSet=${null}
      focus=${null}
      still=${true}
    />
    <${RackRows}
      tiles=${now.rack}
      room=${rack.value.length}
      rows=${1}
      faceOf=${getFace}
      tileLook=${plain}
      focus=${null}
      still=${true}
    />
  `;
}

// --- what the hands mean -------------------------------------------------------------------------

/** Whether a tile is still in the box. @param {number} tile */
const isInBox = (tile) => Boolean(layout.peek()?.rack.includes(tile));

/** @type {import("../board/pointer.js").InputHandlers} */
const INPUT_HANDLERS = {
  tap(tile, { whole }) {
    const now = layout.peek();
    if (!now || shown.peek()) return;
    if (isInBox(tile)) return takeFromTray(tile);
    isSwapping.value = false;
    const set = now.sets.find((other) => other.tiles.includes(tile));
    if (!set) return undefined;
    const { selected } = now;
    if (whole) handleGesture({ type: "select_set", set: set.id });
    else if (selected.length && !selected.some((other) => set.tiles.includes(other)))
      placeTiles(selected, getPlaceOfSet(set));
    else handleGesture({ type: "tap", tile });
    target.value = getPlaceOfSet(set);
    return undefined;
  },
  doubleTap(tile) {
    if (!shown.peek() && !isInBox(tile)) putTilesBackInBox([tile]);
  },
  tapPlace(place) {
    const selected = layout.peek()?.selected ?? [];
    if (shown.peek()) return;
    if (place.place === "box") {
      if (selected.length) putTilesBackInBox(selected);
      return;
    }
    if (selected.length) placeTiles(selected, place);
    else target.value = place;
  },
  lift(tile) {
    if (shown.peek()) return [];
    const { selected = [] } = layout.peek() ?? {};
    return selected.includes(tile) ? selected : [tile];
  },
  drop(tiles, place) {
    if (place.place !== "box") placeTiles(tiles, place);
    else if (!tiles.every(isInBox)) putTilesBackInBox(tiles);
  },
  cancel() {
    isSwapping.value = false;
    if (layout.peek()?.selected.length) handleGesture({ type: "select", tiles: [] });
  },
};

/** @param {TableSet} set @returns {Place} */
const getPlaceOfSet = (set) =>
  set.id === "rack" ? { place: "rack" } : { place: "set", set: set.id };

/**
 * Delete: the tile with the focus, or all that are selected, go back into the box.
 * @param {KeyboardEvent} event
 */
function handleDeleteKey(event) {
  if (event.key !== "Delete" && event.key !== "Backspace") return;
  const name = /** @type {HTMLElement} */ (event.target).dataset.tile;
  if (name === undefined || shown.peek() || isInBox(Number(name))) return;
  event.preventDefault();
  const button = /** @type {HTMLElement} */ (event.target);
  const beside = /** @type {HTMLElement | null} */ (
    button.nextElementSibling ?? button.previousElementSibling
  );
  focusedTile.value = beside?.dataset.tile ? Number(beside.dataset.tile) : null;
  const { selected = [] } = layout.peek() ?? {};
  putTilesBackInBox(selected.length ? selected : [Number(name)]);
}

/** Undo and redo, but not while something is typed or shown. @param {KeyboardEvent} event */
function handleUndoKey(event) {
  const isField = event.target instanceof Element && event.target.matches("input, textarea");
  if (!isField && !shown.peek()) handleUndoKeys(event, { layout, handleGesture });
}
