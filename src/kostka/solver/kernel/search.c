/* The best way to lay tiles in sets, by a walk over the numbers 1 to 13.
 *
 * After each number a state (state.h) says all that matters for what follows: per colour how many
 * runs with 1, 2, or 3 and more tiles are open, which jokers are left, which double jokers already
 * cover the next number, and which mirrored runs are under way ("pairs": both sides go on in step).
 * For each state only the best gain is kept. Groups are local to a number.
 *
 * Two modes together are exact:
 *   MODE_LAZY        J, D and C are laid only where a set needs them. What is left over goes to the
 *                    end of some run afterwards, so this finds the best of all solutions that have
 *                    a run.
 *   MODE_NO_RUNS     finds the best of all solutions without a plain run. Every joker is laid in
 *                    the walk.
 * A third mode lays every joker in the walk and has plain runs too:
 *   MODE_ALL_JOKERS  is for openings, where it matters what each joker stands for.
 *
 * House rules may forbid some sets. A lazy search then may still make runs of jokers alone, which
 * are taken apart when the sets are laid out; if their jokers, or two colour-change jokers that must
 * not lie side by side, find no room there, MODE_ALL_JOKERS decides.
 *
 * A state is dropped when another one can do all that it can, at least as well (level.c), or when a
 * bound says that it cannot lead to more than what is known already. Where a level grows too large
 * only its most promising states are kept, and the answer is not called proven.
 *
 * The parts: expand.c makes the states after the next number, with run_options.c and groups.c for
 * the choices of one colour and of one number, special.c for special jokers and table_sets.c for
 * sets that are kept; level.c keeps the states; layout.c turns the best path into sets. They are
 * separate translation units: only `push_state` and the accessors are called often enough to
 * matter, and these are inline. play.c looks for plays that keep much of a table, change.c for
 * those that move few of its tiles.
 */
#include "level.h"

#include <stdatomic.h>
#include <stdlib.h>

/* --- setting up --------------------------------------------------------------------------------*/

static void list_special_candidates(search_t *search, int number)
{
    special_candidates_t *candidates = &search->candidates[number];
    uint32_t supply = pack_supply(search->have[number], search->total);
    candidates->count = 0;
    for (int index = 0; index < special_group_count; index++) {
        const special_group_t *group = &special_groups[index];
        /* Where a set of jokers alone lies matters only to an opening. */
        int here = !group->jokers_only || number == NUMBERS || search->min_worth;
        int forbidden = (group->jokers_only ? NO_JOKER_SETS : 0) |
                        (group->is_single_mirror ? NO_SINGLE_MIRRORS : 0);
        if (here && !(search->rules & forbidden) && meets_demand(supply, group->demand)) {
            candidates->demand[candidates->count] = group->demand;
            candidates->index[candidates->count++] = index;
        }
    }
}

static void set_up_tiles(search_t *search, int64_t joker_gain)
{
    const task_t *task = search->task;
    memset(search->have, 0, sizeof search->have);
    memset(search->must, 0, sizeof search->must);
    search->max_gain[NUMBERS + 1] = search->max_gain[NUMBERS + 2] = joker_gain;
    for (int number = NUMBERS; number >= 1; number--) {
        search->max_gain[number] = search->max_gain[number + 1];
        for (int colour = 0; colour < COLOURS; colour++) {
            int face = tile_face(colour, number);
            search->must[number][colour] = (int8_t)task->must[face];
            search->have[number][colour] = (int8_t)(task->must[face] + task->may[face]);
            search->gains[number][colour] = task->gain[face];
            search->max_gain[number] += max_int64(0, task->gain[face]) * task->may[face];
        }
    }
}

/* Finds out which house rules matter with the jokers that there are. */
static void set_up_rules(search_t *search)
{
    const int8_t *total = search->total;
    int for_runs = total[J] + total[D] + total[C];
    search->rules = search->task->rules;
    if (for_runs + total[M] < 3)
        search->rules &= ~NO_JOKER_SETS;
    if (!total[M])
        search->rules &= ~NO_SINGLE_MIRRORS;
    if (total[C] < 2)
        search->rules &= ~NO_ADJACENT_CHANGES;
    search->tracks_bare =
        search->rules & NO_JOKER_SETS && search->mode == MODE_ALL_JOKERS && for_runs >= 3;
    search->has_specials |= search->tracks_bare;
}

