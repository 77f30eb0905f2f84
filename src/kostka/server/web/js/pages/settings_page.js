// Name, language, looks.

import { LANGUAGES } from "../i18n.js";
import { follow } from "../router.js";
import { motion, theme } from "../settings.js";
import { language, t, useLanguage } from "../texts.js";
import { html } from "../ui.js";
import { Segments } from "../parts/fields.js";
import { LANGUAGE_NAMES } from "../parts/top_bar.js";
import { NameField } from "../parts/name_field.js";

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
        choices=${["system", "light", "dark"].map((value) => ({ value, text: t(`settings.theme_${value}`) }))}
        onPick=${(/** @type {any} */ value) => (theme.value = value)}
      />
      <${Segments}
        name="motion"
        label=${t("settings.motion")}
        value=${motion.value}
        choices=${["system", "less"].map((value) => ({ value, text: t(`settings.motion_${value}`) }))}
        onPick=${(/** @type {any} */ value) => (motion.value = value)}
      />
      <a class="quiet" href="/" onClick=${follow}>${t("action.to_home")}</a>
    </section>
  `;
}
