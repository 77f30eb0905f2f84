// One clause of the rules, as the page and the dialog show it: its sentences, numbers, and examples
// with tiles.

import { isLetterFace, makeLetterFace, getLetter } from "../board/letter_tiles.js";
import { describeProblem, t, getTileName } from "../app/texts.js";
import { html } from "../shared/ui.js";
import { Icon } from "../shared/icons.js";
import { StaticTile } from "../board/tile.js";

/** @typedef {import("./rules.js").Clause} Clause */
/** @typedef {import("./rules.js").Fact} Fact */
/** @typedef {import("./rules.js").Part} Part */
/** @typedef {Clause["examples"][number]} Example */

/**
 * @param {object} props
 * @param {Clause} props.clause
 * @param {(id: string) => string | null} props.link  where another clause is
 */
export function ClauseBody({ clause, link }) {
  const { parts, facts, examples, list, off } = clause;
  return html`
    ${off && html`<p><${HouseRuleText} text=${t("rules.off")} link=${link} /></p>`}
    ${
      list
        ? html`
          <ul class="rules-clause-list">
            ${parts.map(
              (part) => html`
                <li key=${part.text}><${RuleSentence} part=${part} link=${link} /></li>
              `,
            )}
          </ul>
        `
        : parts.length > 0 &&
          html`
            <p>${parts.map((part) => html`<${RuleSentence} part=${part} link=${link} />${" "}`)}</p>
          `
    }
    ${
      facts.length > 0 &&
      html`
        <dl class="rules-facts">
          ${facts.map((fact) => html`<${FactRow} key=${fact.id} fact=${fact} link=${link} />`)}
        </dl>
      `
    }
    ${
      examples.length > 0 &&
      html`
        <ul class="rules-examples">
          ${examples.map(
            (example) => html`
              <${ClauseExample} key=${example.move ?? example.set} example=${example} />
            `,
          )}
        </ul>
      `
    }
    ${clause.interpretation && !off && html`<${OurReading} clause=${clause} />`}
  `;
}

/**
 * What the rule book leaves open, what we play, and which house rules change it.
 * @param {{clause: Clause}} props
 */
function OurReading({ clause }) {
  const settings = clause.settings.map((field) =>
    t("rules.setting", { name: t(`house.${field}`) }),
  );
  return html`
    <p class="rules-reading">
      ${clause.open || t("rules.interpretation_hint")}
      ${settings.map((text) => html`${" "}<span class="rules-setting">${text}</span>`)}
    </p>
  `;
}

/** What a clause is, besides a rule. @param {{clause: Clause}} props */
export function ClauseTags({ clause }) {
  return html`
    ${clause.kind === "physical" && html`<span class="rules-tag">${t("rules.physical")}</span>`}
    ${
      clause.interpretation &&
      html`
        <span class="rules-tag" title=${t("rules.interpretation_hint")}>
          ${t("rules.interpretation")}
        </span>
      `
    }
  `;
}

/** @param {{part: Part, link: (id: string) => string | null}} props */
function RuleSentence({ part, link }) {
  return part.changed
    ? html`<${HouseRuleText} text=${part.text} link=${link} />`
    : linkClauses(part.text, link);
}

/** A house rule. @param {{text: string, link: (id: string) => string | null}} props */
function HouseRuleText({ text, link }) {
  return html`
    <mark>
      ${linkClauses(text, link)} <span class="rules-tag rules-tag-house">${t("rules.house")}</span>
    </mark>
  `;
}

/**
 * Names of clauses in a text become links.
 * @param {string} text
 * @param {(id: string) => string | null} link
 */
function linkClauses(text, link) {
  return text.split(/\b([NTWZ]-\d+)\b/).map((piece, index) => {
    const address = index % 2 ? link(piece) : null;
    return address ? html`<a href=${address}>${piece}</a>` : piece;
  });
}

