// What the proof of a record says about the players' randomness: who added some, as committed to
// before, and whether that is what this browser saw and did itself.

import { computeWordsCommitment } from "./commitment_hashes.js";

/** @typedef {import("./proof.js").Check} Check */
/** @typedef {import("./shuffle_notes.js").ShuffleNote} ShuffleNote */
/** @typedef {{type: string, seat: number, commitment: string, words: string}} AnyEvent */

/**
 * @param {{names: readonly string[], commitment: string}} header
 * @param {readonly AnyEvent[]} events  of the whole record
 * @param {ShuffleNote | null} note
 * @returns {Check[]}
 */
export function checkRandomness(header, events, note) {
  const isCommitment = (/** @type {AnyEvent} */ { type }) => type === "RandomnessCommitted";
  const isReveal = (/** @type {AnyEvent} */ { type }) => type === "RandomnessAdded";
  /** @type {readonly AnyEvent[]} */
  const committed = events.filter(isCommitment);
  /** @type {readonly AnyEvent[]} */
  const added = events.filter(isReveal);
  const promises = new Map(committed.map(({ seat, commitment }) => [seat, commitment]));
  const hasCommitments = committed.length > 0;
  const isEarly = events.findLastIndex(isCommitment) < events.findIndex(isReveal);
  const good =
    !hasCommitments ||
    !added.length ||
    (isEarly &&
      promises.size === committed.length &&
      added.every(
        ({ seat, words }, at) =>
          promises.get(seat) === computeWordsCommitment(words) &&
          (at === 0 || /** @type {AnyEvent} */ (added[at - 1]).seat < seat),
      ));
  const nameSeats = (/** @type {readonly number[]} */ seats) => [
    ...seats.flatMap((seat) => (seat === note?.seat ? [] : [header.names[seat] ?? "?"])),
    ...seats.flatMap((seat) => (seat === note?.seat ? [null] : [])),
  ];
  const silent = committed
    .map(({ seat }) => seat)
    .filter((seat) => !added.some((reveal) => reveal.seat === seat));
  return [
    {
      name: added.length && !hasCommitments ? "spoken" : "added",
      good: added.length ? good : null,
      names: nameSeats(added.map(({ seat }) => seat)),
      values: [
        ...committed.map(({ seat, commitment }) => ({
          name: "promise",
          text: `${header.names[seat]}: ${commitment}`,
        })),
        ...added.map(({ seat, words }) => ({
          name: "words",
          text: `${header.names[seat]}: ${words}`,
        })),
      ],
    },
    ...(silent.length
      ? [{ name: "silent", good: null, names: nameSeats(silent), values: [] }]
      : []),
    ...(note ? checkOwnNote(header, { committed, added }, note) : []),
  ];
}

/**
 * @param {{commitment: string}} header
 * @param {{committed: readonly AnyEvent[], added: readonly AnyEvent[]}} record
 * @param {ShuffleNote} note
 * @returns {Check[]}
 */
function checkOwnNote(header, { committed, added }, { commitment, seats, seat, value, tries }) {
  const isSame =
    header.commitment === commitment &&
    seats.length === committed.length &&
    seats.every(([at, promise]) =>
      committed.some((event) => event.seat === at && event.commitment === promise),
    );
  const values = [
    { name: "promise", text: header.commitment },
    { name: "noted", text: commitment ?? "–" },
    ...(value === null ? [] : [{ name: "words", text: value }]),
  ];
  /** @type {Check[]} */
  const checks = [];
  const isUsed = added.some((event) => event.seat === seat && event.words === value);
  const hasSeat = seat !== null && seats.some(([at]) => at === seat);
  if (commitment !== null && !isSame) checks.push({ name: "before", good: false, values });
  else if (value !== null) checks.push({ name: "own", good: isUsed ? true : null, values });
  else if (hasSeat) checks.push({ name: "device", good: null, values });
  else checks.push({ name: "before", good: true, values });
  if (tries > 1) checks.push({ name: "tries", good: null, number: tries, values: [] });
  return checks;
}
