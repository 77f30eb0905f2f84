// Generated from the protocol's JSON Schema by `make api`: do not edit.

/** Accept the move that ends the game (W-13). */
export interface Accept {
  type: "Accept";
  seat: number;
}

/** A player lets the move that ends the game stand. */
export interface Accepted {
  type: "Accepted";
  seat: number;
}

/** After a draw: "I open in the next round" (N-41). */
export interface Announce {
  type: "Announce";
  seat: number;
}

/** How a loser scores after announcing the opening in time (N-41). */
export type Announced = "count_rack" | "flat";

/** When an announced opening is judged (N-41). */
export type AnnouncementJudging = "at_end" | "at_once";

/** Ask for a hint: 1 whether there is a move, 2 which tiles can go, 3 the whole move. */
export interface AskHint {
  type: "AskHint";
  id: number;
  turn: number;
  grade: number;
}

/** A player with three doubles asks for a new deal (N-7). */
export interface AskRedeal {
  type: "AskRedeal";
  seat: number;
}

/** For whom the box recommends to play without an opening threshold (N-1). */
export type Audience = "children" | "first_games" | "five_or_six_players" | "school";

/** The host begins the match, its next game, or a rematch. */
export interface Begin {
  type: "Begin";
  id: number;
}

/** What a box holds: how often each number tile, and how many jokers of each kind. */
export interface BoxSpec {
  copies: number;
  ordinary: number;
  double: number;
  colour_change: number;
  mirror: number;
}

/** One seat: empty, or with a guest or a bot on it. */
export interface Chair {
  name: string;
  guest: string | null;
  bot: number | null;
  here: boolean;
}

/** Challenge the words of the last move (W-13). */
export interface Challenge {
  type: "Challenge";
  seat: number;
}

/** A player challenged the last move (W-13). */
export interface Challenged {
  type: "Challenged";
  seat: number;
  wrong: string[];
}

/**
 * Take the reserved seat of a tournament's player, at any time, with the secret of its link.
 */
export interface ClaimSeat {
  type: "ClaimSeat";
  id: number;
  secret: string;
}

/** The host removes a bot, or a guest before the match begins, from a seat. */
export interface ClearSeat {
  type: "ClearSeat";
  id: number;
  seat: number;
}

/** The time of the turn, by the server's clock in milliseconds. */
export interface Clock {
  now: number;
  deadline: number | null;
  banks: number[];
  left: number | null;
}

/** The host closes the room. */
export interface CloseRoom {
  type: "CloseRoom";
  id: number;
}

/** Commit to randomness for the shuffle of the next game: SHA-256 of a tag and the value. */
export interface CommitRandomness {
  type: "CommitRandomness";
  id: number;
  commitment: string;
}

/** Open a room and enter it as its host. */
export interface Create {
  type: "Create";
  id: number;
  settings: Settings;
}

/** How the stacks reach the players. */
export type Deal = "neighbours" | "take_stacks";

/** A player's command in the game; `turn` is the number of turns that had begun by then. */
export interface Do {
  type: "Do";
  id: number;
  turn: number;
  command: NumberPlace | NumberDraw | Pass | Announce | EndTurn | AskRedeal | Leave;
}

/** A request was carried out, and is on disk. */
export interface Done {
  type: "Done";
  id: number;
}

/** The table as the player on turn has arranged it so far; it need not be valid. */
export interface Draft {
  type: "Draft";
  id: number;
  turn: number;
  table: number[][];
}

/**
 * The answer to `Draft`: every set of it, and what stands in the way of finishing the turn.
 */
export interface DraftJudged {
  type: "DraftJudged";
  id: number;
  turn: number;
  sets: SetJudged[];
  value: number;
  problems: Problem[];
}

/** The table as the player on turn has laid it so far. */
export interface DraftNews {
  type: "DraftNews";
  seat: number;
  turn: number;
  table: number[][];
  judged: DraftJudged | null;
}

/** Where the next tile is drawn from. */
export type Drawing = "any_tile" | "chosen_stack";

