/* Lays out the sets of a solution: follows its path once more and does what each step did. */
#include "search.h"

#include <stdlib.h>
#include <string.h>

/* A run as it is laid out. */
typedef struct {
    uint8_t face[NUMBERS + 3];
    int8_t size, first, cells; /* first: its first number; cells: numbers that it covers */
} run_t;

/* A mirrored run as it is laid out, each side from its first number on. */
typedef struct {
    uint8_t face[2][NUMBERS + 3];
    int8_t size[2], covers_next[2];
    int8_t phase, colour, cells, has_tile;
} pair_t;

enum { BARE = COLOURS, LINES = COLOURS + 1 }; /* where open runs are: in a colour, or bare */
enum { MAX_RUNS_OF_LENGTH = 12, MAX_NEW_PAIRS = 4, NEW_RUN = 0 };

/* Open runs at one number, by colour and length. */
typedef struct {
    run_t runs[LINES][4][MAX_RUNS_OF_LENGTH];
    int8_t counts[LINES][4];
} open_runs_t;

typedef struct {
    const search_t *search;
    open_runs_t levels[2], *now, *next; /* at this number and at the next one */
    run_t doubles[MAX_DOUBLES];         /* runs whose double joker covers the next number */
    uint8_t double_codes[MAX_DOUBLES];
    int double_count;
    pair_t pairs[MAX_NEW_PAIRS];
    int pair_count;
    run_t runs[MAX_SETS]; /* that have ended */
    int run_count;
    result_t *result;
    int tile_count;
} layout_t;

static void add_set(layout_t *layout, const uint8_t *face, int size)
{
    sets_t *sets = &layout->result->sets;
    assert(sets->count < MAX_SETS && layout->tile_count + size <= MAX_TILES);
    sets->size[sets->count++] = (uint8_t)size;
    memcpy(sets->face + layout->tile_count, face, (size_t)size);
    layout->tile_count += size;
}

/* --- runs --------------------------------------------------------------------------------------*/

/* Takes an open run of a length from 1 to 3, or begins one. */
static run_t take_run(layout_t *layout, int colour, int length, int number)
{
    if (length == NEW_RUN)
        return (run_t){.first = (int8_t)number};
    assert(layout->now->counts[colour][length] > 0);
    return layout->now->runs[colour][length][--layout->now->counts[colour][length]];
}

static void put_run(layout_t *layout, int colour, int length, run_t run)
{
    assert(layout->next->counts[colour][length] < MAX_RUNS_OF_LENGTH);
    layout->next->runs[colour][length][layout->next->counts[colour][length]++] = run;
}

static run_t append_face(run_t run, int face, int cells)
{
    assert(run.size < NUMBERS);
    run.face[run.size++] = (uint8_t)face;
    run.cells = (int8_t)(run.cells + cells);
    return run;
}

static run_t prepend_face(run_t run, int face, int cells)
{
    memmove(run.face + 1, run.face, (size_t)run.size);
    run.face[0] = (uint8_t)face;
    run.size++;
    run.cells = (int8_t)(run.cells + cells);
    run.first = (int8_t)(run.first - cells);
    return run;
}

static int ends_with_change(const run_t *run) { return run->face[run->size - 1] == TILES + C; }

/* Takes an open run for this joker or tile. Where colour-change jokers must not lie side by side,
 * they go to runs that do not end with one, and others to runs that do. */
static run_t take_run_for(layout_t *layout, int face, int colour, int length, int number)
{
    run_t *runs = layout->now->runs[colour][length];
    int last = layout->now->counts[colour][length] - 1, wrong = face == TILES + C;
    if (length != NEW_RUN && layout->search->rules & NO_ADJACENT_CHANGES)
        for (int at = last; at >= 0 && ends_with_change(&runs[last]) == wrong; at--) {
            run_t run = runs[at];
            runs[at] = runs[last];
            runs[last] = run;
        }
    return take_run(layout, colour, length, number);
}

