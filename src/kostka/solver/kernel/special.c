/* What special jokers can do at a number, before its other tiles are laid (`expand_plain`).
 *
 * Each function below deals with one kind of thing, calls the next one for "no more of these", and
 * then itself for every further one. They come in this order:
 *   mirrored runs under way, new ones, colour-change jokers, double jokers, special groups.
 * Bare runs (bare_runs.c) come before them.
 * What is done is noted as actions, so that `layout.c` can find it again. */
#include "search.h"

/* Must more open runs go on than tiles and so many jokers allow? */
static inline int lacks_tiles(const search_t *search, const step_t *step, int jokers)
{
    int missing = 0;
    for (int colour = 0; colour < COLOURS; colour++) {
        int free = search->have[search->number][colour] - step->used[colour];
        missing += max_int(count_short_runs(step->open_runs, colour) - free, 0);
    }
    return missing > jokers;
}

static inline void add_worth(step_t *step, int worth)
{
    step->worth = (int16_t)(step->worth + worth);
}

static inline void spend_jokers(step_t *step, int kind, int count)
{
    step->jokers_left[kind] = (int8_t)(step->jokers_left[kind] - count);
}

static inline void use_tiles(step_t *step, int colour, int count)
{
    step->used[colour] = (int8_t)(step->used[colour] + count);
}

/* --- groups with double or mirror jokers -------------------------------------------------------*/

/* Tiles and jokers for special groups. Pairs that rise towards a mirror joker will need it. Where
 * sets are kept there may be fewer than they need; such a step leads nowhere, but the difference
 * must not wrap around. */
static uint32_t pack_step_supply(const search_t *search, const step_t *step)
{
    int8_t tiles[COLOURS], jokers[KINDS];
    for (int colour = 0; colour < COLOURS; colour++)
        tiles[colour] = (int8_t)(search->have[search->number][colour] - step->used[colour]);
    for (int kind = J; kind < M; kind++)
        jokers[kind] = step->jokers_left[kind];
    jokers[M] = (int8_t)max_int(step->jokers_left[M] - step->rising_count, 0);
    return pack_supply(tiles, jokers);
}

static void place_special_groups(search_t *search, const step_t *step, int from)
{
    int replaying = search->replay_target != NULL, number = search->number;
    const special_candidates_t *candidates = &search->candidates[number];
    if (lacks_tiles(search, step, step->jokers_left[J]))
        return;
    expand_plain(search, step);
    if (!step->jokers_left[D] && step->jokers_left[M] <= step->rising_count)
        return;
    uint32_t supply = pack_step_supply(search, step);
    for (int at = from; at < candidates->count; at++) {
        if (!meets_demand(supply, candidates->demand[at]))
            continue;
        if (should_stop(search, replaying))
            return;
        int index = candidates->index[at];
        const special_group_t *group = &special_groups[index];
        step_t next = *step;
        for (int kind = 0; kind < KINDS; kind++)
            spend_jokers(&next, kind, group->spent[kind]);
        for (int colour = 0; colour < COLOURS; colour++)
            use_tiles(&next, colour, group->tiles[colour]);
        add_worth(&next, group->cells * number);
        push_action(search, (action_t){.what = ACT_SPECIAL_GROUP, .index = (uint16_t)index});
        place_special_groups(search, &next, at);
        pop_action(search);
    }
}

/* --- double jokers in plain runs ---------------------------------------------------------------*/

/* May a double joker follow a run of so many tiles? It covers this number and the next. */
static int may_double(const search_t *search, const step_t *step, int colour, int length)
{
    int number = search->number;
    if (length && !count_runs(step->open_runs, colour, length))
        return 0;
    if (!length && number == NUMBERS - 1) /* no number is left for a third tile */
        return 0;
    if (!length && !may_start_with_joker(search, number, 2))
        return 0;
    int goes_on = number + 2 <= NUMBERS &&
                  (search->have[number + 2][colour] || step->jokers_left[J] ||
                   step->jokers_left[C] || step->jokers_left[D] > 1);
    return search->mode != MODE_LAZY || goes_on || length == 2;
}

static void place_doubles(search_t *search, const step_t *step, int from)
{
    int replaying = search->replay_target != NULL, number = search->number;
    if (lacks_tiles(search, step, step->jokers_left[J] + step->jokers_left[D]))
        return;
    place_special_groups(search, step, 0);
    if (!step->jokers_left[D] || step->double_count == MAX_DOUBLES || number >= NUMBERS ||
        search->mode == MODE_NO_RUNS)
        return;
    for (int code = from; code < COLOURS * 4; code++) {
        int colour = code / 4, length = code % 4;
        if (!may_double(search, step, colour, length))
            continue;
        if (should_stop(search, replaying))
            return;
        step_t next = *step;
        next.open_runs -= pack_run(colour, length);
        spend_jokers(&next, D, 1);
        next.doubles[next.double_count++] = pack_double(colour, min_int(length + 1, 3));
        add_worth(&next, 2 * number + 1);
        push_action(search, (action_t){.what = ACT_DOUBLE, .colour = (uint8_t)colour,
                                       .length = (uint8_t)length});
        place_doubles(search, &next, code);
        pop_action(search);
    }
}

