/* What can follow a state at the next number: the tiles of that number lie in groups or in runs.
 *
 * `expand_plain` is the last part of every step and by far the hottest function. It combines all
 * groupings of the tiles with all options for the runs of each colour. */
#include "level.h"

/* --- plain groups and runs ---------------------------------------------------------------------*/

/* What all combinations of one step have in common. */
typedef struct {
    const step_t *step;
    int have;          /* tiles that can be laid, as a code of groupings */
    int useful;        /* mask of a code: colours that groups can help */
    unsigned beyond;   /* a nibble for each colour: 1 + the tiles that open runs cannot take */
    unsigned possible; /* a nibble for each colour, with a bit for 0 to 3 tiles in groups */
    const run_case_t *cases[COLOURS][MAX_COPIES + 1]; /* by tiles in groups */
    int64_t gain;                                     /* so far */
    uint64_t counts; /* of the next state: D and C left */
    uint64_t extras; /* of the next state, but for the worth */
    uint64_t run_mask;  /* open runs that show that a run has been laid */
    uint32_t tile_mask; /* part of a placement that shows it: tiles in runs */
} frame_t;

static inline void count_tiles(const search_t *search, frame_t *frame)
{
    const step_t *step = frame->step;
    const int64_t *gains = search->gains[search->number];
    frame->have = frame->useful = 0;
    frame->beyond = 0;
    frame->gain = search->parent_gain - search->forced_gain;
    for (int colour = 0; colour < COLOURS; colour++) {
        int tiles = search->have[search->number][colour] - step->used[colour];
        int excess = tiles - count_runs_from(step->open_runs, colour, 1);
        if (gains[colour] < 0 || excess < 0)
            excess = gains[colour] < 0 ? MAX_COPIES : 0;
        frame->have |= tiles << 2 * colour;
        frame->useful |= excess > 0 ? 3 << 2 * colour : 0;
        frame->beyond |= (unsigned)(excess + 1) << 4 * colour;
        frame->gain += step->used[colour] * gains[colour];
    }
}

/* Looks up what the runs of each colour can do beside groups, if there may be any. Returns 0 if
 * those of some colour cannot go on. */
static inline int look_up_run_cases(search_t *search, frame_t *frame, int with_groups)
{
    const step_t *step = frame->step;
    int jokers = step->jokers_left[J];
    uint64_t common = (uint64_t)jokers << KEY_JOKERS_SHIFT |
                      (uint64_t)(step->jokers_left[D] + step->jokers_left[C] > 0)
                          << HAS_OTHERS_SHIFT;
    frame->possible = 0;
    for (int colour = 0; colour < COLOURS; colour++) {
        unsigned runs = get_colour_runs(step->open_runs, colour);
        unsigned next_runs = get_colour_runs(step->next_runs, colour);
        uint64_t key = (common | runs | next_runs << NEXT_RUNS_SHIFT) + search->number_key[colour];
        int tiles = search->have[search->number][colour] - step->used[colour];
        int forced = search->must[search->number][colour] - step->used[colour];
        int spare = tiles + jokers - count_short_runs(runs, 0);
        unsigned possible = 0;
        for (int grouped = 0; grouped <= (with_groups ? min_int(tiles, spare) : 0); grouped++) {
            uint64_t left = (uint64_t)(tiles - grouped) << TILES_SHIFT |
                            (uint64_t)max_int(forced - grouped, 0) << FORCED_SHIFT;
            const run_case_t *found = get_run_case(&search->run_cache, key | left);
            frame->cases[colour][grouped] = found;
            possible |= (unsigned)(found->count > 0) << grouped;
        }
        if (!possible)
            return 0;
        frame->possible |= possible << 4 * colour;
    }
    return 1;
}

/* Are some groups of no use, as open runs can take their tiles just as well? */
static inline int has_idle_groups(const grouping_t *grouping, unsigned beyond)
{
    unsigned able = (((grouping->tiles | 0x8888u) - beyond) & 0x8888u) >> 3;
    able = (able | able >> 3 | able >> 6 | able >> 9) & 15;
    return grouping->idle >> able & 1;
}

/* Lists the groupings that are possible and of use. */
static inline int list_groupings(const frame_t *frame, const grouping_t *first, int count,
                                 int every_joker, const grouping_t **out)
{
    unsigned possible = frame->possible;
    int useful = frame->useful, chosen = 0;
    /* No branches: which groupings are of use cannot be predicted. */
    for (const grouping_t *grouping = first; grouping < first + count; grouping++) {
        unsigned tiles = grouping->tiles;
        unsigned all = possible >> (tiles & 15) & possible >> (4 + (tiles >> 4 & 15)) &
                       possible >> (8 + (tiles >> 8 & 15)) & possible >> (12 + (tiles >> 12));
        int of_use = every_joker | !grouping->code |
                     (((grouping->code & useful) != 0) & !has_idle_groups(grouping, frame->beyond));
        out[chosen] = grouping;
        chosen += (int)(all & 1) & of_use;
    }
    return chosen;
}

