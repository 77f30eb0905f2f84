// Name, language, looks.

import { LANGUAGE_NAMES, LANGUAGES } from "../app/i18n.js";
import { follow } from "../app/router.js";
import { openRoom } from "../app/session.js";
import { motion, sound, symbols, theme } from "./preferences.js";
import { language, t, useLanguage } from "../app/texts.js";
import { html } from "../shared/ui.js";
import { Segments } from "../shared/fields.js";
import { NameField } from "../shared/name_field.js";
import { StillTile } from "../board/tile.js";

/** Tiles that show what the choice does. */
const SAMPLE = ["K8", "R8", "B8", "O8", "R12", "B13", "J"];

export function SettingsPage() {
  return html`
    <section class="card narrow stack">
      <h1>${t("settings.title")}</h1>
      <${NameField} />
      <${Segments}
        name="language"
        label=${t("settings.language")}
        value=${language()}
        choices=${LANGUAGES.map((value) => ({ value, text: LANGUAGE_NAMES[value] ?? value }))}
        onPick=${useLanguage}
      />
      <${Segments}
        name="theme"
        label=${t("settings.theme")}
        value=${theme.value}
        choices=${["system", "light", "dark"].map((value) => ({
          value,
          text: t(`settings.theme_${value}`),
        }))}
        onPick=${(/** @type {any} */ value) => (theme.value = value)}
      />
      <${Segments}
        name="motion"
        label=${t("settings.motion")}
        value=${motion.value}
        choices=${["system", "less"].map((value) => ({
          value,
          text: t(`settings.motion_${value}`),
        }))}
        onPick=${(/** @type {any} */ value) => (motion.value = value)}
      />
      <${Segments}
        name="sound"
        label=${t("settings.sound")}
        value=${sound.value}
        choices=${["on", "off"].map((value) => ({ value, text: t(`settings.sound_${value}`) }))}
        onPick=${(/** @type {any} */ value) => (sound.value = value)}
      />
      <div>
        <${Segments}
          name="symbols"
          label=${t("settings.symbols")}
          value=${symbols.value}
          choices=${["small", "large", "none"].map((value) => ({
            value,
            text: t(`settings.symbols_${value}`),
          }))}
          onPick=${(/** @type {any} */ value) => (symbols.value = value)}
        />
        <div class="settings-sample" aria-hidden="true">
          ${SAMPLE.map((face) => html`<${StillTile} key=${face} face=${face} label="" />`)}
        </div>
      </div>
      ${
        openRoom.value
          ? html`
            <a class="primary" href=${`/room/${openRoom.value}`} onClick=${follow}>
              ${t("home.return", { code: openRoom.value })}
            </a>
          `
          : html`<a class="quiet" href="/" onClick=${follow}>${t("action.to_home")}</a>`
      }
    </section>
  `;
}
