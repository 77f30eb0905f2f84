/* Lays out the sets of a solution: walks its path once more and does what each step did. */

typedef struct {
    uint8_t face[NUMBERS + 3];
    int8_t size, first, cells;
} row_t; /* a run */

typedef struct {
    uint8_t face[2][NUMBERS + 3];
    int8_t size[2], covers[2];
    int8_t phase, colour;
} pair_t;

enum { MOST_ROWS = 12 };

typedef struct {
    row_t rows[2][COLOURS][4][MOST_ROWS]; /* by length, at this number and at the next */
    int8_t counts[2][COLOURS][4];
    int now;
    row_t covering[2]; /* runs whose double joker covers the next number */
    int8_t covering_code[2], covering_count;
    pair_t pairs[4];
    int8_t pair_count;
    row_t runs[MOST_SETS];
    int run_count;
    found_t *found;
    int tiles;
} layout_t;

static void add_set(layout_t *l, const uint8_t *face, int size)
{
    sets_t *sets = &l->found->sets;
    sets->size[sets->count++] = (uint8_t)size;
    memcpy(sets->face + l->tiles, face, (size_t)size);
    l->tiles += size;
}

static inline uint8_t tile_face(int colour, int number)
{
    return (uint8_t)(colour * NUMBERS + number - 1);
}

static row_t take_row(layout_t *l, int colour, int length, int number)
{
    if (!length)
        return (row_t){.first = (int8_t)number};
    return l->rows[l->now][colour][length][(int)--l->counts[l->now][colour][length]];
}

static void put_row(layout_t *l, int colour, int length, row_t row)
{
    int next = !l->now;
    l->rows[next][colour][length][(int)l->counts[next][colour][length]++] = row;
}

static row_t with(row_t row, int face, int cells)
{
    row.face[(int)row.size++] = (uint8_t)face;
    row.cells = (int8_t)(row.cells + cells);
    return row;
}

static void close_pair(layout_t *l, pair_t *p)
{
    uint8_t face[2 * NUMBERS + 7];
    int size = 0, rising = p->phase == RISING;
    /* Rising sides go towards the mirror joker, falling ones away from it. */
    for (int at = 0; at < p->size[0]; at++)
        face[size++] = p->face[0][rising ? at : p->size[0] - 1 - at];
    face[size++] = TILES + M;
    for (int at = 0; at < p->size[1]; at++)
        face[size++] = p->face[1][rising ? p->size[1] - 1 - at : at];
    add_set(l, face, size);
}

static int covered_sides(const pair_t *p) { return p->covers[0] + p->covers[1]; }

static void lay_cells(pair_t *p, const act_t *act, int number)
{
    int first = p->covers[1] && !p->covers[0]; /* cells[0] is for the side that is covered */
    for (int at = 0; at < 2; at++) {
        int side = at ^ first, face = -1;
        p->covers[side] = 0;
        switch (act->cells[at]) {
        case CELL_TILE: face = tile_face(act->colour, number); break;
        case CELL_J: face = TILES + J; break;
        case CELL_C: face = TILES + C; break;
        case CELL_D: face = TILES + D; p->covers[side] = 1; break;
        default: break;
        }
        if (face >= 0)
            p->face[side][(int)p->size[side]++] = (uint8_t)face;
    }
    p->colour = (int8_t)act->target;
    if (p->phase == FALLING_EMPTY)
        p->phase = FALLING;
}

static void lay_special(layout_t *l, const act_t *act, int number)
{
    const special_t *g = &specials[act->colour | act->length << 8];
    uint8_t face[8];
    for (int at = 0; at < g->size; at++)
        face[at] = g->face[at] < COLOURS ? tile_face(g->face[at], number)
                                         : (uint8_t)(TILES + g->face[at] - COLOURS);
    add_set(l, face, g->size);
}

