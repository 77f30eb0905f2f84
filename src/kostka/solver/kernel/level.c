/* Keeps the states of a level: finds equal ones by a hash table, drops those that are dominated,
 * and narrows a level that has become too large. */
#include "level.h"

#include <stdlib.h>

/* --- the hash table ----------------------------------------------------------------------------*/

enum { MIN_HASH_SIZE = 64 };

/* Empties the hash table and puts the states of the level into it, if there are any yet. */
static int rebuild_hash(search_t *search, uint32_t size)
{
    if (size > search->hash_room) {
        uint32_t *hash = malloc(sizeof *hash * size);
        if (!hash)
            return -1;
        free(search->hash);
        search->hash = hash;
        search->hash_room = size;
    }
    search->hash_size = size;
    memset(search->hash, 0, sizeof *search->hash * size);
    for (uint32_t index = search->level; index < search->node_count; index++) {
        uint32_t slot = hash_state(&search->nodes[index].state) & (size - 1);
        while (search->hash[slot])
            slot = (slot + 1) & (size - 1);
        search->hash[slot] = index;
    }
    return 0;
}

void begin_level(search_t *search, uint32_t expected)
{
    uint32_t size = MIN_HASH_SIZE;
    search->level = search->node_count;
    while (size < 4 * expected && size < search->hash_room)
        size *= 2;
    if (rebuild_hash(search, size))
        search->failed = 1;
}

void add_node(search_t *search, uint32_t slot, const node_t *node)
{
    if (search->node_count == search->node_room) {
        node_t *nodes = realloc(search->nodes, sizeof *nodes * search->node_room * 2);
        if (!nodes) {
            search->failed = 1;
            return;
        }
        search->nodes = nodes;
        search->node_room *= 2;
    }
    search->hash[slot] = search->node_count;
    search->nodes[search->node_count++] = *node;
    uint32_t size = search->node_count - search->level;
    if (size * 2 > search->hash_size && rebuild_hash(search, search->hash_size * 4))
        search->failed = 1;
}

/* --- dominated states --------------------------------------------------------------------------*/

/* Can one state do all that the other can, at least as well? `same`: counts that must be equal. */
static inline int dominates(const node_t *one, const node_t *other, uint64_t same)
{
    const state_t *mine = &one->state, *theirs = &other->state;
    if ((one->gain < other->gain) | !covers_nibbles(mine->counts, theirs->counts))
        return 0; /* most often; no branch between them, as neither can be predicted */
    return get_items(mine) == get_items(theirs) &&
           covers_nibbles(pack_short_runs(theirs), pack_short_runs(mine)) &&
           !((mine->counts ^ theirs->counts) & same) && get_worth(mine) >= get_worth(theirs) &&
           ((mine->table ^ theirs->table) & UNDER_WAY) == 0 && mine->table <= theirs->table;
}

enum { MAX_COMPARED = 512 }; /* more are not worth the time */

/* Drops dominated states among nodes with equal items; returns how many are left. */
static uint32_t drop_dominated_among(node_t *nodes, uint32_t size, uint64_t same)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < size; i++) {
        node_t node = nodes[i];
        uint32_t compared = kept < MAX_COMPARED ? kept : MAX_COMPARED, j = 0;
        while (j < compared && !dominates(&nodes[j], &node, same))
            j++;
        if (j < compared) { /* it is likely to dominate others too: move it to the front */
            node_t strong = nodes[j];
            nodes[j] = nodes[j / 2];
            nodes[j / 2] = strong;
            continue;
        }
        for (j = 0; j < compared;) {
            if (dominates(&node, &nodes[j], same)) {
                nodes[j] = nodes[--kept];
                compared = kept < compared ? kept : compared;
            } else {
                j++;
            }
        }
        nodes[kept++] = node;
    }
    return kept;
}

/* By items; then by counts, so that every C library sorts alike. */
static int compare_items(const void *one, const void *other)
{
    const node_t *a = one, *b = other;
    uint64_t items_a = get_items(&a->state), items_b = get_items(&b->state);
    if (items_a != items_b)
        return items_a > items_b ? 1 : -1;
    return (a->state.counts > b->state.counts) - (a->state.counts < b->state.counts);
}

enum { MAX_UNSORTED = 32 }; /* so few states are compared as they come */

void drop_dominated(search_t *search)
{
    uint64_t same = search->mode == MODE_LAZY ? 0 : JOKERS_MASK;
    node_t *nodes = search->nodes + search->level;
    uint32_t size = search->node_count - search->level, kept = 0;
    if (search->has_specials && size > MAX_UNSORTED)
        qsort(nodes, size, sizeof *nodes, compare_items);
    for (uint32_t begin = 0, end; begin < size; begin = end) {
        uint64_t items = get_items(&nodes[begin].state);
        for (end = begin + 1; end < size && get_items(&nodes[end].state) == items; end++)
            ;
        uint32_t left = drop_dominated_among(nodes + begin, end - begin, same);
        memmove(nodes + kept, nodes + begin, sizeof *nodes * left);
        kept += left;
    }
    search->node_count = search->level + kept;
}

/* --- large levels ------------------------------------------------------------------------------*/

static int sum_nibbles(uint64_t bits)
{
    int sum = 0;
    for (; bits; bits >>= 4)
        sum += (int)(bits & 15);
    return sum;
}

/* How easily a state goes on: jokers left are good for much, runs that have to go on are not. */
static int rate_ease(const state_t *state)
{
    int jokers = 0;
    for (int kind = 0; kind < KINDS; kind++)
        jokers += get_jokers(state, kind);
    return 4 * jokers - sum_nibbles(pack_short_runs(state)) +
           sum_nibbles(state->counts & LONG_RUNS);
}

typedef struct {
    int64_t gain, rank;
    uint32_t index;
} candidate_t;

/* Much gain is best, then few sets broken up, then jokers left. With special jokers it matters most
 * how easily a state goes on. */
static candidate_t rate_node(const search_t *search, uint32_t index)
{
    const node_t *node = &search->nodes[search->level + index];
    int64_t broken = count_broken(node->state.table);
    int ease = search->has_specials ? rate_ease(&node->state) : 0;
    return (candidate_t){
        .gain = node->gain,
        .rank = ease * 16 + get_jokers(&node->state, J) - (broken << 32),
        .index = index,
    };
}

static int is_better(const candidate_t *one, const candidate_t *other)
{
    return one->gain > other->gain || (one->gain == other->gain && one->rank > other->rank);
}

void keep_best(search_t *search)
{
    node_t *nodes = search->nodes + search->level, chosen[NARROW_WIDTH];
    candidate_t best[NARROW_WIDTH];
    uint32_t count = 0, size = search->node_count - search->level;
    for (uint32_t index = 0; index < size; index++) {
        candidate_t candidate = rate_node(search, index);
        uint32_t place = count;
        for (; place && is_better(&candidate, &best[place - 1]); place--)
            if (place < NARROW_WIDTH)
                best[place] = best[place - 1];
        if (place < NARROW_WIDTH)
            best[place] = candidate;
        count = count < NARROW_WIDTH ? count + 1 : count;
    }
    for (uint32_t at = 0; at < count; at++)
        chosen[at] = nodes[best[at].index];
    memcpy(nodes, chosen, sizeof *nodes * count);
    search->node_count = search->level + count;
}