/** Every number and choice of a rule book. Values that make no sense are refused. */
export interface Edition {
  key: string;
  age: number | null;
  players_min: number;
  players_max: number;
  box: BoxSpec;
  stack_height: number;
  stacks_each: number;
  first_starter: FirstStarter;
  deal: Deal;
  jokers_each: number;
  drawing: Drawing;
  three_doubles_redeal: boolean;
  redeal_right: RedealRight;
  joker_only_sets: boolean;
  single_tile_mirrors: boolean;
  adjacent_colour_changes: boolean;
  opening_threshold: number;
  no_threshold_advised_for: Audience[];
  turn_seconds: number | null;
  turn_seconds_choices: (number | null)[];
  main_seconds: number | null;
  delay_seconds: number;
  failed_move_penalty: number;
  invalid_move: InvalidMove;
  time_out: TimeOut;
  idle_time_out: IdleTimeOut;
  lost_tiles: LostTiles;
  joker_penalty: number;
  not_opened: number | null;
  could_have_opened: number | null;
  announced_opening: Announced;
  announcement_judging: AnnouncementJudging;
  announcement_seconds: number;
  pool_end: PoolEnd;
  tie: Tie;
  timed_rounds: boolean;
  match_counts: MatchCounts;
}

/** End the turn that stays open after a draw (N-20). */
export interface EndTurn {
  type: "EndTurn";
  seat: number;
}

/** A referee ended the game. */
export interface EndedByReferee {
  type: "EndedByReferee";
  by: string;
  reason: string;
}

/** Enter a room, back to the guest's seat or as a spectator. */
export interface Enter {
  type: "Enter";
  id: number;
  room: string;
}

/** Why the server closes a connection. */
export type Farewell = "forgotten"
  | "guessing"
  | "moved"
  | "nonsense"
  | "over_budget"
  | "restart"
  | "slow";

/** Who starts the first game of a match. */
export type FirstStarter = "first_seat" | "highest_tile";

/** A player's main time is used up: the move is undone, and the game lost (M-4). */
export interface FlagFell {
  type: "FlagFell";
  seat: number;
}

/** The game as the receiver may see it, and what has happened since the last news. */
export interface GameNews {
  type: "GameNews";
  game: string;
  view: NumberView;
  events: (Sealed
    | RandomnessCommitted
    | RandomnessAdded
    | StartDrawn
    | StarterFound
    | NumberMixed
    | NumberDealt
    | RedealAsked
    | TurnBegan
    | NumberPlaced
    | NumberDrew
    | OpeningAnnounced
    | TurnEnded
    | Passed
    | NumberTimedOut
    | MoveFailed
    | TimeUsed
    | FlagFell
    | Left
    | RoundTimeEnded
    | NumberLastRoundBegan
    | MoveUndone
    | Penalised
    | EndedByReferee
    | NumberFinished)[];
  clock: Clock;
  faces: string[] | null;
  draft: number[][] | null;
  jokers: Record<string, string>;
  sums: Sum[] | null;
}

/** Leave the room for now; the seat stays with the guest. */
export interface GoOut {
  type: "GoOut";
  id: number;
}

/** The server will close the connection; `code` says why. */
export interface GoodBye {
  type: "GoodBye";
  code: Farewell;
  retry_ms: number | null;
}

/** The first message of a connection: the guest and the protocol version. */
export interface Hello {
  type: "Hello";
  protocol: number;
  token?: string | null;
  name?: string | null;
}

/** The answer to `AskHint`, as much of it as was asked for. */
export interface Hint {
  type: "Hint";
  id: number;
  possible: boolean;
  tiles: string[] | null;
  table: number[][] | null;
  steps: string[] | null;
}

/** What it costs when time runs out and the table is as it was (N-26). */
export type IdleTimeOut = "draw" | "penalty";

/** What happens to a finished move that breaks a rule (N-26). */
export type InvalidMove = "penalty" | "refused";

/** How invalid words are found (W-13). */
export type Judging = "challenge" | "checked" | "penalty";

/** The game is over unless the last move is challenged (W-13). */
export interface LastMoveMade {
  type: "LastMoveMade";
  ending: WordEnding;
  waiting: number[];
}

/** Leave the game for good. */
export interface Leave {
  type: "Leave";
  seat: number;
}

/** A player left for good. */
export interface Left {
  type: "Left";
  seat: number;
}

/**
 * What a box holds: its letters in the order of the alphabet, how many of each, and jokers.
 */
export interface LetterBag {
  letters: [string, number][];
  jokers: number;
}

/** Where tiles go at a real table when nobody remembers their place (N-27). */
export type LostTiles = "pool" | "rack";

