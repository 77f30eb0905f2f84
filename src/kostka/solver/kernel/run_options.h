/* What can be done to the runs of one colour at one number; see run_options.c. */
#ifndef KOSTKA_RUN_OPTIONS_H
#define KOSTKA_RUN_OPTIONS_H

#include "state.h"

/* One thing that can be done. Its costs are bytes whose top bit is free, so that they are added up
 * and compared all at once: jokers that are spent; those and the runs that lack tiles at the next
 * two numbers; those and the tiles that are missing there; the cells. */
typedef struct {
    uint32_t costs;
    uint16_t open_runs; /* of the next state */
    uint8_t tiles, cells_code; /* cells_code: as in a placement */
} run_option_t;

static inline uint32_t pack_costs(int spent, int lacking, int missing, int cells)
{
    return (uint32_t)spent | (uint32_t)lacking << 8 | (uint32_t)missing << 16 |
           (uint32_t)cells << 24;
}
static inline int get_spent(uint32_t costs) { return (int)(costs & 255); }
static inline int get_cells(uint32_t costs) { return (int)(costs >> 24); }

#define COST_GUARD 0x80808080u

/* `limits`: costs with the guard set. */
static inline int is_within(uint32_t limits, uint32_t costs)
{
    return ((limits - costs) & COST_GUARD) == COST_GUARD;
}

/* All that matters for the runs of one colour at one number, as a key: the open runs first, as in
 * a state, then these fields. */
enum {
    NEXT_RUNS_SHIFT = 12,   /* runs at the next number, by what special jokers did */
    TILES_SHIFT = 24,       /* tiles that are not in groups */
    FORCED_SHIFT = 26,      /* how many of them have to be laid */
    NEXT_TILES_SHIFT = 28,  /* tiles of the next number */
    LATER_TILES_SHIFT = 30, /* and of the one after it */
    KEY_JOKERS_SHIFT = 32,
    NUMBERS_LEFT_SHIFT = 35, /* 2 stands for more */
    MODE_SHIFT = 37,
    GAINING_SHIFT = 39,   /* no tile is better kept on the rack */
    HAS_OTHERS_SHIFT = 40, /* there are double or colour-change jokers */
    MAY_START_SHIFT = 41, /* a run may begin with a joker */
    ALWAYS_SHIFT = 42     /* set, so that no key is 0 */
};

/* All options for a key. The same few thousand keys come again and again, in one position after the
 * other, so they are cached: most of them in a single cache line of the processor. */
enum { MAX_OPTIONS = 40, FEW_OPTIONS = 6 };
typedef struct {
    uint64_t key; /* 0 if this slot is free */
    int32_t count;
    uint32_t more; /* where the options are when they are more than a few */
    run_option_t few[FEW_OPTIONS];
} run_case_t;

enum { CASE_SLOTS = 4096, CASE_BITS = 12, MORE_SLOTS = 1 << 14 };
typedef struct {
    run_case_t cases[CASE_SLOTS];
    run_option_t more[MORE_SLOTS];
    uint32_t case_count, more_count;
} run_cache_t;

/* Marks a new cache as full, so that it is cleared before its first use. */
static inline void init_run_cache(run_cache_t *cache) { cache->case_count = CASE_SLOTS; }

/* Clears the cache if it is too full for one step, so that no case is lost while it is in use. */
void make_room_in_cache(run_cache_t *cache);

/* Computes the options for a key and puts them into a free slot. */
void fill_run_case(run_cache_t *cache, run_case_t *slot, uint64_t key);

static inline const run_case_t *get_run_case(run_cache_t *cache, uint64_t key)
{
    run_case_t *slot = &cache->cases[key * 0x9E3779B97F4A7C15ULL >> (64 - CASE_BITS)];
    while (slot->key != key) {
        if (!slot->key)
            fill_run_case(cache, slot, key);
        else
            slot = slot == &cache->cases[CASE_SLOTS - 1] ? cache->cases : slot + 1;
    }
    return slot;
}

static inline const run_option_t *get_options(const run_cache_t *cache, const run_case_t *known)
{
    return known->count <= FEW_OPTIONS ? known->few : cache->more + known->more;
}

#endif