/* Runs of 3+ that do not go on have ended. */
static void end_runs(layout_t *layout, int colour, int number)
{
    while (layout->now->counts[colour][3])
        layout->runs[layout->run_count++] = take_run(layout, colour, 3, number);
}

/* Lays the cells of one colour: short runs first, then longer ones, then new ones. */
static void lay_run_cells(layout_t *layout, uint32_t placement, int colour, int number)
{
    static const int lengths[] = {1, 2, 3, NEW_RUN};
    int tiles = get_run_tiles(placement, colour), cells = get_run_cells(placement, colour);
    int fresh = cells, kept_for_fresh = 0;
    for (int length = 1; length <= 3; length++)
        fresh -= layout->now->counts[colour][length];
    if (layout->search->rules & NO_JOKER_SETS) /* a new run gets a tile if there are enough */
        kept_for_fresh = min_int(max_int(fresh, 0), tiles);
    tiles -= kept_for_fresh;
    for (int at = 0; at < 4; at++) {
        int length = lengths[at];
        tiles += length == NEW_RUN ? kept_for_fresh : 0;
        for (; cells && (length == NEW_RUN || layout->now->counts[colour][length]); cells--) {
            int face = tiles > 0 ? tile_face(colour, number) : TILES + J;
            tiles -= tiles > 0;
            run_t run = append_face(take_run(layout, colour, length, number), face, 1);
            put_run(layout, colour, min_int(length + 1, 3), run);
        }
    }
    end_runs(layout, colour, number);
}

static void continue_doubles(layout_t *layout)
{
    for (int at = 0; at < layout->double_count; at++) {
        int code = layout->double_codes[at];
        put_run(layout, get_double_colour(code), get_double_length(code), layout->doubles[at]);
    }
    layout->double_count = 0;
}

/* --- groups ------------------------------------------------------------------------------------*/

static void lay_groups(layout_t *layout, uint32_t placement, int number)
{
    unsigned tiles = widen_code(get_group_tiles(placement));
    int jokers = get_group_jokers(placement), count = count_groups(tiles, jokers), at = 0;
    uint8_t face[8][8];
    int size[8] = {0};
    if (!count)
        return;
    /* Dealt out in turn, no group gets a colour twice and all are equally large. */
    for (int colour = 0; colour < COLOURS; colour++)
        for (unsigned tile = 0; tile < (tiles >> 4 * colour & 15); tile++, at++)
            face[at % count][size[at % count]++] = tile_face(colour, number);
    for (int joker = 0; joker < jokers; joker++, at++)
        face[at % count][size[at % count]++] = TILES + J;
    for (int group = 0; group < count; group++)
        add_set(layout, face[group], size[group]);
}

static void lay_special_group(layout_t *layout, const special_group_t *group, int number)
{
    uint8_t face[sizeof group->face];
    for (int at = 0; at < group->size; at++)
        face[at] = group->face[at] < COLOURS ? tile_face(group->face[at], number)
                                             : (uint8_t)(TILES + group->face[at] - COLOURS);
    add_set(layout, face, group->size);
}

/* --- mirrored runs -----------------------------------------------------------------------------*/

static void close_pair(layout_t *layout, const pair_t *pair)
{
    uint8_t face[2 * (NUMBERS + 3) + 1];
    int size = 0, rising = pair->phase == RISING;
    /* Rising sides lead towards the mirror joker, falling ones away from it. */
    for (int at = 0; at < pair->size[0]; at++)
        face[size++] = pair->face[0][rising ? at : pair->size[0] - 1 - at];
    face[size++] = TILES + M;
    for (int at = 0; at < pair->size[1]; at++)
        face[size++] = pair->face[1][rising ? pair->size[1] - 1 - at : at];
    add_set(layout, face, size);
}