/** What ranks the players of a match (N-61). */
export type MatchCounts = "points" | "wins_then_points";

/** A move was undone entirely (N-26). */
export interface MoveFailed {
  type: "MoveFailed";
  seat: number;
  draft: number[][] | null;
  clauses: string[];
}

/** A referee took the last move back. */
export interface MoveUndone {
  type: "MoveUndone";
  by: string;
  reason: string;
}

/** A guest, by public id and name. */
export interface NamedGuest {
  guest: string;
  name: string;
}

/** Somebody else has changed something for the receiver; `RoomNews` has come before it. */
export interface Notice {
  type: "Notice";
  code: NoticeCode;
}

/** What has happened to the receiver. */
export type NoticeCode = "banned" | "removed" | "seat_moved" | "seat_renewed";

/** The stacks were handed out: who gave which stack to whom. */
export interface NumberDealt {
  type: "Dealt";
  gifts: [number, number, number][];
}

/**
 * Draw one tile (N-20 a); with stacks, choose the next one if the middle is used up (Z-10).
 */
export interface NumberDraw {
  type: "Draw";
  seat: number;
  stack?: number | null;
}

/** Why a player took tiles from the pool. */
export type NumberDrawReason = "penalty" | "referee" | "time_out" | "turn";

/** A player took tiles from the pool. */
export interface NumberDrew {
  type: "Drew";
  seat: number;
  tiles: number[];
  reason: NumberDrawReason;
  stack: number | null;
}

/** The ways a game can end. */
export type NumberEnding = "alone"
  | "flag_fell"
  | "pool_empty"
  | "referee"
  | "round_time"
  | "went_out";

/** The game is over. */
export interface NumberFinished {
  type: "Finished";
  ending: NumberEnding;
  sheet: NumberScoreSheet;
}

/** What is fixed before anything happens: the first line of the log. */
export interface NumberHeader {
  edition: Edition;
  names: string[];
  commitment: string;
  starter: number | null;
  rechained: boolean;
}

/** These players, in this order, have one more turn each. */
export interface NumberLastRoundBegan {
  type: "LastRoundBegan";
  seats: number[];
  ending: NumberEnding;
}

/** The tiles were mixed; `commitment` is the hash of this order, salted. */
export interface NumberMixed {
  type: "Mixed";
  deal: number;
  order: number[];
  commitment: string;
}

/** How far a game has come. */
export type NumberPhase = "finished" | "gathering" | "playing";

/** Finish a move with this whole table (N-20 b). */
export interface NumberPlace {
  type: "Place";
  seat: number;
  table: number[][];
}

/** A move stands: the whole table, and which tiles came from the rack. */
export interface NumberPlaced {
  type: "Placed";
  seat: number;
  table: number[][];
  tiles: number[];
}

/** A game from its deal to its end. */
export interface NumberReplay {
  header: NumberHeader;
  faces: string[];
  steps: NumberStep[];
  sums: Sum[];
}

/** How a game ended. */
export interface NumberResult {
  ending: NumberEnding;
  sheet: NumberScoreSheet;
}

/** One player's line on the score sheet. */
export interface NumberScoreLine {
  count: number;
  tiles: number;
  why: Why;
  points: number | string;
  big: number;
}

/** The score sheet of one game, a line for every seat. */
export interface NumberScoreSheet {
  lines: NumberScoreLine[];
}

/** What a viewer may know about a player. */
export interface NumberSeatView {
  name: string;
  tiles: number;
  rack: number[] | null;
  opened: boolean;
  announced: boolean;
  present: boolean;
  time_left: number | null;
}

/** What one command led to, and the game after it. */
export interface NumberStep {
  at: number | null;
  events: (Sealed
    | RandomnessCommitted
    | RandomnessAdded
    | StartDrawn
    | StarterFound
    | NumberMixed
    | NumberDealt
    | RedealAsked
    | TurnBegan
    | NumberPlaced
    | NumberDrew
    | OpeningAnnounced
    | TurnEnded
    | Passed
    | NumberTimedOut
    | MoveFailed
    | TimeUsed
    | FlagFell
    | Left
    | RoundTimeEnded
    | NumberLastRoundBegan
    | MoveUndone
    | Penalised
    | EndedByReferee
    | NumberFinished)[];
  seats: NumberStepSeat[];
  table: number[][];
  jokers: Record<string, string>;
  pool: number;
  turn: number | null;
  turns: number;
  opening: number | null;
}