static void set_up_mode(search_t *search, search_mode_t mode)
{
    const task_t *task = search->task;
    int opening = mode == MODE_ALL_JOKERS && task->worth >= 0;
    int64_t joker_gain = 0;
    search->mode = mode;
    search->min_worth = opening ? max_int(task->worth, 1) : 0;
    search->has_specials = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        int face = TILES + kind;
        search->total[kind] = (int8_t)(task->must[face] + task->may[face]);
        search->has_specials |= kind != J && search->total[kind];
        joker_gain += max_int64(0, task->gain[face]) * task->may[face];
    }
    set_up_rules(search);
    set_up_tiles(search, joker_gain);
    for (int number = 1; number <= NUMBERS && search->has_specials; number++)
        list_special_candidates(search, number);
}

/* --- passes ------------------------------------------------------------------------------------*/

/* What a state after the last number gains in all, with its jokers; NO_GAIN if it is not a
 * solution. */
static int64_t count_final_gain(const search_t *search, const node_t *node)
{
    const state_t *state = &node->state;
    int64_t gain = node->gain;
    if (search->min_worth && get_worth(state) < search->min_worth)
        return NO_GAIN;
    int takes_jokers = has_run(state) && search->mode == MODE_LAZY;
    if (search->rules & NO_JOKER_SETS && search->mode == MODE_LAZY && !takes_jokers)
        return NO_GAIN; /* there may be a run of jokers alone; the other mode has none */
    for (int kind = 0; kind < KINDS; kind++) {
        int must = search->task->must[TILES + kind];
        int laid = search->total[kind] - get_jokers(state, kind);
        int64_t each = search->task->gain[TILES + kind];
        if (takes_jokers && kind != M && (laid < must || each > 0))
            laid = each > 0 ? search->total[kind] : must;
        if (laid < must)
            return NO_GAIN;
        gain += (laid - must) * each;
    }
    return gain;
}

/* Makes the first state the only node. */
static void push_first_state(search_t *search)
{
    state_t state = {.extras = pack_mirrors(search->total[M])};
    for (int kind = J; kind < M; kind++)
        state.counts |= pack_jokers(kind, search->total[kind]);
    search->nodes[1] = (node_t){.state = state};
    search->node_count = 2; /* 0 stands for none */
}

/* Finds the best solution with more than `search->best` among the last nodes, or 0. */
static uint32_t find_best_node(search_t *search, uint32_t begin)
{
    uint32_t best = 0;
    for (uint32_t index = begin; index < search->node_count; index++) {
        int64_t gain = count_final_gain(search, &search->nodes[index]);
        if (gain > search->best) {
            search->best = gain;
            best = index;
        }
    }
    return best;
}

enum { MIN_STEPS = 3000 }; /* that even a hurried pass has for each number */

/* Walks over all numbers; returns the node of the best solution with more than `search->best`, or
 * 0. */
static uint32_t run_pass(search_t *search, uint32_t max_width, int64_t effort)
{
    int64_t limit = search->steps + effort;
    uint32_t begin = 1;
    search->cut = 0;
    push_first_state(search);
    for (int number = 1; number <= NUMBERS; number++) {
        uint32_t end = search->node_count;
        begin_level(search, end - begin);
        go_to_number(search, number);
        search->max_steps = max_int64(limit, search->steps + MIN_STEPS);
        for (uint32_t index = begin; index < end; index++) {
            if (search->failed || search->steps > search->max_steps)
                break;
            expand_node(search, index);
        }
        drop_dominated(search);
        if (search->steps > search->max_steps)
            search->cut = 1;
        if (search->steps > limit)
            max_width = NARROW_WIDTH;
        if (search->node_count - end > max_width) {
            max_width = NARROW_WIDTH; /* it is only a guess now, so it should be a quick one */
            keep_best(search);
            search->cut = 1;
        }
        begin = end;
    }
    return find_best_node(search, begin);
}

/* First a quick attempt, which is often enough; what it finds is a bound for the wider ones. */
static const uint32_t widths[] = {128, 4096, 65536};

enum { NO_ROOM = -1 };

/* Finds the best solution of one mode, if it is better than what has been found. Returns whether it
 * is proven to be the best, or NO_ROOM if the jokers left over find none. */
static int search_mode(search_t *search, search_mode_t mode, result_t *result)
{
    set_up_mode(search, mode);
    int proven = 0;
    size_t all = sizeof widths / sizeof *widths, few = search->has_specials ? 2 : 1;
    size_t first = search->retrying && mode == MODE_LAZY ? few : 0;
    for (size_t at = first; at < (search->quick ? few : all); at++) {
        int64_t effort = max_int64(0, search->task->effort - search->steps);
        uint32_t node = run_pass(search, widths[at], effort);
        if (search->failed)
            break;
        if (node) {
            if (!lay_out_sets(search, node, result))
                return NO_ROOM;
            result->found = 1;
            result->gain = search->best;
        }
        int nothing_more = search->best == search->max_gain[1];
        proven = !search->cut || nothing_more;
        if (proven || search->steps >= search->task->effort)
            break;
    }
    return proven;
}

