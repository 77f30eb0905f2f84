// What is looked for, and other ways to set a position up: as text, from examples, by a link.

import { copyLink } from "../shared/clipboard.js";
import { GOALS, formatPositionAddress } from "./position.js";
import {
  edition,
  editions,
  goal,
  isFree,
  rules,
  switchEdition,
  loadPosition,
  applyPositionText,
  writtenPosition,
} from "./state.js";
import { t } from "../app/texts.js";
import { html, useEffect, useState } from "../shared/ui.js";
import { SelectField, SegmentedField } from "../shared/fields.js";
import { Icon } from "../shared/icons.js";

/** @typedef {import("../app/game_types.js").FieldEvent} FieldEvent */

/** @typedef {import("./position.js").Asked} Asked */

export function SolverChoices() {
  const needed = rules.value?.opening_threshold ?? 0;
  return html`
    <section class="card solver-choices stack">
      <div class="solver-head">
        <h1>${t("solver.title")}</h1>
        <${SelectField}
          label=${t("invite.edition")}
          value=${edition.value}
          choices=${editions.value.map((value) => ({ value, text: t(`edition.${value}`) }))}
          onPick=${(/** @type {string} */ key) => void switchEdition(key)}
        />
      </div>
      <${SegmentedField}
        name="goal"
        label=${t("solver.goal")}
        value=${goal.value}
        choices=${GOALS.map((value) => ({ value, text: t(`solver.goal_${value}`) }))}
        onPick=${(/** @type {import("./position.js").Goal} */ value) => (goal.value = value)}
      />
      ${
        goal.value === "opening" &&
        needed > 0 &&
        html`
          <${SegmentedField}
            name="needed"
            label=${t("solver.opening_needs")}
            value=${isFree.value}
            choices=${[
              { value: false, text: t("solver.points", { count: needed }) },
              { value: true, text: t("solver.any_value") },
            ]}
            onPick=${(/** @type {boolean} */ value) => (isFree.value = value)}
          />
        `
      }
    </section>
  `;
}

/** @type {readonly (Pick<Asked, "table" | "rack"> & Partial<Asked> & {name: string})[]} */
const EXAMPLES = [
  { name: "group", table: "K4 R4 B4 O4 / O9 O10 O11", rack: "B3 B5 B6 O12 K1" },
  { name: "split", table: "R3 R4 R5 R6 R7 R8 / K11 K12 K13", rack: "R5 R6 K10 O2" },
  { name: "turn", table: "R5 R6 R7 / O5 O6 O7 / K5 K6 K7 K8 K9", rack: "K10 B5 R13" },
  { name: "joker", table: "K2 K3 J K5 K6 / R9 B9 O9 / O1 O2 O3 O4", rack: "K4 R7 R8 B1 R1" },
  {
    name: "opening",
    table: "B1 B2 B3",
    rack: "R10 B10 K10 O10 K3 K4 K5 R6 J O13",
    goal: "opening",
  },
  {
    name: "twist",
    table: "R6 R7 R8 / B10 B11 B12 / K4 O4 D",
    rack: "C B9 R5 M B13 O7",
    edition: "twist",
  },
];

export function SolverExamplesAndNotation() {
  const usual = /** @type {const} */ ({ edition: "classic", goal: "tiles", free: false });
  return html`
    <section class="card solver-texts stack">
      <h2>${t("solver.examples")}</h2>
      <ul class="solver-examples">
        ${EXAMPLES.map(({ name, ...asked }) => {
          const whole = { ...usual, ...asked };
          /** @param {MouseEvent} event */
          const use = (event) => {
            event.preventDefault();
            void loadPosition(whole);
          };
          return html`
            <li key=${name}>
              <a class="secondary" href=${formatPositionAddress(whole)} onClick=${use}>
                ${t(`solver.example_${name}`)}
              </a>
            </li>
          `;
        })}
      </ul>
      <h2>${t("solver.text")}</h2>
      <${PositionTextFields} />
      <button class="secondary" onClick=${() => copyLink(location.href)}>
        <${Icon} name="copy" /> ${t("lobby.copy")}
      </button>
    </section>
  `;
}

/** The position in notation; what is typed is laid out when it is finished. */
function PositionTextFields() {
  return html`
    <form class="stack" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
      <${NotationField}
        name="table"
        label=${t("place.table")}
        kind="textarea"
        hint="R5 B5 K5 / B3 B4 B5"
      />
      <${NotationField} name="rack" label=${t("solver.rack")} kind="input" hint="B6 J" />
      <p class="facts" id="notation">
        ${t(rules.value?.mirror ? "solver.notation_twist" : "solver.notation")}
      </p>
    </form>
  `;
}

/** @param {{name: "table" | "rack", label: string, kind: string, hint: string}} props */
function NotationField({ name, label, kind, hint }) {
  const now = writtenPosition.value[name];
  const [text, setText] = useState(now);
  useEffect(() => setText(now), [now]);
  function use() {
    applyPositionText({ ...writtenPosition.value, [name]: text });
    setText(writtenPosition.value[name]); // what could not be read is gone
  }
  return html`
    <label class="field">
      <span>${label}</span>
      <${kind}
        class="solver-notation"
        rows="3"
        placeholder=${hint}
        aria-describedby="notation"
        autocomplete="off"
        autocapitalize="characters"
        spellcheck=${false}
        value=${text}
        onInput=${(/** @type {FieldEvent} */ event) => setText(event.currentTarget.value)}
        onChange=${use}
      />
    </label>
  `;
}
