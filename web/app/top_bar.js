// The bar on top of every page: home, the pool at the table, language, theme, settings.

import { LANGUAGE_NAMES, LANGUAGES } from "./i18n.js";
import { followLink, getCurrentRoute } from "./router.js";
import { getRoom, getGameView, status } from "./game_store.js";
import { theme } from "../settings/preferences.js";
import { getLanguage, t, switchLanguage } from "./texts.js";
import { html } from "../shared/ui.js";
import { makeTableRulesAddress } from "../rules/clause_dialog.js";
import { Icon } from "../shared/icons.js";
import { TableMenu } from "../table/menu.js";

/** @param {{isTable: boolean}} props */
export function TopBar({ isTable }) {
  return html`
    <header class="top-bar">
      <a class="logo" href="/" onClick=${followLink} aria-label=${t("home.link")}>kost<b>ka</b></a>
      ${isTable && html`<${PoolCount} />`}
      ${isTable && getRoom().settings.games > 1 && html`<${GameNumber} />`}
      <span class="spring"></span>
      ${
        status.value.state !== "open" &&
        html`
          <span class="chip chip-warn">${t(`connection.${status.value.state}`)}</span>
        `
      }
      <${LanguageChoice} />
      <${ThemeButton} />
      ${
        !isTable &&
        html`
          <a
            class="icon-button"
            href="/learn"
            onClick=${followLink}
            aria-label=${t("learn.title")}
            title=${t("learn.title")}
          >
            <${Icon} name="learn" />
          </a>
        `
      }
      ${
        !isTable &&
        html`
          <a
            class="icon-button to-solver"
            href="/solver"
            onClick=${followLink}
            aria-label=${t("solver.title")}
            title=${t("solver.title")}
          >
            <${Icon} name="solve" />
          </a>
        `
      }
      <${RulesLink} />
      ${
        isTable
          ? html`<${TableMenu} />`
          : html`
            <a
              class="icon-button"
              href="/settings"
              onClick=${followLink}
              aria-label=${t("settings.title")}
              title=${t("settings.title")}
            >
              <${Icon} name="gear" />
            </a>
          `
      }
    </header>
  `;
}

/** In a room the rules open in a new tab: following a link there would give up the seat. */
function RulesLink() {
  const inRoom = getCurrentRoute().page?.name === "room";
  const label = t(inRoom ? "rules.this_table" : "rules.title");
  const how = inRoom
    ? { href: makeTableRulesAddress(), target: "_blank" }
    : { href: "/rules", onClick: followLink };
  return html`
    <a class="icon-button" ...${how} aria-label=${label} title=${label}><${Icon} name="book" /></a>
  `;
}

function GameNumber() {
  const { settings, played, stage } = getRoom();
  const game = played.length + (stage === "playing" ? 1 : 0);
  const words = t("match.game", { game, games: settings.games });
  return html`
    <span class="chip game-number" title=${words}>
      <span aria-hidden="true">${game}/${settings.games}</span>
      <span class="unseen">${words}</span>
    </span>
  `;
}

function PoolCount() {
  const count = getGameView().pool;
  return html`
    <span class="chip pool" data-pool title=${t("pool.title", { count })}>
      <i class="pool-tiles" aria-hidden="true"></i>
      <b>${count}</b>
      <span class="unseen">${t("pool.title", { count })}</span>
    </span>
  `;
}

export function LanguageChoice() {
  const chosen = getLanguage();
  return html`
    <label class="language">
      <span class="unseen">${t("settings.language")}</span>
      <span class="language-code" aria-hidden="true">${chosen.toUpperCase()}</span>
      <select
        value=${chosen}
        onChange=${(/** @type {Event & {currentTarget: HTMLSelectElement}} */ event) =>
          switchLanguage(/** @type {import("./i18n.js").Language} */ (event.currentTarget.value))}
      >
        ${LANGUAGES.map(
          (code) =>
            html`
              <option value=${code} selected=${code === chosen}>${LANGUAGE_NAMES[code]}</option>
            `,
        )}
      </select>
    </label>
  `;
}

function ThemeButton() {
  const dark =
    theme.value === "dark" ||
    (theme.value === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  const label = t(dark ? "settings.to_light" : "settings.to_dark");
  return html`
    <button
      class="icon-button theme-button"
      aria-label=${label}
      title=${label}
      onClick=${() => (theme.value = dark ? "light" : "dark")}
    >
      <${Icon} name=${dark ? "sun" : "moon"} />
    </button>
  `;
}