/* --- colour-change jokers in plain runs --------------------------------------------------------*/

/* After a colour-change joker at this number, can tiles of the colour follow? At the next number,
 * or after another joker. Jokers alone are not laid after it but before it. */
static int leads_on(const search_t *search, const step_t *step, int colour)
{
    int number = search->number, third = number + 3 <= NUMBERS;
    int ordinary = step->jokers_left[J], doubles = step->jokers_left[D];
    return search->have[number + 1][colour] ||
           (search->have[number + 2][colour] && ordinary) ||
           (third && search->have[number + 3][colour] && doubles + ordinary / 2) ||
           (third && doubles + ordinary > 1);
}

/* May a lazy search begin a run with a colour-change joker? It need not, but for a single tile
 * between two of them, where they must not lie side by side. */
static int may_surround(const search_t *search, const step_t *step)
{
    return search->mode == MODE_LAZY && search->rules & NO_ADJACENT_CHANGES &&
           step->jokers_left[C] > 1;
}

/* Has the only run of this colour and length just got a colour-change joker? */
static int is_changed_run(const step_t *step, int colour, int length)
{
    return length && step->changed_run == pack_double(colour, length) &&
           count_runs(step->open_runs, colour, length) == 1;
}

/* May a run of so many tiles go on in another colour? A new one begins in its own. */
static int may_change(const search_t *search, const step_t *step, int colour, int length,
                      int target)
{
    int number = search->number;
    if (length == 0 ? colour != target || number > NUMBERS - 2 : colour == target)
        return 0;
    if (length == 1 && number >= NUMBERS)
        return 0;
    if (length == 0 && !may_start_with_joker(search, number, 1) && !may_surround(search, step))
        return 0;
    if (search->mode == MODE_LAZY && !leads_on(search, step, target)) {
        /* Two in a row may go anywhere, by way of one of two colours. And where the run ends with
         * this joker one target is as good as another. */
        int first = length ? (colour + 1) % COLOURS : 0;
        int second = length ? (colour + 2) % COLOURS : 1;
        int twice = step->jokers_left[C] > 1 && (target == first || target == second) &&
                    (!(search->rules & NO_ADJACENT_CHANGES) ||
                     step->jokers_left[J] + step->jokers_left[D] > 0); /* to go between them */
        if (!twice && !(length == 2 && target == first))
            return 0;
    }
    return count_runs_from(step->next_runs, target, 1) < MAX_OPEN_RUNS;
}

static void place_changes(search_t *search, const step_t *step, int from)
{
    int replaying = search->replay_target != NULL;
    const int8_t *left = step->jokers_left;
    if (lacks_tiles(search, step, left[J] + left[D] + left[C]))
        return;
    place_doubles(search, step, 0);
    if (!left[C] || search->mode == MODE_NO_RUNS)
        return;
    for (int code = from; code < COLOURS * 16; code++) {
        int colour = code / 16, length = code / 4 % 4, target = code % 4;
        if (length && !count_runs(step->open_runs, colour, length)) {
            code |= 3; /* to the next length */
            continue;
        }
        if (is_changed_run(step, colour, length) ||
            !may_change(search, step, colour, length, target))
            continue;
        if (should_stop(search, replaying))
            return;
        step_t next = *step;
        next.open_runs -= pack_run(colour, length);
        spend_jokers(&next, C, 1);
        next.next_runs += pack_run(target, min_int(length + 1, 3));
        next.next_changed_run = search->rules & NO_ADJACENT_CHANGES && next.jokers_left[C]
                                    ? pack_double(target, min_int(length + 1, 3))
                                    : 0;
        add_worth(&next, search->number);
        push_action(search, (action_t){.what = ACT_CHANGE_COLOUR, .colour = (uint8_t)colour,
                                       .length = (uint8_t)length, .target = (uint8_t)target});
        place_changes(search, &next, code);
        pop_action(search);
    }
}

/* --- mirrored runs -----------------------------------------------------------------------------*/

static void start_pairs(search_t *search, const step_t *step, int from);
static void continue_pairs(search_t *search, const step_t *step, const uint8_t *pairs, int count);

