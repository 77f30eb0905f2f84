// Room codes as people read and type them.

const GROUP_LETTERS = 4;
const LONG_CODE_LETTERS = 8;
const OPEN_CODE_LETTERS = 5;
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ";

/** Return a typed code as the server has it: "abcd efgh" is ABCDEFGH. @param {string} typed */
export const normalizeRoomCode = (typed) => typed.replace(/[\s-]/g, "").toUpperCase();

/** Make up a code for a new room, as the server does. @param {boolean} isOpen */
export function createRoomCode(isOpen) {
  const numbers = new Uint32Array(isOpen ? OPEN_CODE_LETTERS : LONG_CODE_LETTERS);
  return Array.from(crypto.getRandomValues(numbers), (n) => LETTERS[n % LETTERS.length]).join("");
}

/** Show a long code in two groups: ABCDEFGH is "ABCD EFGH". @param {string} code */
export const formatRoomCode = (code) =>
  code.length === LONG_CODE_LETTERS
    ? `${code.slice(0, GROUP_LETTERS)}\u00a0${code.slice(GROUP_LETTERS)}`
    : code;
