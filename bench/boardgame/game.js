// The peer's game: a tile rummy with the same box, the same turns and the same hidden racks as the
// classic edition of kostka. It checks what a move must not break and keeps no score.
"use strict";

const { INVALID_MOVE } = require("boardgame.io/core");

const HIGHEST = 13;
const COPIES = 2;
const TILES = 106;
const JOKERS = 104; // the first of them; tiles below are numbered as in a box of kostka
const DEALT = 14;
const OPENING = 30;

const numberOf = (tile) => (Math.floor(tile / COPIES) % HIGHEST) + 1;
const colourOf = (tile) => Math.floor(tile / (COPIES * HIGHEST));
const isJoker = (tile) => tile >= JOKERS;

/** What a set is worth, or 0 if it is none. Jokers count as the tiles they stand for. */
function worth(set) {
  if (set.length < 3) return 0;
  const numbers = set.filter((tile) => !isJoker(tile));
  return numbers.length === 0 ? OPENING : groupWorth(set, numbers) || runWorth(set, numbers[0]);
}

function groupWorth(set, numbers) {
  const number = numberOf(numbers[0]);
  const colours = new Set(numbers.map(colourOf));
  const fits = set.length <= 4 && colours.size === numbers.length;
  return fits && numbers.every((tile) => numberOf(tile) === number) ? number * set.length : 0;
}

function runWorth(set, known) {
  const first = numberOf(known) - set.indexOf(known);
  const last = first + set.length - 1;
  if (first < 1 || last > HIGHEST) return 0;
  const fits = set.every(
    (tile, at) => isJoker(tile) || (colourOf(tile) === colourOf(known) && numberOf(tile) === first + at),
  );
  return fits ? ((first + last) * set.length) / 2 : 0;
}

/** The tiles that a table would take from a rack; undefined if it breaks a rule. */
function taken(G, seat, table) {
  const after = new Set(table.flat());
  if (after.size !== table.flat().length || !table.every((set) => worth(set) > 0)) return undefined;
  for (const tile of G.table.flat()) if (!after.delete(tile)) return undefined;
  const rack = new Set(G.racks[seat]);
  if (after.size === 0 || ![...after].every((tile) => rack.has(tile))) return undefined;
  if (!G.opened[seat]) {
    const fresh = table.filter((set) => set.every((tile) => after.has(tile)));
    if (fresh.flat().length !== after.size) return undefined;
    if (fresh.reduce((sum, set) => sum + worth(set), 0) < OPENING) return undefined;
  }
  return after;
}

function place({ G, events, playerID }, table) {
  const tiles = G.drawn === null ? taken(G, playerID, table) : undefined;
  if (tiles === undefined) return INVALID_MOVE;
  G.table = table;
  G.racks[playerID] = G.racks[playerID].filter((tile) => !tiles.has(tile));
  G.opened[playerID] = true;
  G.passes = 0;
  if (G.racks[playerID].length === 0) events.endGame({ winner: playerID });
  else events.endTurn();
}

/** Who has not opened still has to end the turn after a draw. */
function draw({ G, events, playerID }) {
  if (G.drawn !== null || G.pool.length === 0) return INVALID_MOVE;
  const tile = G.pool.pop();
  G.racks[playerID].push(tile);
  if (G.opened[playerID]) events.endTurn();
  else G.drawn = tile;
}

function finish({ G, events }) {
  if (G.drawn === null) return INVALID_MOVE;
  G.drawn = null;
  events.endTurn();
}

function pass({ G, ctx, events }) {
  if (G.pool.length > 0) return INVALID_MOVE;
  G.passes += 1;
  if (G.passes === ctx.numPlayers) events.endGame({ winner: null });
  else events.endTurn();
}

function setup({ ctx, random }) {
  const pool = random.Shuffle([...Array(TILES).keys()]);
  const seats = [...Array(ctx.numPlayers).keys()];
  const racks = Object.fromEntries(seats.map((seat) => [seat, pool.splice(0, DEALT)]));
  return { table: [], racks, pool, opened: seats.map(() => false), drawn: null, passes: 0 };
}

/** Others' racks and the pool are shown as counts. */
function playerView({ G, playerID }) {
  const seen = (seat) => (seat === playerID ? G.racks[seat] : G.racks[seat].length);
  const racks = Object.fromEntries(Object.keys(G.racks).map((seat) => [seat, seen(seat)]));
  return { ...G, racks, pool: G.pool.length, drawn: G.drawn !== null };
}

module.exports = {
  name: "rummy",
  setup,
  moves: { place, draw, finish, pass },
  playerView,
  disableUndo: true, // it would keep every state of a turn once more
};
