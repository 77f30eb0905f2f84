// Room codes as people read and type them.

const GROUP_LETTERS = 4;
const LONG_CODE_LETTERS = 8;

/** Return a typed code as the server has it: "abcd efgh" is ABCDEFGH. @param {string} typed */
export const normalizeRoomCode = (typed) => typed.replace(/[\s-]/g, "").toUpperCase();

/** Show a long code in two groups: ABCDEFGH is "ABCD EFGH". @param {string} code */
export const formatRoomCode = (code) =>
  code.length === LONG_CODE_LETTERS
    ? `${code.slice(0, GROUP_LETTERS)}\u00a0${code.slice(GROUP_LETTERS)}`
    : code;
