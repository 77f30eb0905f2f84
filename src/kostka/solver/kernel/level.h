/* The level of the search that is being made: all states after one number; see level.c. */
#ifndef KOSTKA_LEVEL_H
#define KOSTKA_LEVEL_H

#include "search.h"

#include <string.h>

/* States that are kept of a level that has become too large. */
enum { NARROW_WIDTH = 32 };

/* Begins a level after the last node, for about so many states. */
void begin_level(search_t *search, uint32_t expected);

/* Adds a state that is not there yet, in a free slot of the hash. */
void add_node(search_t *search, uint32_t slot, const node_t *node);

/* Drops states for which another one can stand in. */
void drop_dominated(search_t *search);

/* Keeps only the most promising states. */
void keep_best(search_t *search);

/* When a step is looked for, and this is what it leads to, its actions are kept. */
static inline void match_replay(search_t *search, const node_t *node)
{
    const node_t *target = search->replay_target;
    if (!is_same_state(&target->state, &node->state) || target->gain != node->gain ||
        target->placement != node->placement)
        return;
    search->replayed->count = search->actions.count;
    memcpy(search->replayed->actions, search->actions.actions,
           sizeof *search->actions.actions * (size_t)search->actions.count);
    search->replay_target = NULL;
}

/* Puts a state into the level, unless it is there with as much gain. Inline, as it is called in the
 * innermost loop of all. */
static inline void push_state(search_t *search, const node_t *node)
{
    assert(is_valid_state(&node->state, search->table_sets.active * search->table_sets.max_broken));
    assert(is_valid_placement(node->placement));
    assert(has_run(&node->state) || !(get_open_runs(&node->state) & LONG_RUNS) ||
           search->rules & NO_JOKER_SETS);
    if (search->replay_target) {
        match_replay(search, node);
        return;
    }
    search->steps++;
    uint32_t mask = search->hash_size - 1, slot = hash_state(&node->state) & mask, index;
    for (; (index = search->hash[slot]); slot = (slot + 1) & mask) {
        node_t *known = &search->nodes[index];
        if (!is_same_state(&known->state, &node->state))
            continue;
        if (node->gain > known->gain) {
            known->gain = node->gain;
            known->parent = node->parent;
            known->placement = node->placement;
        }
        return;
    }
    add_node(search, slot, node);
}

#endif
