// A long list on a projector: as much as fits, page after page. On a phone it is simply long.

import { Icon } from "../../shared/icons.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../../shared/ui.js";
import { words } from "../state.js";
import { splitIntoPages } from "./model.js";

const PAGE_MS = 8000;
/** As screen.css has it: of a row, by its letters. */
const ROW_EM = 1.5;
const TWO_COLUMNS_PX = 1000;
/** Narrower than this it is a phone. */
const PHONE_PX = 700;
/** More than these have smaller letters, so that nobody waits long for a page. */
const MANY = 44;

/** @typedef {{rows: number, columns: number}} Fit */

/**
 * What fits; null where the page is as long as it takes.
 * @param {{current: HTMLElement | null}} box
 * @param {boolean} isMany
 * @returns {Fit | null}
 */
function useFittingRowsAndColumns(box, isMany) {
  const [fit, setFit] = useState(/** @type {Fit | null} */ (null));
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = () => {
      const row = parseFloat(getComputedStyle(element).fontSize) * ROW_EM;
      const rows = Math.max(1, Math.floor(element.clientHeight / row));
      setFit(
        innerWidth < PHONE_PX
          ? null
          : { rows, columns: element.clientWidth >= TWO_COLUMNS_PX ? 2 : 1 },
      );
    };
    const watching = new ResizeObserver(measure);
    watching.observe(element);
    measure();
    return () => watching.disconnect();
  }, [isMany]);
  return fit;
}

/**
 * @param {object} props
 * @param {string} props.label
 * @param {readonly {key: string | number, row: any, head: string}[]} props.rows `head`: what it
 *   begins with, to say what a page holds
 * @param {() => void} [props.onEnd]  all pages were shown
 */
export function PagedList({ label, rows, onEnd }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const [at, setAt] = useState(0);
  const [isPaused, setPaused] = useState(false);
  const isMany = rows.length > MANY;
  const fit = useFittingRowsAndColumns(box, isMany);
  const pages = fit ? splitIntoPages(rows, fit.rows * fit.columns) : [rows];
  const page = Math.min(at, pages.length - 1);
  const shown = pages[page] ?? [];
  /** @param {number} steps */
  function turnPage(steps) {
    const next = page + steps;
    if (next >= pages.length) onEnd?.();
    setAt((next + pages.length) % pages.length);
  }
  const isTurning = !isPaused && (pages.length > 1 || onEnd !== undefined);
  useEffect(() => {
    if (!isTurning) return undefined;
    const timer = setTimeout(() => turnPage(1), PAGE_MS);
    return () => clearTimeout(timer);
  }, [isTurning, page, pages.length, label]);
  return html`
    <section class=${`screen-part ${isMany ? "is-many" : ""}`}>
      <div class="screen-part-head">
        <h2>${label}</h2>
        ${
          pages.length > 1 &&
          html`
            <div class="screen-pages" role="group" aria-label=${words.t("screen.pages")}>
              <span>${formatRange(shown)} · ${page + 1}/${pages.length}</span>
              <button
                class="icon-button"
                aria-label=${words.t("screen.back")}
                onClick=${() => turnPage(-1)}
              >
                <${Icon} name="back" />
              </button>
              <button
                class="icon-button"
                aria-label=${words.t(isPaused ? "screen.go_on" : "screen.pause")}
                onClick=${() => setPaused(!isPaused)}
              >
                <${Icon} name=${isPaused ? "play" : "pause"} />
              </button>
              <button
                class="icon-button"
                aria-label=${words.t("screen.next")}
                onClick=${() => turnPage(1)}
              >
                <${Icon} name="forward" />
              </button>
            </div>
          `
        }
      </div>
      <div class="screen-list" ref=${box}>
        <ol class=${fit && shown.length > fit.rows ? "is-double" : ""}>
          ${shown.map(({ key, row }) => html`<li key=${key}>${row}</li>`)}
        </ol>
      </div>
    </section>
  `;
}

/** "A–K". @param {readonly {head: string}[]} shown */
function formatRange(shown) {
  const [first, last] = [shown[0]?.head ?? "", shown.at(-1)?.head ?? ""];
  return first === last ? first : `${first}–${last}`;
}
