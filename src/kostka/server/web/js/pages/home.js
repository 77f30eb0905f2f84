// The first page: play at once, invite friends, or join them.

import { Choice, Segments } from "../parts/fields.js";
import { Icon } from "../parts/icons.js";
import { NameField } from "../parts/name_field.js";
import { StillTile } from "../parts/tile.js";
import { keep, recall } from "../memory.js";
import { follow, go } from "../router.js";
import { create, lostCode, openRoom, status } from "../session.js";
import { t, tileName } from "../texts.js";
import { html, useState } from "../ui.js";

/** How many can play each edition. @type {Record<string, readonly number[]>} */
const EDITIONS = { classic: [2, 3, 4], six: [5, 6], travel: [2, 3, 4], twist: [2, 3, 4], tournament: [2, 3, 4] };
const LEVELS = [1, 2, 3, 4, 5, 6];
const FAN = ["B7", "R7", "J", "O7", "K7"];

export function Home() {
  return html`
    <div class="home">
      <section class="hero">
        <div class="fan" aria-hidden="true">${FAN.map((face) => html`<${StillTile} face=${face} label=${tileName(face)} />`)}</div>
        <h1>${t("home.title")}</h1>
        <p>${t("home.lead")}</p>
        <${PlayNow} />
        ${openRoom.value &&
        html`<a class="secondary" href=${`/room/${openRoom.value}`} onClick=${follow}>${t("home.return", { code: openRoom.value })}</a>`}
        <nav class="home-links">
          <a href="/learn" onClick=${follow}><${Icon} name="learn" /> ${t("home.learn")}</a>
          <a href="/rules" onClick=${follow}><${Icon} name="book" /> ${t("rules.title")}</a>
          <a href="/replay" onClick=${follow}><${Icon} name="play" /> ${t("replay.title")}</a>
        </nav>
      </section>
      <div class="cards">
        <${Invite} />
        <div class="stack">
          <${Join} />
          <section class="card"><h2>${t("home.you")}</h2><${NameField} /></section>
        </div>
      </div>
    </div>
  `;
}

function PlayNow() {
  const kept = (recall("play") ?? "1 3").split(" ").map(Number);
  const [bots, setBots] = useState(kept[0] ?? 1);
  const [level, setLevel] = useState(kept[1] ?? 3);
  const [busy, setBusy] = useState(false);
  async function play() {
    setBusy(true);
    keep("play", `${bots} ${level}`);
    await create({ edition: "classic", seats: bots + 1, bots: Array(bots).fill(level) }, { begin: true });
    setBusy(false);
  }
  return html`
    <div class="play">
      <button class="primary huge" onClick=${play} disabled=${busy || status.value.state !== "open"}>${t("home.play")}</button>
      ${status.value.state === "lost" && html`<p role="status">${t("connection.lost_why")}</p>`}
      <div class="play-options">
        <${Segments} name="bots" label=${t("home.bots")} value=${bots}
          choices=${[1, 2, 3].map((value) => ({ value, text: String(value) }))} onPick=${setBots} />
        <${Segments} name="level" label=${t("home.level", { name: t(`level.${level}`) })} value=${level}
          choices=${LEVELS.map((value) => ({ value, text: String(value), title: t(`level.${value}`) }))} onPick=${setLevel} />
      </div>
    </div>
  `;
}

function Invite() {
  const [edition, setEdition] = useState("classic");
  const [seats, setSeats] = useState(2);
  const [bots, setBots] = useState(0);
  const [level, setLevel] = useState(3);
  const [games, setGames] = useState(1);
  const [time, setTime] = useState("rules");
  const possible = EDITIONS[edition] ?? [2];
  const sitting = possible.includes(seats) ? seats : (possible[0] ?? 2);
  const standing = Math.min(bots, sitting - 1);

  /** @param {SubmitEvent} event */
  function invite(event) {
    event.preventDefault();
    const rules = time === "rules" ? {} : { turn_seconds: time === "none" ? null : Number(time) };
    return create({ edition, rules, seats: sitting, bots: Array(standing).fill(level), games });
  }
  const numbers = (/** @type {readonly number[]} */ all) => all.map((value) => ({ value, text: String(value) }));
  const times = [
    { value: "rules", text: t("time.rules") },
    ...[30, 60, 120].map((count) => ({ value: count, text: t("time.seconds", { count }) })),
    { value: "none", text: t("time.none") },
  ];
  return html`
    <form class="card stack" onSubmit=${invite}>
      <h2>${t("invite.title")}</h2>
      <p>${t("invite.lead")}</p>
      <div class="fields">
        <${Choice} label=${t("invite.edition")} value=${edition} onPick=${setEdition}
          choices=${Object.keys(EDITIONS).map((value) => ({ value, text: t(`edition.${value}`) }))} />
        <${Choice} label=${t("invite.seats")} value=${sitting} choices=${numbers(possible)} onPick=${(/** @type {string} */ value) => setSeats(Number(value))} />
        <${Choice} label=${t("invite.bots")} value=${standing} onPick=${(/** @type {string} */ value) => setBots(Number(value))}
          choices=${numbers([...Array(sitting).keys()])} />
        ${standing > 0 &&
        html`<${Choice} label=${t("invite.level")} value=${level} onPick=${(/** @type {string} */ value) => setLevel(Number(value))}
          choices=${LEVELS.map((value) => ({ value, text: `${value} · ${t(`level.${value}`)}` }))} />`}
        <${Choice} label=${t("invite.games")} value=${games} choices=${numbers([1, 2, 3, 4, 6, 8])} onPick=${(/** @type {string} */ value) => setGames(Number(value))} />
        <${Choice} label=${t("invite.time")} value=${time} choices=${times} onPick=${setTime} />
      </div>
      <button class="secondary large" type="submit" disabled=${status.value.state !== "open"}>${t("invite.open")}</button>
    </form>
  `;
}

function Join() {
  /** @param {SubmitEvent} event */
  function join(event) {
    event.preventDefault();
    const field = /** @type {HTMLFormElement} */ (event.currentTarget).elements.namedItem("code");
    const code = /** @type {HTMLInputElement} */ (field).value.trim().toUpperCase();
    lostCode.value = null;
    if (code) go(`/room/${encodeURIComponent(code)}`);
  }
  return html`
    <form class="card stack" onSubmit=${join}>
      <h2>${t("join.title")}</h2>
      <div class="field-row">
        <label class="field">
          <span>${t("join.code")}</span>
          <input class="code-input" name="code" required maxlength="12" autocomplete="off" autocapitalize="characters" spellcheck=${false} />
        </label>
        <button class="secondary" type="submit">${t("join.enter")}</button>
      </div>
    </form>
  `;
}
