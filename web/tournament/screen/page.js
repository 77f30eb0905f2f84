// The projector: find your name, the clock of the round, what is missing, and the standings when
// they are shown.

import { getLanguage } from "../../app/texts.js";
import { formatPoints } from "../../shared/score_sheet/points.js";
import { html, useEffect, useRef, useState } from "../../shared/ui.js";
import { keepScreenOn } from "../../shared/wake_lock.js";
import { LETTERS, formatMinutesAndSeconds, formatRoman } from "../model.js";
import { filterPeopleByText } from "../search.js";
import { connection, view, words } from "../state.js";
import { getClockClass, useTimeLeft } from "../table_clock.js";
import { listSeatsByName, summariseRoundProgress, chooseScreenContent } from "./model.js";
import { PagedList } from "./paged_list.js";

/** @typedef {import("../model.js").RoundView} RoundView */
/** @typedef {import("../model.js").Row} Row */
/** @typedef {import("./model.js").Seated} Seated */

export function ScreenPage() {
  const [typed, setTyped] = useState("");
  const stage = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(keepScreenOn, []);
  const shown = view.value;
  if (!shown) return null;
  const { round, says, lists } = chooseScreenContent(shown);
  const isSearching = typed.trim() !== "" && round !== null && says !== "end";
  return html`
    <div class=${`screen is-${says} ${lists.length ? "has-list" : ""}`} ref=${stage}>
      <header class="screen-head">
        <h1>${shown.title}</h1>
        ${
          round &&
          says !== "end" &&
          html`
            <b class="screen-round">
              ${words.t("sheet.round", { number: formatRoman(round.number) })}
            </b>
          `
        }
        ${
          round &&
          (says === "seats" || says === "playing") &&
          html`
            <${SearchField} typed=${typed} onType=${setTyped} />
          `
        }
        ${
          document.fullscreenEnabled &&
          html`
            <button class="secondary screen-full" onClick=${() => toggleFullScreen(stage.current)}>
              ${words.t("screen.full")}
            </button>
          `
        }
      </header>
      ${shown.rehearsal && html`<p class="desk-rehearsal">${words.t("choice_rehearsal")}</p>`}
      ${
        connection.value === "lost" &&
        html`
          <p class="screen-lost" role="status">${words.t("screen.lost")}</p>
        `
      }
      <div class="screen-body">
        ${says === "playing" && round && html`<${RoundProgress} round=${round} />`}
        ${says === "end" && html`<${TitleList} />`}
        ${
          isSearching
            ? html`
            <${SearchResults} round=${round} typed=${typed} />
          `
            : html`
            <${RotatingLists} key=${`${says}-${round?.number}`} round=${round} lists=${lists} />
          `
        }
        ${
          !lists.length &&
          says !== "playing" &&
          says !== "end" &&
          html`
            <p class="screen-wait">${words.t(`screen.${says}`)}</p>
          `
        }
      </div>
    </div>
  `;
}

/** @param {HTMLElement | null} stage */
function toggleFullScreen(stage) {
  if (document.fullscreenElement) void document.exitFullscreen();
  else void stage?.requestFullscreen().catch(() => {}); // some browsers let no page be so large
}

/** @param {{typed: string, onType: (text: string) => void}} props */
function SearchField({ typed, onType }) {
  return html`
    <label class="screen-search">
      <span class="unseen">${words.t("screen.find")}</span>
      <input
        type="search"
        placeholder=${words.t("screen.find")}
        value=${typed}
        autocomplete="off"
        maxlength="60"
        onInput=${(/** @type {any} */ event) => onType(event.currentTarget.value)}
      />
    </label>
  `;
}

/**
 * The seats, the standings, or one after the other.
 * @param {{round: RoundView | null, lists: readonly string[]}} props
 */
