// The table of a draft: the own one, or what the player on turn is laying.

import { makeSetKey, assignSetIds } from "./draft.js";
import { isSetLocked } from "./layout.js";
import { describeProblem, t } from "../app/texts.js";
import { html } from "../shared/ui.js";
import { focusedTile } from "./board.js";
import { FeltSets } from "./sets.js";

/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("./layout.js").TableSet} TableSet */
/** @typedef {import("./sets.js").SetLook} SetLook */
/** @typedef {import("./sets.js").TileLook} TileLook */

/** @param {{draft: Draft}} props */
export function Felt({ draft }) {
  const now = draft.layout.value;
  const kind = draft.kind.value;
  const alone = draft.isThinking.value && !draft.isAside.value;
  const own = (draft.canLay.value || alone) && now !== null;
  const start = assignSetIds(draft.table.value);
  const sets = own
    ? now.sets
    : draft.others.value
      ? assignSetIds(draft.others.value, start)
      : start;
  const before = new Set(start.map((set) => makeSetKey(set.tiles)));
  const lying = new Set(draft.table.value.flat());
  /** @param {TableSet} set */
  const isLocked = (set) => own && isSetLocked(now, set);

  /** @param {TableSet} set @returns {SetLook} */
  function getSetLook(set) {
    const changed = !before.has(makeSetKey(set.tiles));
    const judged = own && changed ? draft.judgedSets.value.get(makeSetKey(set.tiles)) : undefined;
    const good =
      judged?.valid ?? (alone && changed && kind.looksValid(set.tiles.map(draft.faceOf)));
    const state = good ? "is-valid" : judged ? "is-invalid" : "";
    const free = set.tiles.every((tile) => draft.freeJokers.value.includes(tile));
    const why = free
      ? t("set.place_joker")
      : judged?.problem
        ? describeProblem(judged.problem)
        : "";
    const words = judged && !judged.valid ? why : "";
    const clause = words ? ((free ? kind.placedAgain : judged?.problem?.clause) ?? "") : "";
    const note =
      judged?.valid && judged.value && draft.isOpening.value
        ? t(`${kind.unit}.value`, { count: judged.value })
        : "";
    return { state: `${state} ${isLocked(set) ? "is-locked" : ""}`, words, clause, note };
  }

  /** @param {number} tile @param {TableSet} set @returns {TileLook} */
  function getTileLook(tile, set) {
    const isNew = !lying.has(tile);
    const free = draft.freeJokers.value.includes(tile);
    const marks = [
      free && "is-free",
      isNew && "is-own",
      isLocked(set) && "is-locked",
      draft.hinted.value.includes(tile) && "is-hinted",
      draft.caret.value === tile && focusedTile.value === tile && "has-caret",
    ];
    const more = [
      isNew ? t("state.own") : "",
      isLocked(set) ? t(`state.locked_${kind.unit}`) : "",
    ].filter(Boolean);
    return {
      selected: Boolean(now?.selected.includes(tile)),
      marks: marks.filter(Boolean).join(" "),
      more,
      stands: getJokerMeaning(tile, set),
    };
  }

  /** @param {number} tile @param {TableSet} set */
  function getJokerMeaning(tile, set) {
    if (!kind.isJoker(draft.faceOf(tile))) return "";
    const told =
      kind.jokersKeep || before.has(makeSetKey(set.tiles)) ? draft.jokers?.value[tile] : undefined;
    return (
      told ??
      draft.judgedSets.value.get(makeSetKey(set.tiles))?.reads?.[set.tiles.indexOf(tile)] ??
      ""
    );
  }

  return html`
    <${FeltSets}
      sets=${sets}
      unit=${kind.unit}
      faceOf=${draft.faceOf}
      setLook=${getSetLook}
      tileLook=${getTileLook}
      newSet=${
        now && (own || (draft.canMove.value && now.selected.length))
          ? { ready: Boolean(now.selected.length) }
          : null
      }
      more=${alone ? "is-private" : ""}
      focus=${focusedTile.value}
      empty=${own ? "" : t("felt.empty")}
    />
  `;
}