static void lay_pair_cell(pair_t *pair, int side, int cell, uint8_t tile)
{
    static const uint8_t jokers[] = {
        [CELL_J] = TILES + J, [CELL_D] = TILES + D, [CELL_C] = TILES + C};
    pair->covers_next[side] = cell == CELL_D;
    if (cell != CELL_COVERED)
        pair->face[side][pair->size[side]++] = cell == CELL_TILE ? tile : jokers[cell];
}

static void lay_pair_cells(pair_t *pair, const action_t *action, int number)
{
    /* The first cell of the action is for a side that is covered, if only one is. */
    int first = pair->covers_next[1] && !pair->covers_next[0];
    uint8_t tile = tile_face(action->colour, number);
    lay_pair_cell(pair, first, action->cells[0], tile);
    lay_pair_cell(pair, !first, action->cells[1], tile);
    pair->colour = (int8_t)action->target;
    pair->cells++;
    pair->has_tile |= action->cells[0] == CELL_TILE || action->cells[1] == CELL_TILE;
    if (pair->phase == FALLING_EMPTY)
        pair->phase = FALLING;
}

static int pack_laid_pair(const search_t *search, const pair_t *pair)
{
    if (pair->phase == FALLING_EMPTY)
        return pack_pair(FALLING_EMPTY, 0, 0);
    uint8_t code =
        pack_pair(pair->phase, pair->colour, pair->covers_next[0] + pair->covers_next[1]);
    return mark_pair(search, code, pair->cells, pair->has_tile);
}

/* Takes the pairs under way in the order in which the step dealt with them. */
static int take_pairs(layout_t *layout, const state_t *before, pair_t out[MAX_PAIRS])
{
    int count = 0;
    for (uint32_t codes = get_pairs(before); codes; codes >>= PAIR_BITS) {
        int code = get_bits(codes, 0, PAIR_BITS);
        for (int at = 0; code && at < layout->pair_count; at++) {
            pair_t *pair = &layout->pairs[at];
            if (pair->phase != NO_PAIR && pack_laid_pair(layout->search, pair) == code) {
                out[count++] = *pair;
                pair->phase = NO_PAIR;
                break;
            }
        }
    }
    return count;
}

/* --- actions -----------------------------------------------------------------------------------*/

static void lay_joker_in_run(layout_t *layout, const action_t *action, int number)
{
    int length = min_int(action->length + 1, 3);
    if (action->what == ACT_CHANGE_COLOUR) {
        run_t run = take_run_for(layout, TILES + C, action->colour, action->length, number);
        put_run(layout, action->target, length, append_face(run, TILES + C, 1));
        return;
    }
    run_t run = take_run(layout, action->colour, action->length, number);
    layout->double_codes[layout->double_count] = pack_double(action->colour, length);
    layout->doubles[layout->double_count++] = append_face(run, TILES + D, 2);
}

/* Lays a cell of a bare run: a tile gives it a colour. */
static void lay_bare_cell(layout_t *layout, const action_t *action, int number)
{
    int length = min_int(action->length + 1, 3), kind = action->target - COLOURS;
    int face = kind < 0 ? tile_face(action->target, number) : TILES + kind;
    run_t run = take_run_for(layout, face, BARE, action->length, number);
    if (kind == D) {
        layout->double_codes[layout->double_count] = pack_double(BARE, length);
        layout->doubles[layout->double_count++] = append_face(run, face, 2);
    } else {
        put_run(layout, kind < 0 ? action->target : BARE, length, append_face(run, face, 1));
    }
}