static void lay_groups(layout_t *l, uint32_t how, int number)
{
    unsigned tiles = wide(how >> HOW_GROUPS & 255);
    int jokers = how & ((1 << HOW_GROUPS) - 1), count = group_number(tiles, jokers), at = 0;
    uint8_t face[8][8];
    int size[8] = {0};
    if (!count)
        return;
    /* Dealt out in turn, no group gets a colour twice and all are equally large. */
    for (int c = 0; c < COLOURS; c++)
        for (unsigned tile = 0; tile < (tiles >> 4 * c & 15); tile++, at++)
            face[at % count][size[at % count]++] = tile_face(c, number);
    for (int joker = 0; joker < jokers; joker++, at++)
        face[at % count][size[at % count]++] = TILES + J;
    for (int group = 0; group < count; group++)
        add_set(l, face[group], size[group]);
}

static void lay_strands(layout_t *l, uint32_t how, int c, int number)
{
    int tiles = how >> (HOW_RUNS + HOW_BITS * c) & 3;
    int cells = how >> (HOW_RUNS + HOW_BITS * c + 2) & 7;
    for (int length = 1; cells > 0 || length <= 3; length++) {
        int from = least(length, 4); /* 4: a new run */
        if (from == 4 && !cells)
            break;
        while (cells > 0 && (from == 4 || l->counts[l->now][c][from])) {
            row_t row = take_row(l, c, from == 4 ? 0 : from, number);
            row = with(row, tiles > 0 ? tile_face(c, number) : TILES + J, 1);
            put_row(l, c, from == 4 ? 1 : least(from + 1, 3), row);
            tiles--;
            cells--;
        }
    }
    while (l->counts[l->now][c][3])
        l->runs[l->run_count++] = take_row(l, c, 3, number);
}

static void lay_acts(layout_t *l, const made_t *made, const node_t *parent, int number)
{
    pair_t old[2], fresh[4];
    int old_count = 0, fresh_count = 0, at_old = 0;
    /* In the order in which the step went through them. */
    for (uint32_t bits = parent->b >> 18; bits; bits >>= 6)
        for (int at = 0; (bits & 63) && at < l->pair_count; at++) {
            pair_t *p = &l->pairs[at];
            int code = p->phase == FALLING_EMPTY
                           ? FALLING_EMPTY
                           : p->phase | p->colour << 2 | covered_sides(p) << 4;
            if (p->phase && code == (int)(bits & 63)) {
                old[old_count++] = *p;
                p->phase = 0;
                break;
            }
        }
    for (int at = 0; at < made->count; at++) {
        const act_t *act = &made->acts[at];
        pair_t begun = {.phase = act->what == PAIR_FALLS ? FALLING_EMPTY : RISING};
        row_t row;
        switch (act->what) {
        case KEPT: l->found->kept |= (uint64_t)1 << act->colour; break;
        case PAIR_CLOSES:
        case PAIR_ENDS: close_pair(l, &old[at_old++]); break;
        case PAIR_CELLS:
            lay_cells(&old[at_old], act, number);
            fresh[fresh_count++] = old[at_old++];
            break;
        case PAIR_STARTS: lay_cells(&begun, act, number); /* fall through */
        case PAIR_FALLS: fresh[fresh_count++] = begun; break;
        case CHANGE:
            row = with(take_row(l, act->colour, act->length, number), TILES + C, 1);
            put_row(l, act->target, least(act->length + 1, 3), row);
            break;
        case DOUBLE:
            row = with(take_row(l, act->colour, act->length, number), TILES + D, 2);
            l->covering_code[(int)l->covering_count] =
                (int8_t)(act->colour * 4 + least(act->length + 1, 3));
            l->covering[(int)l->covering_count++] = row;
            break;
        default: lay_special(l, act, number);
        }
    }
    memcpy(l->pairs, fresh, sizeof fresh);
    l->pair_count = (int8_t)fresh_count;
}

