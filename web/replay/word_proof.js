// What the proof of a record looks at in the word game: its box, the deal, and every tile that was
// drawn.

/** @typedef {import("./proof.js").Check} Check */

/**
 * The tiles of a bag by their ids: the letters in the order of the alphabet, then the jokers.
 * @param {{letters: readonly [string, number][], jokers: number}} bag
 * @returns {string[]}
 */
export function listBagFaces({ letters, jokers }) {
  return [
    ...letters.flatMap(([letter, count]) => Array(count).fill(letter)),
    ...Array(jokers).fill("?"),
  ];
}

/**
 * From the starter on everybody takes as many tiles as a rack begins with (W-2).
 * @param {any} at
 * @returns {Check}
 */
export function checkWordDeal({ header, events, shown, starter }) {
  const { rack_size: each } = header.edition;
  const players = header.names.length;
  const { order } = events.find((/** @type {any} */ event) => event.type === "Mixed");
  const values = header.names.map((/** @type {string} */ name, /** @type {number} */ seat) => {
    const turn = (seat - starter + players) % players;
    return {
      name: "rack_of",
      text: `${name}: ${shown(order.slice(turn * each, (turn + 1) * each))}`,
    };
  });
  const dealt = events.filter((/** @type {any} */ event) => event.type === "Dealt");
  return { name: "deal", good: dealt.length === 1 && dealt[0].each === each, values };
}

/**
 * Every tile drawn is the next of the bank. A move that was undone gives its tiles back, and the
 * bank is mixed (W-13).
 * @param {any} at
 * @returns {Check}
 */
export function checkWordDraws({ header, events, shown }) {
  const sorted = (/** @type {readonly number[]} */ tiles) =>
    [...tiles].sort((one, other) => one - other).join();
  /** @type {number[]} */
  let bank = [];
  /** As it was before the last move. @type {number[]} */
  let before = [];
  /** @type {number[]} */
  const drawn = [];
  let good = true;
  for (const event of events) {
    if (event.type === "Mixed") {
      good &&= event.mixing === 1 || sorted(event.order) === sorted(bank);
      bank = [...event.order];
    }
    if (event.type === "Dealt") bank.splice(0, event.each * header.names.length);
    if (event.type === "Placed") before = [...bank];
    if (event.type === "Challenged" && event.wrong.length) bank = before;
    if (event.type === "Drew") {
      good &&= bank.splice(0, event.tiles.length).join() === event.tiles.join();
      drawn.push(...event.tiles);
    }
  }
  return { name: "draws", good, values: [{ name: "tiles", text: shown(drawn) || "–" }] };
}