/* Does what special jokers and sets of the table did in a step. */
static void lay_actions(layout_t *layout, const action_list_t *list, const state_t *before,
                        int number)
{
    pair_t old[MAX_PAIRS], fresh[MAX_NEW_PAIRS], *pair = old;
    int old_count = take_pairs(layout, before, old), fresh_count = 0;
    for (int at = 0; at < list->count; at++) {
        const action_t *action = &list->actions[at];
        switch (action->what) {
        case ACT_KEEP_SET: layout->result->kept |= (uint64_t)1 << action->index; break;
        case ACT_CLOSE_PAIR:
        case ACT_END_PAIR: close_pair(layout, pair++); break;
        case ACT_EXTEND_PAIR:
            lay_pair_cells(pair, action, number);
            fresh[fresh_count++] = *pair++;
            break;
        case ACT_START_PAIR:
            fresh[fresh_count] = (pair_t){.phase = RISING};
            lay_pair_cells(&fresh[fresh_count++], action, number);
            break;
        case ACT_START_FALLING: fresh[fresh_count++] = (pair_t){.phase = FALLING_EMPTY}; break;
        case ACT_CHANGE_COLOUR:
        case ACT_DOUBLE: lay_joker_in_run(layout, action, number); break;
        case ACT_BARE_RUN: lay_bare_cell(layout, action, number); break;
        default: lay_special_group(layout, &special_groups[action->index], number);
        }
        assert(pair <= old + old_count && fresh_count <= MAX_NEW_PAIRS);
    }
    (void)old_count;
    memcpy(layout->pairs, fresh, sizeof *fresh * (size_t)fresh_count);
    layout->pair_count = fresh_count;
}

/* --- jokers left over --------------------------------------------------------------------------*/

static int has_tile(const uint8_t *face, int size)
{
    for (int at = 0; at < size; at++)
        if (face[at] < TILES)
            return 1;
    return 0;
}

/* Returns after how many tiles a run can be split into two sets, or 0. */
static int find_split(const layout_t *layout, const run_t *run)
{
    int any = !(layout->search->rules & NO_JOKER_SETS);
    for (int at = 3; at <= run->size - 3; at++)
        if (any || (has_tile(run->face, at) && has_tile(run->face + at, run->size - at)))
            return at;
    return 0;
}

/* Makes two runs of one with six or more tiles. Returns 0 if there is none. */
static int split_run(layout_t *layout)
{
    for (int at = 0; at < layout->run_count; at++) {
        run_t *run = &layout->runs[at];
        int split = find_split(layout, run);
        if (!split)
            continue;
        run_t head = {.first = run->first}, tail = {.first = run->first};
        for (int tile = 0; tile < run->size; tile++) {
            run_t *part = tile < split ? &head : &tail;
            *part = append_face(*part, run->face[tile], run->face[tile] == TILES + D ? 2 : 1);
        }
        tail.first = (int8_t)(run->first + head.cells);
        *run = head;
        layout->runs[layout->run_count++] = tail;
        return 1;
    }
    return 0;
}

/* Puts a joker to an end of a run, where so many numbers are free. Returns 0 if there is none. */
static int attach_joker(layout_t *layout, int face, int cells)
{
    int apart = face == TILES + C && layout->search->rules & NO_ADJACENT_CHANGES;
    do
        for (int at = 0; at < layout->run_count; at++) {
            run_t *run = &layout->runs[at];
            if (run->size + 1 > NUMBERS)
                continue;
            if (run->first + run->cells - 1 + cells <= NUMBERS &&
                !(apart && ends_with_change(run))) {
                *run = append_face(*run, face, cells);
                return 1;
            }
            if (run->first - cells >= 1 && !(apart && run->face[0] == TILES + C)) {
                *run = prepend_face(*run, face, cells);
                return 1;
            }
        }
    while (split_run(layout));
    return 0;
}

/* Takes runs of jokers alone apart, if they are forbidden; says which jokers are loose then. */
static void take_bare_runs_apart(layout_t *layout, int loose[KINDS])
{
    if (!(layout->search->rules & NO_JOKER_SETS))
        return;
    for (int at = 0; at < layout->run_count;) {
        const run_t *run = &layout->runs[at];
        if (has_tile(run->face, run->size)) {
            at++;
            continue;
        }
        for (int tile = 0; tile < run->size; tile++)
            loose[run->face[tile] - TILES]++;
        layout->runs[at] = layout->runs[--layout->run_count];
    }
}

/* A lazy search leaves jokers over, which go to the ends of runs if there is any run. Returns 0 if
 * they find no room. */