/* Drops groupings of jokers alone; returns how many are left. */
static int drop_joker_groups(const grouping_t **chosen, int count)
{
    int left = 0;
    for (int at = 0; at < count; at++)
        if (chosen[at]->code || !chosen[at]->jokers)
            chosen[left++] = chosen[at];
    return left;
}

static inline uint64_t pack_items(const step_t *step)
{
    uint64_t extras = pack_mirrors(step->jokers_left[M]) |
                      (uint64_t)step->next_changed_run << CHANGED_SHIFT |
                      (uint64_t)step->next_bare_runs << BARE_SHIFT;
    if (step->double_count)
        extras |= pack_two(step->doubles, step->double_count, DOUBLE_BITS) << DOUBLES_SHIFT;
    if (step->pair_count)
        extras |= (uint64_t)pack_two(step->pairs, step->pair_count, PAIR_BITS) << PAIRS_SHIFT;
    return extras;
}

/* A grouping and what is left for the runs beside it. */
typedef struct {
    const grouping_t *grouping;
    int jokers, worth;
} beside_t;

static inline void push_combination(search_t *search, const frame_t *frame, const beside_t *beside,
                                    const run_option_t *const *option, uint32_t costs,
                                    uint64_t open_runs, int64_t gain)
{
    const grouping_t *grouping = beside->grouping;
    uint64_t extras = frame->extras;
    if (search->min_worth)
        extras |= (uint64_t)min_int(beside->worth + get_cells(costs) * search->number,
                                    search->min_worth);
    uint32_t placement = pack_groups(grouping->jokers, grouping->code);
    for (int colour = 0; colour < COLOURS; colour++)
        placement |= (uint32_t)option[colour]->cells_code << run_cells_shift(colour);
    int run_laid = ((open_runs & frame->run_mask) | (placement & frame->tile_mask)) != 0;
    node_t node = {
        .state = {
            .counts = frame->counts | pack_jokers(J, beside->jokers - get_spent(costs)) |
                      pack_run_laid(run_laid | frame->step->run_laid) | open_runs,
            .table = frame->step->table,
            .extras = extras,
        },
        .parent = search->parent,
        .placement = placement,
        .gain = gain,
    };
    push_state(search, &node);
}

/* Combines the options of all colours beside a grouping. Returns 1 if a step was looked for and is
 * found. */
static inline int combine_options(search_t *search, const frame_t *frame,
                                  const grouping_t *grouping)
{
    const step_t *step = frame->step;
    int number = search->number, replaying = search->replay_target != NULL;
    const int64_t *gains = search->gains[number];
    int jokers = step->jokers_left[J] - grouping->jokers;
    int help = step->jokers_left[D] + step->jokers_left[C]; /* each helps a run, at both numbers */
    beside_t beside = {grouping, jokers, step->worth + grouping->jokers * number};
    const run_option_t *option[COLOURS], *first[COLOURS], *end[COLOURS];
    int64_t gain0 = frame->gain;
    for (int colour = 0; colour < COLOURS; colour++) {
        int tiles = get_tiles(grouping, colour);
        const run_case_t *known = frame->cases[colour][tiles];
        first[colour] = get_options(&search->run_cache, known);
        end[colour] = first[colour] + known->count;
        gain0 += tiles * gains[colour];
        beside.worth += tiles * number;
    }
    int64_t later = search->max_gain[number + 1];
    uint32_t limits = COST_GUARD | pack_costs(jokers, jokers + help, jokers + 2 * help, 127);
    for (option[0] = first[0]; option[0] < end[0]; option[0]++)
    for (option[1] = first[1]; option[1] < end[1]; option[1]++) {
        uint32_t costs1 = option[0]->costs + option[1]->costs;
        if (!is_within(limits, costs1))
            continue;
        int64_t gain1 = gain0 + option[0]->tiles * gains[0] + option[1]->tiles * gains[1];
        uint64_t runs1 = option[0]->open_runs | (uint64_t)option[1]->open_runs << COLOUR_BITS;
        for (option[2] = first[2]; option[2] < end[2]; option[2]++) {
            uint32_t costs2 = costs1 + option[2]->costs;
            if (!is_within(limits, costs2))
                continue;
            int64_t gain2 = gain1 + option[2]->tiles * gains[2];
            uint64_t runs2 = runs1 | (uint64_t)option[2]->open_runs << 2 * COLOUR_BITS;
            for (option[3] = first[3]; option[3] < end[3]; option[3]++) {
                uint32_t costs = costs2 + option[3]->costs;
                int64_t gain = gain2 + option[3]->tiles * gains[3];
                if (!is_within(limits, costs) || gain + later <= search->best)
                    continue;
                uint64_t runs = runs2 | (uint64_t)option[3]->open_runs << 3 * COLOUR_BITS;
                push_combination(search, frame, &beside, option, costs, runs, gain);
                if (replaying && !search->replay_target)
                    return 1;
            }
        }
    }
    return 0;
}

