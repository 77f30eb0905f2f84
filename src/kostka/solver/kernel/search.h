/* What the parts of the search share: its workspace, the step that is being decided, and the
 * functions by which one part calls another. See search.c for the method. */
#ifndef KOSTKA_SEARCH_H
#define KOSTKA_SEARCH_H

#include "groups.h"
#include "run_options.h"

#include <stddef.h>

typedef enum { MODE_LAZY, MODE_NO_RUNS, MODE_ALL_JOKERS } search_mode_t; /* see search.c */

#define NO_GAIN INT64_MIN

/* --- actions -----------------------------------------------------------------------------------*/

/* One thing done with special jokers or sets of the table, for laying the sets out afterwards. */
enum {
    ACT_KEEP_SET,
    ACT_CLOSE_PAIR, /* with its mirror joker */
    ACT_END_PAIR,
    ACT_EXTEND_PAIR,
    ACT_START_PAIR,
    ACT_START_FALLING, /* a pair, with its mirror joker */
    ACT_CHANGE_COLOUR,
    ACT_DOUBLE,
    ACT_BARE_RUN, /* a cell of a bare run; `target`: a colour, or COLOURS + kind */
    ACT_SPECIAL_GROUP
};
enum { CELL_COVERED, CELL_TILE, CELL_J, CELL_D, CELL_C };

typedef struct {
    uint8_t what;
    uint8_t colour, target; /* target: the colour in which a run or pair goes on */
    uint8_t length;         /* of a run, before the joker */
    uint16_t index;         /* of a set of the table, or of a special group */
    uint8_t cells[2];       /* of a pair: what each side gets */
} action_t;

enum { MAX_ACTIONS = 80 };
typedef struct {
    action_t actions[MAX_ACTIONS];
    int count;
} action_list_t;

/* --- steps -------------------------------------------------------------------------------------*/

/* What has been decided at one number so far. */
typedef struct {
    uint64_t open_runs;   /* as they arrive, but for those that special jokers went to */
    uint64_t next_runs;   /* at the next number, by what special jokers did */
    uint16_t bare_runs, next_bare_runs;     /* the same of bare runs, as those of colour 0 */
    uint8_t changed_run, next_changed_run;  /* see `get_changed_run` */
    int8_t used[COLOURS]; /* tiles of this number */
    int8_t jokers_left[KINDS];
    uint8_t doubles[MAX_DOUBLES], pairs[MAX_PAIRS]; /* codes for the next state */
    int8_t double_count, pair_count, rising_count;
    int8_t run_laid;
    int16_t worth;
    uint64_t table; /* as in a state */
} step_t;

/* --- the workspace -----------------------------------------------------------------------------*/

/* Sets of the table that may be kept: their tiles by number, and where they begin and end. */
typedef struct {
    int active, max_broken;
    int8_t tiles[MAX_TABLE_SETS][NUMBERS + 3][COLOURS], jokers[MAX_TABLE_SETS][KINDS];
    int8_t last[MAX_TABLE_SETS];
    uint8_t starting[NUMBERS + 1][MAX_TABLE_SETS], starting_counts[NUMBERS + 1];
} table_sets_t;

/* Special groups that the tiles of a number allow. */
typedef struct {
    int count;
    int index[MAX_SPECIAL_GROUPS];
    uint32_t demand[MAX_SPECIAL_GROUPS];
} special_candidates_t;