/* A pair that gets its next cells, and how the step goes on after it. */
typedef struct {
    int action, phase, covered_sides, has_tile;
    int colour; /* COLOURS for a pair that begins with colour-change jokers */
    const uint8_t *others; /* pairs under way still to be dealt with; NULL when new ones start */
    int other_count, from;
} pair_move_t;

/* May a pair end with the cells that it has? */
static int may_end_pair(int code)
{
    return !get_covered_sides(code) && !has_one_cell(code) && !lacks_tile(code);
}

static int is_first_cell(const pair_move_t *move)
{
    return move->action == ACT_START_PAIR || move->phase == FALLING_EMPTY;
}

/* The last number for a cell: before a mirror joker that is still to come. */
static int find_last_cell(const pair_move_t *move)
{
    return move->phase == RISING ? NUMBERS - 1 : NUMBERS;
}

/* Without a tile the outermost cells, and those beside M, are not needed: only a set of jokers
 * alone, and where that lies does not matter. But where one cell on each side is not enough, they
 * can be the second one. */
static int is_idle_start(const search_t *search, const pair_move_t *move, int colour)
{
    int anywhere = search->number == 1 && colour == 0 && move->phase == RISING;
    return search->mode == MODE_LAZY && is_first_cell(move) && !anywhere &&
           !(search->rules & NO_SINGLE_MIRRORS);
}

/* Notes the pair for the next number, goes on with the step and takes the action back. */
static void push_pair(search_t *search, step_t *step, const pair_move_t *move, action_t action,
                      int covered_sides)
{
    int phase = move->phase == RISING ? RISING : FALLING;
    int has_tile = move->has_tile || action.cells[0] == CELL_TILE || action.cells[1] == CELL_TILE;
    uint8_t code = mark_pair(search, pack_pair(phase, action.target, covered_sides),
                             is_first_cell(move) ? 1 : 2, has_tile);
    if (search->number == NUMBERS && !may_end_pair(code))
        return;
    step->pairs[step->pair_count++] = code;
    step->rising_count = (int8_t)(step->rising_count + (phase == RISING));
    push_action(search, action);
    if (move->others)
        continue_pairs(search, step, move->others, move->other_count);
    else
        start_pairs(search, step, move->from);
    pop_action(search);
}

typedef struct {
    uint8_t cells[2], covered_sides;
} pair_cells_t;

static int count_cells(const pair_cells_t *pair, int what)
{
    return (pair->cells[0] == what) + (pair->cells[1] == what);
}

/* Gives both sides their next cell in the colour of the pair. */
static void place_pair_cells(search_t *search, const step_t *step, const pair_move_t *move)
{
    static const pair_cells_t choices[3][6] = { /* by covered sides */
        {{{CELL_TILE, CELL_TILE}, 0}, {{CELL_TILE, CELL_J}, 0}, {{CELL_J, CELL_J}, 0},
         {{CELL_TILE, CELL_D}, 1}, {{CELL_J, CELL_D}, 1}, {{CELL_D, CELL_D}, 2}},
        {{{CELL_COVERED, CELL_TILE}, 0}, {{CELL_COVERED, CELL_J}, 0}, {{CELL_COVERED, CELL_D}, 1}},
        {{{CELL_COVERED, CELL_COVERED}, 0}},
    };
    static const int choice_counts[3] = {6, 3, 1};
    int replaying = search->replay_target != NULL, number = search->number, colour = move->colour;
    for (int at = 0; at < choice_counts[move->covered_sides]; at++) {
        const pair_cells_t *choice = &choices[move->covered_sides][at];
        int tiles = count_cells(choice, CELL_TILE), ordinary = count_cells(choice, CELL_J);
        int doubles = count_cells(choice, CELL_D);
        if (step->used[colour] + tiles > search->have[number][colour] ||
            ordinary > step->jokers_left[J] || doubles > step->jokers_left[D])
            continue;
        if (doubles && number + 1 > find_last_cell(move))
            continue;
        if (!tiles && is_idle_start(search, move, colour))
            continue;
        if (should_stop(search, replaying))
            return;
        step_t next = *step;
        use_tiles(&next, colour, tiles);
        spend_jokers(&next, J, ordinary);
        spend_jokers(&next, D, doubles);
        add_worth(&next, (tiles + ordinary) * number + doubles * (2 * number + 1));
        action_t action = {.what = (uint8_t)move->action, .colour = (uint8_t)colour,
                           .target = (uint8_t)colour,
                           .cells = {choice->cells[0], choice->cells[1]}};
        push_pair(search, &next, move, action, choice->covered_sides);
    }
}

