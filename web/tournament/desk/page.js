// The desk of organiser and referees: one next step, always in sight, and the parts of the
// tournament below it.

import { addLazyParts, getLazyPart } from "../../app/lazy_pages.js";
import { LazyPart } from "../../app/lazy_part.js";
import { t } from "../../app/texts.js";
import { Icon } from "../../shared/icons.js";
import { html, useEffect, useRef, useState } from "../../shared/ui.js";
import { Problems, useDoing } from "../fields.js";
import { lastRound, minutesText, roman, timeLeft } from "../model.js";
import { DeskSettings } from "../settings.js";
import { hurry, line, now, outbox, role, send, view, words } from "../state.js";
import { SaveCopy } from "./backup_button.js";
import { place, show } from "./location.js";
import { nextOf, sectionsOf } from "./steps.js";

/** @typedef {import("../model.js").View} View */

addLazyParts({
  desk_history: async () => (await import("./history.js")).DeskHistory,
  desk_papers: async () => (await import("./papers.js")).DeskPapers,
  desk_players: async () => (await import("./players.js")).DeskPlayers,
  desk_referee: async () => (await import("./referee.js")).DeskReferee,
  desk_result_form: async () => (await import("./result_form.js")).ResultForm,
  desk_results: async () => (await import("./results.js")).DeskResults,
  desk_seats: async () => (await import("./seats.js")).DeskSeats,
  desk_standings: async () => (await import("./standings.js")).DeskStandings,
  desk_titles: async () => (await import("./titles.js")).DeskTitles,
});

export function DeskPage() {
  const seen = /** @type {View} */ (view.value);
  const sections = sectionsOf(role.value);
  const usual = nextOf(seen, "history").section;
  const asked = place().section;
  const section =
    sections.find((one) => one === asked) ?? sections.find((one) => one === usual) ?? "results";
  useEffect(() => {
    // it stays there when the step is done
    if (asked !== section) show(section, {}, { replace: true });
  });
  // All of them are here before a line can be lost.
  useEffect(() => {
    for (const one of [...sections, "result_form"]) getLazyPart(`desk_${one}`);
  }, []);
  return html`
    <div class="desk">
      <${Head} view=${seen} />
      <${NextStep} view=${seen} section=${section} />
      <${Sections} sections=${sections} section=${section} view=${seen} />
      <section class="desk-body" aria-label=${words.t(`section.${section}`)}>
        <${LazyPart} key=${section} name=${`desk_${section}`} props=${{ view: seen }} />
      </section>
    </div>
  `;
}

/** @param {{view: View}} props */
function Head({ view: seen }) {
  const [isOpen, setOpen] = useState(false);
  return html`
    <header class="desk-head">
      <div class="desk-title">
        <h1>${seen.title}</h1>
        <p>
          ${words.t(`role.${seen.role}`)}
          ${seen.rehearsal && html` · <b>${words.t("new.rehearsal")}</b>`}
        </p>
      </div>
      ${
        seen.role === "organiser" &&
        html`
          <${SaveCopy} title=${seen.title} />
          <button
            class="icon-button"
            aria-label=${words.t("settings.title")}
            title=${words.t("settings.title")}
            onClick=${() => setOpen(true)}
          >
            <${Icon} name="gear" />
          </button>
        `
      }
      ${isOpen && html`<${DeskSettings} view=${seen} onClose=${() => setOpen(false)} />`}
    </header>
  `;
}

/** Whether the server hears us; what waits for it. */
function Line() {
  const waiting = outbox.value.length;
  if (line.value !== "lost" && !waiting) return null;
  return html`
    <p class="desk-line" role="status">
      <span>
        ${words.t("line.lost")}
        ${waiting > 0 && html` · ${words.t("line.waiting", { count: waiting })}`}
      </span>
      <button class="secondary" onClick=${hurry}>${t("connection.retry")}</button>
    </p>
  `;
}

/** @param {{view: View, section: import("./steps.js").Section}} props */
function NextStep({ view: seen, section }) {
  const next = nextOf(seen, section);
  const [doing, run, quiet] = useDoing();
  const { command, values } = next;
  const round = roman(values.round ?? 1);
  useEffect(quiet, [next.step, section]);
  /** @param {Record<string, string>} [more] */
  async function go(more = {}) {
    if (!command)
      return show(next.section, next.sheet ? { table: next.sheet[0], game: next.sheet[1] } : {});
    const isDone = await run(() => send({ ...command, ...more }));
    // who has gone elsewhere meanwhile stays there
    if (isDone && place().section === section) show(next.after);
  }
  // Five players: the organiser chooses how they sit.
  const isFive = doing.problems.some(({ code }) => code === "choose_five");
  const isHere = !command && section === next.section && (!next.sheet || place().table !== null);
  const key = next.step === "done" && seen.rehearsal ? "rehearsed" : next.step;
  const text =
    command || key !== "lock"
      ? words.t(`next.${key}`, { ...values, round })
      : words.t("next.look", { round });
  return html`
    <section class="desk-next" aria-label=${words.t("next.title")}>
      <${Line} />
      <div class="desk-next-row">
        <p>
          <small>
            ${words.t("next.title")}
            ${
              next.step !== "done" &&
              ` · ${words.t("next.round", { round, rounds: roman(values.rounds ?? 1) })}`
            }
          </small>
          <span>${text}</span>
        </p>
        <${RoundClock} view=${seen} />
        ${
          !isHere &&
          !isFive &&
          html`
            <button class="primary large" disabled=${doing.isBusy} onClick=${() => go()}>
              ${words.t(`next.${key}_${command ? "do" : "go"}`, { round })}
            </button>
          `
        }
        ${
          isFive &&
          ["two_tables", "one_table"].map(
            (five) => html`
            <button class="primary large" key=${five} onClick=${() => go({ five })}>
              ${words.t(`five.${five}`)}
            </button>
          `,
          )
        }
      </div>
      <${Problems} of=${doing} />
    </section>
  `;
}

/** The time of the round that is played, for the hall. @param {{view: View}} props */
function RoundClock({ view: seen }) {
  const [, tick] = useState(0);
  const round = lastRound(seen);
  const left = round?.phase === "running" ? timeLeft(seen.settings, round, null, now()) : null;
  const isRunning = left !== null;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => tick(Math.random()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  if (left === null) return null;
  return html`
    <b class=${`desk-clock ${left < 0 ? "is-over" : ""}`} title=${words.t("next.time_left")}>
      <span class="unseen">${words.t("next.time_left")}</span> ${minutesText(left)}
    </b>
  `;
}

/**
 * @param {{sections: readonly import("./steps.js").Section[], section: string, view: View}} props
 */
function Sections({ sections, section, view: seen }) {
  const here = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => here.current?.scrollIntoView({ block: "nearest", inline: "center" }), [section]);
  const open = seen.disputes.filter(({ decision }) => !decision).length;
  const missing =
    seen.rounds.at(-1)?.phase === "running" ? (seen.rounds.at(-1)?.missing.length ?? 0) : 0;
  /** @type {Record<string, number>} */
  const counts = { referee: open, results: missing };
  return html`
    <nav class="desk-tabs" aria-label=${words.t("section.all")}>
      ${sections.map(
        (one) => html`
          <button
            key=${one}
            ref=${one === section ? here : null}
            class=${one === section ? "is-on" : ""}
            aria-current=${one === section ? "page" : undefined}
            onClick=${() => show(one)}
          >
            ${words.t(`section.${one}`)}
            ${counts[one] ? html` <b>${counts[one]}</b>` : null}
          </button>
        `,
      )}
    </nav>
  `;
}
