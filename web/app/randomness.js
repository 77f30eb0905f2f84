// Adds randomness to the shuffle of the next game, without the player noticing: commits to a secret
// value first, and reveals it once the server and all others have committed to theirs.
// docs/protocol.md and docs/record.md describe it.

import { encodeHex } from "../replay/sha256.js";
import { computeWordsCommitment } from "../replay/commitment_hashes.js";
import { findNote, saveNote } from "../replay/shuffle_notes.js";

/** @typedef {import("./protocol.js").ShuffleCommitted} ShuffleCommitted */
/** @typedef {import("./game_types.js").TableNews} TableNews */
/** @typedef {import("../replay/shuffle_notes.js").ShuffleNote} ShuffleNote */

const VALUE_BYTES = 16;
/** A value is needed once, soon after it was committed to. */
const MAX_VALUES = 8;

export class Contributor {
  /**
   * @param {(type: "CommitRandomness" | "RevealRandomness", fields: object) => Promise<unknown>}
   *   request
   * @param {(bytes: Uint8Array) => Uint8Array} fillRandom  also there on pages without https
   */
  constructor(request, fillRandom = (bytes) => crypto.getRandomValues(bytes)) {
    this.request = request;
    this.fillRandom = fillRandom;
    /** The values that we have committed to, by commitment. @type {Map<string, string>} */
    this.values = new Map();
    this.forgetRoom();
  }

  /** Forget what the server knows of us: the connection was lost, or the room left. */
  forgetRoom() {
    /** The room for whose next game we have committed. @type {string | null} */
    this.room = null;
    /** The last commitment that the server has confirmed. @type {string | null} */
    this.confirmed = null;
    /** The game that was dealt last. @type {string | null} */
    this.game = null;
  }

  /**
   * Commit once the guest has a seat.
   * @param {string} code  of the room; without a seat it does not matter
   * @param {number | null} seat
   */
  handleRoom(code, seat) {
    const room = seat === null ? null : code;
    if (room === this.room) return;
    this.forgetRoom();
    this.room = room;
    if (room !== null) this.#commit();
  }

  #commit() {
    const value = encodeHex(this.fillRandom(new Uint8Array(VALUE_BYTES)));
    const commitment = computeWordsCommitment(value);
    this.values.set(commitment, value);
    for (const old of [...this.values.keys()].slice(0, -MAX_VALUES)) this.values.delete(old);
    const { room } = this;
    this.request("CommitRandomness", { commitment }).then(
      () => {
        if (room === this.room) this.confirmed = commitment;
      },
      () => {}, // the game is dealt without us, and the proof will say so
    );
  }

  /**
   * Note what everybody has committed to, and only then reveal our value.
   * @param {ShuffleCommitted} message
   * @param {string} room
   * @param {number | null} seat
   */
  handleShuffle({ game, commitment, seats }, room, seat) {
    const own = seats.find(([at]) => at === seat)?.[1] ?? "";
    const value = this.values.get(own) ?? null;
    saveNote(game, { room, seat, value, commitment, seats, tries: 1, isDealt: false });
    if (value === null) return;
    this.values.delete(own); // never revealed a second time
    this.request("RevealRandomness", { game, value }).catch(() => {});
    this.#commit();
  }

  /**
   * Compare a game that was just dealt with what was promised.
   * @param {TableNews} news
   * @param {string} room
   * @param {number | null} seat
   * @returns {"left_out" | "broken" | null} what the player should know
   */
  handleGame({ game, view }, room, seat) {
    if (game === this.game || view.result) return null;
    const isFirst = this.game === null;
    this.game = game;
    const note = findNote(game);
    if (note?.isDealt) return null;
    if (note) {
      saveNote(game, { ...note, isDealt: true });
      return judgeDeal(note, view);
    }
    const value = this.values.get(this.confirmed ?? "");
    if (isFirst || seat === null || !value) return null; // it had begun before we came
    // We had committed, and nobody asked us.
    saveNote(game, { room, seat, value, commitment: null, seats: [], tries: 1, isDealt: true });
    return "left_out";
  }
}

/**
 * @param {ShuffleNote} note
 * @param {{header: {commitment: string}, added: readonly (readonly [number, string])[]}} view
 */
function judgeDeal({ commitment, seats, seat, value }, { header, added }) {
  const promised = new Map(seats);
  const isKept =
    header.commitment === commitment &&
    added.every(([at, words]) => computeWordsCommitment(words) === promised.get(at));
  if (!isKept) return "broken";
  const isMissing = value !== null && !added.some(([at, words]) => at === seat && words === value);
  return isMissing ? "left_out" : null;
}
