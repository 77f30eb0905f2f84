// A replay on the screen: table and racks after a step, the way from step to step, and what else
// can be done with it.

import { makeFullAddress } from "../app/base_path.js";
import { copyLink } from "../shared/clipboard.js";
import { assignSetIds } from "../board/draft.js";
import { forgetTilePositions, animateTiles, recordTilePositions } from "../board/flip.js";
import {
  findActingSeat,
  listDrawnTiles,
  listPlacedTiles,
  makeSolverAddress,
  parseStepAddress,
  findStepOfTurn,
} from "./steps.js";
import { makeRecordAddress } from "./source.js";
import { followLink } from "../app/router.js";
import { makePlayedRulesAddress } from "../rules/rules.js";
import { screenReaderText } from "../shared/toasts.js";
import { t } from "../app/texts.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../shared/ui.js";
import { isWordEdition } from "../table/word/news.js";
import { SelectField } from "../shared/fields.js";
import { Icon } from "../shared/icons.js";
import { ProofPanel } from "./proof_panel.js";
import { ReplayControls } from "./controls.js";
import { ReplayMoves } from "./moves.js";
import { ReplaySeats } from "./seats.js";
import { StepText, summarizeStep, describeStepForScreenReader } from "./step_text.js";
import { ScoreSheet } from "../table/score_sheet.js";
import { FeltSets } from "../board/sets.js";
import { WordScoreSheet } from "../table/word/score_sheet.js";

/** @typedef {import("./steps.js").Replay} Replay */
/** @typedef {import("./steps.js").Step} Step */
/** @typedef {import("./step_text.js").Open} Open */

const STEP_MS = 1600;
/** After so long a step is one to stay at. */
const PAUSE_MS = 150;
/** With this width all panels are open. */
const WIDE = 1000;

/**
 * @param {object} props
 * @param {Replay} props.replay
 * @param {string | null} props.game  its name on this server
 * @param {() => Promise<string>} props.loadRecord
 * @param {string | null} props.from  the room to go back to
 */