/** A player after a step. */
export interface NumberStepSeat {
  rack: number[];
  opened: boolean;
  announced: boolean;
  present: boolean;
  time_left: number | null;
}

/** The time for the move ran out. Its consequences are the next events. */
export interface NumberTimedOut {
  type: "TimedOut";
  seat: number;
  draft: number[][] | null;
  returned: number[];
}

/** What a viewer knows of a game. */
export interface NumberView {
  viewer: number | null;
  header: NumberHeader;
  phase: NumberPhase;
  seats: NumberSeatView[];
  table: number[][];
  pool: number;
  stacks: number[];
  middle: number;
  turn: number | null;
  turns: number;
  drawn: number | null;
  turn_open: boolean;
  added: [number, string][];
  start_draws: [number, number][][];
  starter: number;
  deal: number;
  order_commitment: string;
  last_round: number[] | null;
  round_over: boolean;
  result: NumberResult | null;
  seed: string | null;
  can_ask_redeal: boolean | null;
}

/** What makes a play the best one. */
export type Objective = "fewest" | "out" | "points" | "tiles";

/** A player said that they will open in the next round (N-41). */
export interface OpeningAnnounced {
  type: "OpeningAnnounced";
  seat: number;
}

/** Neither place nor draw, once there is nothing to draw (N-50 to N-52, W-16). */
export interface Pass {
  type: "Pass";
  seat: number;
}

/** A player neither placed nor drew. */
export interface Passed {
  type: "Passed";
  seat: number;
}

/** By whom a room was paused. */
export type Pauser = "organiser";

/** A referee gave a player a penalty of this many tiles. */
export interface Penalised {
  type: "Penalised";
  seat: number;
  tiles: number;
  by: string;
  reason: string;
}

/** Whom the host of a room can remove or let back in, beside those with a seat. */
export interface People {
  watching: NamedGuest[];
  banned: NamedGuest[];
}

/** An answer in notation, with all its figures and steps. */
export interface Play {
  placed: string[];
  tiles: number;
  points: number;
  table: string[];
  reads: string[][];
  kept: number;
  optimal: boolean;
  moved: number;
  kept_most: boolean;
  least_change: boolean;
  value: number;
  steps: PlayStep[];
}

/** A step in notation: sets and free tiles become other sets and other free tiles. */
export interface PlayStep {
  code: StepCode;
  sets: string[];
  tiles: string[];
  becomes: string[];
  free: string[];
  rack: string[];
  text: string;
}

/** What happens when the pool runs out. */
export type PoolEnd = "last_round_drawer_first"
  | "last_round_drawer_last"
  | "last_round_without_drawer"
  | "play_on";

/** A reason to refuse something: a code for translations, the clause, and an English text. */
export interface Problem {
  code: string;
  clause: string;
  values: Record<string, string | number>;
  text: string;
}

/** A player's own words went into the shuffle. */
export interface RandomnessAdded {
  type: "RandomnessAdded";
  seat: number;
  words: string;
}

/** A player committed to words for the shuffle; they are still secret. */
export interface RandomnessCommitted {
  type: "RandomnessCommitted";
  seat: number;
  commitment: string;
}

/** A player with three doubles asked for a new deal (N-7). */
export interface RedealAsked {
  type: "RedealAsked";
  seat: number;
}

/** Until when a player with three doubles may ask for a new deal (N-7). */
export type RedealRight = "first_move" | "own_first_turn";

/** A request was refused, and nothing has changed. Without a number: it could not be read. */
export interface Refusal {
  type: "Refusal";
  id: number | null;
  problems: Problem[];
}

/** The host takes away a person's seat and sends them out; with `ban`, for good. */
export interface RemovePerson {
  type: "RemovePerson";
  id: number;
  guest: string;
  ban?: boolean;
}

/** Change the guest's name. */
export interface Rename {
  type: "Rename";
  id: number;
  name: string;
}

/** Where a joker goes for which a tile from the rack was laid (W-11). */
export type ReplacedJoker = "may_keep_letter" | "new_word";

/** After `ShuffleCommitted`, reveal the randomness that was committed to. */
export interface RevealRandomness {
  type: "RevealRandomness";
  id: number;
  game: string;
  value: string;
}