function RotatingLists({ round, lists }) {
  const [at, setAt] = useState(0);
  const list = lists[at % Math.max(1, lists.length)];
  const onEnd = lists.length > 1 ? { onEnd: () => setAt((at + 1) % lists.length) } : {};
  if (list === "seats" && round) {
    const rows = listSeatsByName(round, getLanguage()).map((one) => ({
      key: one.player,
      head: getInitial(one.name),
      row: html`<${SeatRow} one=${one} />`,
    }));
    return html`
      <${PagedList} key="seats" label=${words.t("screen.find")} rows=${rows} ...${onEnd} />
    `;
  }
  if (list !== "standings") return null;
  const rows = (view.value?.standings ?? []).map((row) => ({
    key: row.player,
    head: row.place === null ? "–" : `${row.place}.`,
    row: html`<${StandingRow} row=${row} />`,
  }));
  return html`
    <${PagedList} key="standings" label=${words.t("screen.standings")} rows=${rows} ...${onEnd} />
  `;
}

/** @param {string} name */
const getInitial = (name) => [...name][0]?.toLocaleUpperCase(getLanguage()) ?? "";

/** @param {{one: Seated}} props */
function SeatRow({ one }) {
  return html`
    <span class="screen-name">${one.name}${one.group && html` <small>${one.group}</small>`}</span>
    <b class="screen-seat">${one.seat || words.t("screen.bye")}</b>
  `;
}

/** @param {{row: Row}} props */
function StandingRow({ row }) {
  return html`
    <b class="screen-place">${row.place === null ? "–" : `${row.place}.`}</b>
    <span class="screen-name">${row.name}${row.group && html` <small>${row.group}</small>`}</span>
    <b class="screen-big">${row.big}</b>
    <span class="screen-small">${formatPoints(row.points)}</span>
  `;
}

/** @param {{round: RoundView | null, typed: string}} props */
function SearchResults({ round, typed }) {
  const people = round ? filterPeopleByText(listSeatsByName(round, getLanguage()), typed) : [];
  return html`
    <section class="screen-part screen-found">
      <div class="screen-list" aria-live="polite">
        <ol>
          ${people.slice(0, 30).map(
            (one) => html`
              <li key=${one.player}>
                <span class="screen-name">
                  ${one.name}
                  ${one.group && html` <small>${one.group}</small>`}
                </span>
                <b class="screen-place-of">${describeSeat(one.seat)}</b>
              </li>
            `,
          )}
        </ol>
        ${!people.length && html`<p class="screen-wait">${words.t("screen.nobody")}</p>`}
      </div>
    </section>
  `;
}

/** "Table 2, seat C". @param {string} seat */
function describeSeat(seat) {
  if (!seat) return words.t("screen.bye");
  const letter = seat.slice(-1);
  return LETTERS.includes(letter)
    ? words.t("screen.seat", { table: seat.slice(0, -1), letter })
    : seat;
}

/** @param {{round: RoundView}} props */
function RoundProgress({ round }) {
  const left = useTimeLeft(round, null);
  const { tables, entered, all } = summariseRoundProgress(round);
  return html`
    <section class=${`screen-clock ${getClockClass(left)}`} aria-label=${words.t("screen.clock")}>
      ${
        left === null
          ? html`
          <p class="screen-untimed">${words.t("screen.playing")}</p>
        `
          : html`
            <b class="screen-time" role="timer">${formatMinutesAndSeconds(Math.max(left, 0))}</b>
          `
      }
      ${
        left !== null &&
        left <= 0 &&
        html`
          <p class="screen-over" role="status">${words.t("sheet.time_over")}</p>
        `
      }
      <div class="screen-missing">
        <h2>${words.t("screen.entered", { entered, all })}</h2>
        ${
          entered > 0 &&
          tables.length > 0 &&
          html`
            <p>${words.t("screen.missing")}</p>
            <ul class=${tables.length > 24 ? "is-many" : ""}>
              ${tables.map((table) => html`<li key=${table}>${table}</li>`)}
            </ul>
          `
        }
      </div>
    </section>
  `;
}

function TitleList() {
  const titles = view.value?.titles ?? [];
  return html`
    <section class="screen-titles">
      <ol>
        ${titles.map(
          ({ title, shared, row }) => html`
            <li key=${row.player} class=${`is-${title}`}>
              <span>${words.t(`title.${title}`)}${shared && ` (${words.t("title.shared")})`}</span>
              <b>${row.name}</b>
              ${row.group && html`<small>${row.group}</small>`}
            </li>
          `,
        )}
      </ol>
    </section>
  `;
}
