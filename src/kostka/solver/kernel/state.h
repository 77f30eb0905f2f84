/* The packed state of the search after a number, and its accessors.
 *
 * A state says all that matters for the numbers that follow. It is packed into three words, so
 * that states are hashed and compared quickly. Nothing outside this header and state.c knows where
 * a field lies; `is_valid_state` lists the invariants, which a debug build asserts.
 *
 * counts   nibbles whose top bit is free, so that one subtraction compares them all. For each
 *          colour the open runs with 3+, with 2+ and with 1+ tiles; then the J, D and C left;
 *          then whether a run has been laid. More is never worse, except for open runs with less
 *          than three tiles: these have to go on.
 * extras   the worth so far (8 bits), M left (2), two double jokers that cover the next number
 *          (4 each: colour and length of their run), two mirrored runs (7 each: phase, colour,
 *          sides covered at the next number, whether a number tile is still missing). Of two items
 *          the larger code comes first. Then, only where house rules forbid sets: the run that has
 *          just got a colour-change joker (4) and the bare runs (12).
 * table    where sets of the table may be kept: those under way (a bit each), and how many have
 *          been broken up so far (the top byte).
 */
#ifndef KOSTKA_STATE_H
#define KOSTKA_STATE_H

#include "kernel.h"

#include <assert.h>

typedef struct {
    uint64_t counts, table, extras;
} state_t;

enum { MAX_OPEN_RUNS = 7 }; /* of one colour */
enum { MAX_DOUBLES = 2, MAX_PAIRS = 2 };

/* --- nibbles -----------------------------------------------------------------------------------*/

#define NIBBLE_GUARD 0x8888888888888888ULL

/* Is every nibble of one word at least as large as in the other? */
static inline int covers_nibbles(uint64_t one, uint64_t other)
{
    return (((one | NIBBLE_GUARD) - other) & NIBBLE_GUARD) == NIBBLE_GUARD;
}

static inline int get_bits(uint64_t word, int shift, int bits)
{
    return (int)(word >> shift & ((1u << bits) - 1));
}

/* --- open runs: 48 bits, 12 for each colour ----------------------------------------------------*/

enum { COLOUR_BITS = 12, OPEN_RUN_BITS = COLOURS * COLOUR_BITS };
#define COLOUR_MASK ((1u << COLOUR_BITS) - 1)
#define LONG_RUNS 0x00F00F00F00FULL /* those with 3+ tiles */

/* Open runs with at least `length` tiles, 1 to 3. */
static inline int count_runs_from(uint64_t runs, int colour, int length)
{
    return get_bits(runs, COLOUR_BITS * colour + 4 * (3 - length), 4);
}

/* Open runs with exactly 1 or 2 tiles, or with 3 and more. */
static inline int count_runs(uint64_t runs, int colour, int length)
{
    int longer = length == 3 ? 0 : count_runs_from(runs, colour, length + 1);
    return count_runs_from(runs, colour, length) - longer;
}

/* Open runs that have to go on: those with less than three tiles. */
static inline int count_short_runs(uint64_t runs, int colour)
{
    return count_runs_from(runs, colour, 1) - count_runs_from(runs, colour, 3);
}

/* One open run, to be added to the others or taken away; none if `length` is 0. */
static inline uint64_t pack_run(int colour, int length)
{
    static const uint64_t runs[] = {0, 0x100, 0x110, 0x111};
    return runs[length] << COLOUR_BITS * colour;
}

/* The open runs of one colour, by length. */
static inline uint16_t pack_colour_runs(int ones, int twos, int threes)
{
    return (uint16_t)(threes | (twos + threes) << 4 | (ones + twos + threes) << 8);
}

/* The runs of one colour, as those of colour 0. */
static inline unsigned get_colour_runs(uint64_t runs, int colour)
{
    return (unsigned)(runs >> COLOUR_BITS * colour) & COLOUR_MASK;
}

/* --- counts ------------------------------------------------------------------------------------*/

