// The host's view of the people in a room: who plays, who watches, who is banned.

import { getRoom, guest, people, sendRequest } from "../app/game_store.js";
import { t } from "../app/texts.js";
import { Dialog } from "../shared/dialog.js";
import { html, useState } from "../shared/ui.js";

/** @typedef {{guest: string, name: string}} Person */
/** @typedef {"remove" | "ban"} Action */

/** @param {{onClose: () => void}} props */
export function PeopleDialog({ onClose }) {
  const { chairs, stage } = getRoom();
  const { watching, banned } = people.value ?? { watching: [], banned: [] };
  const players = chairs.flatMap(({ guest: id, name }) =>
    id && id !== guest.value?.id ? [{ guest: id, name }] : [],
  );
  const isEmpty = !players.length && !watching.length && !banned.length;
  const hasSeats = stage !== "gathering";
  return html`
    <${Dialog} title=${t("people.title")} onClose=${onClose}>
      ${isEmpty && html`<p>${t("people.nobody")}</p>`}
      <${PersonList} title=${t("people.players")} persons=${players} isInMatch=${hasSeats} />
      <${PersonList} title=${t("people.watching")} persons=${watching} isInMatch=${false} />
      ${
        banned.length > 0 &&
        html`
          <div class="stack">
            <h3>${t("people.banned")}</h3>
            <ul class="chairs">
              ${banned.map(
                ({ guest: id, name }) => html`
                  <li class="chair" key=${id}>
                    <span class="chair-name"><b>${name}</b></span>
                    <button
                      class="secondary"
                      onClick=${() => sendRequest("Unban", { guest: id })}
                    >
                      ${t("people.unban")}
                    </button>
                  </li>
                `,
              )}
            </ul>
          </div>
        `
      }
    <//>
  `;
}

/** @param {{title: string, persons: readonly Person[], isInMatch: boolean}} props */
function PersonList({ title, persons, isInMatch }) {
  if (!persons.length) return null;
  return html`
    <div class="stack">
      <h3>${title}</h3>
      <ul class="chairs">
        ${persons.map(
          (person) => html`
            <${PersonRow} key=${person.guest} person=${person} isInMatch=${isInMatch} />
          `,
        )}
      </ul>
    </div>
  `;
}

/** What cannot be taken back is asked twice. @param {{person: Person, isInMatch: boolean}} props */
function PersonRow({ person, isInMatch }) {
  const [asked, setAsked] = useState(/** @type {Action | null} */ (null));
  const { name } = person;
  if (asked)
    return html`
      <li class="chair">
        <span class="person-question">
          ${t(`people.${asked}_ask`, { name })} ${isInMatch && t("people.bot_takes_over")}
        </span>
        <button
          class="primary"
          onClick=${() =>
            sendRequest("RemovePerson", { guest: person.guest, ban: asked === "ban" })}
        >
          ${t(`people.${asked}`)}
        </button>
        <button class="secondary" onClick=${() => setAsked(null)}>${t("people.keep")}</button>
      </li>
    `;
  return html`
    <li class="chair">
      <span class="chair-name"><b>${name}</b></span>
      <button class="secondary" onClick=${() => setAsked("remove")}>${t("people.remove")}</button>
      <button class="secondary" onClick=${() => setAsked("ban")}>${t("people.ban")}</button>
    </li>
  `;
}
