// What has happened in a game, in words: keys of the translations.

import { describeWordEvent } from "./word/news.js";

/** @typedef {{key: string, values: Record<string, any>}} Said  a text and what it names */

/** What is told differently in the word game, or happens only there. */
const OF_WORDS = ["Placed", "Drew", "Challenged", "LastMoveMade", "Accepted"];

/**
 * Say the last thing of what has just happened; null if there is nothing to say.
 * @param {any} news  a message about a game
 * @param {any} before  the one before it
 * @param {number | null} seat  who is told
 * @returns {Said | null}
 */
export function describeLatestEvent(news, before, seat) {
  /** @type {Said | null} */
  let last = null;
  for (const event of news.events) last = describeEvent(event, news, before, seat) ?? last;
  return last;
}

/**
 * @param {any} event
 * @param {any} news
 * @param {any} before
 * @param {number | null} seat
 * @returns {Said | null}
 */
function describeEvent(event, news, before, seat) {
  const who = event.seat === seat ? "own" : "other";
  const name = news.view.seats[event.seat]?.name ?? "";
  /** Whether it follows from the end of the time. */
  const timedOut = news.events.some((/** @type {any} */ other) => other.type === "TimedOut");
  if (news.type === "WordNews" && OF_WORDS.includes(event.type))
    return describeWordEvent(event, who, name, news.events);
  switch (event.type) {
    case "Placed":
      return {
        key: `news.${timedOut ? "stood" : "placed"}_${who}`,
        values: { name, count: event.tiles.length },
      };
    case "MoveFailed":
      return { key: `news.undone_${who}`, values: { name } };
    case "TimedOut": // what it costs, if anything, is told after it
      return before?.view.phase === "accepting"
        ? { key: "news.last_stands", values: {} }
        : { key: `news.time_up_${who}`, values: { name } };
    case "Drew": {
      const reason =
        event.reason === "turn"
          ? "drew"
          : timedOut
            ? event.reason === "penalty"
              ? "late"
              : "idle"
            : "penalty";
      return { key: `news.${reason}_${who}`, values: { name, count: event.tiles.length } };
    }
    case "Passed":
      return { key: `news.passed_${who}`, values: { name } };
    case "OpeningAnnounced":
      return { key: `news.announced_${who}`, values: { name } };
    case "Left":
      return { key: `news.left_${who}`, values: { name } };
    case "RoundTimeEnded":
      return { key: "replay.round_time", values: {} };
    case "LastRoundBegan":
      return { key: "news.last_round", values: {} };
    default:
      return null;
  }
}
