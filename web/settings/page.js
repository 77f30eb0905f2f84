// Name, language, looks, and what the server knows of the guest.

import { LANGUAGE_NAMES, LANGUAGES } from "../app/i18n.js";
import { followLink } from "../app/router.js";
import { ongoingRoomCode } from "../app/game_store.js";
import { MyData } from "./my_data.js";
import { motion, sound, symbols, theme } from "./preferences.js";
import { getLanguage, t, switchLanguage } from "../app/texts.js";
import { html } from "../shared/ui.js";
import { SegmentedField } from "../shared/fields.js";
import { NameField } from "../shared/name_field.js";
import { StaticTile } from "../board/tile.js";

/** Tiles that show what the choice does. */
const SAMPLE = ["K8", "R8", "B8", "O8", "R12", "B13", "J"];

export function SettingsPage() {
  return html`
    <section class="card narrow stack">
      <h1>${t("settings.title")}</h1>
      <${NameField} />
      <${SegmentedField}
        name="language"
        label=${t("settings.language")}
        value=${getLanguage()}
        choices=${LANGUAGES.map((value) => ({ value, text: LANGUAGE_NAMES[value] ?? value }))}
        onPick=${switchLanguage}
      />
      <${SegmentedField}
        name="theme"
        label=${t("settings.theme")}
        value=${theme.value}
        choices=${["system", "light", "dark"].map((value) => ({
          value,
          text: t(`settings.theme_${value}`),
        }))}
        onPick=${(/** @type {import("./preferences.js").Theme} */ value) => (theme.value = value)}
      />
      <${SegmentedField}
        name="motion"
        label=${t("settings.motion")}
        value=${motion.value}
        choices=${["system", "less"].map((value) => ({
          value,
          text: t(`settings.motion_${value}`),
        }))}
        onPick=${(/** @type {import("./preferences.js").Motion} */ value) => (motion.value = value)}
      />
      <${SegmentedField}
        name="sound"
        label=${t("settings.sound")}
        value=${sound.value}
        choices=${["on", "off"].map((value) => ({ value, text: t(`settings.sound_${value}`) }))}
        onPick=${(/** @type {import("./preferences.js").Sound} */ value) => (sound.value = value)}
      />
      <div>
        <${SegmentedField}
          name="symbols"
          label=${t("settings.symbols")}
          value=${symbols.value}
          choices=${["small", "large", "none"].map((value) => ({
            value,
            text: t(`settings.symbols_${value}`),
          }))}
          onPick=${(/** @type {import("./preferences.js").Symbols} */ value) =>
            (symbols.value = value)}
        />
        <div class="settings-sample" aria-hidden="true">
          ${SAMPLE.map((face) => html`<${StaticTile} key=${face} face=${face} label="" />`)}
        </div>
      </div>
      <${MyData} />
      ${
        ongoingRoomCode.value
          ? html`
            <a class="primary" href=${`/room/${ongoingRoomCode.value}`} onClick=${followLink}>
              ${t("home.return", { code: ongoingRoomCode.value })}
            </a>
          `
          : html`<a class="quiet" href="/" onClick=${followLink}>${t("action.to_home")}</a>`
      }
    </section>
  `;
}
