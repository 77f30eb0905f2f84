/* The invariants of packed states and placements. Only debug builds check them. */
#include "state.h"

static int are_valid_counts(const state_t *state)
{
    uint64_t runs = get_open_runs(state);
    if (state->counts & NIBBLE_GUARD || has_run(state) > 1)
        return 0;
    for (int colour = 0; colour < COLOURS; colour++)
        if (count_runs_from(runs, colour, 3) > count_runs_from(runs, colour, 2) ||
            count_runs_from(runs, colour, 2) > count_runs_from(runs, colour, 1) ||
            count_runs_from(runs, colour, 1) > MAX_OPEN_RUNS)
            return 0;
    return get_jokers(state, J) <= MAX_ORDINARY_JOKERS &&
           get_jokers(state, D) <= MAX_SPECIAL_JOKERS && get_jokers(state, C) <= MAX_SPECIAL_JOKERS;
}

static int is_valid_pair(int code)
{
    int phase = get_pair_phase(code);
    if (phase == NO_PAIR || phase == FALLING_EMPTY)
        return code == phase;
    return code < 1 << PAIR_BITS;
}

static int are_valid_extras(const state_t *state)
{
    int doubles = (int)get_doubles(state), pairs = (int)get_pairs(state);
    int first_double = get_bits((uint64_t)doubles, 0, DOUBLE_BITS);
    int second_double = doubles >> DOUBLE_BITS;
    int first_pair = get_bits((uint64_t)pairs, 0, PAIR_BITS), second_pair = pairs >> PAIR_BITS;
    return !(state->extras >> EXTRA_BITS) && get_worth(state) <= MAX_WORTH &&
           get_jokers(state, M) <= MAX_SPECIAL_JOKERS && second_double <= first_double &&
           first_double <= pack_double(COLOURS, 3) && second_pair <= first_pair &&
           is_valid_pair(first_pair) && is_valid_pair(second_pair) &&
           count_runs_from(get_bare_runs(state), 0, 1) <= MAX_OPEN_RUNS;
}

int is_valid_state(const state_t *state, int max_broken)
{
    return are_valid_counts(state) && are_valid_extras(state) &&
           count_broken(state->table) <= max_broken;
}

int is_valid_placement(uint32_t placement)
{
    if (get_group_jokers(placement) > MAX_ORDINARY_JOKERS)
        return 0;
    for (int colour = 0; colour < COLOURS; colour++)
        if (get_run_tiles(placement, colour) > get_run_cells(placement, colour))
            return 0;
    return 1;
}
