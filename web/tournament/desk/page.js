// The desk of organiser and referees: one next step, always in sight, and the parts of the
// tournament below it.

import { registerLazyParts, getLazyPart } from "../../app/lazy_pages.js";
import { LazyPart } from "../../app/lazy_part.js";
import { t } from "../../app/texts.js";
import { Icon } from "../../shared/icons.js";
import { html, useEffect, useRef, useState } from "../../shared/ui.js";
import { ProblemList, useTask } from "../fields.js";
import { getLastRound, formatMinutesAndSeconds, formatRoman, getTimeLeft } from "../model.js";
import { SettingsDialog } from "../settings.js";
import {
  retryConnectionNow,
  connection,
  getServerTime,
  outbox,
  role,
  sendCommand,
  view,
  words,
} from "../state.js";
import { BackupButton } from "./backup_button.js";
import { getLocation, goToSection } from "./location.js";
import { findNextStep, listSections } from "./steps.js";

/** @typedef {import("../model.js").View} View */

registerLazyParts({
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
  const sections = listSections(role.value);
  const usual = findNextStep(seen, "history").section;
  const asked = getLocation().section;
  const section =
    sections.find((one) => one === asked) ?? sections.find((one) => one === usual) ?? "results";
  useEffect(() => {
    // it stays there when the step is done
    if (asked !== section) goToSection(section, {}, { replace: true });
  });
  // All of them are here before a line can be lost.
  useEffect(() => {
    for (const one of [...sections, "result_form"]) getLazyPart(`desk_${one}`);
  }, []);
  return html`
    <div class="desk">
      <${DeskHeader} view=${seen} />
      <${NextStep} view=${seen} section=${section} />
      <${SectionTabs} sections=${sections} section=${section} view=${seen} />
      <section class="desk-body" aria-label=${words.t(`section.${section}`)}>
        <${LazyPart} key=${section} name=${`desk_${section}`} props=${{ view: seen }} />
      </section>
    </div>
  `;
}

/** @param {{view: View}} props */
function DeskHeader({ view: seen }) {
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
          <${BackupButton} title=${seen.title} />
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
      ${isOpen && html`<${SettingsDialog} view=${seen} onClose=${() => setOpen(false)} />`}
    </header>
  `;
}

/** Whether the server hears us; what waits for it. */
function ConnectionStatus() {
  const waiting = outbox.value.length;
  if (connection.value !== "lost" && !waiting) return null;
  return html`
    <p class="desk-line" role="status">
      <span>
        ${words.t("line.lost")}
        ${waiting > 0 && html` · ${words.t("line.waiting", { count: waiting })}`}
      </span>
      <button class="secondary" onClick=${retryConnectionNow}>${t("connection.retry")}</button>
    </p>
  `;
}

/** @param {{view: View, section: import("./steps.js").Section}} props */
function NextStep({ view: seen, section }) {
  const next = findNextStep(seen, section);
  const [doing, run, quiet] = useTask();
  const { command, values } = next;
  const round = formatRoman(values.round ?? 1);
  useEffect(quiet, [next.step, section]);
  /** @param {Record<string, string>} [more] */
  async function runNextStep(more = {}) {
    if (!command)
      return goToSection(
        next.section,
        next.sheet ? { table: next.sheet[0], game: next.sheet[1] } : {},
      );
    const isDone = await run(() => sendCommand({ ...command, ...more }));
    // who has gone elsewhere meanwhile stays there
    if (isDone && getLocation().section === section) goToSection(next.after);
  }
  // Five players: the organiser chooses how they sit.
  const isFive = doing.problems.some(({ code }) => code === "choose_five");
  const isHere =
    !command && section === next.section && (!next.sheet || getLocation().table !== null);
  const key = next.step === "done" && seen.rehearsal ? "rehearsed" : next.step;
  const text =
    command || key !== "lock"
      ? words.t(`next.${key}`, { ...values, round })
      : words.t("next.look", { round });
  return html`
    <section class="desk-next" aria-label=${words.t("next.title")}>
      <${ConnectionStatus} />
      <div class="desk-next-row">
        <p>
          <small>
            ${words.t("next.title")}
            ${
              next.step !== "done" &&
              ` · ${words.t("next.round", { round, rounds: formatRoman(values.rounds ?? 1) })}`
            }
          </small>
          <span>${text}</span>
        </p>
        <${RoundClock} view=${seen} />
        ${
          !isHere &&
          !isFive &&
          html`
            <button class="primary large" disabled=${doing.isBusy} onClick=${() => runNextStep()}>
              ${words.t(`next.${key}_${command ? "do" : "go"}`, { round })}
            </button>
          `
        }
        ${
          isFive &&
          ["two_tables", "one_table"].map(
            (five) => html`
            <button class="primary large" key=${five} onClick=${() => runNextStep({ five })}>
              ${words.t(`five.${five}`)}
            </button>
          `,
          )
        }
      </div>
      <${ProblemList} of=${doing} />
    </section>
  `;
}

/** The time of the round that is played, for the hall. @param {{view: View}} props */
function RoundClock({ view: seen }) {
  const [, tick] = useState(0);
  const round = getLastRound(seen);
  const left =
    round?.phase === "running" ? getTimeLeft(seen.settings, round, null, getServerTime()) : null;
  const isRunning = left !== null;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => tick(Math.random()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  if (left === null) return null;
  return html`
    <b class=${`desk-clock ${left < 0 ? "is-over" : ""}`} title=${words.t("next.time_left")}>
      <span class="unseen">${words.t("next.time_left")}</span> ${formatMinutesAndSeconds(left)}
    </b>
  `;
}

/**
 * @param {{sections: readonly import("./steps.js").Section[], section: string, view: View}} props
 */
function SectionTabs({ sections, section, view: seen }) {
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
            onClick=${() => goToSection(one)}
          >
            ${words.t(`section.${one}`)}
            ${counts[one] ? html` <b>${counts[one]}</b>` : null}
          </button>
        `,
      )}
    </nav>
  `;
}
