// The score sheet of one game at a real table: how it ended and what is left on each rack, as tiles
// or as a sum.

import {
  countTilesLeft,
  doesOpeningCount,
  encodePoints,
  countRack,
  scoreGame,
} from "../shared/score_sheet/scoring.js";
import { withRack } from "./match.js";
import { book, draft, match, removeGame, saveGame, words } from "./state.js";
import { t, nameTile } from "../app/texts.js";
import { JOKER_NAMES, renderTile } from "../board/tile_markup.js";
import { html, useState } from "../shared/ui.js";
import { Sure } from "./confirm.js";
import { SelectField, SegmentedField } from "../shared/fields.js";
import { Icon } from "../shared/icons.js";
import { formatPoints } from "../table/score_sheet.js";
import { TileKeyboard } from "../shared/score_sheet/tile_keyboard.js";

/** @typedef {import("../shared/score_sheet/scoring.js").Rack} Rack */
/** @typedef {import("../shared/score_sheet/scoring.js").ScoreLine} Line */
/** @typedef {import("./match.js").Draft} Draft */

export function TimerSheet() {
  const [active, setActive] = useState(-1);
  const [isSure, setSure] = useState(false);
  const typed = draft.value;
  const own = match.value;
  if (!typed || !own) return null;
  const scored = typed.isSaid ? scoreGame(book(), typed.racks, typed.out) : null;
  const lines = scored && "lines" in scored ? scored.lines : [];
  const losers = typed.isSaid ? [...own.names.keys()].filter((seat) => seat !== typed.out) : [];
  const open = losers.includes(active)
    ? active
    : (losers.find((seat) => isUntouched(typed.racks[seat])) ?? losers[0]);
  const isNew = typed.at === own.games.length;
  return html`
    <section class="card stack timer-sheet">
      <h2>${words.t("timer.game", { number: typed.at + 1 })}</h2>
      <${SegmentedField}
        name="out"
        label=${words.t("timer.out")}
        value=${typed.isSaid ? typed.out : undefined}
        choices=${[
          ...own.names.map((text, value) => ({ value, text })),
          { value: null, text: words.t("timer.pool") },
        ]}
        onPick=${(/** @type {number | null} */ out) =>
          (draft.value = { ...typed, isSaid: true, out })}
      />
      ${
        typed.isSaid &&
        html`
          <h3>${words.t("timer.racks")}</h3>
          ${losers.map(
            (seat) => html`
              <${RackEntry}
                key=${seat}
                seat=${seat}
                line=${lines[seat]}
                isOpen=${seat === open}
                onOpen=${() => setActive(seat)}
              />
            `,
          )}
          ${
            typed.out !== null &&
            lines.length > 0 &&
            html`
              <${Head} name=${own.names[typed.out] ?? ""} line=${lines[typed.out]} />
            `
          }
        `
      }
      <p class="timer-problem" role="status">${problemText(typed, scored)}</p>
      <button class="primary large" disabled=${!lines.length} onClick=${saveGame}>
        ${words.t("timer.save")}
      </button>
      <div class="field-row">
        <button class="quiet-button" onClick=${() => (draft.value = null)}>
          ${words.t("timer.drop")}
        </button>
        ${
          !isNew &&
          html`
            <button class="quiet-button" onClick=${() => setSure(true)}>
              ${words.t("timer.remove", { number: typed.at + 1 })}
            </button>
          `
        }
      </div>
      ${
        isSure &&
        html`<${Sure}
        title=${words.t("timer.remove", { number: typed.at + 1 })}
        text=${words.t("timer.remove_sure")}
        onSure=${() => removeGame(typed.at)}
        onClose=${() => setSure(false)}
      />`
      }
    </section>
  `;
}

/** @param {Rack | undefined} rack */
const isUntouched = (rack) => rack?.by === "tiles" && !rack.tiles.length;

/**
 * @param {Draft} typed
 * @param {import("../shared/score_sheet/scoring.js").GameScore | null} scored
 */
function problemText(typed, scored) {
  if (!typed.isSaid) return words.t("timer.problem_out");
  if (!scored || "lines" in scored) return "";
  return words.t(`timer.problem_${scored.problem.code}`, {
    name: match.value?.names[scored.problem.seat] ?? "",
  });
}

/**
 * A player's points and how they came about.
 * @param {{name: string, line: Line | undefined, count?: number}} props
 */
function Head({ name, line, count = 0 }) {
  return html`
    <div class="timer-rack-head">
      <b>${name}</b>
      <span class="timer-rack-why">
        ${
          line
            ? t(`why.${line.why}`, { count: line.count, tiles: line.tiles })
            : count > 0 && words.t("timer.counts", { number: count })
        }
      </span>
      ${
        line && html`<b class="timer-rack-points">${formatPoints(encodePoints(line.sixtieths))}</b>`
      }
    </div>
  `;
}

