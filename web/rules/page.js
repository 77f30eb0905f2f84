// The rules of an edition, or of a table with its house rules: to read, to search and to print.

import { ClauseBody, ClauseTags } from "./clause.js";
import { Icon } from "../shared/icons.js";
import { followLink, query } from "../app/router.js";
import { findClause, matchesSearch, makeRulesAddress } from "./rules.js";
import { loadRules } from "./loader.js";
import { getLanguage, t } from "../app/texts.js";
import { html, useEffect, useRef, useState } from "../shared/ui.js";
import { NotFound, ConnectingNotice } from "../not_found/page.js";

/** @typedef {import("../app/game_types.js").FieldEvent} FieldEvent */

/** @typedef {import("./rules.js").Book} Book */
/** @typedef {import("./rules.js").Clause} Clause */
/** @typedef {import("./rules.js").RulesPage} Rules */
/** @typedef {import("./rules.js").Section} Section */

/** From this width on the contents stand beside the text. */
const WIDE = "(min-width: 62rem)";

/** @param {{edition?: string}} props */
export function RulesPage({ edition = "classic" }) {
  const address = `/rules/${encodeURIComponent(edition)}${query.value}`;
  const chosen = getLanguage();
  const [rules, setRules] = useState(
    /** @type {{page: Rules, book: Book, address: string} | null} */ (null),
  );
  const [failed, setFailed] = useState("");
  useEffect(() => {
    let wanted = true;
    loadRules(address, chosen).then(
      (found) => wanted && (setRules({ ...found, address }), setFailed("")),
      () => wanted && setFailed(address),
    );
    return () => void (wanted = false);
  }, [address, chosen]);
  if (failed === address) return html`<${NotFound} text="rules.missing" />`;
  if (rules === null) return html`<${ConnectingNotice} />`;
  return html`<${RulesDocument} ...${rules} />`;
}

/** @param {{page: Rules, book: Book, address: string}} props */
function RulesDocument({ page, book, address }) {
  const [wanted, setWanted] = useState("");
  const here = useTargetClause(page, book, address);
  const whose = t(page.house ? "rules.this_table" : "rules.title");
  const title = `${whose}: ${t(`edition.${page.key}`)}`;
  useEffect(() => {
    document.title = `${title} · kostka`; // on paper, and among bookmarks
    return () => void (document.title = "kostka");
  }, [title]);
  const sections = wanted.trim() ? filterSections(page.sections, wanted) : page.sections;
  const count = sections.reduce((sum, { clauses }) => sum + clauses.length, 0);
  /** @param {string} id */
  const link = (id) => {
    const found = findClause(page, book, id);
    return found && `#${found.id}`;
  };
  return html`
    <div class="rules">
      <header class="rules-head">
        <h1>${title}</h1>
        <p class="rules-goal">${page.goal}</p>
        <${EditionLinks} page=${page} />
        ${
          page.house &&
          html`
            <p class="rules-house">
              <mark>${t("rules.house_lead")}</mark>${" "}
              <a href=${`/rules/${page.key}`} onClick=${followLink}>${t("rules.by_the_book")}</a>
            </p>
          `
        }
        <div class="rules-tools">
          <label class="field">
            <span class="unseen">${t("rules.search")}</span>
            <input
              type="search"
              placeholder=${t("rules.search")}
              value=${wanted}
              onInput=${(/** @type {FieldEvent} */ event) => setWanted(event.currentTarget.value)}
            />
          </label>
          <button class="secondary" onClick=${() => print()}>
            <${Icon} name="print" /> ${t("rules.print")}
          </button>
        </div>
        <p class="rules-found" role="status">${wanted.trim() ? t("rules.found", { count }) : ""}</p>
      </header>
      <${ContentsList} sections=${sections} />
      <div class="rules-text">
        ${
          here.missing &&
          html`
            <p class="card">${t("rules.elsewhere", { clause: here.missing })}</p>
          `
        }
        ${sections.map(
          (section) => html`
            <section
              class="card"
              id=${section.id}
              key=${section.id}
              aria-labelledby=${`${section.id}-title`}
              tabindex="-1"
            >
              <h2 id=${`${section.id}-title`}>${section.title}</h2>
              ${section.clauses.map(
                (clause) => html`
                  <${ClauseArticle}
                    key=${clause.id}
                    clause=${clause}
                    link=${link}
                    here=${here.id === clause.id}
                  />
                `,
              )}
            </section>
          `,
        )}
      </div>
    </div>
  `;
}

/**
 * Each edition is a page of its own; what a name says behind a comma is left out.
 * @param {{page: Rules}} props
 */
function EditionLinks({ page }) {
  return html`
    <nav class="rules-editions" aria-label=${t("invite.edition")}>
      ${page.editions.map(
        (key) => html`<a
          key=${key}
          href=${makeRulesAddress(key)}
          aria-current=${key === page.key ? "page" : undefined}
          onClick=${followLink}
          >${t(`edition.${key}`).split(",")[0]}</a
        >`,
      )}
    </nav>
  `;
}

/** @param {{sections: readonly Section[]}} props */
function ContentsList({ sections }) {
  const [open] = useState(matchMedia(WIDE).matches);
  return html`
    <nav class="rules-contents" aria-label=${t("rules.contents")}>
      <details open=${open}>
        <summary>${t("rules.contents")}</summary>
        <ol>
          ${sections.map(
            ({ id, title }) => html`
              <li key=${id}><a href=${`#${id}`}>${title}</a></li>
            `,
          )}
        </ol>
      </details>
    </nav>
  `;
}

/** @param {{clause: Clause, link: (id: string) => string | null, here: boolean}} props */
function ClauseArticle({ clause, link, here }) {
  const { id, title, off } = clause;
  return html`
    <article
      class=${`rules-clause ${here ? "is-here" : ""} ${off ? "is-off" : ""}`}
      id=${id}
      tabindex="-1"
      aria-labelledby=${`${id}-title`}
    >
      <h3 id=${`${id}-title`}>
        <span>${title}</span> <${ClauseTags} clause=${clause} />${" "}
        <a class="rules-clause-id" href=${`#${id}`}>${id}</a>
      </h3>
      <${ClauseBody} clause=${clause} link=${link} />
    </article>
  `;
}

/** @param {readonly Section[]} sections @param {string} wanted @returns {Section[]} */
function filterSections(sections, wanted) {
  return sections
    .map((section) => ({
      ...section,
      clauses: section.clauses.filter((clause) => matchesSearch(clause, wanted)),
    }))
    .filter(({ clauses }) => clauses.length);
}

/** What the address names on the page. */
const getAddressHash = () => location.hash.slice(1);

/**
 * The clause that the address names; it is shown and gets the focus, now and whenever the address
 * changes.
 * @param {Rules} page
 * @param {Book} book
 * @param {string} address
 */
function useTargetClause(page, book, address) {
  const [target, setTarget] = useState(getAddressHash());
  const atStart = useRef("");
  useEffect(() => {
    const heard = () => setTarget(getAddressHash());
    addEventListener("hashchange", heard);
    return () => removeEventListener("hashchange", heard);
  }, []);
  const id = findClause(page, book, target)?.id ?? "";
  useEffect(() => {
    // A new page begins at its top, unless the address says where.
    if (!target && atStart.current !== address) scrollTo(0, 0);
    atStart.current = address;
    const found = document.getElementById(id || target);
    found?.scrollIntoView();
    found?.focus({ preventScroll: true });
  }, [target, id, address]);
  return { id, missing: /^[NTWZ]-\d+$/.test(target) && !id ? target : "" };
}