/* --- modes together ----------------------------------------------------------------------------*/

/* Might there be a solution without a plain run? */
static int may_need_no_run(const search_t *search)
{
    const task_t *task = search->task;
    int jokers = 0, needed = 0;
    for (int kind = 0; kind < KINDS; kind++)
        jokers += task->must[TILES + kind] + task->may[TILES + kind];
    if (search->table_sets.active || task->must[TILES + M] + task->may[TILES + M])
        return 1; /* neither runs that are kept nor mirrored ones are plain runs here */
    for (int number = 1; number <= NUMBERS; number++) {
        int must = 0, have = 0;
        for (int colour = 0; colour < COLOURS; colour++) {
            int face = tile_face(colour, number);
            must |= task->must[face];
            have += task->must[face] + task->may[face] > 0;
        }
        needed += must && have < 3;
    }
    return needed <= jokers;
}

/* Searches in all modes that are needed for an exact answer. Returns whether it is proven. */
int search_modes(search_t *search, result_t *result)
{
    int jokers = 0;
    for (int kind = 0; kind < KINDS; kind++)
        jokers += search->task->must[TILES + kind] + search->task->may[TILES + kind];
    int64_t wanted = search->best;
    int lazy = search_mode(search, MODE_LAZY, result);
    if (lazy == NO_ROOM) {
        search->best = wanted;
        result->found = 0;
        return search_mode(search, MODE_ALL_JOKERS, result) == 1;
    }
    int no_runs = 1;
    if (jokers && may_need_no_run(search))
        no_runs = search_mode(search, MODE_NO_RUNS, result);
    return lazy == 1 && no_runs == 1;
}

result_t make_empty_result(void)
{
    result_t result; /* the tiles of its sets need no zeros */
    result.found = result.proven = result.kept_proven = result.moved_proven = 0;
    result.gain = 0;
    result.sets.count = 0;
    result.kept = 0;
    return result;
}

void search_task(search_t *search, result_t *result)
{
    *result = make_empty_result();
    if (search->task->worth >= 0)
        result->proven = search_mode(search, MODE_ALL_JOKERS, result) == 1;
    else
        result->proven = search_modes(search, result);
}

/* --- workspaces --------------------------------------------------------------------------------*/

/* Workspaces are kept for the next search: to allocate their memory again would often take longer
 * than the search itself. Each slot is taken and given back as a whole, so threads do not meet. */
enum { MAX_SPARE = 16, MAX_SPARE_NODES = 1 << 16, FIRST_ROOM = 1024 };
static _Atomic(search_t *) spare[MAX_SPARE];

static void free_search(search_t *search)
{
    free(search->nodes);
    free(search->hash);
    free(search);
}

static search_t *create_search(void)
{
    search_t *search = malloc(sizeof *search);
    if (!search)
        return NULL;
    search->node_room = search->hash_room = FIRST_ROOM;
    search->nodes = malloc(sizeof *search->nodes * search->node_room);
    search->hash = malloc(sizeof *search->hash * search->hash_room);
    init_run_cache(&search->run_cache);
    if (!search->nodes || !search->hash) {
        free_search(search);
        return NULL;
    }
    return search;
}

/* Returns a workspace for a task, or NULL without memory. */
search_t *begin_search(const task_t *task)
{
    search_t *search = NULL;
    for (int at = 0; at < MAX_SPARE && !search; at++)
        search = atomic_exchange(&spare[at], NULL);
    if (!search)
        search = create_search();
    if (!search)
        return NULL;
    search->task = task;
    search->failed = 0;
    search->steps = 0;
    search->best = NO_GAIN;
    search->replay_target = NULL;
    search->table_sets.active = search->quick = search->retrying = 0;
    return search;
}

/* Gives a workspace back. Returns 0, or -1 if the search ran out of memory. */
int finish_search(search_t *search)
{
    int failed = search->failed ? -1 : 0;
    if (!failed && search->node_room <= MAX_SPARE_NODES)
        for (int at = 0; at < MAX_SPARE && search; at++) {
            search_t *none = NULL;
            if (atomic_compare_exchange_strong(&spare[at], &none, search))
                search = NULL;
        }
    if (search)
        free_search(search);
    return failed;
}

int find_best(const task_t *task, result_t *result)
{
    search_t *search = begin_search(task);
    if (!search)
        return -1;
    search_task(search, result);
    return finish_search(search);
}

void prepare_kernel(void)
{
    if (special_group_count)
        return;
    prepare_special_groups();
    prepare_groupings();
}
