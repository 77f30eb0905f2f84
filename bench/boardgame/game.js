// The peer's game: a tile rummy with the same box, turns and hidden racks as the classic edition
// of kostka. It checks the rules of a move and keeps no score.
"use strict";

const { INVALID_MOVE } = require("boardgame.io/core");

const HIGHEST = 13;
const COPIES = 2;
const TILES = 106;
const JOKERS = 104; // the first of them; tiles below are numbered as in a box of kostka
const DEALT = 14;
const OPENING = 30;

const getNumber = (tile) => (Math.floor(tile / COPIES) % HIGHEST) + 1;
const getColour = (tile) => Math.floor(tile / (COPIES * HIGHEST));
const isJoker = (tile) => tile >= JOKERS;

/** The value of a set, or 0 if it is not valid. Jokers count as the tiles they stand for. */
function countSetPoints(set) {
  if (set.length < 3) return 0;
  const numbers = set.filter((tile) => !isJoker(tile));
  if (numbers.length === 0) return OPENING;
  return countGroupPoints(set, numbers) || countRunPoints(set, numbers[0]);
}

function countGroupPoints(set, numbers) {
  const number = getNumber(numbers[0]);
  const colours = new Set(numbers.map(getColour));
  const fits = set.length <= 4 && colours.size === numbers.length;
  return fits && numbers.every((tile) => getNumber(tile) === number) ? number * set.length : 0;
}

function countRunPoints(set, known) {
  const first = getNumber(known) - set.indexOf(known);
  const last = first + set.length - 1;
  if (first < 1 || last > HIGHEST) return 0;
  const fits = set.every(
    (tile, index) =>
      isJoker(tile) ||
      (getColour(tile) === getColour(known) && getNumber(tile) === first + index),
  );
  return fits ? ((first + last) * set.length) / 2 : 0;
}

/** Returns the tiles that a table takes from a rack, or undefined if it breaks a rule. */
function findPlacedTiles(G, seat, table) {
  const after = new Set(table.flat());
  if (after.size !== table.flat().length) return undefined;
  if (!table.every((set) => countSetPoints(set) > 0)) return undefined;
  for (const tile of G.table.flat()) if (!after.delete(tile)) return undefined;
  const rack = new Set(G.racks[seat]);
  if (after.size === 0 || ![...after].every((tile) => rack.has(tile))) return undefined;
  if (!G.opened[seat]) {
    const fresh = table.filter((set) => set.every((tile) => after.has(tile)));
    if (fresh.flat().length !== after.size) return undefined;
    if (fresh.reduce((sum, set) => sum + countSetPoints(set), 0) < OPENING) return undefined;
  }
  return after;
}

function placeTiles({ G, events, playerID }, table) {
  const tiles = G.drawn === null ? findPlacedTiles(G, playerID, table) : undefined;
  if (tiles === undefined) return INVALID_MOVE;
  G.table = table;
  G.racks[playerID] = G.racks[playerID].filter((tile) => !tiles.has(tile));
  G.opened[playerID] = true;
  G.passes = 0;
  if (G.racks[playerID].length === 0) events.endGame({ winner: playerID });
  else events.endTurn();
}

/** A player who has not opened still has to end the turn after a draw. */
function drawTile({ G, events, playerID }) {
  if (G.drawn !== null || G.pool.length === 0) return INVALID_MOVE;
  const tile = G.pool.pop();
  G.racks[playerID].push(tile);
  if (G.opened[playerID]) events.endTurn();
  else G.drawn = tile;
}

function finishTurn({ G, events }) {
  if (G.drawn === null) return INVALID_MOVE;
  G.drawn = null;
  events.endTurn();
}

function passTurn({ G, ctx, events }) {
  if (G.pool.length > 0) return INVALID_MOVE;
  G.passes += 1;
  if (G.passes === ctx.numPlayers) events.endGame({ winner: null });
  else events.endTurn();
}

function dealGame({ ctx, random }) {
  const pool = random.Shuffle([...Array(TILES).keys()]);
  const seats = [...Array(ctx.numPlayers).keys()];
  const racks = Object.fromEntries(seats.map((seat) => [seat, pool.splice(0, DEALT)]));
  return { table: [], racks, pool, opened: seats.map(() => false), drawn: null, passes: 0 };
}

/** Shows other racks and the pool as counts. */
function hideOtherRacks({ G, playerID }) {
  const seen = (seat) => (seat === playerID ? G.racks[seat] : G.racks[seat].length);
  const racks = Object.fromEntries(Object.keys(G.racks).map((seat) => [seat, seen(seat)]));
  return { ...G, racks, pool: G.pool.length, drawn: G.drawn !== null };
}

module.exports = {
  name: "rummy",
  setup: dealGame,
  moves: { place: placeTiles, draw: drawTile, finish: finishTurn, pass: passTurn },
  playerView: hideOtherRacks,
  disableUndo: true, // undo would store every state of a turn again
};
