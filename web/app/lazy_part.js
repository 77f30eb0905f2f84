// Shows a page or a part of one as soon as it is loaded.

import { LoadFailedNotice } from "../not_found/page.js";
import { html } from "../shared/ui.js";
import { getLazyPart } from "./lazy_pages.js";
import { t } from "./texts.js";

/** @param {{name: string, props?: Record<string, unknown>}} props */
export function LazyPart({ name, props = {} }) {
  const Part = getLazyPart(name);
  if (Part === null) return html`<${LoadFailedNotice} />`;
  if (!Part) return html`<p class="waiting" role="status">${t("connection.connecting")}</p>`;
  return html`<${Part} ...${props} />`;
}
