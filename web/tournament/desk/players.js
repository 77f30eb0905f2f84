// Players: names typed, pasted or from a file, and who is there.

import { Icon } from "../../shared/icons.js";
import { html, useRef, useState } from "../../shared/ui.js";
import { getDraft, saveDraft } from "../drafts.js";
import { ProblemList, TextField, CheckboxField, useTask } from "../fields.js";
import { getLastRound } from "../model.js";
import { filterPeopleByText } from "../search.js";
import { sendCommand, words } from "../state.js";
import { NameListForm } from "./name_list.js";
import { PlayerDialog } from "./player.js";

/** @typedef {import("../model.js").View} View */
/** @typedef {import("../model.js").Player} Player */

/** @param {{view: View}} props */
export function DeskPlayers({ view }) {
  return html`
    <div class="desk-players">
      <div class="stack">
        <${AddPlayerForm} view=${view} />
        <${NameListForm} isFirst=${!view.players.length} />
      </div>
      <${CheckInList} view=${view} />
    </div>
  `;
}

/** @param {{view: View}} props */
function AddPlayerForm({ view }) {
  const typed = getDraft("player", {
    name: "",
    group: "",
    present: view.players.some(({ status }) => status === "present"),
  });
  const [doing, run, quiet] = useTask();
  const form = useRef(/** @type {HTMLFormElement | null} */ (null));
  const change = (/** @type {Partial<typeof typed>} */ changes) => (
    quiet(), saveDraft("player", { ...typed, ...changes })
  );
  /** @param {SubmitEvent} event */
  async function addPlayer(event) {
    event.preventDefault();
    const { name, group, present } = typed;
    if (
      await run(() =>
        sendCommand({
          type: "AddPlayers",
          players: [{ name: name.trim(), group: group.trim() }],
          present,
        }),
      )
    ) {
      saveDraft("player", { name: "", group: "", present });
      form.current?.querySelector("input")?.focus();
    }
  }
  return html`
    <form class="card stack" ref=${form} onSubmit=${addPlayer}>
      <h2>${words.t("players.add")}</h2>
      <div class="field-row">
        <${TextField}
          label=${words.t("players.name")}
          value=${typed.name}
          required
          onText=${(/** @type {string} */ name) => change({ name })}
        />
        <${TextField}
          label=${words.t("players.group")}
          value=${typed.group}
          onText=${(/** @type {string} */ group) => change({ group })}
        />
      </div>
      <${CheckboxField}
        label=${words.t("players.is_here")}
        isOn=${typed.present}
        onTick=${(/** @type {boolean} */ present) => change({ present })}
      />
      <${ProblemList} of=${doing} />
      <button class="secondary large" type="submit" disabled=${doing.isBusy}>
        <${Icon} name="plus" />
        ${words.t("players.add_one")}
      </button>
    </form>
  `;
}

/** @param {{view: View}} props */
function CheckInList({ view }) {
  const [search, setSearch] = useState("");
  const [open, setOpen] = useState(/** @type {number | null} */ (null));
  const [doing, run] = useTask();
  const { players } = view;
  if (!players.length)
    return html`
      <section class="card stack">
        <h2>${words.t("players.check_in")}</h2>
        <p>${words.t("players.none")}</p>
      </section>
    `;
  const round = getLastRound(view);
  const seated = new Set(
    round && round.phase !== "closed"
      ? round.tables.flatMap(({ seats }) => seats.map(({ player }) => player))
      : [],
  );
  const isSeating = round !== null && (round.phase === "preview" || round.phase === "locked");
  const found = filterPeopleByText(players, search);
  const waiting = players.filter(({ status }) => status === "registered");
  const present = players.filter(({ status }) => status === "present");
  const player = players.find(({ id }) => id === open);
  /** @param {readonly Player[]} who */
  const checkIn = (who) =>
    void run(() => sendCommand({ type: "CheckIn", players: who.map(({ id }) => id) }));
  /**
   * Who is the only one found is here: at the door names are typed quickly.
   * @param {KeyboardEvent} event
   */
  function enter(event) {
    const [one] = found;
    if (event.key !== "Enter" || found.length !== 1 || one?.status !== "registered") return;
    checkIn([one]);
    setSearch("");
  }
  return html`
    <section class="card stack">
      <div class="desk-row">
        <h2>${words.t("players.check_in")}</h2>
        <p class="desk-count">
          ${words.t("players.count", { present: present.length, all: players.length })}
        </p>
      </div>
      <div class="field-row">
        <label class="field">
          <span>${words.t("players.search")}</span>
          <input
            type="search"
            value=${search}
            autocomplete="off"
            enterkeyhint="done"
            onKeyDown=${enter}
            onInput=${(/** @type {any} */ event) => setSearch(event.currentTarget.value)}
          />
        </label>
        ${
          waiting.length > 0 &&
          html`
            <button class="secondary" disabled=${doing.isBusy} onClick=${() => checkIn(waiting)}>
              ${words.t("players.all_here", { count: waiting.length })}
            </button>
          `
        }
      </div>
      <${ProblemList} of=${doing} />
      <ul class="desk-check-list">
        ${found.map((one) => {
          const isLate = isSeating && one.status === "present" && !seated.has(one.id);
          return html`
            <li key=${one.id}>
              <${CheckInRow}
                player=${one}
                isLate=${isLate}
                onCheck=${() => checkIn([one])}
                onMore=${() => setOpen(one.id)}
              />
            </li>
          `;
        })}
      </ul>
      ${!found.length && html`<p>${words.t("players.not_found")}</p>`}
      ${
        player &&
        html`
          <${PlayerDialog}
            key=${player.id}
            view=${view}
            player=${player}
            onClose=${() => setOpen(null)}
          />
        `
      }
    </section>
  `;
}

/**
 * One touch checks in; the other button has the rest.
 * @param {{player: Player, isLate: boolean, onCheck: () => void, onMore: () => void}} props
 */
function CheckInRow({ player, isLate, onCheck, onMore }) {
  const isHere = player.status === "present";
  const mayCome = player.status === "registered" || player.status === "withdrawn";
  return html`
    <div class=${`desk-check-row is-${player.status}`}>
      <button
        class="desk-check-name"
        aria-pressed=${isHere}
        disabled=${!mayCome && !isHere}
        onClick=${mayCome ? onCheck : onMore}
      >
        <span class="desk-check-mark" aria-hidden="true">
          ${isHere && html`<${Icon} name="check" />`}
        </span>
        <span>
          <b>${player.name}</b>
          <small>
            ${[player.group, words.t(isLate ? "players.no_seat" : `status.${player.status}`)]
              .filter(Boolean)
              .join(" · ")}
          </small>
        </span>
      </button>
      <button
        class="icon-button"
        aria-label=${words.t("players.more", { name: player.name })}
        title=${words.t("players.more", { name: player.name })}
        onClick=${onMore}
      >
        <${Icon} name="pen" />
      </button>
    </div>
  `;
}
