// The stack in the middle is used up: the player who draws chooses the next one (Z-10).

import { getNumberView } from "../app/game_store.js";
import { t } from "../app/texts.js";
import { Dialog } from "../shared/dialog.js";
import { html } from "../shared/ui.js";
import { drawFromStack, isChoosingStack, listNextStacks } from "./turn.js";

export function StackChooser() {
  if (!isChoosingStack.value) return null;
  const now = getNumberView();
  const left = listNextStacks(now);
  return html`
    <${Dialog} title=${t("stacks.title")} onClose=${() => (isChoosingStack.value = false)}>
      <p>${t("stacks.lead")}</p>
      <ul class="table-stacks">
        ${left.map(
          (stack, at) => html`
            <li key=${stack}>
              <button
                class="table-stack"
                aria-label=${t("stacks.stack", { number: at + 1, count: now.stacks[stack] ?? 0 })}
                onClick=${() => drawFromStack(stack)}
              >
                <span class="table-stack-pile" aria-hidden="true">
                  ${Array.from({ length: now.stacks[stack] ?? 0 }, () => html`<i></i>`)}
                </span>
                <b aria-hidden="true">${now.stacks[stack]}</b>
              </button>
            </li>
          `,
        )}
      </ul>
    <//>
  `;
}
