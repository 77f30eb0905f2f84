// Before the match: who sits where, bots, the link for friends.

import { makeFullAddress } from "../app/base_path.js";
import { makeTableRulesAddress } from "../rules/clause_dialog.js";
import { copyLink } from "../shared/clipboard.js";
import { Icon } from "../shared/icons.js";
import { listBotLevels, getBotLevelName, parseGameKind } from "../shared/bot_levels.js";
import { followLink } from "../app/router.js";
import { getRoom, guest, isHost, mayBegin, sendRequest } from "../app/game_store.js";
import { formatRoomCode } from "../app/room_code.js";
import { t } from "../app/texts.js";
import { html, useState } from "../shared/ui.js";
import { PeopleDialog } from "./people_dialog.js";

/** @typedef {import("../app/game_types.js").FieldEvent} FieldEvent */

export function RoomLobby() {
  const { code, settings, chairs, watching, kind, theme, booked, paused } = getRoom();
  const empty = chairs.filter((chair) => !chair.guest && chair.bot === null).length;
  const facts = [t(`edition.${settings.edition}`), t("lobby.games", { count: settings.games })];
  if (kind === "word") facts.push(t(`lobby.${settings.rules.judging ?? "checked"}`));
  if (theme) facts.push(t("theme.facts", { title: theme.title, count: theme.words }));
  if (watching) facts.push(t("lobby.watching", { count: watching }));
  return html`
    <section class="card lobby stack">
      <div>
        <h1>${t("lobby.title")}</h1>
        <p class="facts">${facts.join(" · ")}</p>
        <a class="lobby-rules-link" href=${makeTableRulesAddress()} target="_blank">
          ${t("rules.this_table")}
        </a>
      </div>
      ${paused && html`<p class="waiting" role="status">${t(`pause.${paused}`)}</p>`}
      ${booked ? html`<p>${t("lobby.booked")}</p>` : html`<${ShareLink} code=${code} />`}
      <ol class="chairs">
        ${chairs.map(
          (chair, number) => html`
            <${LobbySeat} key=${number} chair=${chair} number=${number} />
          `,
        )}
      </ol>
      ${
        mayBegin.value
          ? html`
            <button
              class="primary large"
              disabled=${empty > 0 || paused !== null}
              onClick=${() => sendRequest("Begin")}
            >
              ${t("lobby.begin")}
            </button>
          `
          : html`
            <p class="waiting">${t(booked ? "lobby.players_begin" : "lobby.host_begins")}</p>
          `
      }
      ${isHost.value && html`<${PeopleButton} />`}
      ${empty > 0 && html`<p class="facts">${t("lobby.empty", { count: empty })}</p>`}
      <a class="quiet" href="/" onClick=${followLink}>${t("action.leave_room")}</a>
    </section>
  `;
}

function PeopleButton() {
  const [isOpen, setOpen] = useState(false);
  return html`
    <button class="secondary" aria-haspopup="dialog" onClick=${() => setOpen(true)}>
      <${Icon} name="person" /> ${t("people.title")}
    </button>
    ${isOpen && html`<${PeopleDialog} onClose=${() => setOpen(false)} />`}
  `;
}

/** @param {{code: string}} props */
function ShareLink({ code }) {
  const link = makeFullAddress(`/room/${code}`);
  return html`
    <div class="lobby-share">
      <div><span>${t("lobby.code")}</span><b class="lobby-code">${formatRoomCode(code)}</b></div>
      <button class="secondary" onClick=${() => copyLink(link)}>
        <${Icon} name="copy" /> ${t("lobby.copy")}
      </button>
    </div>
  `;
}

/** @param {{chair: import("../app/protocol.js").Chair, number: number}} props */
function LobbySeat({ chair, number }) {
  const [level, setLevel] = useState(3);
  const kind = parseGameKind(getRoom().kind);
  const isEmpty = !chair.guest && chair.bot === null;
  const own = chair.guest === guest.value?.id;
  if (isEmpty) {
    return html`
      <li class="chair is-empty">
        <span class="chair-name">${chair.name || t("lobby.free")}</span>
        ${
          !getRoom().booked &&
          html`
            <button class="secondary" onClick=${() => sendRequest("Sit", { seat: number })}>
              ${t("lobby.sit")}
            </button>
          `
        }
        ${
          isHost.value &&
          html`
            <span class="bot-choice">
              <select
                aria-label=${t("invite.level")}
                value=${level}
                onChange=${(/** @type {FieldEvent} */ event) =>
                  setLevel(Number(event.currentTarget.value))}
              >
                ${listBotLevels(kind).map(
                  (value) => html`
                    <option value=${value} selected=${value === level}>
                      ${value} · ${getBotLevelName(value, kind)}
                    </option>
                  `,
                )}
              </select>
              <button
                class="secondary"
                onClick=${() => sendRequest("SeatBot", { seat: number, level })}
              >
                <${Icon} name="bot" /> ${t("lobby.add_bot")}
              </button>
            </span>
          `
        }
      </li>
    `;
  }
  return html`
    <li class="chair">
      <${Icon} name=${chair.bot !== null ? "bot" : "person"} />
      <span class="chair-name">
        <b>${chair.name}</b>
        <small>
          ${[
            own && t("seats.you"),
            chair.guest === getRoom().host && t("lobby.host"),
            chair.bot !== null && getBotLevelName(chair.bot, kind),
            chair.guest && !chair.here && t("seats.away"),
          ]
            .filter(Boolean)
            .join(" · ")}
        </small>
      </span>
      ${
        isHost.value &&
        !own &&
        html`
          <button
            class="icon-button"
            aria-label=${t("lobby.clear", { name: chair.name })}
            onClick=${() => sendRequest("ClearSeat", { seat: number })}
          >
            <${Icon} name="close" />
          </button>
        `
      }
      ${
        own &&
        !isHost.value &&
        !getRoom().booked &&
        html`
          <button class="secondary" onClick=${() => sendRequest("StandUp")}>
            ${t("lobby.stand")}
          </button>
        `
      }
    </li>
  `;
}
