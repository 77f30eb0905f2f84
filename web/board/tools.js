// The tools for a draft: sort the rack, undo, redo, reset; more of them as children.

import { t } from "../app/texts.js";
import { html } from "../shared/ui.js";
import { Icon } from "../shared/icons.js";

/** @param {{draft: import("./draft.js").Draft, children?: unknown}} props */
export function ToolBar({ draft, children }) {
  const now = draft.layout.value;
  const off = !draft.canMove.value;
  return html`
    <div class="tools" role="toolbar" aria-label=${t("actions.tools")}>
      ${draft.kind.value.sorts.map(
        (sort) =>
          html`
            <${ToolButton}
              key=${sort.text}
              icon=${sort.icon}
              text=${sort.text}
              act=${() => now && draft.handleGesture(sort.makeGesture(now))}
            />
          `,
      )}
      <${ToolButton}
        icon="undo"
        text="action.undo"
        off=${off || !now?.past.length}
        act=${() => draft.handleGesture({ type: "undo" })}
      />
      <${ToolButton}
        icon="redo"
        text="action.redo"
        off=${off || !now?.future.length}
        act=${() => draft.handleGesture({ type: "redo" })}
      />
      <${ToolButton}
        icon="reset"
        text="action.reset"
        off=${off || !now?.past.length}
        act=${() => draft.handleGesture({ type: "reset" })}
      />
      ${children}
    </div>
  `;
}

/**
 * @param {object} props
 * @param {Parameters<typeof Icon>[0]["name"]} props.icon
 * @param {string} props.text  key of its name
 * @param {() => unknown} props.act
 * @param {boolean} [props.off]
 * @param {string} [props.more]  more classes
 */
export function ToolButton({ icon, text, act, off = false, more = "" }) {
  return html`
    <button
      class=${`tool ${more}`}
      disabled=${off}
      onClick=${act}
      title=${t(text)}
      aria-label=${t(text)}
    >
      <${Icon} name=${icon} />
    </button>
  `;
}
