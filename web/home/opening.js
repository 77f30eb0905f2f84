// The game without an opening threshold in one tap, where the rule book recommends it.

import { t } from "../app/texts.js";
import { SegmentedField } from "../shared/fields.js";
import { html } from "../shared/ui.js";

const FIELD = "opening_threshold";

/**
 * @param {{name: string, book: import("./editions.js").Listed, changes:
 *   import("./house_rules.js").Rules, onChange: (changes: import("./house_rules.js").Rules) => void
 *   }} props
 */
export function OpeningField({ name, book, changes, onChange }) {
  const advised = book.no_threshold_advised_for ?? [];
  const standard = Number(book.rules[FIELD] ?? 0);
  if (!advised.length || !standard) return null;
  const value = Number(changes[FIELD] ?? standard);
  /** @param {number} points */
  function pick(points) {
    const { [FIELD]: _, ...others } = changes;
    onChange(points === standard ? others : { ...others, [FIELD]: points });
  }
  const advice = advised.includes("five_or_six_players") ? "many" : "children";
  return html`
    <div class="home-opening">
      <${SegmentedField}
        name=${name}
        label=${t("opening.title")}
        value=${value}
        onPick=${pick}
        choices=${[...new Set([standard, value, 0])].map((points) => ({
          value: points,
          text: points ? t("opening.points", { count: points }) : t("opening.none"),
        }))}
      />
      <p>${t(`opening.advice_${advice}`)}</p>
    </div>
  `;
}