/** The room has changed, or was entered; None after leaving it. */
export interface RoomNews {
  type: "RoomNews";
  room: RoomView | null;
  seat: number | null;
  people: People | null;
}

/** A room as everybody in it sees it. */
export interface RoomView {
  code: string;
  host: string;
  settings: Settings;
  stage: Stage;
  chairs: Chair[];
  watching: number;
  game: string | null;
  played: string[];
  standings: Standing[];
  kind: string;
  theme: ThemeView | null;
  booked: boolean;
  paused: Pauser | null;
}

/** The time of the round is over (Z-17). */
export interface RoundTimeEnded {
  type: "RoundTimeEnded";
}

/** The secret seed of the shuffle was chosen; its hash is in the header. */
export interface Sealed {
  type: "Sealed";
  seed: string;
}

/** The host puts a bot on an empty seat, or in place of a guest who is away. */
export interface SeatBot {
  type: "SeatBot";
  id: number;
  seat: number;
  level: number;
}

/** What a set of a draft is. */
export interface SetJudged {
  valid: boolean;
  kind: string | null;
  value: number;
  reads: string[];
  problem: Problem | null;
}

/** The settings of a room. */
export interface Settings {
  edition: string;
  rules: Record<string, unknown>;
  seats: number;
  bots: number[];
  games: number;
  open: boolean;
  bank_seconds: number;
  stand_in_seconds: number | null;
  hints: boolean;
}

/** A game is about to be dealt, and its shuffle is committed to. Clients now reveal theirs. */
export interface ShuffleCommitted {
  type: "ShuffleCommitted";
  game: string;
  commitment: string;
  seats: [number, string][];
}

/** Take an empty seat, before the match begins. */
export interface Sit {
  type: "Sit";
  id: number;
  seat: number;
}

/** A question: `{"edition": "classic", "rack": "B3 B5", "table": "B6 B7 B8 | K1 R1 O1"}`. */
export interface Solve {
  edition: string;
  rules?: Record<string, unknown>;
  rack: string | string[];
  table?: string | string[];
  opened?: boolean;
  objective?: Objective;
  moves?: number;
}

/** Why there are no plays for a position that can be read. */
export interface SolveFailure {
  error: string;
  problems: Problem[];
  sets: SetJudged[];
}

/** The plays that were found, the best first. */
export interface Solved {
  sets: SetJudged[];
  plays: Play[];
  complete: boolean;
}

/** How far a room has come. */
export type Stage = "between" | "closed" | "gathering" | "over" | "playing";

/** Leave the seat, before the match begins. */
export interface StandUp {
  type: "StandUp";
  id: number;
}

/** The rank of a seat after the games so far. */
export interface Standing {
  place: number;
  seat: number;
  big: number;
  points: number | string;
}

/** All players, or those who tied, drew a tile to find the starter (N-2, W-3). */
export interface StartDrawn {
  type: "StartDrawn";
  draws: [number, number][];
}

/** The starter is known. */
export interface StarterFound {
  type: "StarterFound";
  seat: number;
}

/** What a step does. */
export type StepCode = "add" | "break_up" | "join" | "lay" | "replace" | "split" | "take";

/** How the points of a seat were found. */
export interface Sum {
  arithmetic: string;
  clause: string;
}

/** An agreed word list, in capital letters. A view of a game shows its title alone. */
export interface Theme {
  title: string;
  words: string[];
}

/** Which forms of the words on a theme's list count (W-15). */
export type ThemeForms = "all" | "listed";

/** A theme without its words, which may be many. */
export interface ThemeView {
  title: string;
  words: number;
}

/** Who wins when several players share the lowest rack count (N-54). */
export type Tie = "fewer_tiles" | "shared";

/** What happens to a move whose time runs out, if the table is valid. */
export type TimeOut = "stands" | "undone" | "valid_part_stands";

/** A player took this long for a move, pauses not counted (M-3). */
export interface TimeUsed {
  type: "TimeUsed";
  seat: number;
  milliseconds: number;
}

/** It is this player's turn. */
export interface TurnBegan {
  type: "TurnBegan";
  seat: number;
}

/** A player ended the turn that stays open after a draw (N-20). */
export interface TurnEnded {
  type: "TurnEnded";
  seat: number;
}

