// What has happened in a game, in words: keys of the translations.

import { describeWordEvent } from "./word/news.js";

/** @typedef {import("../app/game_types.js").GameEvent} GameEvent */
/** @typedef {import("../app/game_types.js").TableNews} TableNews */
/**
 * The key of a text and the values it needs.
 * @typedef {{key: string, values: Record<string, string | number>}} EventText
 */

/** What is told differently in the word game, or happens only there. */
const OF_WORDS = ["Placed", "Drew", "WordRefused", "Challenged", "LastMoveMade", "Accepted"];

/**
 * Return the last thing that has just happened; null if there is nothing to say.
 * @param {TableNews} news
 * @param {TableNews | null} before  the news before these
 * @param {number | null} seat  who is told
 * @returns {EventText | null}
 */
export function describeLatestEvent(news, before, seat) {
  /** @type {EventText | null} */
  let last = null;
  for (const event of news.events) last = describeEvent(event, news, before, seat) ?? last;
  return last;
}

/**
 * @param {GameEvent} event
 * @param {TableNews} news
 * @param {TableNews | null} before
 * @param {number | null} seat
 * @returns {EventText | null}
 */
function describeEvent(event, news, before, seat) {
  const actor = "seat" in event ? event.seat : null;
  const who = actor !== null && actor === seat ? "own" : "other";
  const name = actor === null ? "" : (news.view.seats[actor]?.name ?? "");
  /** Whether it follows from the end of the time. */
  const timedOut = news.events.some((other) => other.type === "TimedOut");
  if (news.type === "WordNews" && OF_WORDS.includes(event.type))
    return describeWordEvent(event, who, name, news.events);
  switch (event.type) {
    case "Placed": {
      const returned = countReturnedTiles(news.events);
      if (returned) return { key: `news.stood_partly_${who}`, values: { name, count: returned } };
      return {
        key: `news.${timedOut ? "stood" : "placed"}_${who}`,
        values: { name, count: event.tiles.length },
      };
    }
    case "MoveFailed":
      return { key: `news.undone_${who}`, values: { name } };
    case "TimedOut": // what it costs, if anything, is told after it
      return before?.view.phase === "accepting"
        ? { key: "news.last_stands", values: {} }
        : { key: `news.time_up_${who}`, values: { name } };
    case "Penalised":
      return {
        key: "replay.penalised",
        values: { name, count: event.tiles, by: event.by, reason: event.reason },
      };
    case "MoveUndone":
      return { key: "replay.undone", values: { by: event.by, reason: event.reason } };
    case "EndedByReferee":
      return { key: "replay.ended_by_referee", values: { by: event.by, reason: event.reason } };
    case "Drew": {
      if (event.reason === "referee") return null; // the ruling has said it
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
    case "RedealAsked":
      return { key: `news.redeal_${who}`, values: { name } };
    case "FlagFell":
      return { key: `news.flag_${who}`, values: { name } };
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

/**
 * Count the own tiles that went back to the rack while the rest of a late move stands (Z-12).
 * @param {readonly GameEvent[]} events
 */
function countReturnedTiles(events) {
  const late = events.find((event) => event.type === "TimedOut" && "returned" in event);
  return late && "returned" in late ? (late.returned?.length ?? 0) : 0;
}
