/* Bare runs: plain runs of jokers alone, so far. Where house rules forbid sets of jokers alone, and
 * every joker is laid in the walk, all runs that begin with a joker are bare until they get a number
 * tile, which gives them a colour. They have to go on at every number, as they may not end. */
#include "search.h"

/* What a bare run can get: a tile of a colour, or a joker of a kind. */
enum { BARE_TILES = COLOURS, BARE_CHOICES = COLOURS + M };

/* Lays a cell at a bare run of so many tiles, 0 for a new one. Returns 0 if that is not possible. */
static int lay_bare_cell(const search_t *search, step_t *step, int length, int choice)
{
    int number = search->number, longer = min_int(length + 1, 3);
    if (choice < BARE_TILES) {
        if (step->used[choice] >= search->have[number][choice] ||
            count_runs_from(step->next_runs, choice, 1) == MAX_OPEN_RUNS)
            return 0;
        step->used[choice]++;
        step->next_runs += pack_run(choice, longer);
        step->run_laid = 1;
        step->worth = (int16_t)(step->worth + number);
        return 1;
    }
    int kind = choice - COLOURS;
    if (!step->jokers_left[kind] || count_runs_from(step->next_bare_runs, 0, 1) == MAX_OPEN_RUNS)
        return 0;
    step->jokers_left[kind]--;
    step->worth = (int16_t)(step->worth + (kind == D ? 2 * number + 1 : number));
    if (kind == D) {
        if (number == NUMBERS || step->double_count == MAX_DOUBLES)
            return 0;
        step->doubles[step->double_count++] = pack_double(COLOURS, longer);
        return 1;
    }
    if (kind == C && length && step->changed_run == pack_double(COLOURS, length))
        return 0;
    if (kind == C)
        step->next_changed_run = search->rules & NO_ADJACENT_CHANGES && step->jokers_left[C]
                                     ? pack_double(COLOURS, longer)
                                     : 0;
    step->next_bare_runs += (uint16_t)pack_run(0, longer);
    return 1;
}

static action_t make_action(int length, int choice)
{
    return (action_t){.what = ACT_BARE_RUN, .length = (uint8_t)length, .target = (uint8_t)choice};
}

/* Starts bare runs with jokers of this kind and later ones. */
static void start_bare_runs(search_t *search, const step_t *step, int from)
{
    int replaying = search->replay_target != NULL;
    if (search->number < NUMBERS || !step->next_bare_runs)
        expand_special(search, step);
    if (search->number > NUMBERS - 2) /* no numbers are left for three tiles */
        return;
    for (int choice = from; choice < BARE_CHOICES; choice++) {
        step_t next = *step;
        if (should_stop(search, replaying))
            return;
        if (!lay_bare_cell(search, &next, 0, choice))
            continue;
        push_action(search, make_action(0, choice));
        start_bare_runs(search, &next, choice);
        pop_action(search);
    }
}

/* Gives every bare run its next cell: those of this length on, and of this length in the order of
 * what they get. */
static void continue_bare_runs(search_t *search, const step_t *step, int length, int from)
{
    int replaying = search->replay_target != NULL;
    for (; length <= 3 && !count_runs(step->bare_runs, 0, length); length++)
        from = 0;
    if (length > 3) {
        start_bare_runs(search, step, BARE_TILES);
        return;
    }
    for (int choice = from; choice < BARE_CHOICES; choice++) {
        step_t next = *step;
        if (should_stop(search, replaying))
            return;
        if (!lay_bare_cell(search, &next, length, choice))
            continue;
        next.bare_runs = (uint16_t)(next.bare_runs - pack_run(0, length));
        if (choice != COLOURS + C && next.changed_run == pack_double(COLOURS, length))
            next.changed_run = 0; /* it is this one that got something else */
        push_action(search, make_action(length, choice));
        continue_bare_runs(search, &next, length, choice);
        pop_action(search);
    }
}

void expand_bare_runs(search_t *search, const step_t *step)
{
    continue_bare_runs(search, step, 1, 0);
}