/** How the points of one turn were found. */
export interface TurnScore {
  turn: number;
  words: string[];
  doubled: boolean;
  points: number;
}

/** The host takes a ban back. */
export interface Unban {
  type: "Unban";
  id: number;
  guest: string;
}

/** The answer to `Hello`. */
export interface Welcome {
  type: "Welcome";
  protocol: number;
  guest: string;
  name: string;
  token: string | null;
  now: number;
  routed: boolean;
}

/** Why a player gets these points. */
export type Why = "announced"
  | "could_have_opened"
  | "difference"
  | "left"
  | "not_opened"
  | "rack"
  | "won";

/** From the starter on everybody took this many tiles; the rest is the pool (W-2). */
export interface WordDealt {
  type: "Dealt";
  each: number;
}

/** A player's command in a word game, as `Do` in the number game. */
export interface WordDo {
  type: "WordDo";
  id: number;
  turn: number;
  command: WordPlace | WordDraw | Pass | Challenge | Accept | Leave;
}

/** The words as the player on turn has arranged them so far; they need not be valid. */
export interface WordDraft {
  type: "WordDraft";
  id: number;
  turn: number;
  table: number[][];
  letters?: Record<string, string>;
}

/** The answer to `WordDraft`: every word, and what stands in the way of finishing the turn. */
export interface WordDraftJudged {
  type: "WordDraftJudged";
  id: number;
  turn: number;
  words: WordJudged[];
  made: string[];
  points: number;
  doubled: boolean;
  problems: Problem[];
  relaid: string[];
}

/** The table as the player on turn has laid it so far. */
export interface WordDraftNews {
  type: "WordDraftNews";
  seat: number;
  turn: number;
  table: number[][];
  letters: Record<string, string>;
  judged: WordDraftJudged | null;
}

/** Draw one tile instead of placing (W-4, W-5). */
export interface WordDraw {
  type: "Draw";
  seat: number;
}

/** Why a player took tiles from the pool. */
export type WordDrawReason = "refill" | "time_out" | "turn" | "wrong_word";

/** A player took tiles from the pool. */
export interface WordDrew {
  type: "Drew";
  seat: number;
  tiles: number[];
  reason: WordDrawReason;
}

/** Every number and choice of the rule book. Values that make no sense are refused. */
export interface WordEdition {
  key: string;
  age: number | null;
  players_min: number;
  players_max: number;
  bag: LetterBag;
  rack_size: number;
  first_word: number;
  shortest_word: number;
  refill_to: number;
  lexicon: string;
  vulgar: boolean;
  theme: Theme | null;
  theme_forms: ThemeForms;
  judging: Judging;
  penalty: number;
  replaced_joker: ReplacedJoker;
  turn_seconds: number | null;
}

/** The ways a game can end. */
export type WordEnding = "alone" | "nobody_placed" | "went_out";

/** The game is over. */
export interface WordFinished {
  type: "Finished";
  ending: WordEnding;
  sheet: WordScoreSheet;
}

/** What is fixed before anything happens: the first line of the log. */
export interface WordHeader {
  edition: WordEdition;
  names: string[];
  commitment: string;
  starter: number | null;
  rechained: boolean;
  lexicon_hash: string;
}

/** The answer to `AskHint` in a word game, as much of it as was asked for. */
export interface WordHint {
  type: "WordHint";
  id: number;
  possible: boolean;
  points: number | null;
  tiles: string[] | null;
  words: string[] | null;
  table: number[][] | null;
  letters: Record<string, string> | null;
}

/** What a word of a draft is. */
export interface WordJudged {
  text: string;
  valid: boolean | null;
  problem: Problem | null;
}

/** These players, in this order, have one last turn each (W-16). */
export interface WordLastRoundBegan {
  type: "LastRoundBegan";
  seats: number[];
}

/** Tiles were mixed; `commitment` is the hash of this order, salted. */
export interface WordMixed {
  type: "Mixed";
  mixing: number;
  order: number[];
  commitment: string;
}

