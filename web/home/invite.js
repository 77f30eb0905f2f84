// Opens a room for friends: edition, house rules, seats, bots, time, number of games, for whom.

import { knownEditions } from "./editions.js";
import { getBotLevelName, listBotLevels } from "../shared/bot_levels.js";
import { createRoom, status } from "../app/game_store.js";
import { t } from "../app/texts.js";
import { html, useState } from "../shared/ui.js";
import { SelectField, SegmentedField } from "../shared/fields.js";
import {
  formatMainTime,
  listMainTimes,
  listTurnTimes,
  readMainTime,
} from "../shared/turn_times.js";
import { HouseRulesForm } from "./house_rules.js";
import { OpeningField } from "./opening.js";
import { ThemeFields, uploadTheme } from "./word_theme.js";

const BANKS = [0, 30, 60, 120, 300];

/**
 * The time that an edition has by its rule book.
 * @param {import("./editions.js").Listed} book
 * @param {(count: number) => string} seconds
 */
function describeBookTime({ turn_seconds: [limit], rules }, seconds) {
  if (limit != null) return seconds(limit);
  if (rules.main_seconds == null) return t("time.none");
  return formatMainTime(Number(rules.main_seconds), Number(rules.delay_seconds));
}

/**
 * The house rules of a time that was chosen: "60", "none" or "600+10".
 * @param {string} time
 * @param {boolean} hasClocks  whether the game knows main times
 * @returns {Record<string, number | null>}
 */
function readTimeControl(time, hasClocks) {
  const clock = readMainTime(time);
  if (clock) return { turn_seconds: null, main_seconds: clock.main, delay_seconds: clock.delay };
  const limit = { turn_seconds: time === "none" ? null : Number(time) };
  return hasClocks ? { ...limit, main_seconds: null, delay_seconds: 0 } : limit;
}

export function InviteForm() {
  const { editions, knobs } = knownEditions.value;
  const [edition, setEdition] = useState("classic");
  const [changes, setChanges] = useState(/** @type {import("./house_rules.js").Rules} */ ({}));
  const [seats, setSeats] = useState(2);
  const [bots, setBots] = useState(0);
  const [level, setLevel] = useState(3);
  const [games, setGames] = useState(1);
  const [time, setTime] = useState("rules");
  const [bank, setBank] = useState(0);
  const [open, setOpen] = useState(false);
  const [theme, setTheme] = useState(
    /** @type {import("./word_theme.js").Theme} */ ({ title: "", words: "" }),
  );
  const isOpen = status.value.state === "open";
  const book = /** @type {import("./editions.js").Listed} */ (
    editions.find((one) => one.key === edition) ?? editions[0]
  );
  const { kind } = book;
  const levels = listBotLevels(kind);
  const strength = Math.min(level, levels.length);
  const [fewest, most] = book.players;
  const sitting = Math.min(most, Math.max(fewest, seats));
  const standing = Math.min(bots, sitting - 1);
  const timed = time === "rules" ? book.turn_seconds[0] != null : Number(time) > 0;
  const hasClocks = "main_seconds" in book.rules;

  /** @param {SubmitEvent} event */
  async function invite(event) {
    event.preventDefault();
    const found = kind === "word" && theme.words ? await uploadTheme(theme) : undefined;
    if (found === null) return;
    const limit = time === "rules" ? {} : readTimeControl(time, hasClocks);
    const rules = { ...changes, ...limit, ...(found && { theme: found }) };
    await createRoom({
      edition,
      rules,
      seats: sitting,
      bots: Array(standing).fill(strength),
      games,
      open,
      bank_seconds: timed ? bank : 0,
    });
  }
  const numbers = (/** @type {readonly number[]} */ all) =>
    all.map((value) => ({ value, text: String(value) }));
  const seconds = (/** @type {number} */ count) => t("time.seconds", { count });
  const times = listTurnTimes(book.turn_seconds).map((count, at) => {
    const text = count === null ? t("time.none") : seconds(count);
    if (at === 0)
      return { value: "rules", text: `${describeBookTime(book, seconds)} · ${t("time.rules")}` };
    return { value: count ?? "none", text };
  });
  const clocks = hasClocks ? listMainTimes() : [];
  const noLimit = book.rules.main_seconds == null ? [] : [{ value: "none", text: t("time.none") }];
  const banks = BANKS.map((count) => ({
    value: count,
    text: count ? seconds(count) : t("house.none"),
  }));
  /** Another edition has other rules to change, and other times. @param {string} key */
  const choose = (key) => {
    setEdition(key);
    setChanges({});
    setTime("rules");
  };
  return html`
    <form class="card stack" onSubmit=${invite}>
      <h2>${t("invite.title")}</h2>
      <p>${t("invite.lead")}</p>
      <div class="fields">
        <${SelectField}
          label=${t("invite.edition")}
          value=${edition}
          onPick=${choose}
          choices=${editions.map(({ key }) => ({ value: key, text: t(`edition.${key}`) }))}
        />
        <${SelectField}
          label=${t("invite.seats")}
          value=${sitting}
          onPick=${(/** @type {string} */ value) => setSeats(Number(value))}
          choices=${numbers(Array.from({ length: most - fewest + 1 }, (_, at) => fewest + at))}
        />
        <${SelectField}
          label=${t("invite.bots")}
          value=${standing}
          onPick=${(/** @type {string} */ value) => setBots(Number(value))}
          choices=${numbers([...Array(sitting).keys()])}
        />
        ${
          standing > 0 &&
          html`
            <${SelectField}
              label=${t("invite.level")}
              value=${strength}
              onPick=${(/** @type {string} */ value) => setLevel(Number(value))}
              choices=${levels.map((value) => ({
                value,
                text: `${value} · ${getBotLevelName(value, kind)}`,
              }))}
            />
          `
        }
        <${SelectField}
          label=${t("invite.games")}
          value=${games}
          choices=${numbers([1, 2, 3, 4, 6, 8])}
          onPick=${(/** @type {string} */ value) => setGames(Number(value))}
        />
        <${SelectField}
          label=${t("invite.time")}
          value=${time}
          choices=${[...times, ...clocks, ...noLimit]}
          onPick=${setTime}
        />
        ${
          timed &&
          html`
            <${SelectField}
              label=${t("invite.bank")}
              value=${bank}
              choices=${banks}
              onPick=${(/** @type {string} */ value) => setBank(Number(value))}
            />
          `
        }
      </div>
      <${OpeningField}
        name="invite-opening"
        book=${book}
        changes=${changes}
        onChange=${setChanges}
      />
      <${SegmentedField}
        name="open"
        label=${t("invite.who")}
        value=${open}
        onPick=${setOpen}
        choices=${[
          { value: false, text: t("invite.by_link") },
          { value: true, text: t("invite.listed") },
        ]}
      />
      <${HouseRulesForm}
        key=${kind}
        knobs=${knobs}
        book=${book.rules}
        changes=${changes}
        onChange=${setChanges}
        open=${kind === "word"}
      />
      ${kind === "word" && html`<${ThemeFields} theme=${theme} onChange=${setTheme} />`}
      <button class="secondary large" type="submit" disabled=${!isOpen}>${t("invite.open")}</button>
    </form>
  `;
}