#ifndef NDEBUG
static int is_valid_step(const search_t *search, const step_t *step)
{
    for (int colour = 0; colour < COLOURS; colour++)
        if (step->used[colour] < 0 || step->used[colour] > search->have[search->number][colour])
            return 0;
    for (int kind = 0; kind < KINDS; kind++)
        if (step->jokers_left[kind] < 0 || step->jokers_left[kind] > search->total[kind])
            return 0;
    return step->double_count <= MAX_DOUBLES && step->pair_count <= MAX_PAIRS;
}
#endif

void expand_plain(search_t *search, const step_t *step)
{
    int every_joker = search->mode != MODE_LAZY, jokers = step->jokers_left[J];
    frame_t frame;
    frame.step = step;
    assert(is_valid_step(search, step));
    search->steps++;
    make_room_in_cache(&search->run_cache);
    count_tiles(search, &frame);
    const groupings_t *all = &groupings[every_joker][frame.have];
    int count = frame.useful || every_joker ? all->counts[jokers] : 1;
    if (!look_up_run_cases(search, &frame, count > 1))
        return;
    frame.counts = pack_jokers(D, step->jokers_left[D]) | pack_jokers(C, step->jokers_left[C]);
    frame.extras = pack_items(step);
    int no_joker_sets = search->rules & NO_JOKER_SETS;
    frame.run_mask = no_joker_sets ? 0 : LONG_RUNS;
    frame.tile_mask = no_joker_sets ? ALL_RUN_TILES : 0;
    const grouping_t *chosen[MAX_GROUPINGS_OF_CODE];
    int chosen_count = list_groupings(&frame, all->first, count, every_joker, chosen);
    if (no_joker_sets)
        chosen_count = drop_joker_groups(chosen, chosen_count);
    for (int at = 0; at < chosen_count; at++)
        if (combine_options(search, &frame, chosen[at]))
            return;
}

/* --- nodes -------------------------------------------------------------------------------------*/

void go_to_number(search_t *search, int number)
{
    search->number = number;
    search->forced_gain = 0;
    for (int colour = 0; colour < COLOURS; colour++) {
        int64_t gain = search->gains[number][colour];
        search->forced_gain += search->must[number][colour] * gain;
        search->number_key[colour] =
            (uint64_t)search->have[number + 1][colour] << NEXT_TILES_SHIFT |
            (uint64_t)search->have[number + 2][colour] << LATER_TILES_SHIFT |
            (uint64_t)min_int(NUMBERS - number, 2) << NUMBERS_LEFT_SHIFT |
            (uint64_t)search->mode << MODE_SHIFT | (uint64_t)(gain >= 0) << GAINING_SHIFT |
            (uint64_t)may_start_with_joker(search, number, 1) << MAY_START_SHIFT |
            (uint64_t)1 << ALWAYS_SHIFT;
    }
}

/* Takes the items under way out of a state: doubles continue runs at the next number. */
static void unpack_items(search_t *search, const state_t *state, step_t *step)
{
    for (uint32_t doubles = get_doubles(state); doubles; doubles >>= DOUBLE_BITS) {
        int code = get_bits(doubles, 0, DOUBLE_BITS);
        if (code > pack_double(COLOURS - 1, 3))
            step->next_bare_runs += (uint16_t)pack_run(0, get_double_length(code));
        else if (code)
            step->next_runs += pack_run(get_double_colour(code), get_double_length(code));
    }
    step->changed_run = (uint8_t)get_changed_run(state);
    step->bare_runs = (uint16_t)get_bare_runs(state);
    for (uint32_t pairs = get_pairs(state); pairs; pairs >>= PAIR_BITS) {
        int code = get_bits(pairs, 0, PAIR_BITS);
        if (code)
            search->pairs[search->pair_count++] = (uint8_t)code;
    }
}

void expand_node(search_t *search, uint32_t index)
{
    node_t node = search->nodes[index]; /* a copy: the array moves when it grows */
    step_t step;
    memset(&step, 0, sizeof step);
    search->parent = index;
    search->parent_gain = node.gain;
    search->actions.count = 0;
    search->pair_count = 0;
    step.open_runs = get_open_runs(&node.state);
    for (int kind = 0; kind < KINDS; kind++)
        step.jokers_left[kind] = (int8_t)get_jokers(&node.state, kind);
    step.run_laid = (int8_t)has_run(&node.state);
    step.worth = (int16_t)get_worth(&node.state);
    step.table = node.state.table;
    if (search->has_specials)
        unpack_items(search, &node.state, &step);
    if (search->table_sets.active)
        expand_keeping(search, &step);
    else
        expand_step(search, &step);
}
