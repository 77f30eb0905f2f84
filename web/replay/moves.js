// All steps of a replay as a list; one tap goes there.

import { summarizeStep } from "./step_text.js";
import { t } from "../app/texts.js";
import { html, useLayoutEffect, useRef } from "../shared/ui.js";

/**
 * @param {{replay: import("./steps.js").Replay, index: number, onStep: (index: number) => void}}
 *   props
 */
export function ReplayMoves({ replay, index, onStep }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    const box = list.current;
    const now = /** @type {HTMLElement | null | undefined} */ (box?.children[index]);
    if (!box || !now) return;
    // By hand: scrollIntoView would move the whole page on a phone.
    const top = now.offsetTop - box.offsetTop;
    if (top < box.scrollTop || top + now.offsetHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = top - box.clientHeight / 2;
  });
  return html`
    <ol class="replay-moves" ref=${list} aria-label=${t("replay.moves")}>
      ${replay.steps.map(
        (_, at) => html`
          <li key=${at}>
            <button
              class="replay-move"
              tabindex=${at === index ? 0 : -1}
              aria-current=${at === index ? "step" : undefined}
              onClick=${() => onStep(at)}
            >
              <span class="replay-move-number">${at}</span>
              <span>${summarizeStep(replay, at)}</span>
            </button>
          </li>
        `,
      )}
    </ol>
  `;
}
