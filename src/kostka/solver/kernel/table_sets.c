/* Keeps sets of the table: those that begin at a number are kept as they lie, or broken up. Tiles
 * of sets that are kept are used at each of their numbers, and nothing else is done to them. */
#include "search.h"

#include <string.h>

void prepare_table_sets(search_t *search, const sets_t *table)
{
    table_sets_t *sets = &search->table_sets;
    const uint8_t *face = table->face;
    sets->active = 1;
    memset(sets->tiles, 0, sizeof *sets->tiles * (size_t)table->count);
    memset(sets->jokers, 0, sizeof *sets->jokers * (size_t)table->count);
    memset(sets->starting_counts, 0, sizeof sets->starting_counts);
    for (int set = 0; set < table->count; set++) {
        int first = NUMBERS + 1, last = 1;
        for (int at = 0; at < table->size[set]; at++, face++) {
            if (*face >= TILES) {
                sets->jokers[set][*face - TILES]++;
                continue;
            }
            int number = *face % NUMBERS + 1;
            sets->tiles[set][number][*face / NUMBERS]++;
            first = min_int(first, number);
            last = max_int(last, number);
        }
        first = first > NUMBERS ? 1 : first; /* jokers alone */
        sets->last[set] = (int8_t)last;
        sets->starting[first][sets->starting_counts[first]++] = (uint8_t)set;
    }
}

/* Adds the tiles that some sets have at a number. */
static void add_set_tiles(const table_sets_t *table, uint64_t sets, int number, int8_t *tiles)
{
    for (; sets; sets &= sets - 1)
        for (int set = __builtin_ctzll(sets), colour = 0; colour < COLOURS; colour++)
            tiles[colour] = (int8_t)(tiles[colour] + table->tiles[set][number][colour]);
}

/* Expands a step when it is decided which sets are kept: their tiles are not there for others. */
static void expand_chosen(search_t *search, const step_t *step)
{
    int number = search->number;
    int8_t soon[COLOURS] = {0}, later[COLOURS] = {0};
    go_to_number(search, number);
    add_set_tiles(&search->table_sets, step->table & UNDER_WAY, number + 1, soon);
    add_set_tiles(&search->table_sets, step->table & UNDER_WAY, number + 2, later);
    for (int colour = 0; colour < COLOURS; colour++)
        search->number_key[colour] -= (uint64_t)soon[colour] << NEXT_TILES_SHIFT |
                                      (uint64_t)later[colour] << LATER_TILES_SHIFT;
    expand_step(search, step);
}

/* Decides about the sets that begin at this number, from one of them on. */
static void choose_sets(search_t *search, const step_t *step, int from)
{
    const table_sets_t *table = &search->table_sets;
    int replaying = search->replay_target != NULL, number = search->number;
    if (from == table->starting_counts[number]) {
        expand_chosen(search, step);
        return;
    }
    int set = table->starting[number][from], fits = 1;
    step_t next = *step;
    for (int kind = 0; kind < KINDS; kind++) {
        next.jokers_left[kind] = (int8_t)(next.jokers_left[kind] - table->jokers[set][kind]);
        fits &= next.jokers_left[kind] >= 0;
    }
    if (fits) {
        add_set_tiles(table, (uint64_t)1 << set, number, next.used);
        if (table->last[set] > number)
            next.table |= (uint64_t)1 << set;
        push_action(search, (action_t){.what = ACT_KEEP_SET, .index = (uint16_t)set});
        choose_sets(search, &next, from + 1);
        pop_action(search);
    }
    if (!should_stop(search, replaying) && count_broken(step->table) < table->max_broken) {
        next = *step;
        next.table += ONE_BROKEN;
        choose_sets(search, &next, from + 1);
    }
}

void expand_keeping(search_t *search, step_t *step)
{
    const table_sets_t *table = &search->table_sets;
    add_set_tiles(table, step->table & UNDER_WAY, search->number, step->used);
    for (uint64_t sets = step->table & UNDER_WAY; sets; sets &= sets - 1) {
        int set = __builtin_ctzll(sets);
        if (table->last[set] == search->number)
            step->table &= ~((uint64_t)1 << set);
    }
    choose_sets(search, step, 0);
}
