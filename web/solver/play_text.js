// Sentences with tiles in them: what a play places, and its steps, in the reader's language.

import { t, getTileName } from "../app/texts.js";
import { html } from "../shared/ui.js";
import { StaticTile } from "../board/tile.js";

/** @typedef {import("./frames.js").Step} Step */

/**
 * Tiles in a line of text; those of the rack have their ring.
 * @param {{faces: readonly string[], rack?: readonly string[]}} props
 */
export function InlineTiles({ faces, rack = [] }) {
  const left = [...rack];
  return html`
    <span class="solver-inline-tiles">
      ${faces.map((face) => {
        const at = left.indexOf(face);
        if (at >= 0) left.splice(at, 1);
        return html`
          <${StaticTile} face=${face} label=${getTileName(face)} marks=${at < 0 ? "" : "is-own"} />
        `;
      })}
    </span>
  `;
}

/** A step as a sentence. @param {{step: Step}} props */
export function StepSentence({ step }) {
  const sets = step.sets.map((set) => set.split(" "));
  const parts = step.becomes.map((set) => set.split(" "));
  /** @type {Record<string, unknown>} */
  const values = {
    sets: renderSetList(sets),
    becomes: renderSetList(parts),
    tiles: html`<${InlineTiles} faces=${step.tiles} rack=${step.rack} />`,
    free: html`<${InlineTiles} faces=${step.free} />`,
  };
  // Only strings have holes: each is cut at its marks, and what belongs there is put between.
  const marks = Object.fromEntries(
    Object.keys(values).map((name) => [name, `\u0000${name}\u0000`]),
  );
  const pieces = t(`step.${chooseStepTextKey(step, sets)}`, marks).split("\u0000");
  return html`
    <span class="solver-sentence">
      ${pieces.map((piece, index) => (index % 2 ? values[piece] : piece))}
    </span>
  `;
}

/** Some steps are told in several ways. @param {Step} step @param {readonly string[][]} sets */
function chooseStepTextKey(step, sets) {
  if (step.code === "split" && step.free.length) return "split_free";
  if (step.code === "join" && step.tiles.length) return "join_tiles";
  if (step.code === "lay" && step.rack.length === step.tiles.length) return "lay_rack";
  const jokers = (sets[0] ?? []).filter((face) => face.length === 1).length;
  return step.code === "replace" && jokers > 1 ? "replace_one" : step.code;
}

/** @param {readonly string[][]} sets */
function renderSetList(sets) {
  return sets.map(
    (faces, index) => html`${index ? ` ${t("list.and")} ` : ""}<${InlineTiles} faces=${faces} />`,
  );
}