typedef struct {
    const task_t *task;
    search_mode_t mode;
    int has_specials;
    int rules;           /* what sets are forbidden, of those that the tiles could make */
    int tracks_bare;     /* are runs of jokers alone told apart from others? */
    int min_worth;       /* of an opening, or 0 */
    int quick, retrying; /* only the first attempts; or without them, as they were made before */
    int8_t total[KINDS]; /* jokers */
    int8_t have[NUMBERS + 3][COLOURS], must[NUMBERS + 3][COLOURS];
    int64_t gains[NUMBERS + 3][COLOURS];
    int64_t max_gain[NUMBERS + 3]; /* of the numbers from here on, jokers included */
    special_candidates_t candidates[NUMBERS + 1];
    table_sets_t table_sets;

    node_t *nodes;
    uint32_t node_count, node_room, level; /* level: where the level that is being made begins */
    uint32_t *hash;
    uint32_t hash_room, hash_size; /* hash_size: how much of it is in use */
    int failed;                    /* for lack of memory */
    int cut;                       /* states have been dropped that might have led further */
    int64_t steps, max_steps;      /* tried so far, and for this number */
    int64_t best;                  /* only more than that is wanted */

    int number;
    uint64_t number_key[COLOURS]; /* what all keys of a colour at this number have in common */
    int64_t forced_gain;          /* of tiles that must be laid here: it does not count */
    uint32_t parent;              /* the node that is being expanded */
    int64_t parent_gain;
    uint8_t pairs[MAX_PAIRS]; /* that arrive at the number */
    int pair_count;
    action_list_t actions; /* in the step that is being decided */

    run_cache_t run_cache;

    const node_t *replay_target; /* when a step is to be found again: what it led to */
    action_list_t *replayed;     /* and where its actions go */
} search_t;

/* --- between the parts -------------------------------------------------------------------------*/

/* Has the step been found that was looked for, or has enough been tried? `replaying`: whether a
 * step was looked for when the caller began. */
static inline int should_stop(const search_t *search, int replaying)
{
    return replaying ? !search->replay_target : search->steps > search->max_steps;
}

static inline void push_action(search_t *search, action_t action)
{
    assert(search->actions.count < MAX_ACTIONS);
    search->actions.actions[search->actions.count++] = action;
}

static inline void pop_action(search_t *search) { search->actions.count--; }

/* May a run begin with a joker that covers so many cells? A lazy search lays it at the other end
 * instead, unless it would go beyond 13 there. Only a run of just three tiles needs it at all. */
static inline int may_start_with_joker(const search_t *search, int number, int cells)
{
    int min_end = NUMBERS - cells + 1, max_end = number + 2 + search->total[D];
    if (search->mode != MODE_LAZY)
        return !search->tracks_bare; /* else it starts as a bare run */
    return max_end >= min_end && number + 2 <= NUMBERS;
}

/* Adds what house rules ask of a mirrored run with so many cells on each side, of which the last
 * one may be covered already. */
static inline uint8_t mark_pair(const search_t *search, uint8_t code, int cells, int has_tile)
{
    int marked = code;
    if (search->rules & NO_SINGLE_MIRRORS && cells == 1 && !get_covered_sides(code))
        marked |= ONE_CELL;
    if (search->rules & NO_JOKER_SETS && !has_tile)
        marked |= NO_TILE;
    return (uint8_t)marked;
}

/* expand.c: what can follow a node */
void go_to_number(search_t *search, int number);
void expand_node(search_t *search, uint32_t index);
void expand_plain(search_t *search, const step_t *step);

/* special.c: the same with double, colour-change and mirror jokers */
void expand_special(search_t *search, const step_t *step);

/* bare_runs.c: the same where runs of jokers alone are told apart */
void expand_bare_runs(search_t *search, const step_t *step);

/* Expands a step when it is decided which sets of the table are kept. */
static inline void expand_step(search_t *search, const step_t *step)
{
    if (search->tracks_bare)
        expand_bare_runs(search, step);
    else if (search->has_specials)
        expand_special(search, step);
    else
        expand_plain(search, step);
}

/* table_sets.c: the same where sets of the table are kept */
void prepare_table_sets(search_t *search, const sets_t *table);
void expand_keeping(search_t *search, step_t *step);

/* layout.c: returns 0 if the jokers left over find no room */
int lay_out_sets(search_t *search, uint32_t node, result_t *result);

/* search.c */
search_t *begin_search(const task_t *task);
int finish_search(search_t *search);
result_t make_empty_result(void);
void search_task(search_t *search, result_t *result);
int search_modes(search_t *search, result_t *result);

#endif