enum { JOKERS_SHIFT = OPEN_RUN_BITS, RUN_LAID_SHIFT = 60 };
#define JOKERS_MASK (0xFFFULL << JOKERS_SHIFT)

/* J, D or C left, as a part of `counts`. */
static inline uint64_t pack_jokers(int kind, int left)
{
    return (uint64_t)left << (JOKERS_SHIFT + 4 * kind);
}

static inline uint64_t pack_run_laid(int run_laid) { return (uint64_t)run_laid << RUN_LAID_SHIFT; }

static inline uint64_t get_open_runs(const state_t *state)
{
    return state->counts & (((uint64_t)1 << OPEN_RUN_BITS) - 1);
}

static inline int has_run(const state_t *state) { return (int)(state->counts >> RUN_LAID_SHIFT); }

/* Open runs that must go on, as nibbles: with 1 tile, with 1 or 2. Fewer are better. */
static inline uint64_t pack_short_runs(const state_t *state)
{
    uint64_t counts = state->counts;
    uint64_t threes = counts & LONG_RUNS, twos = counts >> 4 & LONG_RUNS;
    uint64_t ones = counts >> 8 & LONG_RUNS;
    return (ones - twos) | (ones - threes) << 4;
}

/* --- extras ------------------------------------------------------------------------------------*/

enum {
    WORTH_BITS = 8,
    MIRRORS_SHIFT = 8,
    DOUBLES_SHIFT = 10,
    PAIRS_SHIFT = 18,
    CHANGED_SHIFT = 32,
    BARE_SHIFT = 36,
    EXTRA_BITS = 48
};
enum { DOUBLE_BITS = 4, PAIR_BITS = 7 };

static inline int get_worth(const state_t *state)
{
    return get_bits(state->extras, 0, WORTH_BITS);
}

static inline uint64_t pack_mirrors(int left) { return (uint64_t)left << MIRRORS_SHIFT; }

/* The jokers of a kind that are left. */
static inline int get_jokers(const state_t *state, int kind)
{
    return kind == M ? get_bits(state->extras, MIRRORS_SHIFT, 2)
                     : get_bits(state->counts, JOKERS_SHIFT + 4 * kind, 4);
}

/* All extras but the worth: states that differ here cannot be compared. */
static inline uint64_t get_items(const state_t *state) { return state->extras >> MIRRORS_SHIFT; }

/* A double joker that covers the next number of a run; `length`: 1 to 3, with the joker. The colour
 * of a bare run is COLOURS: it has none yet. */
static inline uint8_t pack_double(int colour, int length) { return (uint8_t)(colour * 3 + length); }
static inline int get_double_colour(int code) { return (code - 1) / 3; }
static inline int get_double_length(int code) { return (code - 1) % 3 + 1; }

/* Double jokers one after the other, 0 after the last one. */
static inline uint32_t get_doubles(const state_t *state)
{
    return (uint32_t)(state->extras >> DOUBLES_SHIFT) & 0xFF;
}

/* The run, with a code as above, whose last tile is a colour-change joker, if another one is left
 * and the two must not lie side by side; else 0. Equal runs can change places, so one is enough. */
static inline int get_changed_run(const state_t *state)
{
    return get_bits(state->extras, CHANGED_SHIFT, DOUBLE_BITS);
}

/* Bare runs, as those of colour 0: plain runs of jokers alone, so far. They need a number tile. */
static inline unsigned get_bare_runs(const state_t *state)
{
    return (unsigned)(state->extras >> BARE_SHIFT) & COLOUR_MASK;
}

/* A mirrored run under way. Both of its sides go on in step: towards the mirror joker (rising), or
 * away from it (falling; empty where only the mirror joker has been laid). */
enum { NO_PAIR, RISING, FALLING_EMPTY, FALLING };

/* What is missing before it may end: a second cell on each side, a number tile. */
enum { ONE_CELL = 3 << 4, NO_TILE = 1 << 6 };