/* Ends of runs take the jokers that are left over: `cells` free numbers are needed. */
static int attach(layout_t *l, int face, int cells)
{
    for (int at = 0; at < l->run_count; at++) {
        row_t *run = &l->runs[at];
        if (run->size + 1 > NUMBERS)
            continue;
        if (run->first + run->cells - 1 + cells <= NUMBERS) {
            *run = with(*run, face, cells);
            return 1;
        }
        if (run->first - cells >= 1) {
            memmove(run->face + 1, run->face, (size_t)run->size);
            run->face[0] = (uint8_t)face;
            run->size++;
            run->cells = (int8_t)(run->cells + cells);
            run->first = (int8_t)(run->first - cells);
            return 1;
        }
    }
    for (int at = 0; at < l->run_count; at++) { /* make room: a run of six is two */
        row_t *run = &l->runs[at];
        if (run->size < 6)
            continue;
        row_t head = {.first = run->first}, tail = {.first = run->first};
        for (int tile = 0; tile < run->size; tile++) {
            row_t *part = tile < 3 ? &head : &tail;
            int width = run->face[tile] == TILES + D ? 2 : 1;
            *part = with(*part, run->face[tile], width);
        }
        tail.first = (int8_t)(run->first + head.cells);
        *run = head;
        l->runs[l->run_count++] = tail;
        return attach(l, face, cells);
    }
    return 0;
}

static int attach_left_over(walk_t *w, layout_t *l, const node_t *last)
{
    static const int order[] = {D, C, J};
    if (w->way != LAZY || !(last->a >> RUN_AT))
        return 1;
    for (int at = 0; at < 3; at++) {
        int kind = order[at], left = (int)(last->a >> LEFT_AT(kind) & 15);
        int must = w->task->must[TILES + kind], laid = w->total[kind] - left;
        int more = w->task->gain[TILES + kind] > 0 ? left : must > laid ? must - laid : 0;
        for (; more > 0; more--)
            if (!attach(l, TILES + kind, kind == D ? 2 : 1))
                return 0;
    }
    return 1;
}

/* Returns 0 if the jokers left over find no room. */
static int lay_out(walk_t *w, uint32_t node, found_t *found)
{
    uint32_t path[NUMBERS + 1];
    int64_t best = w->best;
    for (int n = NUMBERS; n >= 0; n--) {
        path[n] = node;
        node = w->nodes[node].parent;
    }
    layout_t *l = malloc(sizeof *l);
    if (!l) {
        w->failed = 1;
        return 1;
    }
    memset(l->counts, 0, sizeof l->counts);
    l->now = l->run_count = l->tiles = 0;
    l->covering_count = l->pair_count = 0;
    l->found = found;
    found->sets.count = 0;
    found->kept = 0;
    w->best = NONE;
    for (int n = 1; n <= NUMBERS; n++) {
        made_t made;
        node_t child = w->nodes[path[n]];
        made.count = 0;
        if (w->has_specials || w->keeping) {
            w->wanted = &child;
            w->made = &made;
            go_to(w, n);
            expand(w, path[n - 1]);
            if (w->wanted) { /* cannot be: the step was made before */
                w->wanted = NULL;
                w->failed = 1;
                break;
            }
        }
        memset(l->counts[!l->now], 0, sizeof *l->counts);
        for (int at = 0; at < l->covering_count; at++)
            put_row(l, l->covering_code[at] / 4, l->covering_code[at] % 4, l->covering[at]);
        l->covering_count = 0;
        lay_acts(l, &made, &w->nodes[path[n - 1]], n);
        lay_groups(l, child.how, n);
        for (int c = 0; c < COLOURS; c++)
            lay_strands(l, child.how, c, n);
        l->now = !l->now;
    }
    for (int c = 0; c < COLOURS; c++)
        while (l->counts[l->now][c][3])
            l->runs[l->run_count++] = take_row(l, c, 3, NUMBERS);
    for (int at = 0; at < l->pair_count; at++)
        close_pair(l, &l->pairs[at]);
    int fits = attach_left_over(w, l, &w->nodes[path[NUMBERS]]);
    for (int at = 0; at < l->run_count; at++)
        add_set(l, l->runs[at].face, l->runs[at].size);
    free(l);
    w->best = best;
    return fits;
}
