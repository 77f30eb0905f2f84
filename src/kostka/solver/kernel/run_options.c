/* Lists what can be done to the runs of one colour at one number: how many cells are laid, and how
 * many of them are tiles. The runs that must go on go on first, then those of 3+, then new ones.
 *
 * A tile that a run of 3+ can take is not left on the rack, and a joker is not laid where a tile
 * can lie, unless tiles are better kept (negative gain). */
#include "run_options.h"

#include "search.h"

#include <string.h>

/* The fields of a key. */
typedef struct {
    int ones, twos, threes;                /* open runs by length */
    int next_ones, next_twos, next_threes; /* at the next number, by what special jokers did */
    int tiles, forced, jokers;
    int next_tiles, later_tiles, numbers_left;
    int mode, gaining, has_others, may_start;
} run_question_t;

static run_question_t unpack_key(uint64_t key)
{
    uint64_t next = key >> NEXT_RUNS_SHIFT;
    return (run_question_t){
        .ones = count_runs(key, 0, 1),
        .twos = count_runs(key, 0, 2),
        .threes = count_runs(key, 0, 3),
        .next_ones = count_runs(next, 0, 1),
        .next_twos = count_runs(next, 0, 2),
        .next_threes = count_runs(next, 0, 3),
        .tiles = get_bits(key, TILES_SHIFT, 2),
        .forced = get_bits(key, FORCED_SHIFT, 2),
        .jokers = get_bits(key, KEY_JOKERS_SHIFT, 3),
        .next_tiles = get_bits(key, NEXT_TILES_SHIFT, 2),
        .later_tiles = get_bits(key, LATER_TILES_SHIFT, 2),
        .numbers_left = get_bits(key, NUMBERS_LEFT_SHIFT, 2),
        .mode = get_bits(key, MODE_SHIFT, 2),
        .gaining = get_bits(key, GAINING_SHIFT, 1),
        .has_others = get_bits(key, HAS_OTHERS_SHIFT, 1),
        .may_start = get_bits(key, MAY_START_SHIFT, 1),
    };
}

#ifndef NDEBUG
static int is_valid_question(const run_question_t *q)
{
    return q->ones >= 0 && q->twos >= 0 && q->next_ones >= 0 && q->next_twos >= 0 &&
           q->forced <= q->tiles && q->jokers <= MAX_ORDINARY_JOKERS && q->numbers_left <= 2 &&
           q->mode <= MODE_ALL_JOKERS;
}
#endif

static int find_min_cells(const run_question_t *q)
{
    int need = q->ones + q->twos, min = max_int(need, q->forced);
    return q->gaining ? max_int(min, min_int(need + q->threes, q->tiles)) : min;
}

static int find_max_cells(const run_question_t *q)
{
    if (q->mode == MODE_NO_RUNS)
        return 0;
    int max = q->tiles + q->jokers;
    int no_new_runs = q->numbers_left < 2;
    return no_new_runs ? min_int(max, q->ones + q->twos + q->threes) : max;
}

/* Lists the options with so many cells after `count` others, one for each number of tiles among
 * them. Returns the new count, or -1 if no larger number of cells is possible either. */
static int add_options(const run_question_t *q, int cells, run_option_t *out, int count)
{
    int need = q->ones + q->twos, extra = cells - need;
    int longer = min_int(q->threes, extra), fresh = extra - longer;
    int one = fresh + q->next_ones, two = q->ones + q->next_twos;
    int three = q->twos + longer + q->next_threes;
    if (one + two + three > MAX_OPEN_RUNS)
        return -1;
    if ((q->numbers_left < 2 && one) || (q->numbers_left < 1 && two))
        return count;
    int soon = max_int(one + two - q->next_tiles, 0), later = max_int(one - q->later_tiles, 0);
    int max_tiles = min_int(cells, q->tiles);
    int min_tiles = q->gaining ? max_tiles : max_int(cells - q->jokers, q->forced);
    for (int tiles = max_tiles; tiles >= min_tiles && count < MAX_OPTIONS; tiles--) {
        int spent = cells - tiles;
        if (spent > q->jokers)
            break;
        if (q->mode == MODE_LAZY && spent > 0 && extra > 0) {
            /* A joker beyond what must go on: only where a tile can follow that has no other run
             * to go to. */
            int follows = q->has_others || q->next_tiles >= one + two + three ||
                          (q->later_tiles && q->jokers > spent);
            if (fresh ? !q->may_start : !follows)
                break;
        }
        if (q->mode == MODE_ALL_JOKERS && fresh > tiles && !q->may_start)
            break;
        out[count++] = (run_option_t){
            .costs = pack_costs(spent, spent + max_int(soon, later), spent + soon + later, cells),
            .open_runs = pack_colour_runs(one, two, three),
            .tiles = (uint8_t)tiles,
            .cells_code = pack_run_cells(tiles, cells),
        };
    }
    return count;
}

static int list_options(uint64_t key, run_option_t *out)
{
    run_question_t question = unpack_key(key);
    assert(is_valid_question(&question));
    int max_cells = find_max_cells(&question), count = 0;
    for (int cells = find_min_cells(&question); cells <= max_cells; cells++) {
        int more = add_options(&question, cells, out, count);
        if (more < 0)
            break;
        count = more;
    }
    return count;
}

void fill_run_case(run_cache_t *cache, run_case_t *slot, uint64_t key)
{
    run_option_t *more = cache->more + cache->more_count;
    assert(cache->more_count + MAX_OPTIONS <= MORE_SLOTS);
    slot->key = key;
    slot->more = cache->more_count;
    slot->count = list_options(key, more);
    if (slot->count <= FEW_OPTIONS)
        memcpy(slot->few, more, sizeof *more * (size_t)slot->count);
    else
        cache->more_count += (uint32_t)slot->count;
    cache->case_count++;
}

void make_room_in_cache(run_cache_t *cache)
{
    enum { MAX_CASES_OF_STEP = COLOURS * (MAX_COPIES + 1) };
    if (cache->case_count > CASE_SLOTS / 2 - MAX_CASES_OF_STEP ||
        cache->more_count > MORE_SLOTS - MAX_CASES_OF_STEP * MAX_OPTIONS) {
        memset(cache->cases, 0, sizeof cache->cases);
        cache->case_count = cache->more_count = 0;
    }
}
