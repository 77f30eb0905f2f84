// Sets that show what each kind of joker does, and what the joker stands for in them.

/**
 * By the joker's face: sets in the notation, with the server's words for the joker.
 * @type {Readonly<Record<string, readonly (readonly [string, string])[]>>}
 */
export const JOKER_EXAMPLES = Object.freeze({
  J: [
    ["B4 J B6", "B5"],
    ["K9 R9 J", "B9/O9"],
  ],
  D: [
    ["B2 D B5", "B3 B4"],
    ["B3 R3 D", "K3 O3"],
  ],
  C: [["R6 R7 C B9 B10", "8"]],
  M: [
    ["R3 R4 M R4 R3", "5"],
    ["K7 R7 M R7 K7", "7"],
  ],
});
