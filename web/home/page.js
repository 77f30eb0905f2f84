// The first page: play at once, invite friends, or join them.

import { knownEditions } from "./editions.js";
import { makeLetterFace } from "../board/letter_tiles.js";
import { getBotLevelName, listBotLevels } from "../shared/bot_levels.js";
import { SegmentedField } from "../shared/fields.js";
import { Icon } from "../shared/icons.js";
import { InviteForm } from "./invite.js";
import { NameField } from "../shared/name_field.js";
import { OpeningField } from "./opening.js";
import { OpenRoomList } from "./open_rooms.js";
import { StaticTile } from "../board/tile.js";
import { saveItem, loadItem } from "../app/storage.js";
import { formatRoomCode, normalizeRoomCode } from "../app/room_code.js";
import { followLink, navigateTo } from "../app/router.js";
import { createRoom, missingRoomCode, ongoingRoomCode, status } from "../app/game_store.js";
import { t, getTileName } from "../app/texts.js";
import { html, useState } from "../shared/ui.js";

/**
 * What can be played, and what its tiles look like.
 * @type {Record<import("../shared/bot_levels.js").GameKind, {edition: string, fan: readonly
 *   string[]}>}
 */
const GAMES = {
  numbers: { edition: "classic", fan: ["B7", "R7", "J", "O7", "K7"] },
  word: { edition: "word", fan: [..."ŻÓŁW?"].map(makeLetterFace) },
};

const WITHOUT_THRESHOLD = Object.freeze({ opening_threshold: 0 });

/**
 * Whether this server has the word game. Until it has said so it is thought to: nothing is to move
 * when it does.
 */
const hasWordGame = () =>
  !knownEditions.value.knobs.length ||
  knownEditions.value.editions.some(({ kind }) => kind === "word");

export function Home() {
  const [wanted, setGame] = useState(
    /** @type {keyof typeof GAMES} */ (loadItem("game") === "word" ? "word" : "numbers"),
  );
  const game = hasWordGame() ? wanted : "numbers";
  /** @param {keyof typeof GAMES} next */
  function choose(next) {
    saveItem("game", next);
    setGame(next);
  }
  return html`
    <div class="home">
      <section class="home-hero">
        <div class="home-fan" aria-hidden="true">
          ${GAMES[game].fan.map(
            (face) => html`
              <${StaticTile} face=${face} label=${getTileName(face)} />
            `,
          )}
        </div>
        <h1>${t("home.title")}</h1>
        <p>${t("home.lead")}</p>
        <${PlayNowForm} key=${game} game=${game} onGame=${choose} />
        ${
          ongoingRoomCode.value &&
          html`
            <a class="secondary" href=${`/room/${ongoingRoomCode.value}`} onClick=${followLink}>
              ${t("home.return", { code: formatRoomCode(ongoingRoomCode.value) })}
            </a>
          `
        }
        <nav class="home-links">
          <a href="/learn" onClick=${followLink}><${Icon} name="learn" /> ${t("home.learn")}</a>
          <a href="/rules" onClick=${followLink}><${Icon} name="book" /> ${t("rules.title")}</a>
          <a href="/replay" onClick=${followLink}><${Icon} name="play" /> ${t("replay.title")}</a>
          <a href="/solver" onClick=${followLink}><${Icon} name="solve" /> ${t("solver.title")}</a>
          <a href="/tournament" onClick=${followLink}>
            <${Icon} name="cup" /> ${t("tournament.title")}
          </a>
          <a href="/timer" onClick=${followLink}><${Icon} name="clock" /> ${t("timer.title")}</a>
        </nav>
      </section>
      <div class="cards">
        <${InviteForm} />
        <div class="stack">
          <${OpenRoomList} />
          <${JoinForm} />
          <section class="card"><h2>${t("home.you")}</h2><${NameField} /></section>
        </div>
      </div>
    </div>
  `;
}

/** @param {{game: keyof typeof GAMES, onGame: (game: keyof typeof GAMES) => void}} props */
function PlayNowForm({ game, onGame }) {
  const memory = game === "word" ? "play_word" : "play";
  const kept = (loadItem(memory) ?? (game === "word" ? "1 2" : "1 3")).split(" ").map(Number);
  const [bots, setBots] = useState(kept[0] ?? 1);
  const [level, setLevel] = useState(kept[1] ?? 3);
  const [rules, setRules] = useState(
    /** @type {import("./house_rules.js").Rules} */ (kept[2] ? WITHOUT_THRESHOLD : {}),
  );
  const book = knownEditions.value.editions.find(({ key }) => key === GAMES[game].edition);
  const [busy, setBusy] = useState(false);
  async function play() {
    setBusy(true);
    saveItem(memory, `${bots} ${level} ${Object.keys(rules).length}`);
    await createRoom(
      { edition: GAMES[game].edition, rules, seats: bots + 1, bots: Array(bots).fill(level) },
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
          hasWordGame() &&
          html`
            <${SegmentedField}
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
        <${SegmentedField}
          name="bots"
          label=${t("home.bots")}
          value=${bots}
          choices=${[1, 2, 3].map((value) => ({ value, text: String(value) }))}
          onPick=${setBots}
        />
        <${SegmentedField}
          name="level"
          label=${t("home.level", { name: getBotLevelName(level, game) })}
          value=${level}
          choices=${listBotLevels(game).map((value) => ({
            value,
            text: String(value),
            title: getBotLevelName(value, game),
          }))}
          onPick=${setLevel}
        />
        ${
          book &&
          html`
            <${OpeningField}
              name="play-opening"
              book=${book}
              changes=${rules}
              onChange=${setRules}
            />
          `
        }
      </div>
    </div>
  `;
}

function JoinForm() {
  /** @param {SubmitEvent} event */
  function join(event) {
    event.preventDefault();
    const field = /** @type {HTMLFormElement} */ (event.currentTarget).elements.namedItem("code");
    const code = normalizeRoomCode(/** @type {HTMLInputElement} */ (field).value);
    missingRoomCode.value = null;
    if (code) navigateTo(`/room/${encodeURIComponent(code)}`);
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
