/* Plays on a table: the best gain, and among the plays that have it one that changes the table as
 * little as possible. First as many sets as possible are kept, then as few tiles as possible moved
 * out of the others (change.c). */
#include "change.h"
#include "search.h"

#include <string.h>

enum { KEEPING_SHARE = 40, MOVING_SHARE = 6, GUESSING_SHARE = 16 }; /* 1/n of the effort */

static int count_set_tiles(const sets_t *sets)
{
    int tiles = 0;
    for (int set = 0; set < sets->count; set++)
        tiles += sets->size[set];
    return tiles;
}

static void append_set(sets_t *sets, const uint8_t *face, int size)
{
    memcpy(sets->face + count_set_tiles(sets), face, (size_t)size);
    sets->size[sets->count++] = (uint8_t)size;
}

/* --- sets that lie there as before -------------------------------------------------------------*/

/* Does a set have exactly these faces, counted, as many as it has tiles? */
static int has_faces(const uint8_t *face, int size, uint8_t counts[FACES])
{
    int same = 1;
    for (int at = 0; at < size; at++) /* take away and put back */
        same &= counts[face[at]]-- > 0;
    for (int at = 0; at < size; at++)
        counts[face[at]]++;
    return same;
}

/* Finds a set of the table with the same tiles that is not kept yet, or -1. */
static int find_same_set(const sets_t *table, uint64_t kept, const uint8_t *face, int size)
{
    uint8_t counts[FACES] = {0};
    for (int at = 0; at < size; at++)
        counts[face[at]]++;
    const uint8_t *theirs = table->face;
    for (int set = 0; set < table->count; theirs += table->size[set++])
        if (table->size[set] == size && !(kept >> set & 1) && has_faces(theirs, size, counts))
            return set;
    return -1;
}

/* Takes sets that already lie on the table out of a result, whatever the order of their tiles. */
static void recognise_kept_sets(const sets_t *table, result_t *result)
{
    sets_t rest = {.count = 0};
    const uint8_t *face = result->sets.face;
    uint8_t *end = rest.face;
    for (int set = 0; set < result->sets.count; face += result->sets.size[set++]) {
        int size = result->sets.size[set];
        int same = find_same_set(table, result->kept, face, size);
        if (same >= 0) {
            result->kept |= (uint64_t)1 << same;
            continue;
        }
        rest.size[rest.count++] = (uint8_t)size;
        memcpy(end, face, (size_t)size);
        end += size;
    }
    result->sets = rest;
}

/* Looks for a play as good as the one found that breaks up as few sets as possible. */
static void keep_most_sets(search_t *search, const sets_t *table, result_t *result)
{
    const task_t *task = search->task;
    int broken = table->count - __builtin_popcountll(result->kept);
    int *max_broken = &search->table_sets.max_broken;
    task_t again = *task;
    again.effort = search->steps + task->effort / KEEPING_SHARE;
    search->task = &again;
    search->quick = 0;
    result->kept_proven = 1;
    prepare_table_sets(search, table);
    for (*max_broken = 0; *max_broken < broken && !search->failed; ++*max_broken) {
        result_t better = make_empty_result();
        search->best = result->gain - 1;
        int proven = search_modes(search, &better);
        if (better.found) {
            better.proven = result->proven;
            better.kept_proven = result->kept_proven;
            *result = better;
            recognise_kept_sets(table, result);
            break;
        }
        result->kept_proven &= proven;
        if (search->steps > again.effort && *max_broken < broken - 2) {
            *max_broken = broken - 2; /* too hard: a last attempt to keep more at all */
            result->kept_proven = 0;
        }
    }
    search->task = task;
}

/* --- guesses -----------------------------------------------------------------------------------*/

static void append_kept_sets(const sets_t *sets, result_t *result)
{
    const uint8_t *face = sets->face;
    for (int set = 0; set < sets->count; face += sets->size[set++])
        if (result->kept >> set & 1)
            append_set(&result->sets, face, sets->size[set]);
}

/* Looks for plays that break up few of these sets. */
static void guess_keeping(search_t *search, const sets_t *sets, result_t *result)
{
    const task_t *task = search->task;
    table_sets_t *table_sets = &search->table_sets;
    task_t again = *task;
    if (!sets->count || sets->count > MAX_TABLE_SETS)
        return;
    again.effort = search->steps + task->effort / GUESSING_SHARE;
    search->task = &again;
    prepare_table_sets(search, sets);
    for (table_sets->max_broken = 0; table_sets->max_broken < sets->count;
         table_sets->max_broken++) {
        result_t better = make_empty_result();
        search_modes(search, &better);
        if (better.found) {
            append_kept_sets(sets, &better);
            *result = better;
        }
        if (search->failed || search->steps > again.effort)
            break;
    }
    table_sets->active = 0;
    search->task = task;
}

static int has_joker(const uint8_t *face, int size)
{
    for (int at = 0; at < size; at++)
        if (face[at] >= TILES)
            return 1;
    return 0;
}

/* Where special jokers make a quick attempt fail: plays that keep much of the table, or of its sets
 * with jokers. They are quickly found, and often as good as any. */
static void guess_plays(search_t *search, const sets_t *table, result_t *result)
{
    sets_t with_jokers = {.count = 0};
    const uint8_t *face = table->face;
    for (int set = 0; set < table->count; face += table->size[set++])
        if (has_joker(face, table->size[set]))
            append_set(&with_jokers, face, table->size[set]);
    guess_keeping(search, table, result);
    guess_keeping(search, &with_jokers, result);
}

/* --- plays -------------------------------------------------------------------------------------*/

/* Searches on after quick attempts that proved nothing. */
static void search_thoroughly(search_t *search, const sets_t *table, result_t *result)
{
    result_t better = make_empty_result();
    search->quick = 0;
    if (search->has_specials)
        guess_plays(search, table, result);
    search->retrying = 1;
    int proven = search_modes(search, &better);
    search->retrying = 0;
    if (better.found)
        *result = better;
    result->proven = proven;
}

int find_best_play(const task_t *task, const sets_t *table, int least_change, result_t *result)
{
    search_t *search = begin_search(task);
    if (!search)
        return -1;
    search->quick = task->worth < 0 && table->count > 0;
    if (task->worth < 0)
        search->best = 0; /* the table as it lies */
    search_task(search, result);
    if (search->quick && !result->proven && !search->failed)
        search_thoroughly(search, table, result);
    if (!search->failed && result->found && table->count <= MAX_TABLE_SETS) {
        result->kept = 0;
        recognise_kept_sets(table, result);
        if (least_change) {
            keep_most_sets(search, table, result);
            move_fewest_tiles(task, table, task->effort / MOVING_SHARE, result);
        }
    }
    return finish_search(search);
}
