// The table of a draft: the own one, or what the player on turn is laying.

import { keyOf, namedSets } from "./draft.js";
import { isLocked } from "./layout.js";
import { problemText, t } from "../app/texts.js";
import { html } from "../shared/ui.js";
import { focusTile } from "./board.js";
import { Sets } from "./sets.js";

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
  const start = namedSets(draft.table.value);
  const sets = own ? now.sets : draft.others.value ? namedSets(draft.others.value, start) : start;
  const before = new Set(start.map((set) => keyOf(set.tiles)));
  const lying = new Set(draft.table.value.flat());
  /** @param {TableSet} set */
  const locked = (set) => own && isLocked(now, set);

  /** @param {TableSet} set @returns {SetLook} */
  function setLook(set) {
    const changed = !before.has(keyOf(set.tiles));
    const judged = own && changed ? draft.judgedSets.value.get(keyOf(set.tiles)) : undefined;
    const good =
      judged?.valid ?? (alone && changed && kind.looksValid(set.tiles.map(draft.faceOf)));
    const state = good ? "is-valid" : judged ? "is-invalid" : "";
    const free = set.tiles.every((tile) => draft.freeJokers.value.includes(tile));
    const why = free ? t("set.place_joker") : judged?.problem ? problemText(judged.problem) : "";
    const words = judged && !judged.valid ? why : "";
    const clause = words ? ((free ? kind.placedAgain : judged?.problem?.clause) ?? "") : "";
    const note =
      judged?.valid && judged.value && draft.isOpening.value
        ? t(`${kind.unit}.value`, { count: judged.value })
        : "";
    return { state: `${state} ${locked(set) ? "is-locked" : ""}`, words, clause, note };
  }

  /** @param {number} tile @param {TableSet} set @returns {TileLook} */
  function tileLook(tile, set) {
    const isNew = !lying.has(tile);
    const free = draft.freeJokers.value.includes(tile);
    const marks = [
      free && "is-free",
      isNew && "is-own",
      locked(set) && "is-locked",
      draft.hinted.value.includes(tile) && "is-hinted",
      draft.caret.value === tile && focusTile.value === tile && "has-caret",
    ];
    const more = [
      isNew ? t("state.own") : "",
      locked(set) ? t(`state.locked_${kind.unit}`) : "",
    ].filter(Boolean);
    return {
      selected: Boolean(now?.selected.includes(tile)),
      marks: marks.filter(Boolean).join(" "),
      more,
      stands: standsFor(tile, set),
    };
  }

  /** @param {number} tile @param {TableSet} set */
  function standsFor(tile, set) {
    if (!kind.isJoker(draft.faceOf(tile))) return "";
    const told =
      kind.jokersKeep || before.has(keyOf(set.tiles)) ? draft.jokers?.value[tile] : undefined;
    return (
      told ?? draft.judgedSets.value.get(keyOf(set.tiles))?.reads?.[set.tiles.indexOf(tile)] ?? ""
    );
  }

  return html`
    <${Sets}
      sets=${sets}
      unit=${kind.unit}
      faceOf=${draft.faceOf}
      setLook=${setLook}
      tileLook=${tileLook}
      newSet=${
        now && (own || (draft.canMove.value && now.selected.length))
          ? { ready: Boolean(now.selected.length) }
          : null
      }
      more=${alone ? "is-private" : ""}
      focus=${focusTile.value}
      empty=${own ? "" : t("felt.empty")}
    />
  `;
}