/** @param {{seat: number, line: Line | undefined, isOpen: boolean, onOpen: () => void}} props */
function RackEntry({ seat, line, isOpen, onOpen }) {
  const typed = /** @type {Draft} */ (draft.value);
  const rack = /** @type {Rack} */ (typed.racks[seat]);
  const name = match.value?.names[seat] ?? "";
  const change = (/** @type {Partial<Rack>} */ changes) =>
    (draft.value = withRack(typed, seat, changes));
  /** What can be said depends on how the rack is typed. @param {"tiles" | "sum"} by */
  function type(by) {
    const gone = by === "tiles" ? "could_open" : "no_turn";
    change({ by, opened: rack.opened === gone ? "unopened" : rack.opened });
    onOpen();
  }
  return html`
    <section class="timer-rack-entry" aria-label=${words.t("timer.rack_of", { name })}>
      <${Head} name=${name} line=${line} count=${countRack(book(), rack)} />
      <${SegmentedField}
        name=${`by-${seat}`}
        label=${words.t("timer.by")}
        value=${rack.by}
        choices=${["tiles", "sum"].map((value) => ({ value, text: words.t(`timer.by_${value}`) }))}
        onPick=${type}
      />
      ${
        rack.by === "sum"
          ? html`
          <${SumFields} rack=${rack} change=${change} />
        `
          : html`
          <${Tiles}
            seat=${seat}
            rack=${rack}
            name=${name}
            change=${change}
            isOpen=${isOpen}
            onOpen=${onOpen}
          />
        `
      }
      ${
        doesOpeningCount(book(), typed.out) &&
        html`
          <${SelectField}
            label=${words.t("timer.opened")}
            value=${rack.opened}
            choices=${[
              "opened",
              "unopened",
              rack.by === "sum" ? "could_open" : "no_turn",
              "announced",
            ].map((value) => ({ value, text: words.t(`timer.opened_${value}`) }))}
            onPick=${(/** @type {any} */ opened) => change({ opened })}
          />
        `
      }
    </section>
  `;
}

/**
 * @param {{seat: number, rack: Rack, name: string, change: (changes: Partial<Rack>) => void,
 *   isOpen: boolean, onOpen: () => void}} props
 */
function Tiles({ seat, rack, name, change, isOpen, onOpen }) {
  const typed = /** @type {Draft} */ (draft.value);
  const others = typed.racks.filter(
    (other, at) => at !== seat && at !== typed.out && other.by === "tiles",
  );
  const taken = [...others.flatMap((other) => other.tiles), ...rack.tiles];
  const jokers = Object.keys(JOKER_NAMES).filter((face) => countTilesLeft(book(), [], face));
  /** @param {string} face */
  function type(face) {
    onOpen(); // it stays open, now that it is no longer the first without tiles
    change({ tiles: [...rack.tiles, face] });
  }
  return html`
    <div class="timer-rack">
      ${rack.tiles.map((face, at) => {
        const { markup, classes } = renderTile(face);
        const label = words.t("timer.take_off", { tile: nameTile(face) });
        return html`
          <button
            key=${at}
            class=${classes}
            aria-label=${label}
            onClick=${() => change({ tiles: rack.tiles.toSpliced(at, 1) })}
            dangerouslySetInnerHTML=${{ __html: markup }}
          ></button>
        `;
      })}
      ${!rack.tiles.length && isOpen && html`<p>${words.t("timer.no_tiles")}</p>`}
      ${
        !isOpen &&
        html`
          <button class="secondary" onClick=${onOpen}>${words.t("timer.enter", { name })}</button>
        `
      }
    </div>
    ${
      isOpen &&
      html`
        <${TileKeyboard}
          jokers=${jokers}
          left=${(/** @type {string} */ face) => countTilesLeft(book(), taken, face)}
          onKey=${type}
        />
      `
    }
  `;
}

/** @param {{rack: Rack, change: (changes: Partial<Rack>) => void}} props */
function SumFields({ rack, change }) {
  const { box } = book();
  const jokers = box.ordinary + box.double + box.colour_change + box.mirror;
  const most = 4 * 91 * box.copies; // every number tile of the box
  /** @param {any} event */
  function read(event) {
    const digits = event.currentTarget.value.replace(/\D/g, "").slice(0, 4);
    change({ sum: digits ? Math.min(Number(digits), most) : null });
  }
  return html`
    <div class="timer-sum-fields">
      <label class="field">
        <span>${words.t("timer.sum")}</span>
        <input inputmode="numeric" autocomplete="off" value=${rack.sum ?? ""} onInput=${read} />
      </label>
      <div class="stepper" role="group" aria-label=${words.t("timer.jokers")}>
        <span aria-hidden="true">${words.t("timer.jokers")}</span>
        <div>
          <button
            class="icon-button"
            aria-label=${words.t("timer.less")}
            disabled=${!rack.jokers}
            onClick=${() => change({ jokers: rack.jokers - 1, sum: rack.sum ?? 0 })}
          >
            <${Icon} name="minus" />
          </button>
          <output>${rack.jokers}</output>
          <button
            class="icon-button"
            aria-label=${words.t("timer.more")}
            disabled=${rack.jokers >= jokers}
            onClick=${() => change({ jokers: rack.jokers + 1, sum: rack.sum ?? 0 })}
          >
            <${Icon} name="plus" />
          </button>
        </div>
      </div>
    </div>
  `;
}