/** @param {{fact: Fact, link: (id: string) => string | null}} props */
function FactRow({ fact, link }) {
  const address = fact.clause ? link(fact.clause) : null;
  return html`
    <div>
      <dt>${address ? html`<a href=${address}>${fact.name}</a>` : fact.name}</dt>
      <dd>
        ${
          fact.was
            ? html`
              <${HouseRuleText} text=${fact.text} link=${link} />${" "}
              <small>${t("rules.was", { value: fact.was })}</small>
            `
            : fact.text
        }
      </dd>
    </div>
  `;
}

/** @param {{example: Example}} props */
function ClauseExample({ example }) {
  const { set, reads, value, problem, values = {}, rack = "", move } = example;
  if (move) return html`<${MoveExample} example=${example} />`;
  if (!set) return html`<li class="rules-example"><${ExampleSets} table=${rack} /></li>`;
  const state = problem ? "is-invalid" : "is-valid";
  const words = problem
    ? describeProblem({ code: problem, clause: "", values, text: problem })
    : "";
  const worth = value === undefined ? "" : t("set.value", { count: value });
  return html`
    <li class="rules-example">
      <${ExampleSets} table=${set} state=${state} />
      ${
        reads &&
        html`
          <span class="rules-reads">
            <span aria-hidden="true">=</span>
            <span class="unseen">${t("rules.reads")}</span>
            <${ExampleSets} table=${reads} />
          </span>
        `
      }
      <span class=${`rules-verdict ${state}`}>
        <${Icon} name=${problem ? "close" : "check"} />
        <span class=${words || worth ? "" : "unseen"}>${words || worth || t("rules.valid")}</span>
      </span>
    </li>
  `;
}

/** @param {{example: Example}} props */
function MoveExample({ example }) {
  const { rack = "", before = "", after = "", free, caption } = example;
  return html`
    <li class="rules-example rules-example-move">
      <b class="rules-example-title">${caption}</b>
      ${
        rack &&
        html`
          <span class="rules-example-label">${t("rules.rack")}</span>
          <${ExampleSets} table=${rack} own=${rack} />
        `
      }
      <span class="rules-example-label">${t("rules.before")}</span>
      <${ExampleSets} table=${before} />
      <span class="rules-example-label">${t("rules.after")}</span>
      <span class="rules-example-after">
        <${ExampleSets} table=${after} state="is-valid" own=${rack} />
        ${
          free &&
          html`
            <span class="rules-reads">
              <span aria-hidden="true">+</span>
              <${ExampleSets} table=${free} />
            </span>
          `
        }
      </span>
    </li>
  `;
}

/**
 * The tiles of a set, or of a word: "~sOK" is one whose S is a joker.
 * @param {string} notation
 * @returns {{face: string, stands: string}[]}
 */
function parseExampleTiles(notation) {
  if (!isLetterFace(notation)) return notation.split(" ").map((face) => ({ face, stands: "" }));
  return [...getLetter(notation)].map((sign) => {
    const letter = makeLetterFace(sign.toUpperCase());
    return sign === getLetter(letter)
      ? { face: letter, stands: "" }
      : { face: makeLetterFace("?"), stands: letter };
  });
}

/**
 * Sets to look at; the tiles that came from the rack are ringed.
 * @param {{table: string, state?: string, own?: string}} props
 */
function ExampleSets({ table, state = "", own = "" }) {
  const left = own
    .split(" | ")
    .flatMap(parseExampleTiles)
    .map(({ face }) => face);
  /** Each tile of the rack is on the table once. @param {string} face */
  function isOwn(face) {
    const at = left.indexOf(face);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }
  return html`
    <span class="rules-example-sets">
      ${table.split(" | ").map(
        (tiles) => html`
          <span class=${`set ${state}`}>
            ${parseExampleTiles(tiles).map(({ face, stands }) =>
              /^\d/.test(face)
                ? html`<span class="tile tile-plain">${face}</span>`
                : html`
                  <${StaticTile}
                    face=${face}
                    stands=${stands}
                    label=${getTileName(face)}
                    marks=${isOwn(face) ? "is-own" : ""}
                  />
                `,
            )}
          </span>
        `,
      )}
    </span>
  `;
}
