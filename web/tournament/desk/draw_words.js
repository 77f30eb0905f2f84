// A draw with words that somebody in the hall said aloud: nobody could know it beforehand.

import { Icon } from "../../shared/icons.js";
import { html, useState } from "../../shared/ui.js";
import { ProblemList, TextField, useTask } from "../fields.js";
import { sendCommand, words } from "../state.js";

export function DrawWithWords() {
  const [doing, run] = useTask();
  const [said, setSaid] = useState("");
  const isFive = doing.problems.some(({ code }) => code === "choose_five");
  /** @param {Record<string, string>} [more] */
  async function draw(more = {}) {
    const command = { type: "SeatRound", words: said.trim(), ...more };
    if (await run(() => sendCommand(command))) setSaid("");
  }
  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    void draw();
  }
  return html`
    <details class="fold">
      <summary>${words.t("seats.words")}</summary>
      <form class="stack" onSubmit=${submit}>
        <p>${words.t("seats.words_why")}</p>
        <${TextField}
          label=${words.t("seats.words_field")}
          value=${said}
          onText=${setSaid}
          maxlength="200"
          required
        />
        ${
          isFive
            ? ["two_tables", "one_table"].map(
                (five) => html`
                  <button
                    type="button"
                    class="secondary"
                    key=${five}
                    onClick=${() => void draw({ five })}
                  >
                    ${words.t(`five.${five}`)}
                  </button>
                `,
              )
            : html`
              <button class="secondary" disabled=${doing.isBusy || !said.trim()}>
                <${Icon} name="mix" />
                ${words.t("seats.draw")}
              </button>
            `
        }
        <${ProblemList} of=${doing} />
      </form>
    </details>
  `;
}
