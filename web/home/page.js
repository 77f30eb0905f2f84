// The first page: play at once, invite friends, or join them.

import { known } from "./editions.js";
import { letterFace } from "../board/letter_tiles.js";
import { levelName, levelsOf } from "../shared/bot_levels.js";
import { Segments } from "../shared/fields.js";
import { Icon } from "../shared/icons.js";
import { Invite } from "./invite.js";
import { NameField } from "../shared/name_field.js";
import { OpenRooms } from "./open_rooms.js";
import { StillTile } from "../board/tile.js";
import { keep, recall } from "../app/storage.js";
import { follow, go } from "../app/router.js";
import { create, lostCode, openRoom, status } from "../app/session.js";
import { t, tileName } from "../app/texts.js";
import { html, useState } from "../shared/ui.js";

/**
 * What can be played, and what its tiles look like.
 * @type {Record<import("../shared/bot_levels.js").GameKind, {edition: string, fan: readonly
 *   string[]}>}
 */
const GAMES = {
  numbers: { edition: "classic", fan: ["B7", "R7", "J", "O7", "K7"] },
  word: { edition: "word", fan: [..."ŻÓŁW?"].map(letterFace) },
};

/**
 * Whether this server has the word game. Until it has said so it is thought to: nothing is to move
 * when it does.
 */
const hasWords = () =>
  !known.value.knobs.length || known.value.editions.some(({ kind }) => kind === "word");

export function Home() {
  const [wanted, setGame] = useState(
    /** @type {keyof typeof GAMES} */ (recall("game") === "word" ? "word" : "numbers"),
  );
  const game = hasWords() ? wanted : "numbers";
  /** @param {keyof typeof GAMES} next */
  function choose(next) {
    keep("game", next);
    setGame(next);
  }
  return html`
    <div class="home">
      <section class="home-hero">
        <div class="home-fan" aria-hidden="true">
          ${GAMES[game].fan.map(
            (face) => html`
              <${StillTile} face=${face} label=${tileName(face)} />
            `,
          )}
        </div>
        <h1>${t("home.title")}</h1>
        <p>${t("home.lead")}</p>
        <${PlayNow} key=${game} game=${game} onGame=${choose} />
        ${
          openRoom.value &&
          html`
            <a class="secondary" href=${`/room/${openRoom.value}`} onClick=${follow}>
              ${t("home.return", { code: openRoom.value })}
            </a>
          `
        }
        <nav class="home-links">
          <a href="/learn" onClick=${follow}><${Icon} name="learn" /> ${t("home.learn")}</a>
          <a href="/rules" onClick=${follow}><${Icon} name="book" /> ${t("rules.title")}</a>
          <a href="/replay" onClick=${follow}><${Icon} name="play" /> ${t("replay.title")}</a>
          <a href="/solver" onClick=${follow}><${Icon} name="solve" /> ${t("solver.title")}</a>
          <a href="/tournament" onClick=${follow}>
            <${Icon} name="cup" /> ${t("tournament.title")}
          </a>
          <a href="/timer" onClick=${follow}><${Icon} name="clock" /> ${t("timer.title")}</a>
        </nav>
      </section>
      <div class="cards">
        <${Invite} />
        <div class="stack">
          <${OpenRooms} />
          <${Join} />
          <section class="card"><h2>${t("home.you")}</h2><${NameField} /></section>
        </div>
      </div>
    </div>
  `;
}

/** @param {{game: keyof typeof GAMES, onGame: (game: keyof typeof GAMES) => void}} props */
function PlayNow({ game, onGame }) {
  const memory = game === "word" ? "play_word" : "play";
  const kept = (recall(memory) ?? (game === "word" ? "1 2" : "1 3")).split(" ").map(Number);
  const [bots, setBots] = useState(kept[0] ?? 1);
  const [level, setLevel] = useState(kept[1] ?? 3);
  const [busy, setBusy] = useState(false);
  async function play() {
    setBusy(true);
    keep(memory, `${bots} ${level}`);
    await create(
      { edition: GAMES[game].edition, seats: bots + 1, bots: Array(bots).fill(level) },
      { begin: true },
    );
    setBusy(false);
  }
  return html`
    <div class="home-play">
      <button
        class="primary huge"
        onClick=${play}
        disabled=${busy || status.value.state !== "open"}
      >
        ${t("home.play")}
      </button>
      ${status.value.state === "lost" && html`<p role="status">${t("connection.lost_why")}</p>`}
      <div class="home-play-options">
        ${
          hasWords() &&
          html`
            <${Segments}
              name="game"
              label=${t("home.game")}
              value=${game}
              onPick=${onGame}
              choices=${[
                { value: "numbers", text: t("home.numbers") },
                { value: "word", text: t("home.words"), title: t("edition.word") },
              ]}
            />
          `
        }
        <${Segments}
          name="bots"
          label=${t("home.bots")}
          value=${bots}
          choices=${[1, 2, 3].map((value) => ({ value, text: String(value) }))}
          onPick=${setBots}
        />
        <${Segments}
          name="level"
          label=${t("home.level", { name: levelName(level, game) })}
          value=${level}
          choices=${levelsOf(game).map((value) => ({
            value,
            text: String(value),
            title: levelName(value, game),
          }))}
          onPick=${setLevel}
        />
      </div>
    </div>
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
          <input
            class="code-input"
            name="code"
            required
            maxlength="12"
            autocomplete="off"
            autocapitalize="characters"
            spellcheck=${false}
          />
        </label>
        <button class="secondary" type="submit">${t("join.enter")}</button>
      </div>
    </form>
  `;
}