/* Gives both sides a colour-change joker: the pair goes on in another colour, or begins in any. */
static void place_pair_changes(search_t *search, const step_t *step, const pair_move_t *move)
{
    int replaying = search->replay_target != NULL, number = search->number;
    if (move->covered_sides || step->jokers_left[C] < 2)
        return;
    if (is_first_cell(move) && move->colour < COLOURS)
        return;
    for (int target = 0; target < COLOURS; target++) {
        if (target == move->colour || is_idle_start(search, move, target))
            continue;
        if (should_stop(search, replaying))
            return;
        step_t next = *step;
        spend_jokers(&next, C, 2);
        add_worth(&next, 2 * number);
        action_t action = {.what = (uint8_t)move->action, .target = (uint8_t)target,
                           .colour = (uint8_t)(move->colour < COLOURS ? move->colour : 0),
                           .cells = {CELL_C, CELL_C}};
        push_pair(search, &next, move, action, 0);
    }
}

static void extend_pair(search_t *search, const step_t *step, const pair_move_t *move)
{
    if (search->number > find_last_cell(move))
        return;
    if (move->colour < COLOURS)
        place_pair_cells(search, step, move);
    place_pair_changes(search, step, move);
}

/* Starts a pair with its mirror joker, which both sides lead away from. */
static void start_falling_pair(search_t *search, const step_t *step)
{
    int follows = search->mode != MODE_LAZY || search->rules & NO_SINGLE_MIRRORS;
    int jokers = step->jokers_left[J] + step->jokers_left[D] > 0;
    for (int colour = 0; colour < COLOURS; colour++)
        follows |= search->have[search->number + 1][colour] + jokers > 1;
    if (!follows)
        return;
    step_t next = *step;
    spend_jokers(&next, M, 1);
    add_worth(&next, search->number);
    next.pairs[next.pair_count++] = pack_pair(FALLING_EMPTY, 0, 0);
    push_action(search, (action_t){.what = ACT_START_FALLING});
    start_pairs(search, &next, COLOURS + 1);
    pop_action(search);
}

/* Starts mirrored runs: rising ones in a colour or with colour-change jokers, from this code on,
 * then falling ones. */
static void start_pairs(search_t *search, const step_t *step, int from)
{
    int replaying = search->replay_target != NULL;
    place_changes(search, step, 0);
    if (step->pair_count == MAX_PAIRS || step->rising_count >= step->jokers_left[M] ||
        search->number >= NUMBERS)
        return;
    for (int colour = from; colour <= COLOURS; colour++) {
        if (should_stop(search, replaying))
            return;
        pair_move_t move = {.action = ACT_START_PAIR, .phase = RISING, .colour = colour,
                            .from = colour};
        extend_pair(search, step, &move);
    }
    if (!should_stop(search, replaying))
        start_falling_pair(search, step);
}

/* Closes a pair with its mirror joker, ends it, or gives it its next cells; then the others. */
static void continue_pair(search_t *search, const step_t *step, const uint8_t *pairs, int count)
{
    int replaying = search->replay_target != NULL;
    int phase = get_pair_phase(*pairs), colour = get_pair_colour(*pairs);
    pair_move_t move = {.action = ACT_EXTEND_PAIR, .phase = phase, .colour = colour,
                        .covered_sides = get_covered_sides(*pairs), .others = pairs + 1,
                        .other_count = count - 1,
                        .has_tile = phase != FALLING_EMPTY && !lacks_tile(*pairs)};
    int may_end = may_end_pair(*pairs);
    if (phase == RISING && may_end && step->jokers_left[M]) {
        step_t next = *step;
        spend_jokers(&next, M, 1);
        add_worth(&next, search->number);
        push_action(search, (action_t){.what = ACT_CLOSE_PAIR});
        continue_pairs(search, &next, pairs + 1, count - 1);
        pop_action(search);
    }
    if (phase == FALLING && may_end && !should_stop(search, replaying)) {
        push_action(search, (action_t){.what = ACT_END_PAIR});
        continue_pairs(search, step, pairs + 1, count - 1);
        pop_action(search);
    }
    int any_colour = phase == FALLING_EMPTY;
    for (int at = any_colour ? 0 : colour; at <= (any_colour ? COLOURS : colour); at++) {
        if (should_stop(search, replaying))
            return;
        move.colour = at;
        extend_pair(search, step, &move);
    }
}

static void continue_pairs(search_t *search, const step_t *step, const uint8_t *pairs, int count)
{
    const int8_t *left = step->jokers_left;
    if (count)
        continue_pair(search, step, pairs, count);
    else if (left[M] || left[C] || left[D])
        start_pairs(search, step, 0);
    else
        expand_plain(search, step);
}

void expand_special(search_t *search, const step_t *step)
{
    continue_pairs(search, step, search->pairs, search->pair_count);
}
