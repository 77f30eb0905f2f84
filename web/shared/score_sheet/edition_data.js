// Generated from kostka.editions by `make api`: do not edit.

/**
 * @typedef {object} Edition  the fields of kostka.editions.Edition that the browser needs
 * @property {string} key
 * @property {number} players_min
 * @property {number} players_max
 * @property {import("../../app/protocol.js").BoxSpec} box
 * @property {number} opening_threshold
 * @property {number | null} turn_seconds
 * @property {readonly (number | null)[]} turn_seconds_choices
 * @property {number | null} main_seconds
 * @property {number} delay_seconds
 * @property {number} joker_penalty
 * @property {number | null} not_opened
 * @property {number | null} could_have_opened
 * @property {"flat" | "count_rack"} announced_opening
 * @property {"shared" | "fewer_tiles"} tie
 * @property {"wins_then_points" | "points"} match_counts
 */

/** @type {Readonly<Record<string, Edition>>} */
export const EDITIONS = Object.freeze({
  classic: {
    key: "classic",
    players_min: 2,
    players_max: 4,
    box: { copies: 2, ordinary: 2, double: 0, colour_change: 0, mirror: 0 },
    opening_threshold: 30,
    turn_seconds: 60,
    turn_seconds_choices: [30, 40, null],
    main_seconds: null,
    delay_seconds: 0,
    joker_penalty: 50,
    not_opened: 100,
    could_have_opened: 200,
    announced_opening: "flat",
    tie: "shared",
    match_counts: "wins_then_points",
  },
  six: {
    key: "six",
    players_min: 5,
    players_max: 6,
    box: { copies: 3, ordinary: 4, double: 0, colour_change: 0, mirror: 0 },
    opening_threshold: 30,
    turn_seconds: 60,
    turn_seconds_choices: [30, 40, null],
    main_seconds: null,
    delay_seconds: 0,
    joker_penalty: 50,
    not_opened: 100,
    could_have_opened: 200,
    announced_opening: "flat",
    tie: "shared",
    match_counts: "wins_then_points",
  },
  travel: {
    key: "travel",
    players_min: 2,
    players_max: 4,
    box: { copies: 2, ordinary: 2, double: 0, colour_change: 0, mirror: 0 },
    opening_threshold: 30,
    turn_seconds: 60,
    turn_seconds_choices: [],
    main_seconds: null,
    delay_seconds: 0,
    joker_penalty: 30,
    not_opened: null,
    could_have_opened: null,
    announced_opening: "flat",
    tie: "shared",
    match_counts: "points",
  },
  twist: {
    key: "twist",
    players_min: 2,
    players_max: 4,
    box: { copies: 2, ordinary: 2, double: 2, colour_change: 2, mirror: 2 },
    opening_threshold: 30,
    turn_seconds: 60,
    turn_seconds_choices: [],
    main_seconds: null,
    delay_seconds: 0,
    joker_penalty: 30,
    not_opened: null,
    could_have_opened: null,
    announced_opening: "flat",
    tie: "fewer_tiles",
    match_counts: "wins_then_points",
  },
  tournament: {
    key: "tournament",
    players_min: 2,
    players_max: 4,
    box: { copies: 2, ordinary: 2, double: 0, colour_change: 0, mirror: 0 },
    opening_threshold: 30,
    turn_seconds: 40,
    turn_seconds_choices: [],
    main_seconds: null,
    delay_seconds: 0,
    joker_penalty: 50,
    not_opened: 100,
    could_have_opened: 200,
    announced_opening: "flat",
    tie: "shared",
    match_counts: "wins_then_points",
  },
  mso: {
    key: "mso",
    players_min: 2,
    players_max: 2,
    box: { copies: 2, ordinary: 2, double: 0, colour_change: 0, mirror: 0 },
    opening_threshold: 30,
    turn_seconds: null,
    turn_seconds_choices: [],
    main_seconds: 600,
    delay_seconds: 10,
    joker_penalty: 50,
    not_opened: 100,
    could_have_opened: 200,
    announced_opening: "flat",
    tie: "shared",
    match_counts: "wins_then_points",
  },
});