/** A word game as the receiver may see it, and what has happened since the last news. */
export interface WordNews {
  type: "WordNews";
  game: string;
  view: WordView;
  events: (Sealed
    | RandomnessCommitted
    | RandomnessAdded
    | StartDrawn
    | StarterFound
    | WordMixed
    | WordDealt
    | TurnBegan
    | WordPlaced
    | WordDrew
    | Passed
    | WordTimedOut
    | WordRefused
    | Challenged
    | LastMoveMade
    | Accepted
    | Left
    | WordLastRoundBegan
    | WordFinished)[];
  clock: Clock;
  faces: string[] | null;
  draft: WordsLaid | null;
  lemmas: Record<string, string[]>;
}

/** How far a game has come. */
export type WordPhase = "accepting" | "finished" | "gathering" | "playing";

/** Finish a move with this whole table (W-4, W-5). */
export interface WordPlace {
  type: "Place";
  seat: number;
  table: number[][];
  letters?: Record<string, string>;
}

/** A move stands: the whole table, which tiles came from the rack, and what it is worth. */
export interface WordPlaced {
  type: "Placed";
  seat: number;
  table: number[][];
  letters: Record<string, string>;
  tiles: number[];
  words: string[];
  doubled: boolean;
  points: number;
}

/** A move with a word that is not valid was undone, and the turn is over (W-13). */
export interface WordRefused {
  type: "WordRefused";
  seat: number;
  table: number[][];
  letters: Record<string, string>;
  wrong: string[];
}

/** A game from its deal to its end. */
export interface WordReplay {
  header: WordHeader;
  faces: string[];
  steps: WordStep[];
}

/** How a game ended. */
export interface WordResult {
  ending: WordEnding;
  sheet: WordScoreSheet;
}

/** One player's line on the score sheet. */
export interface WordScoreLine {
  points: number;
  big: number;
  tiles: number;
  turns: TurnScore[];
}

/** The score sheet of one game, a line for every seat. */
export interface WordScoreSheet {
  lines: WordScoreLine[];
}

/** What a viewer may know about a player. */
export interface WordSeatView {
  name: string;
  tiles: number;
  rack: number[] | null;
  opened: boolean;
  present: boolean;
  points: number;
  turns: TurnScore[];
}

/** What one command led to, and the game after it. */
export interface WordStep {
  at: number | null;
  events: (Sealed
    | RandomnessCommitted
    | RandomnessAdded
    | StartDrawn
    | StarterFound
    | WordMixed
    | WordDealt
    | TurnBegan
    | WordPlaced
    | WordDrew
    | Passed
    | WordTimedOut
    | WordRefused
    | Challenged
    | LastMoveMade
    | Accepted
    | Left
    | WordLastRoundBegan
    | WordFinished)[];
  seats: WordStepSeat[];
  table: number[][];
  letters: Record<string, string>;
  pool: number;
  turn: number | null;
  turns: number;
}

/** A player after a step. */
export interface WordStepSeat {
  rack: number[];
  opened: boolean;
  present: boolean;
  points: number;
}

/** The time ran out; what was laid is undone (W-14). */
export interface WordTimedOut {
  type: "TimedOut";
  seat: number;
}

/** What a viewer knows of a game. */
export interface WordView {
  viewer: number | null;
  header: WordHeader;
  phase: WordPhase;
  seats: WordSeatView[];
  table: number[][];
  letters: Record<string, string>;
  pool: number;
  turn: number | null;
  turns: number;
  added: [number, string][];
  start_draws: [number, number][][];
  starter: number;
  mixings: number;
  order_commitment: string;
  last_round: number[] | null;
  challengeable: number | null;
  new_words: string[];
  waiting: number[];
  result: WordResult | null;
  seed: string | null;
}

/** The words of a draft. */
export interface WordsLaid {
  table: number[][];
  letters: Record<string, string>;
}

export type Request = Hello
  | Rename
  | Create
  | Enter
  | GoOut
  | Sit
  | ClaimSeat
  | StandUp
  | SeatBot
  | ClearSeat
  | RemovePerson
  | Unban
  | CloseRoom
  | Begin
  | CommitRandomness
  | RevealRandomness
  | Do
  | WordDo
  | Draft
  | WordDraft
  | AskHint;

export type ServerMessage = Welcome
  | Done
  | Refusal
  | RoomNews
  | Notice
  | ShuffleCommitted
  | GameNews
  | WordNews
  | DraftNews
  | WordDraftNews
  | DraftJudged
  | WordDraftJudged
  | Hint
  | WordHint
  | GoodBye;

export type SolveQuestion = Solve;

export type SolveAnswer = Solved;