static int attach_jokers(const search_t *search, layout_t *layout, const state_t *last)
{
    static const int order[] = {D, C, J, C}; /* some C may have to wait for a J between them */
    int loose[KINDS] = {0}, waiting = 0;
    if (search->mode != MODE_LAZY || !has_run(last))
        return 1;
    take_bare_runs_apart(layout, loose);
    for (int at = 0; at < 4; at++) {
        int kind = order[at], left = get_jokers(last, kind);
        int must = search->task->must[TILES + kind], laid = search->total[kind] - left;
        int more = search->task->gain[TILES + kind] > 0 ? left : max_int(must - laid, 0);
        for (more = at < 3 ? more + loose[kind] : waiting; more > 0; more--)
            if (!attach_joker(layout, TILES + kind, kind == D ? 2 : 1)) {
                if (at != 1 || !(search->rules & NO_ADJACENT_CHANGES))
                    return 0;
                waiting = more;
                break;
            }
    }
    return 1;
}

/* --- all of it ---------------------------------------------------------------------------------*/

/* Finds out again what special jokers did between two nodes. Returns 0 if that fails, which cannot
 * be: the step was made before. */
static int replay_step(search_t *search, uint32_t parent, const node_t *child, int number,
                       action_list_t *actions)
{
    actions->count = 0;
    if (!search->has_specials && !search->table_sets.active)
        return 1;
    search->replay_target = child;
    search->replayed = actions;
    go_to_number(search, number);
    expand_node(search, parent);
    assert(!search->replay_target);
    if (!search->replay_target)
        return 1;
    search->replay_target = NULL;
    search->failed = 1;
    return 0;
}

static void lay_path(search_t *search, layout_t *layout, const uint32_t *path)
{
    action_list_t actions;
    for (int number = 1; number <= NUMBERS; number++) {
        node_t child = search->nodes[path[number]];
        if (!replay_step(search, path[number - 1], &child, number, &actions))
            return;
        memset(layout->next->counts, 0, sizeof layout->next->counts);
        continue_doubles(layout);
        lay_actions(layout, &actions, &search->nodes[path[number - 1]].state, number);
        lay_groups(layout, child.placement, number);
        for (int colour = 0; colour < COLOURS; colour++)
            lay_run_cells(layout, child.placement, colour, number);
        open_runs_t *done = layout->now;
        layout->now = layout->next;
        layout->next = done;
    }
    for (int colour = 0; colour < COLOURS; colour++)
        end_runs(layout, colour, NUMBERS);
    for (int at = 0; at < layout->pair_count; at++)
        close_pair(layout, &layout->pairs[at]);
}

static layout_t *create_layout(const search_t *search, result_t *result)
{
    layout_t *layout = malloc(sizeof *layout);
    if (!layout)
        return NULL;
    layout->search = search;
    layout->now = &layout->levels[0];
    layout->next = &layout->levels[1];
    memset(layout->now->counts, 0, sizeof layout->now->counts);
    layout->double_count = layout->pair_count = layout->run_count = layout->tile_count = 0;
    layout->result = result;
    result->sets.count = 0;
    result->kept = 0;
    return layout;
}

int lay_out_sets(search_t *search, uint32_t node, result_t *result)
{
    uint32_t path[NUMBERS + 1];
    int64_t best = search->best;
    layout_t *layout = create_layout(search, result);
    if (!layout) {
        search->failed = 1;
        return 1;
    }
    for (int number = NUMBERS; number >= 0; number--) {
        path[number] = node;
        node = search->nodes[node].parent;
    }
    search->best = NO_GAIN; /* no step may be left out when it is looked for */
    lay_path(search, layout, path);
    search->best = best;
    int fits = attach_jokers(search, layout, &search->nodes[path[NUMBERS]].state);
    for (int at = 0; at < layout->run_count; at++)
        add_set(layout, layout->runs[at].face, layout->runs[at].size);
    free(layout);
    return fits;
}
