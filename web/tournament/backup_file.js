// The backup file of a tournament: its log, and as the last line the link of whoever made the copy.
// Without the link nobody could go on after the laptop, whose browser knew it, is lost.

/** @param {Blob} log @param {string | undefined} token */
export const addLinkToLog = (log, token) =>
  new Blob(token ? [log, `${JSON.stringify({ link: token })}\n`] : [log]);

/**
 * Take a copy apart again; a log without a link stays as it is.
 * @param {Blob} file
 * @returns {Promise<{log: Blob, token?: string}>}
 */
export async function splitLogAndLink(file) {
  const text = await file.text();
  const at = text.trimEnd().lastIndexOf("\n") + 1;
  try {
    const { link } = JSON.parse(text.slice(at));
    if (typeof link === "string") return { log: new Blob([text.slice(0, at)]), token: link };
  } catch {
    // The server says what is wrong with it.
  }
  return { log: file };
}