static inline uint8_t pack_pair(int phase, int colour, int covered_sides)
{
    return (uint8_t)(phase | colour << 2 | covered_sides << 4);
}
static inline int get_pair_phase(int code) { return code & 3; }
static inline int get_pair_colour(int code) { return code >> 2 & 3; }
static inline int has_one_cell(int code) { return (code & ONE_CELL) == ONE_CELL; }
static inline int lacks_tile(int code) { return (code & NO_TILE) != 0; }
static inline int get_covered_sides(int code) { return has_one_cell(code) ? 0 : code >> 4 & 3; }

/* Pairs one after the other, 0 after the last one. */
static inline uint32_t get_pairs(const state_t *state)
{
    return (uint32_t)(state->extras >> PAIRS_SHIFT) & ((1u << 2 * PAIR_BITS) - 1);
}

/* Two codes as one, the larger first, so that their order does not make two states of one. */
static inline uint32_t pack_two(const uint8_t *codes, int count, int bits)
{
    uint32_t one = codes[0], two = count > 1 ? codes[1] : 0;
    return one > two ? one | two << bits : two | one << bits;
}

/* --- sets of the table -------------------------------------------------------------------------*/

#define ONE_BROKEN ((uint64_t)1 << MAX_TABLE_SETS)
#define UNDER_WAY (ONE_BROKEN - 1)

static inline int count_broken(uint64_t table) { return (int)(table >> MAX_TABLE_SETS); }

/* --- states in the search ----------------------------------------------------------------------*/

/* A state, the best gain with which it is reached, and how. */
typedef struct {
    state_t state;
    uint32_t parent, placement; /* placement: what was laid at the last number */
    int64_t gain;
} node_t;

static inline int is_same_state(const state_t *one, const state_t *other)
{
    return one->counts == other->counts && one->extras == other->extras &&
           one->table == other->table;
}

static inline uint32_t hash_state(const state_t *state)
{
    uint64_t x = state->counts ^ state->extras << 16;
    x = (x ^ state->table * 0xA0761D6478BD642FULL) * 0x9E3779B97F4A7C15ULL;
    x ^= x >> 32;
    x *= 0xD6E8FEB86659FD93ULL;
    return (uint32_t)(x >> 32);
}

/* --- placements --------------------------------------------------------------------------------
 * What was laid at a number, but for special jokers: jokers in groups (3 bits); tiles in groups (2
 * bits for each colour); then for each colour the tiles (2 bits) and all cells (3) of runs. */
enum { GROUP_TILES_SHIFT = 3, RUN_CELLS_SHIFT = 11, RUN_CELL_BITS = 5 };

static inline uint32_t pack_groups(int jokers, int tiles)
{
    return (uint32_t)(jokers | tiles << GROUP_TILES_SHIFT);
}
static inline int get_group_jokers(uint32_t placement) { return get_bits(placement, 0, 3); }
static inline int get_group_tiles(uint32_t placement)
{
    return get_bits(placement, GROUP_TILES_SHIFT, 8);
}

/* The tiles of all runs. */
#define ALL_RUN_TILES (0x18C63u << RUN_CELLS_SHIFT)

/* The cells of the runs of one colour, to be shifted by `run_cells_shift`. */
static inline uint8_t pack_run_cells(int tiles, int cells) { return (uint8_t)(tiles | cells << 2); }
static inline int run_cells_shift(int colour) { return RUN_CELLS_SHIFT + RUN_CELL_BITS * colour; }
static inline int get_run_tiles(uint32_t placement, int colour)
{
    return get_bits(placement, run_cells_shift(colour), 2);
}
static inline int get_run_cells(uint32_t placement, int colour)
{
    return get_bits(placement, run_cells_shift(colour) + 2, 3);
}

/* --- invariants --------------------------------------------------------------------------------*/

/* Does every field lie within its limits? `max_broken`: how many sets may be broken up. */
int is_valid_state(const state_t *state, int max_broken);
int is_valid_placement(uint32_t placement);

#endif