export function ReplayView({ replay, game, loadRecord, from }) {
  const last = replay.steps.length - 1;
  const [index, setIndex] = useState(parseStepAddress(location.hash, last + 1));
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [open, setOpen] = useState(/** @type {Open} */ ("all"));
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const step = /** @type {Step} */ (replay.steps[index]);

  /** @param {number} to */
  const goTo = (to) => setIndex(Math.max(0, Math.min(last, to)));
  /** From wherever it is by then: keys come faster than the page is drawn. @param {number} by */
  const goOn = (by) => setIndex((old) => Math.max(0, Math.min(last, old + by)));
  function play() {
    if (!playing && index === last) goTo(0);
    setPlaying(!playing);
  }
  useEffect(() => {
    // Not for every step that a slider rushes through: browsers refuse too many addresses, and ears
    // too many words.
    const timer = setTimeout(() => {
      history.replaceState(history.state, "", `#${index}`);
      screenReaderText.value = describeStepForScreenReader(replay, index, open);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [index]);
  useEffect(() => {
    if (!playing) return undefined;
    if (index === last) setPlaying(false);
    const timer = setTimeout(() => goOn(1), STEP_MS / speed);
    return () => clearTimeout(timer);
  }, [playing, index, speed]);
  useEffect(() => {
    const named = () => setIndex(parseStepAddress(location.hash, last + 1));
    const press = (/** @type {KeyboardEvent} */ event) =>
      handleReplayKey(event, { last, goTo, goOn, play });
    addEventListener("hashchange", named);
    addEventListener("keydown", press);
    return () => {
      removeEventListener("hashchange", named);
      removeEventListener("keydown", press);
    };
  });
  const isNew = root.current === null;
  if (root.current) recordTilePositions(root.current);
  useLayoutEffect(() => {
    if (root.current)
      animateTiles(root.current, (tile) =>
        isNew ? null : findTileOrigin(Number(tile.dataset.tile), step),
      );
  });
  useEffect(() => forgetTilePositions, []);

  const placed = listPlacedTiles(step);
  const { names, edition } = replay.header;
  const finished = replay.steps[last]?.events.at(-1);
  const lines = finished?.type === "Finished" ? finished.sheet.lines : [];
  const wide = innerWidth >= WIDE;
  return html`
    <div class="replay" ref=${root}>
      <h1 class="unseen">${t("replay.title")}</h1>
      <header class="replay-head">
        <span class="chip">${t(`edition.${edition.key}`)}</span>
        <span class="chip pool" data-pool title=${t("pool.title", { count: step.pool })}>
          <i class="pool-tiles" aria-hidden="true"></i>
          <b>${step.pool}</b>
          <span class="unseen">${t("pool.title", { count: step.pool })}</span>
        </span>
        <${StepText} replay=${replay} index=${index} open=${open} />
      </header>
      <${FeltSets}
        sets=${assignSetIds(step.table)}
        unit=${isWordEdition(edition) ? "word" : "set"}
        faceOf=${(/** @type {number} */ tile) => replay.faces[tile] ?? "J"}
        setLook=${() => ({})}
        tileLook=${(/** @type {number} */ tile) => ({
          marks: placed.has(tile) ? "is-own" : "",
          stands: step.jokers[tile] ?? "",
        })}
        newSet=${null}
        focus=${null}
        empty=${t("felt.empty")}
        still=${true}
      />
      <${ReplaySeats} replay=${replay} index=${index} open=${open} />
      <${ReplayControls}
        index=${index}
        last=${last}
        turn=${step.turns}
        turns=${replay.steps[last]?.turns ?? 1}
        words=${summarizeStep(replay, index)}
        playing=${playing}
        speed=${speed}
        onStep=${goTo}
        onTurn=${(/** @type {number} */ turn) => goTo(findStepOfTurn(replay, turn))}
        onPlay=${play}
        onSpeed=${setSpeed}
      />
      <aside class="replay-side card">
        <${SelectField}
          label=${t("replay.racks")}
          value=${open}
          choices=${[
            { value: "all", text: t("replay.racks_all") },
            { value: "none", text: t("replay.racks_none") },
            ...names.map((name, value) => ({
              value,
              text: t("replay.racks_one", { name }),
            })),
          ]}
          onPick=${(/** @type {string} */ value) =>
            setOpen(/** @type {Open} */ (/^\d+$/.test(value) ? Number(value) : value))}
        />
        <details class="replay-panel" open=${wide}>
          <summary>${t("replay.moves")}</summary>
          <${ReplayMoves} replay=${replay} index=${index} onStep=${goTo} />
        </details>
        <details
          class="replay-panel"
          key=${index === last ? "end" : "sheet"}
          open=${index === last && wide}
        >
          <summary>${t("replay.sheet")}</summary>
          <div class="replay-panel-inside">
            <${isWordEdition(edition) ? WordScoreSheet : ScoreSheet}
              lines=${lines}
              sums=${replay.sums}
              names=${names}
              racks=${replay.steps[last]?.seats.map(({ rack }) => rack) ?? []}
              faceOf=${(/** @type {number} */ tile) => replay.faces[tile] ?? "J"}
              rules=${makePlayedRulesAddress(edition)}
            />
          </div>
        </details>
        <${ProofPanel} game=${game} load=${loadRecord} />
        <${ReplayLinks} replay=${replay} index=${index} game=${game} from=${from} />
      </aside>
    </div>
  `;
}

/**
 * What else can be done with it.
 * @param {{replay: Replay, index: number, game: string | null, from: string | null}} props
 */
function ReplayLinks({ replay, index, game, from }) {
  const solver = makeSolverAddress(replay, index);
  const copy = () => copyLink(makeFullAddress(`/replay/${game}#${index}`));
  return html`
    <div class="replay-ways">
      ${
        game !== null &&
        html`
          <button class="secondary" onClick=${copy}>
            <${Icon} name="copy" /> ${t("replay.share")}
          </button>
        `
      }
      ${
        solver &&
        html`
          <a class="secondary" href=${solver}><${Icon} name="hint" /> ${t("replay.solve")}</a>
        `
      }
      ${
        game !== null &&
        html`
          <a class="secondary" href=${makeRecordAddress(game)} download=${`kostka-${game}.jsonl`}>
            <${Icon} name="download" /> ${t("replay.download")}
          </a>
        `
      }
      ${
        from &&
        html`
          <a class="primary" href=${`/room/${from}`} onClick=${followLink}>
            ${t("replay.to_room")}
          </a>
        `
      }
    </div>
  `;
}

/** Where a tile comes from that was not seen before. @param {number} tile @param {Step} step */
function findTileOrigin(tile, step) {
  if (listDrawnTiles(step).has(tile)) return document.querySelector("[data-pool]");
  return listPlacedTiles(step).has(tile)
    ? document.querySelector(`[data-seat="${findActingSeat(step)}"]`)
    : null;
}

/**
 * Arrow keys step, the space bar plays; fields and buttons keep the keys that are theirs.
 * @param {KeyboardEvent} event
 * @param {{last: number, goTo: (to: number) => void, goOn: (by: number) => void, play: () => void}}
 *   at
 */
function handleReplayKey(event, { last, goTo, goOn, play }) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.altKey || event.ctrlKey || event.metaKey || target.closest("input, select, textarea"))
    return;
  const isOnButton = target.closest("button, a, summary") !== null;
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: () => goOn(-1),
    ArrowRight: () => goOn(1),
    Home: () => goTo(0),
    End: () => goTo(last),
    ...(isOnButton ? {} : { " ": play }),
  };
  const act = keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}
