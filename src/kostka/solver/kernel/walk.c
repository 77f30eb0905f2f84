/* The best way to lay tiles in sets, by a walk over the numbers 1 to 13.
 *
 * After each number a state says all that matters for what follows: per colour how many runs with
 * 1, 2, or 3 and more tiles are open ("strands"), which jokers are left, which double jokers
 * already cover the next number, and which mirrored runs are under way ("pairs": both sides walk
 * in step). For each state only the best gain is kept. Groups are local to a number.
 *
 * Two ways of walking together are exact:
 *   LAZY      J, D and C are laid only where a set needs them. What is left over goes to the end
 *             of some run afterwards, so this finds the best of all solutions that have a run.
 *   NO_RUNS   finds the best of all solutions without a plain run. Every joker is laid in the walk.
 * A third way lays every joker in the walk and has plain runs too:
 *   EVERY     is for openings, where it matters what each joker stands for.
 *
 * A state is dropped when another one can do all that it can, at least as well (`dominates`), or
 * when a bound says that it cannot lead to more than what is known already. Where a level grows
 * too large only its most promising states are kept, and the answer is not called proven.
 */
#include "change.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef enum { LAZY, NO_RUNS, EVERY } way_t;

enum { RISING = 1, FALLING_EMPTY = 2, FALLING = 3 }; /* phases of a pair; 0 is no pair */
enum { MOST_STRANDS = 7 };                            /* of one colour: what three bits hold */
enum { LONGEST_WORTH = 255 };

#define NONE INT64_MIN

/* --- states ------------------------------------------------------------------------------------
 * a: nibbles whose top bit is free, so that one subtraction compares them all. For each colour the
 *    strands with 3+ tiles, with 2+, and with 1+; then J, D, C left; then "a run has been laid".
 * b: the worth so far (8 bits), M left (2), two double jokers that cover the next number (4 each:
 *    colour and length), two pairs (6 each: phase, colour, sides that cover the next number).
 * c: where sets of the table are to be kept: which of those under way are (one bit each), and how
 *    many have been broken up so far (the top byte). */
typedef struct {
    uint64_t a, c;
    int64_t gain;
    uint32_t b;
    uint32_t parent, how; /* how: what was laid at the last number, but for special jokers */
} node_t;

/* `how`: jokers in groups; tiles in groups, 2 bits for each colour; then for each colour the tiles
 * in runs (2 bits) and the cells of runs (3 bits). */
enum { HOW_GROUPS = 3, HOW_RUNS = 11, HOW_BITS = 5 };

#define BROKEN ((uint64_t)1 << MOST_KEPT)
#define UNDER_WAY (BROKEN - 1)

#define GUARD 0x8888888888888888ULL
#define LEFT_AT(kind) (48 + 4 * (kind))
#define RUN_AT 60
#define JOKERS_MASK (0xFFFULL << 48)
#define LONG_RUNS 0x00F00F00F00FULL

/* What is done to the strands of one colour at one number. Its costs are bytes whose top bit is
 * free, so that they are added up and compared all at once: jokers that are spent, those and the
 * strands that lack tiles at the next two numbers, those and the tiles that are missing there, and
 * the cells. */
typedef struct {
    uint32_t costs;
    uint16_t strands; /* the nibbles of the next state */
    uint8_t tiles, how;
} option_t;

#define COSTS(spent, lacking, missing, cells)                                                      \
    ((uint32_t)(spent) | (uint32_t)(lacking) << 8 | (uint32_t)(missing) << 16 |                    \
     (uint32_t)(cells) << 24)
#define COST_GUARD 0x80808080u
#define CELLS_OF(costs) ((int)((costs) >> 24))
#define SPENT_OF(costs) ((int)((costs) & 255))

/* All that can be done to them. The same few thousand cases come again and again, in one position
 * after the other, so they are remembered: as a rule each in a single line of the cache. */
enum { MOST_OPTIONS = 40, FEW_OPTIONS = 6 };
typedef struct {
    uint64_t key; /* never 0 */
    int32_t count;
    uint32_t more; /* where they stand, when they are more than a few */
    option_t few[FEW_OPTIONS];
} case_t;

enum { CASES = 4096, REMEMBERED = 1 << 14 };

/* A group with a double or a mirror joker; the same for every number. */
typedef struct {
    int8_t tiles[COLOURS];
    int8_t spent[KINDS];
    int8_t size, plain;   /* plain: no number tile in it */
    uint8_t face[8];      /* colour, or COLOURS + kind */
    int8_t worth;         /* cells: times the number */
    uint32_t demand;      /* nibbles: tiles of each colour, jokers of each kind */
} special_t;

#define DEMAND_GUARD 0x88888888u
enum { MOST_SPECIALS = 1024 };
static special_t specials[MOST_SPECIALS];
static int special_count;

/* Plain groups from at most so many tiles of each colour. */
typedef struct {
    uint16_t tiles; /* 4 bits for each colour */
    uint8_t code;   /* the same, 2 bits for each colour */
    int8_t jokers;
    uint16_t idle; /* by colours whose last tile open runs can take: are some groups of no use? */
} group_t;

enum { COPIES = 3, MOST_JOKERS = 4, COUNTS = 256, MOST_GROUPS = 60000, MOST_CHOSEN = 1280 };
static group_t groups[MOST_GROUPS];
static int8_t jokers_needed[COUNTS]; /* by groups of so many tiles of each colour */
static int spread[1 << COLOURS];     /* one tile of each colour in a set of colours */
/* [every joker?][counts of the colours, 2 bits each]: where the groups begin, and how many there are
 * with so many jokers, or fewer. */
static int groups_begin[2][COUNTS], group_counts[2][COUNTS][MOST_JOKERS + 1];

/* One thing done with special jokers, for laying the sets out afterwards. */
typedef struct {
    uint8_t what, colour, length, target;
    uint8_t cells[2]; /* of a pair: what each side gets */
} act_t;
enum { KEPT, PAIR_CLOSES, PAIR_ENDS, PAIR_CELLS, PAIR_STARTS, PAIR_FALLS, CHANGE, DOUBLE, SPECIAL };
enum { CELL_COVERED, CELL_TILE, CELL_J, CELL_D, CELL_C };
enum { MOST_ACTS = 80 };

/* Everything that is being decided at one number. */
typedef struct {
    uint64_t strands;     /* as they arrive: nibbles as in a state */
    uint64_t next;        /* at the next number, by what jokers did */
    int8_t used[COLOURS]; /* tiles of this number */
    int8_t left[KINDS];
    uint8_t doubles[2], pairs[2];
    int8_t double_count, pair_count, rising;
    int8_t run;
    int16_t worth;
    uint64_t c;
} step_t;

/* What special jokers did in a step, found again when the sets are laid out. */
typedef struct {
    act_t acts[MOST_ACTS];
    int count;
} made_t;

typedef struct {
    const task_t *task;
    way_t way;
    int has_specials, needed; /* needed: worth of an opening, or 0 */
    int8_t total[KINDS];
    int8_t have[NUMBERS + 3][COLOURS], must[NUMBERS + 3][COLOURS];
    int64_t each[NUMBERS + 3][COLOURS];
    int64_t rest[NUMBERS + 3]; /* all that the numbers from here on can gain, jokers included */
    int special_at[NUMBERS + 1][MOST_SPECIALS], special_counts[NUMBERS + 1];
    uint32_t demands[NUMBERS + 1][MOST_SPECIALS];

    /* Sets of the table that may be kept: their tiles by number, where they begin and end. */
    int keeping, most_broken;
    int quick, tried; /* the first attempts alone; or without them, as they were made before */
    int8_t kept_tiles[MOST_KEPT][NUMBERS + 3][COLOURS], kept_jokers[MOST_KEPT][KINDS];
    int8_t kept_last[MOST_KEPT];
    uint8_t kept_from[NUMBERS + 1][MOST_KEPT], kept_counts[NUMBERS + 1];

    node_t *nodes;
    uint32_t count, room, level; /* level: where the level that is being made begins */
    uint32_t *hash;
    uint32_t hash_room, hash_size; /* how much of it is in use */
    int failed, cut;
    int64_t steps, ceiling; /* steps tried so far, and how many may be tried */
    int64_t best;           /* only more than that is wanted */

    int number;
    uint64_t number_key[COLOURS]; /* what all cases of a colour at this number have in common */
    int64_t duty;                 /* what the tiles that must be laid here would have gained */
    uint32_t parent;
    int64_t gain;
    uint8_t pairs[2]; /* that arrive at the number */
    int pair_count;
    act_t acts[MOST_ACTS];
    int act_count;

    case_t cases[CASES];
    option_t remembered[REMEMBERED];
    uint32_t case_count, remembered_count;

    const node_t *wanted; /* when a step is to be found again */
    made_t *made;
} walk_t;

static inline int64_t most(int64_t one, int64_t other) { return one > other ? one : other; }
static inline int least(int one, int other) { return one < other ? one : other; }

/* --- keeping states ----------------------------------------------------------------------------*/

static inline uint32_t mixed(uint64_t a, uint32_t b, uint64_t c)
{
    uint64_t x = (a ^ (uint64_t)b << 29 ^ c * 0xA0761D6478BD642FULL) * 0x9E3779B97F4A7C15ULL;
    x ^= x >> 32;
    x *= 0xD6E8FEB86659FD93ULL;
    return (uint32_t)(x >> 32);
}

/* Empties the hash and puts the states of the level into it, if there are any yet. */
static int use_hash(walk_t *w, uint32_t size)
{
    if (size > w->hash_room) {
        uint32_t *hash = malloc(sizeof *hash * size);
        if (!hash)
            return -1;
        free(w->hash);
        w->hash = hash;
        w->hash_room = size;
    }
    w->hash_size = size;
    memset(w->hash, 0, sizeof *w->hash * size);
    for (uint32_t at = w->level; at < w->count; at++) {
        uint32_t slot = mixed(w->nodes[at].a, w->nodes[at].b, w->nodes[at].c) & (size - 1);
        while (w->hash[slot])
            slot = (slot + 1) & (size - 1);
        w->hash[slot] = at;
    }
    return 0;
}

static void keep(walk_t *w, uint64_t a, uint32_t b, uint64_t c, int64_t gain, uint32_t how)
{
    if (w->wanted) {
        const node_t *node = w->wanted;
        if (node->a == a && node->b == b && node->c == c && node->gain == gain &&
            node->how == how) {
            w->made->count = w->act_count;
            memcpy(w->made->acts, w->acts, sizeof *w->acts * (size_t)w->act_count);
            w->wanted = NULL;
        }
        return;
    }
    w->steps++;
    uint32_t mask = w->hash_size - 1, slot = mixed(a, b, c) & mask, at;
    while ((at = w->hash[slot])) {
        node_t *node = &w->nodes[at];
        if (node->a == a && node->b == b && node->c == c) {
            if (gain > node->gain) {
                node->gain = gain;
                node->parent = w->parent;
                node->how = how;
            }
            return;
        }
        slot = (slot + 1) & mask;
    }
    if (w->count == w->room) {
        node_t *nodes = realloc(w->nodes, sizeof *nodes * w->room * 2);
        if (!nodes) {
            w->failed = 1;
            return;
        }
        w->nodes = nodes;
        w->room *= 2;
    }
    w->hash[slot] = w->count;
    w->nodes[w->count++] = (node_t){a, c, gain, b, w->parent, how};
    if ((w->count - w->level) * 2 > w->hash_size && use_hash(w, w->hash_size * 4))
        w->failed = 1;
}

/* --- strands and plain groups ------------------------------------------------------------------*/

/* May a run begin with a joker that is not laid at its other end instead? Only if there it would
 * go beyond 13, and if the run has just three tiles: else the joker is not needed. */
static inline int may_start(const walk_t *w, int number, int cells)
{
    int end = NUMBERS - cells + 1; /* the run ends here or later, three tiles after it begins */
    return w->way != LAZY || (number + 2 + w->total[D] >= end && number + 2 <= NUMBERS);
}

/* What matters for the strands of one colour at one number, and where it stands in the key of a
 * case; the strands themselves come first, as in a state. */
enum {
    NEXT = 12,        /* strands at the next number, by what jokers did */
    REST = 24,        /* tiles that are not in groups */
    FORCED = 26,      /* how many of them have to be laid */
    NEXT_TILES = 28,  /* tiles of the next number */
    LATER_TILES = 30, /* and of the one after it */
    JOKERS = 32,
    NUMBERS_LEFT = 35, /* 2 stands for more */
    WAY = 37,
    WILLING = 39, /* tiles are not better kept */
    OTHERS = 40,  /* there are double or colour-change jokers */
    STARTS = 41,  /* a run may begin with a joker */
    ALWAYS = 42
};

static inline int part(uint64_t key, int at, int bits)
{
    return (int)(key >> at & ((1u << bits) - 1));
}

/* Strands of a length from 1 to 3. */
static inline int strands_of(uint64_t strands, int colour, int length)
{
    int so_long = part(strands, 12 * colour + 12 - 4 * length, 4);
    return length == 3 ? so_long : so_long - part(strands, 12 * colour + 8 - 4 * length, 4);
}

/* One strand, to be added to the others or taken away. */
static inline uint64_t strand(int colour, int length)
{
    static const uint64_t ones[] = {0, 0x100, 0x110, 0x111};
    return ones[length] << 12 * colour;
}

/* What can be done with tiles of a colour that are not in groups: the first that must go on
 * go on, then runs of 3+, then new ones. A tile that a run of 3+ can take is not left on the rack,
 * and a joker is not laid where a tile can lie, unless tiles are better kept (negative gain). */
static int options(uint64_t key, option_t *out)
{
    int ones = strands_of(key, 0, 1), twos = strands_of(key, 0, 2), threes = strands_of(key, 0, 3);
    uint64_t next = key >> NEXT;
    int rest = part(key, REST, 2), forced = part(key, FORCED, 2), jokers = part(key, JOKERS, 3);
    int next_tiles = part(key, NEXT_TILES, 2), later_tiles = part(key, LATER_TILES, 2);
    int numbers_left = part(key, NUMBERS_LEFT, 2), way = part(key, WAY, 2);
    int willing = part(key, WILLING, 1), others = part(key, OTHERS, 1);
    int need = ones + twos, count = 0;
    int lowest = need > forced ? need : forced;
    if (willing && lowest < least(need + threes, rest))
        lowest = least(need + threes, rest);
    int highest = rest + jokers;
    if (numbers_left < 2) /* no new runs */
        highest = least(highest, need + threes);
    if (way == NO_RUNS)
        highest = 0;
    for (int cells = lowest; cells <= highest; cells++) {
        int extra = cells - need;
        int longer = least(threes, extra);
        int fresh = extra - longer;
        int one = fresh + strands_of(next, 0, 1), two = ones + strands_of(next, 0, 2);
        int three = twos + longer + strands_of(next, 0, 3);
        if (one + two + three > MOST_STRANDS)
            break;
        int soon = one + two > next_tiles ? one + two - next_tiles : 0;
        int later = one > later_tiles ? one - later_tiles : 0;
        if ((numbers_left < 2 && one) || (numbers_left < 1 && two))
            continue;
        int most_tiles = least(cells, rest);
        int fewest = most_tiles;
        if (!willing)
            fewest = cells - jokers > forced ? cells - jokers : forced;
        for (int tiles = most_tiles; tiles >= fewest; tiles--) {
            int spent = cells - tiles;
            if (spent > jokers)
                break;
            if (way == LAZY && spent > 0 && cells > need) {
                /* A joker beyond what must go on: only where a tile can follow that has no other
                 * run to go to. */
                int follows = others || next_tiles >= one + two + three ||
                              (later_tiles && jokers > spent);
                if (fresh ? !part(key, STARTS, 1) : !follows)
                    break;
            }
            int lacking = soon > later ? soon : later;
            out[count++] = (option_t){
                .costs = COSTS(spent, spent + lacking, spent + soon + later, cells),
                .strands = (uint16_t)(three | (two + three) << 4 | (one + two + three) << 8),
                .tiles = (uint8_t)tiles,
                .how = (uint8_t)(tiles | cells << 2),
            };
            if (count == MOST_OPTIONS)
                return count;
        }
    }
    return count;
}

/* Makes room for a step's cases if need be, so that none is forgotten while it is in use. */
static inline void make_room_for_cases(walk_t *w)
{
    enum { MOST_OF_A_STEP = COLOURS * (COPIES + 1) };
    if (w->case_count > CASES / 2 - MOST_OF_A_STEP ||
        w->remembered_count > REMEMBERED - MOST_OF_A_STEP * MOST_OPTIONS) {
        memset(w->cases, 0, sizeof w->cases);
        w->case_count = w->remembered_count = 0;
    }
}

static void remember(walk_t *w, case_t *known, uint64_t key)
{
    option_t *more = w->remembered + w->remembered_count;
    known->key = key;
    known->more = w->remembered_count;
    known->count = options(key, more);
    if (known->count <= FEW_OPTIONS)
        memcpy(known->few, more, sizeof *more * (size_t)known->count);
    else
        w->remembered_count += (uint32_t)known->count;
    w->case_count++;
}

static inline const case_t *case_of(walk_t *w, uint64_t key)
{
    case_t *known = &w->cases[key * 0x9E3779B97F4A7C15ULL >> 52];
    while (known->key != key) {
        if (!known->key)
            remember(w, known, key);
        else
            known = known == &w->cases[CASES - 1] ? w->cases : known + 1;
    }
    return known;
}

static inline const option_t *options_of(const walk_t *w, const case_t *known)
{
    return known->count <= FEW_OPTIONS ? known->few : w->remembered + known->more;
}

/* Groups are of no use where open runs can take their tiles just as well. `beyond` is one more than
 * the tiles of each colour that they cannot take. */
static inline int idle_groups(const group_t *g, unsigned beyond)
{
    unsigned able = (((g->tiles | 0x8888u) - beyond) & 0x8888u) >> 3;
    able = (able | able >> 3 | able >> 6 | able >> 9) & 15;
    return g->idle >> able & 1;
}

static void plain(walk_t *w, const step_t *s)
{
    int n = w->number;
    w->steps++;
    make_room_for_cases(w);
    const int64_t *each = w->each[n];
    const case_t *cases[COLOURS][COPIES + 1];
    int have = 0, explicit = w->way != LAZY;
    int useful = 0;        /* colours that groups can help */
    unsigned beyond = 0;   /* one more than the tiles that open runs cannot take */
    unsigned possible = 0; /* for each colour: can so many tiles be in groups? */
    int64_t sure = w->gain - w->duty;
    for (int c = 0; c < COLOURS; c++) {
        int tiles = w->have[n][c] - s->used[c];
        int excess = tiles - part(s->strands, 12 * c + 8, 4);
        if (each[c] < 0 || excess < 0)
            excess = each[c] < 0 ? COPIES : 0;
        have |= tiles << 2 * c;
        useful |= excess > 0 ? 3 << 2 * c : 0;
        beyond |= (unsigned)(excess + 1) << 4 * c;
        sure += s->used[c] * each[c];
    }
    const group_t *all_groups = &groups[groups_begin[explicit][have]];
    int group_count = useful || explicit ? group_counts[explicit][have][(int)s->left[J]] : 1;
    uint64_t common = (uint64_t)s->left[J] << JOKERS |
                      (uint64_t)(s->left[D] + s->left[C] > 0) << OTHERS;
    for (int c = 0; c < COLOURS; c++) {
        unsigned strands = s->strands >> 12 * c & 0xFFF, next = s->next >> 12 * c & 0xFFF;
        uint64_t key = (common | strands | next << NEXT) + w->number_key[c];
        int tiles = w->have[n][c] - s->used[c], forced = w->must[n][c] - s->used[c];
        int spare = tiles + s->left[J] - (int)(strands >> 8) + (int)(strands & 15);
        unsigned some = 0;
        for (int t = 0; t <= (group_count > 1 ? least(tiles, spare) : 0); t++) {
            cases[c][t] = case_of(w, key | (uint64_t)(tiles - t) << REST |
                                         (uint64_t)(forced > t ? forced - t : 0) << FORCED);
            some |= (unsigned)(cases[c][t]->count > 0) << t;
        }
        if (!some)
            return;
        possible |= some << 4 * c;
    }
    uint32_t b = (uint32_t)s->left[M] << 8;
    if (s->double_count) {
        uint32_t one = s->doubles[0], two = s->double_count > 1 ? s->doubles[1] : 0;
        b |= one > two ? one << 10 | two << 14 : two << 10 | one << 14;
    }
    if (s->pair_count) {
        uint32_t one = s->pairs[0], two = s->pair_count > 1 ? s->pairs[1] : 0;
        b |= one > two ? one << 18 | two << 24 : two << 18 | one << 24;
    }
    uint64_t others = (uint64_t)s->left[D] << LEFT_AT(D) | (uint64_t)s->left[C] << LEFT_AT(C);
    int help = s->left[D] + s->left[C]; /* each helps one strand, at both numbers */
    const group_t *chosen[MOST_CHOSEN];
    int chosen_count = 0;
    /* No branches: what groups are of use cannot be foretold. */
    for (const group_t *g = all_groups; g < all_groups + group_count; g++) {
        unsigned all = possible >> (g->tiles & 15) & possible >> (4 + (g->tiles >> 4 & 15)) &
                       possible >> (8 + (g->tiles >> 8 & 15)) & possible >> (12 + (g->tiles >> 12));
        chosen[chosen_count] = g;
        chosen_count += (int)(all & 1) & (explicit | !g->code |
                                          (((g->code & useful) != 0) & !idle_groups(g, beyond)));
    }
    for (int which = 0; which < chosen_count; which++) {
        const group_t *g = chosen[which];
        int jokers = s->left[J] - g->jokers;
        const option_t *o[COLOURS], *first[COLOURS], *last[COLOURS];
        int64_t gain0 = sure;
        for (int c = 0; c < COLOURS; c++) {
            int t = g->tiles >> 4 * c & 15;
            first[c] = options_of(w, cases[c][t]);
            last[c] = first[c] + cases[c][t]->count;
            gain0 += t * each[c];
        }
        int worth = s->worth;
        if (w->needed)
            for (int c = 0; c < COLOURS; c++)
                worth += (g->tiles >> 4 * c & 15) * n;
        worth += g->jokers * n;
        uint32_t limits = COST_GUARD | COSTS(jokers, jokers + help, jokers + 2 * help, 127);
        for (o[0] = first[0]; o[0] < last[0]; o[0]++)
        for (o[1] = first[1]; o[1] < last[1]; o[1]++) {
            uint32_t costs1 = o[0]->costs + o[1]->costs;
            if (((limits - costs1) & COST_GUARD) != COST_GUARD)
                continue;
            int64_t gain1 = gain0 + o[0]->tiles * each[0] + o[1]->tiles * each[1];
            uint64_t strands1 = (uint64_t)o[0]->strands | (uint64_t)o[1]->strands << 12;
            for (o[2] = first[2]; o[2] < last[2]; o[2]++) {
                uint32_t costs2 = costs1 + o[2]->costs;
                if (((limits - costs2) & COST_GUARD) != COST_GUARD)
                    continue;
                int64_t gain2 = gain1 + o[2]->tiles * each[2];
                uint64_t strands2 = strands1 | (uint64_t)o[2]->strands << 24;
                for (o[3] = first[3]; o[3] < last[3]; o[3]++) {
                    uint32_t costs = costs2 + o[3]->costs;
                    if (((limits - costs) & COST_GUARD) != COST_GUARD)
                        continue;
                    int64_t gain = gain2 + o[3]->tiles * each[3];
                    if (gain + w->rest[n + 1] <= w->best)
                        continue;
                    uint64_t strands = strands2 | (uint64_t)o[3]->strands << 36;
                    uint64_t run = s->run | ((strands & LONG_RUNS) != 0);
                    uint64_t a = others | (uint64_t)(jokers - SPENT_OF(costs)) << LEFT_AT(J) |
                                 run << RUN_AT | strands;
                    uint32_t all = b;
                    if (w->needed)
                        all |= (uint32_t)least(worth + CELLS_OF(costs) * n, w->needed);
                    uint32_t how = (uint32_t)(g->jokers | g->code << HOW_GROUPS);
                    for (int c = 0; c < COLOURS; c++)
                        how |= (uint32_t)o[c]->how << (HOW_RUNS + HOW_BITS * c);
                    int looking = w->wanted != NULL;
                    keep(w, a, all, s->c, gain, how);
                    if (looking && !w->wanted)
                        return;
                }
            }
        }
    }
}

/* --- special jokers ----------------------------------------------------------------------------*/

static inline void push(walk_t *w, act_t act) { w->acts[w->act_count++] = act; }
static inline void pop(walk_t *w) { w->act_count--; }

/* Has the step been found that was looked for, or has enough been tried? */
static inline int done(const walk_t *w, int looking)
{
    return looking ? !w->wanted : w->steps > w->ceiling;
}

/* Do more strands have to go on than tiles and `jokers` allow? */
static inline int too_few(const walk_t *w, const step_t *s, int jokers)
{
    int missing = 0;
    for (int c = 0; c < COLOURS; c++) {
        int must_go_on = part(s->strands, 12 * c + 8, 4) - part(s->strands, 12 * c, 4);
        int more = must_go_on + s->used[c] - w->have[w->number][c];
        missing += more > 0 ? more : 0;
    }
    return missing > jokers;
}

/* Groups with double or mirror jokers. */
static void special_groups(walk_t *w, const step_t *s, int from)
{
    int looking = w->wanted != NULL, n = w->number;
    if (too_few(w, s, s->left[J]))
        return;
    plain(w, s);
    if (!s->left[D] && s->left[M] <= s->rising)
        return;
    /* Pairs that rise towards a mirror joker will need it. Where sets are kept there may be fewer
     * than they need; such a step leads nowhere, but it must not look like many. */
    int mirrors = s->left[M] > s->rising ? s->left[M] - s->rising : 0;
    uint32_t supply = DEMAND_GUARD | (uint32_t)mirrors << (16 + 4 * M);
    for (int kind = J; kind < M; kind++)
        supply |= (uint32_t)s->left[kind] << (16 + 4 * kind);
    for (int c = 0; c < COLOURS; c++)
        supply |= (uint32_t)(w->have[n][c] - s->used[c]) << 4 * c;
    for (int at = from; at < w->special_counts[n]; at++) {
        if (((supply - w->demands[n][at]) & DEMAND_GUARD) != DEMAND_GUARD)
            continue;
        const special_t *g = &specials[w->special_at[n][at]];
        if (done(w, looking))
            return;
        step_t t = *s;
        for (int kind = 0; kind < KINDS; kind++)
            t.left[kind] = (int8_t)(t.left[kind] - g->spent[kind]);
        for (int c = 0; c < COLOURS; c++)
            t.used[c] = (int8_t)(t.used[c] + g->tiles[c]);
        t.worth = (int16_t)(t.worth + g->worth * n);
        push(w, (act_t){.what = SPECIAL, .colour = (uint8_t)(w->special_at[n][at] & 255),
                        .length = (uint8_t)(w->special_at[n][at] >> 8)});
        special_groups(w, &t, at);
        pop(w);
    }
}

/* Double jokers in plain runs: they cover this number and the next. */
static void doubles(walk_t *w, const step_t *s, int from)
{
    int looking = w->wanted != NULL, n = w->number;
    if (too_few(w, s, s->left[J] + s->left[D]))
        return;
    special_groups(w, s, 0);
    if (!s->left[D] || s->double_count == 2 || n >= NUMBERS || w->way == NO_RUNS)
        return;
    for (int code = from; code < COLOURS * 4; code++) {
        int c = code / 4, length = code % 4;
        if (length && !strands_of(s->strands, c, length))
            continue;
        if (length == 0 && n == NUMBERS - 1) /* one number is left: too few for three tiles */
            continue;
        if (length == 0 && !may_start(w, n, 2))
            continue;
        int onward = n + 2 <= NUMBERS && (w->have[n + 2][c] || s->left[J] || s->left[C] ||
                                          s->left[D] > 1);
        if (w->way == LAZY && !onward && length != 2)
            continue;
        if (done(w, looking))
            return;
        step_t t = *s;
        t.strands -= strand(c, length);
        t.left[D]--;
        t.doubles[(int)t.double_count++] = (uint8_t)(c * 3 + least(length + 1, 3));
        t.worth = (int16_t)(t.worth + 2 * n + 1);
        push(w, (act_t){.what = DOUBLE, .colour = (uint8_t)c, .length = (uint8_t)length});
        doubles(w, &t, code);
        pop(w);
    }
}

/* After a colour-change joker at this number, can tiles of the colour follow? At the next number,
 * or after another joker. Jokers alone are not laid after it but before it. */
static int leads_on(const walk_t *w, const step_t *s, int colour)
{
    int n = w->number;
    return w->have[n + 1][colour] || (w->have[n + 2][colour] && s->left[J]) ||
           (n + 3 <= NUMBERS && w->have[n + 3][colour] && s->left[D] + s->left[J] / 2) ||
           (n + 3 <= NUMBERS && s->left[D] + s->left[J] > 1);
}

/* Colour-change jokers in plain runs: the run goes on in another colour, chosen at once. */
static void changes(walk_t *w, const step_t *s, int from)
{
    int looking = w->wanted != NULL, n = w->number;
    if (too_few(w, s, s->left[J] + s->left[D] + s->left[C]))
        return;
    doubles(w, s, 0);
    if (!s->left[C] || w->way == NO_RUNS)
        return;
    for (int code = from; code < COLOURS * 16; code++) {
        int c = code / 16, length = code / 4 % 4, target = code % 4;
        if (length && !strands_of(s->strands, c, length)) {
            code |= 3; /* to the next length */
            continue;
        }
        if (length == 0 ? c != target || n > NUMBERS - 2 : c == target)
            continue;
        if ((length == 1 && n >= NUMBERS) || (length == 0 && !may_start(w, n, 1)))
            continue;
        if (w->way == LAZY && !leads_on(w, s, target)) {
            /* Two in a row may go anywhere, by way of one of two colours. And where the run ends
             * with this joker one target is as good as another. */
            int first = length ? (c + 1) % COLOURS : 0, second = length ? (c + 2) % COLOURS : 1;
            int twice = s->left[C] > 1 && (target == first || target == second);
            if (!twice && !(length == 2 && target == first))
                continue;
        }
        if (part(s->next, 12 * target + 8, 4) == MOST_STRANDS)
            continue;
        if (done(w, looking))
            return;
        step_t t = *s;
        t.strands -= strand(c, length);
        t.left[C]--;
        t.next += strand(target, least(length + 1, 3));
        t.worth = (int16_t)(t.worth + n);
        push(w, (act_t){.what = CHANGE, .colour = (uint8_t)c, .length = (uint8_t)length,
                        .target = (uint8_t)target});
        changes(w, &t, code);
        pop(w);
    }
}

static void new_pairs(walk_t *w, const step_t *s, int from);
static void old_pairs(walk_t *w, const step_t *s, const uint8_t *pairs, int count);

typedef struct {
    const uint8_t *old; /* pairs still to be dealt with; NULL when new ones are started */
    int count, from;
} after_t;

static void go_on(walk_t *w, const step_t *s, const after_t *after)
{
    if (after->old)
        old_pairs(w, s, after->old, after->count);
    else
        new_pairs(w, s, after->from);
}

/* Both sides of a pair get their next cell in `colour`, or colour-change jokers. `colour` may be
 * COLOURS for a pair that changes colour first. */
static void pair_cells(walk_t *w, const step_t *s, int what, int phase, int colour, int covered,
                       const after_t *after)
{
    static const uint8_t ways[3][6][3] = {
        {{CELL_TILE, CELL_TILE, 0}, {CELL_TILE, CELL_J, 0}, {CELL_J, CELL_J, 0},
         {CELL_TILE, CELL_D, 1}, {CELL_J, CELL_D, 1}, {CELL_D, CELL_D, 2}},
        {{CELL_COVERED, CELL_TILE, 0}, {CELL_COVERED, CELL_J, 0}, {CELL_COVERED, CELL_D, 1}},
        {{CELL_COVERED, CELL_COVERED, 0}},
    };
    static const int way_counts[3] = {6, 3, 1};
    int looking = w->wanted != NULL, n = w->number;
    int starts = what == PAIR_STARTS || phase == FALLING_EMPTY;
    int next_phase = phase == RISING ? RISING : FALLING;
    int last = phase == RISING ? NUMBERS - 1 : NUMBERS; /* the mirror joker needs a number too */
    if (n > last)
        return;
    for (int way = 0; colour < COLOURS && way < way_counts[covered]; way++) {
        const uint8_t *cells = ways[covered][way];
        int tiles = (cells[0] == CELL_TILE) + (cells[1] == CELL_TILE);
        int jokers = (cells[0] == CELL_J) + (cells[1] == CELL_J);
        int ds = (cells[0] == CELL_D) + (cells[1] == CELL_D);
        if (s->used[colour] + tiles > w->have[n][colour] || jokers > s->left[J] || ds > s->left[D])
            continue;
        if (ds && n + 1 > last)
            continue;
        /* Without a tile the outermost cells, and those beside M, are not needed: only a set of
         * jokers alone, and where that lies is all the same. */
        if (w->way == LAZY && starts && !tiles && !(n == 1 && colour == 0 && phase == RISING))
            continue;
        if (done(w, looking))
            return;
        step_t t = *s;
        t.used[colour] = (int8_t)(t.used[colour] + tiles);
        t.left[J] = (int8_t)(t.left[J] - jokers);
        t.left[D] = (int8_t)(t.left[D] - ds);
        t.worth = (int16_t)(t.worth + (tiles + jokers) * n + ds * (2 * n + 1));
        t.pairs[(int)t.pair_count++] = (uint8_t)(next_phase | colour << 2 | cells[2] << 4);
        t.rising = (int8_t)(t.rising + (next_phase == RISING));
        push(w, (act_t){what, (uint8_t)colour, (uint8_t)phase, (uint8_t)colour,
                        {cells[0], cells[1]}});
        go_on(w, &t, after);
        pop(w);
    }
    if (covered || s->left[C] < 2)
        return;
    if (starts ? colour < COLOURS : 0)
        return;
    for (int target = 0; target < COLOURS; target++) {
        if (target == colour)
            continue;
        if (w->way == LAZY && starts && !(n == 1 && target == 0 && phase == RISING))
            continue;
        if (done(w, looking))
            return;
        step_t t = *s;
        t.left[C] = (int8_t)(t.left[C] - 2);
        t.worth = (int16_t)(t.worth + 2 * n);
        t.pairs[(int)t.pair_count++] = (uint8_t)(next_phase | target << 2);
        t.rising = (int8_t)(t.rising + (next_phase == RISING));
        push(w, (act_t){what, (uint8_t)(colour < COLOURS ? colour : 0), (uint8_t)phase,
                        (uint8_t)target, {CELL_C, CELL_C}});
        go_on(w, &t, after);
        pop(w);
    }
}

/* Mirrored runs that begin here: rising ones in a colour or with colour-change jokers, falling
 * ones with their mirror joker. */
static void new_pairs(walk_t *w, const step_t *s, int from)
{
    int looking = w->wanted != NULL, n = w->number;
    changes(w, s, 0);
    if (s->pair_count == 2 || s->rising >= s->left[M] || n >= NUMBERS)
        return;
    for (int code = from; code <= COLOURS; code++) {
        if (done(w, looking))
            return;
        after_t after = {NULL, 0, code};
        pair_cells(w, s, PAIR_STARTS, RISING, code, 0, &after);
    }
    int follows = w->way != LAZY;
    for (int c = 0; c < COLOURS; c++)
        follows |= w->have[n + 1][c] + (s->left[J] + s->left[D] > 0) > 1;
    if (done(w, looking) || !follows)
        return;
    step_t t = *s;
    t.left[M]--;
    t.worth = (int16_t)(t.worth + n);
    t.pairs[(int)t.pair_count++] = FALLING_EMPTY;
    push(w, (act_t){.what = PAIR_FALLS});
    new_pairs(w, &t, COLOURS + 1);
    pop(w);
}

/* Mirrored runs that are under way: closed, ended, or given their next cells. */
static void old_pairs(walk_t *w, const step_t *s, const uint8_t *pairs, int count)
{
    if (!count) {
        if (s->left[M] || s->left[C] || s->left[D])
            new_pairs(w, s, 0);
        else
            plain(w, s);
        return;
    }
    int looking = w->wanted != NULL;
    int phase = pairs[0] & 3, colour = pairs[0] >> 2 & 3, covered = pairs[0] >> 4;
    after_t after = {pairs + 1, count - 1, 0};
    if (phase == RISING && !covered && s->left[M]) {
        step_t t = *s;
        t.left[M]--;
        t.worth = (int16_t)(t.worth + w->number);
        push(w, (act_t){.what = PAIR_CLOSES, .colour = (uint8_t)colour});
        old_pairs(w, &t, pairs + 1, count - 1);
        pop(w);
    }
    if (phase == FALLING && !covered && !done(w, looking)) {
        push(w, (act_t){.what = PAIR_ENDS, .colour = (uint8_t)colour});
        old_pairs(w, s, pairs + 1, count - 1);
        pop(w);
    }
    if (done(w, looking))
        return;
    if (phase == FALLING_EMPTY) {
        for (int c = 0; c <= COLOURS; c++)
            if (!done(w, looking))
                pair_cells(w, s, PAIR_CELLS, phase, c, 0, &after);
    } else {
        pair_cells(w, s, PAIR_CELLS, phase, colour, covered, &after);
    }
}

static void go_to(walk_t *w, int n)
{
    w->number = n;
    w->duty = 0;
    for (int c = 0; c < COLOURS; c++) {
        w->duty += w->must[n][c] * w->each[n][c];
        w->number_key[c] = (uint64_t)w->have[n + 1][c] << NEXT_TILES |
                           (uint64_t)w->have[n + 2][c] << LATER_TILES |
                           (uint64_t)least(NUMBERS - n, 2) << NUMBERS_LEFT |
                           (uint64_t)w->way << WAY | (uint64_t)(w->each[n][c] >= 0) << WILLING |
                           (uint64_t)may_start(w, n, 1) << STARTS | (uint64_t)1 << ALWAYS;
    }
}

/* --- keeping sets of the table -----------------------------------------------------------------*/

static void hold(const walk_t *w, int8_t *tiles, uint64_t sets, int number)
{
    for (; sets; sets &= sets - 1)
        for (int at = __builtin_ctzll(sets), c = 0; c < COLOURS; c++)
            tiles[c] = (int8_t)(tiles[c] + w->kept_tiles[at][number][c]);
}

/* Which of the sets that begin at this number are kept? */
static void choose_kept(walk_t *w, const step_t *s, int from)
{
    int looking = w->wanted != NULL, n = w->number;
    if (from == w->kept_counts[n]) {
        go_to(w, n);
        int8_t taken[2][COLOURS] = {{0}};
        hold(w, taken[0], s->c & UNDER_WAY, n + 1);
        hold(w, taken[1], s->c & UNDER_WAY, n + 2);
        for (int c = 0; c < COLOURS; c++)
            w->number_key[c] -= (uint64_t)taken[0][c] << NEXT_TILES |
                                (uint64_t)taken[1][c] << LATER_TILES;
        if (w->has_specials)
            old_pairs(w, s, w->pairs, w->pair_count);
        else
            plain(w, s);
        return;
    }
    int set = w->kept_from[n][from], fits = 1;
    step_t t = *s;
    for (int kind = 0; kind < KINDS; kind++) {
        t.left[kind] = (int8_t)(t.left[kind] - w->kept_jokers[set][kind]);
        fits &= t.left[kind] >= 0;
    }
    if (fits) {
        hold(w, t.used, (uint64_t)1 << set, n);
        if (w->kept_last[set] > n)
            t.c |= (uint64_t)1 << set;
        push(w, (act_t){.what = KEPT, .colour = (uint8_t)set});
        choose_kept(w, &t, from + 1);
        pop(w);
    }
    if (!done(w, looking) && (int)(s->c / BROKEN) < w->most_broken) {
        t = *s;
        t.c += BROKEN;
        choose_kept(w, &t, from + 1);
    }
}

static void go_on_keeping(walk_t *w, step_t *s)
{
    hold(w, s->used, s->c & UNDER_WAY, w->number);
    for (uint64_t sets = s->c & UNDER_WAY; sets; sets &= sets - 1) {
        int set = __builtin_ctzll(sets);
        if (w->kept_last[set] == w->number)
            s->c &= ~((uint64_t)1 << set);
    }
    choose_kept(w, s, 0);
}

static void expand(walk_t *w, uint32_t at)
{
    node_t node = w->nodes[at];
    step_t s;
    memset(&s, 0, sizeof s);
    w->parent = at;
    w->gain = node.gain;
    w->act_count = 0;
    s.strands = node.a & (((uint64_t)1 << 48) - 1);
    for (int kind = J; kind < M; kind++)
        s.left[kind] = (int8_t)(node.a >> LEFT_AT(kind) & 15);
    s.left[M] = (int8_t)(node.b >> 8 & 3);
    s.run = (int8_t)(node.a >> RUN_AT);
    s.worth = (int16_t)(node.b & 255);
    s.c = node.c;
    w->pair_count = 0;
    if (w->has_specials) {
        for (uint32_t bits = node.b >> 10 & 255; bits; bits >>= 4) {
            int code = (int)(bits & 15) - 1;
            if (code >= 0)
                s.next += strand(code / 3, code % 3 + 1);
        }
        for (uint32_t bits = node.b >> 18; bits; bits >>= 6)
            if (bits & 63)
                w->pairs[w->pair_count++] = (uint8_t)(bits & 63);
    }
    if (w->keeping)
        go_on_keeping(w, &s);
    else if (w->has_specials)
        old_pairs(w, &s, w->pairs, w->pair_count);
    else
        plain(w, &s);
}

/* --- levels ------------------------------------------------------------------------------------*/

/* Strands that must go on, as nibbles: with 1 tile, with 1 or 2. Fewer are better. */
static inline uint64_t duties(uint64_t a)
{
    uint64_t three = a & LONG_RUNS, two = a >> 4 & LONG_RUNS, one = a >> 8 & LONG_RUNS;
    return (one - two) | (one - three) << 4;
}

static inline int no_less(uint64_t one, uint64_t other)
{
    return (((one | GUARD) - other) & GUARD) == GUARD;
}

static inline int dominates(const node_t *one, const node_t *other, uint64_t same)
{
    if ((one->gain < other->gain) | !no_less(one->a, other->a))
        return 0; /* most often; either of it cannot be foretold */
    return one->b >> 8 == other->b >> 8 && no_less(duties(other->a), duties(one->a)) &&
           !((one->a ^ other->a) & same) && (one->b & 255) >= (other->b & 255) &&
           ((one->c ^ other->c) & UNDER_WAY) == 0 && one->c <= other->c;
}

enum { MOST_COMPARED = 512 }; /* more are not worth the time */

/* Drops states for which another one can stand in; returns how many are left. */
static uint32_t undominated(node_t *nodes, uint32_t size, uint64_t same)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < size; i++) {
        node_t node = nodes[i];
        uint32_t compared = kept < MOST_COMPARED ? kept : MOST_COMPARED, j = 0;
        while (j < compared && !dominates(&nodes[j], &node, same))
            j++;
        if (j < compared) { /* what dominated once will do it again: move it to the front */
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

/* By the items under way; then in an order of their own, so that every C library sorts alike. */
static int by_items(const void *one, const void *other)
{
    const node_t *x = one, *y = other;
    uint32_t a = x->b >> 8, b = y->b >> 8;
    if (a != b)
        return a > b ? 1 : -1;
    return (x->a > y->a) - (x->a < y->a);
}

static void drop_dominated(walk_t *w)
{
    uint64_t same = w->way == LAZY ? 0 : JOKERS_MASK;
    node_t *nodes = w->nodes + w->level;
    uint32_t size = w->count - w->level, kept = 0;
    if (w->has_specials && size > 32)
        qsort(nodes, size, sizeof *nodes, by_items); /* only equal items are comparable */
    for (uint32_t at = 0, end; at < size; at = end) {
        for (end = at + 1; end < size && (nodes[end].b ^ nodes[at].b) >> 8 == 0; end++)
            ;
        uint32_t left = undominated(nodes + at, end - at, same);
        memmove(nodes + kept, nodes + at, sizeof *nodes * left);
        kept += left;
    }
    w->count = w->level + kept;
}

static int nibbles(uint64_t bits)
{
    int sum = 0;
    for (; bits; bits >>= 4)
        sum += (int)(bits & 15);
    return sum;
}

/* How easily a state goes on: jokers left are good for much, duties are not. */
static int ease(const node_t *node)
{
    return 4 * nibbles(node->a >> LEFT_AT(J) & 0xFFF) + 4 * (int)(node->b >> 8 & 3) -
           nibbles(duties(node->a)) + nibbles(node->a & LONG_RUNS);
}

enum { NARROW = 32 };

/* Keeps the most promising states of the level: those with much gain, few sets broken up, jokers
 * left. With special jokers it matters most how easily they go on. */
static void keep_best(walk_t *w)
{
    node_t *nodes = w->nodes + w->level;
    struct {
        int64_t gain, rank;
        uint32_t at;
    } best[NARROW], one;
    uint32_t count = 0, size = w->count - w->level;
    for (one.at = 0; one.at < size; one.at++) {
        const node_t *node = &nodes[one.at];
        int64_t broken = (int64_t)(node->c / BROKEN);
        one.gain = node->gain;
        one.rank = (w->has_specials ? ease(node) : 0) * 16 + (int)(node->a >> LEFT_AT(J) & 15) -
                   (broken << 32);
        uint32_t place = count;
        for (; place && (best[place - 1].gain < one.gain || (best[place - 1].gain == one.gain &&
                                                             best[place - 1].rank < one.rank));
             place--)
            if (place < NARROW)
                best[place] = best[place - 1];
        if (place < NARROW)
            best[place] = one;
        count = count < NARROW ? count + 1 : count;
    }
    node_t chosen[NARROW];
    for (uint32_t at = 0; at < count; at++)
        chosen[at] = nodes[best[at].at];
    memcpy(nodes, chosen, sizeof *nodes * count);
    w->count = w->level + count;
}

/* What a state after the last number gains in all, with its jokers; NONE if it is no solution. */
static int64_t final_gain(const walk_t *w, const node_t *node)
{
    int64_t gain = node->gain;
    if (w->needed && (int)(node->b & 255) < w->needed)
        return NONE;
    int run = node->a >> RUN_AT && w->way == LAZY;
    for (int kind = 0; kind < KINDS; kind++) {
        int left = kind == M ? (int)(node->b >> 8 & 3) : (int)(node->a >> LEFT_AT(kind) & 15);
        int must = w->task->must[TILES + kind], laid = w->total[kind] - left;
        int64_t each = w->task->gain[TILES + kind];
        if (run && kind != M && (laid < must || each > 0))
            laid = each > 0 ? w->total[kind] : must;
        if (laid < must)
            return NONE;
        gain += (laid - must) * each;
    }
    return gain;
}

static void set_up(walk_t *w, way_t way)
{
    const task_t *task = w->task;
    w->way = way;
    w->has_specials = 0;
    w->needed = way == EVERY && task->worth >= 0 ? (task->worth > 1 ? task->worth : 1) : 0;
    int64_t jokers = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        w->total[kind] = (int8_t)(task->must[TILES + kind] + task->may[TILES + kind]);
        w->has_specials |= kind != J && w->total[kind];
        jokers += most(0, task->gain[TILES + kind]) * task->may[TILES + kind];
    }
    memset(w->have, 0, sizeof w->have);
    memset(w->must, 0, sizeof w->must);
    w->rest[NUMBERS + 1] = w->rest[NUMBERS + 2] = jokers;
    for (int n = NUMBERS; n >= 1; n--) {
        w->rest[n] = w->rest[n + 1];
        for (int c = 0; c < COLOURS; c++) {
            int face = c * NUMBERS + n - 1;
            w->must[n][c] = (int8_t)task->must[face];
            w->have[n][c] = (int8_t)(task->must[face] + task->may[face]);
            w->each[n][c] = task->gain[face];
            w->rest[n] += most(0, task->gain[face]) * task->may[face];
        }
    }
    for (int n = 1; n <= NUMBERS && w->has_specials; n++) {
        int count = 0;
        uint32_t supply = DEMAND_GUARD;
        for (int at = 0; at < 4; at++)
            supply |= (uint32_t)w->have[n][at] << 4 * at | (uint32_t)w->total[at] << (16 + 4 * at);
        for (int at = 0; at < special_count; at++) {
            const special_t *g = &specials[at];
            int some = !g->plain || n == NUMBERS || w->needed;
            if (some && ((supply - g->demand) & DEMAND_GUARD) == DEMAND_GUARD) {
                w->demands[n][count] = g->demand;
                w->special_at[n][count++] = at;
            }
        }
        w->special_counts[n] = count;
    }
}

enum { SMALLEST_HASH = 64, FEWEST_STEPS = 3000 }; /* what even a hurried pass has for each number */

/* Walks over all numbers; returns the node of the best solution with more than `w->best`, or 0. */
static uint32_t pass(walk_t *w, uint32_t width, int64_t effort)
{
    w->cut = 0;
    w->count = 2; /* 0 stands for none, 1 is the first state */
    w->nodes[1].a = (uint64_t)w->total[J] << LEFT_AT(J) | (uint64_t)w->total[D] << LEFT_AT(D) |
                    (uint64_t)w->total[C] << LEFT_AT(C);
    w->nodes[1].b = (uint32_t)w->total[M] << 8;
    w->nodes[1].c = 0;
    w->nodes[1].parent = 0;
    w->nodes[1].gain = 0;
    uint32_t begin = 1, end = 2;
    int64_t limit = w->steps + effort;
    for (int n = 1; n <= NUMBERS; n++) {
        w->level = end;
        uint32_t size = SMALLEST_HASH;
        while (size < 4 * (end - begin) && size < w->hash_room)
            size *= 2;
        if (use_hash(w, size))
            w->failed = 1;
        go_to(w, n);
        w->ceiling = most(limit, w->steps + FEWEST_STEPS);
        for (uint32_t at = begin; at < end && !w->failed && w->steps <= w->ceiling; at++)
            expand(w, at);
        drop_dominated(w);
        if (w->steps > w->ceiling)
            w->cut = 1;
        if (w->steps > limit)
            width = NARROW;
        if (w->count - end > width) {
            width = NARROW; /* it is but a guess now, so it shall be a quick one */
            keep_best(w);
            w->cut = 1;
        }
        begin = end;
        end = w->count;
    }
    uint32_t best = 0;
    for (uint32_t at = begin; at < end; at++) {
        int64_t gain = final_gain(w, &w->nodes[at]);
        if (gain > w->best) {
            w->best = gain;
            best = at;
        }
    }
    return best;
}

static uint16_t wide(int code);
static int group_number(unsigned tiles, int jokers);

#include "layout.h"

/* First a quick attempt, which is often enough; what it finds is a bound for the wider ones. */
static const uint32_t widths[] = {128, 4096, 65536};

/* The best solution of one way of walking, better than what has been found; proven if 1. */
static int best_by(walk_t *w, way_t way, found_t *found)
{
    set_up(w, way);
    int proven = 0;
    size_t all = sizeof widths / sizeof *widths, few = w->has_specials ? 2 : 1;
    for (size_t at = w->tried && way == LAZY ? few : 0; at < (w->quick ? few : all); at++) {
        uint32_t node = pass(w, widths[at], most(0, w->task->effort - w->steps));
        if (w->failed)
            break;
        if (node) {
            int64_t best = w->best;
            if (!lay_out(w, node, found)) {
                proven = -1;
                break;
            }
            found->found = 1;
            found->gain = best;
        }
        proven = !w->cut || w->best == w->rest[1]; /* there is no more to gain */
        if (proven || w->steps >= w->task->effort)
            break;
    }
    return proven;
}

/* Workspaces are kept for the next search: to get their memory anew would often take longer than
 * the search itself. Each slot is taken and given back as a whole, so threads do not meet. */
enum { MOST_SPARE = 16, LARGEST_SPARE = 1 << 16 };
static _Atomic(walk_t *) spare[MOST_SPARE];

static void discard(walk_t *w)
{
    free(w->nodes);
    free(w->hash);
    free(w);
}

static walk_t *begin(const task_t *task)
{
    walk_t *w = NULL;
    for (int at = 0; at < MOST_SPARE && !w; at++)
        w = atomic_exchange(&spare[at], NULL);
    if (!w) {
        w = malloc(sizeof *w);
        if (!w)
            return NULL;
        w->room = w->hash_room = 1024;
        w->case_count = CASES; /* makes them clear before their first use */
        w->nodes = malloc(sizeof *w->nodes * w->room);
        w->hash = malloc(sizeof *w->hash * w->hash_room);
        if (!w->nodes || !w->hash) {
            discard(w);
            return NULL;
        }
    }
    w->task = task;
    w->failed = 0;
    w->steps = 0;
    w->best = NONE;
    w->wanted = NULL;
    w->keeping = w->quick = w->tried = 0;
    return w;
}

static int finish(walk_t *w)
{
    int failed = w->failed ? -1 : 0;
    if (!failed && w->room <= LARGEST_SPARE)
        for (int at = 0; at < MOST_SPARE && w; at++) {
            walk_t *none = NULL;
            if (atomic_compare_exchange_strong(&spare[at], &none, w))
                w = NULL;
        }
    if (w)
        discard(w);
    return failed;
}

static found_t nothing(void)
{
    found_t none;
    none.found = none.proven = none.kept_proven = none.moved_proven = 0;
    none.gain = 0;
    none.sets.count = 0;
    none.kept = 0;
    return none;
}

/* Might there be a solution without a plain run? */
static int needs_no_run(const walk_t *w)
{
    const task_t *task = w->task;
    int jokers = 0, needed = 0;
    for (int kind = 0; kind < KINDS; kind++)
        jokers += task->must[TILES + kind] + task->may[TILES + kind];
    if (w->keeping || task->must[TILES + M] + task->may[TILES + M])
        return 1; /* neither runs that are kept nor mirrored ones are plain runs here */
    for (int n = 0; n < NUMBERS; n++) {
        int must = 0, have = 0;
        for (int face = n; face < TILES; face += NUMBERS) {
            must |= task->must[face];
            have += task->must[face] + task->may[face] > 0;
        }
        needed += must && have < 3 ? 1 : 0;
    }
    return needed <= jokers;
}

/* Both ways of walking together. Returns whether the best is proven to be that. */
static int best_of_all(walk_t *w, found_t *found)
{
    int jokers = 0;
    for (int kind = 0; kind < KINDS; kind++)
        jokers += w->task->must[TILES + kind] + w->task->may[TILES + kind];
    int64_t wanted = w->best;
    int lazy = best_by(w, LAZY, found);
    if (lazy < 0) { /* no room for the jokers left over */
        w->best = wanted;
        found->found = 0;
        return best_by(w, EVERY, found) == 1;
    }
    int whole = jokers && needs_no_run(w) ? best_by(w, NO_RUNS, found) : 1;
    return lazy == 1 && whole == 1;
}

static void search_plainly(walk_t *w, found_t *found)
{
    *found = nothing();
    if (w->task->worth >= 0)
        found->proven = best_by(w, EVERY, found) == 1;
    else
        found->proven = best_of_all(w, found);
}

int walk_search(const task_t *task, found_t *found)
{
    walk_t *w = begin(task);
    if (!w)
        return -1;
    search_plainly(w, found);
    return finish(w);
}

static void prepare_keeping(walk_t *w, const sets_t *table)
{
    const uint8_t *face = table->face;
    w->keeping = 1;
    memset(w->kept_tiles, 0, sizeof *w->kept_tiles * (size_t)table->count);
    memset(w->kept_jokers, 0, sizeof *w->kept_jokers * (size_t)table->count);
    memset(w->kept_counts, 0, sizeof w->kept_counts);
    for (int set = 0; set < table->count; set++) {
        int first = NUMBERS + 1, last = 1;
        for (int at = 0; at < table->size[set]; at++, face++) {
            if (*face >= TILES) {
                w->kept_jokers[set][*face - TILES]++;
                continue;
            }
            int n = *face % NUMBERS + 1;
            w->kept_tiles[set][n][*face / NUMBERS]++;
            first = least(first, n);
            last = n > last ? n : last;
        }
        first = first > NUMBERS ? 1 : first;
        w->kept_last[set] = (int8_t)last;
        w->kept_from[first][w->kept_counts[first]++] = (uint8_t)set;
    }
}

/* Takes sets that lie on the table already out of what was found, whatever the order of tiles. */
static void recognise(const sets_t *table, found_t *found)
{
    uint8_t counts[FACES] = {0};
    const uint8_t *mine = found->sets.face;
    sets_t rest = {.count = 0};
    int tiles = 0;
    for (int set = 0; set < found->sets.count; mine += found->sets.size[set++]) {
        int size = found->sets.size[set], same = 0;
        for (int at = 0; at < size; at++)
            counts[mine[at]]++;
        const uint8_t *theirs = table->face;
        for (int other = 0; other < table->count && !same; theirs += table->size[other++]) {
            if (table->size[other] != size || found->kept >> other & 1)
                continue;
            same = 1;
            for (int at = 0; at < size; at++) /* take away and put back */
                same &= counts[theirs[at]]-- > 0;
            for (int at = 0; at < size; at++)
                counts[theirs[at]]++;
            if (same)
                found->kept |= (uint64_t)1 << other;
        }
        for (int at = 0; at < size; at++)
            counts[mine[at]]--;
        if (!same) {
            rest.size[rest.count++] = (uint8_t)size;
            memcpy(rest.face + tiles, mine, (size_t)size);
            tiles += size;
        }
    }
    found->sets = rest;
}

enum { KEEPING_SHARE = 40, MOVING_SHARE = 6, GUESSING_SHARE = 16 }; /* of the effort */

/* Looks for a way as good as the one found with as few sets broken up as can be. */
static void keep_most(walk_t *w, const sets_t *table, found_t *found)
{
    const task_t *task = w->task;
    int broken = table->count - __builtin_popcountll(found->kept);
    task_t again = *task;
    again.effort = w->steps + task->effort / KEEPING_SHARE;
    w->task = &again;
    found->kept_proven = 1;
    w->quick = 0;
    prepare_keeping(w, table);
    for (w->most_broken = 0; w->most_broken < broken && !w->failed; w->most_broken++) {
        found_t better = nothing();
        w->best = found->gain - 1;
        int proven = best_of_all(w, &better);
        if (better.found) {
            better.proven = found->proven;
            better.kept_proven = found->kept_proven;
            *found = better;
            recognise(table, found);
            break;
        }
        found->kept_proven &= proven;
        if (w->steps > again.effort && w->most_broken < broken - 2) {
            w->most_broken = broken - 2; /* too hard: a last attempt to keep more at all */
            found->kept_proven = 0;
        }
    }
    w->task = task;
}

static int has_joker(const sets_t *table, int set, const uint8_t *face)
{
    for (int at = 0; at < table->size[set]; at++)
        if (face[at] >= TILES)
            return 1;
    return 0;
}

static void append(sets_t *sets, const uint8_t *face, int size)
{
    int tiles = 0;
    for (int set = 0; set < sets->count; set++)
        tiles += sets->size[set];
    sets->size[sets->count++] = (uint8_t)size;
    memcpy(sets->face + tiles, face, (size_t)size);
}

/* Where special jokers make a quick attempt fail: plays that break up few of these sets. They are
 * quickly found, and often as good as any. */
static void guess_keeping(walk_t *w, const sets_t *sets, found_t *found)
{
    const task_t *task = w->task;
    task_t again = *task;
    if (!sets->count || sets->count > MOST_KEPT)
        return;
    again.effort = w->steps + task->effort / GUESSING_SHARE;
    w->task = &again;
    prepare_keeping(w, sets);
    for (w->most_broken = 0; w->most_broken < sets->count; w->most_broken++) {
        found_t better = nothing();
        best_of_all(w, &better);
        if (better.found) {
            const uint8_t *face = sets->face;
            for (int set = 0; set < sets->count; face += sets->size[set++])
                if (better.kept >> set & 1)
                    append(&better.sets, face, sets->size[set]);
            *found = better;
        }
        if (w->failed || w->steps > again.effort)
            break;
    }
    w->keeping = 0;
    w->task = task;
}

static void guess(walk_t *w, const sets_t *table, found_t *found)
{
    sets_t jokers = {.count = 0};
    const uint8_t *face = table->face;
    for (int set = 0; set < table->count; face += table->size[set++])
        if (has_joker(table, set, face))
            append(&jokers, face, table->size[set]);
    guess_keeping(w, table, found);
    guess_keeping(w, &jokers, found);
}

int walk_play(const task_t *task, const sets_t *table, int least_change, found_t *found)
{
    walk_t *w = begin(task);
    if (!w)
        return -1;
    w->quick = task->worth < 0 && table->count > 0;
    if (task->worth < 0)
        w->best = 0; /* the table as it lies */
    search_plainly(w, found);
    if (w->quick && !found->proven && !w->failed) {
        found_t better = nothing();
        w->quick = 0;
        if (w->has_specials)
            guess(w, table, found);
        w->tried = 1;
        int proven = best_of_all(w, &better);
        w->tried = 0;
        if (better.found)
            *found = better;
        found->proven = proven;
    }
    if (!w->failed && found->found && table->count <= MOST_KEPT) {
        found->kept = 0;
        recognise(table, found);
        if (least_change) {
            keep_most(w, table, found);
            move_fewest(task, table, task->effort / MOVING_SHARE, found);
        }
    }
    return finish(w);
}

/* --- tables ------------------------------------------------------------------------------------*/

static void add_special(const special_t *g)
{
    for (int at = 0; at < special_count; at++)
        if (!memcmp(specials[at].tiles, g->tiles, sizeof g->tiles) &&
            !memcmp(specials[at].spent, g->spent, sizeof g->spent))
            return;
    specials[special_count++] = *g;
}

/* All ways to write one side of a mirrored group (or a whole group) of given colours. */
static int writings(const int *colours, int cells, uint8_t out[][4], int *sizes)
{
    int count = 0;
    for (int code = 0; code < 81; code++) { /* each cell: 0 tile, 1 J, 2 D over this and the next */
        int at = 0, size = 0, rest = code, fine = 1;
        for (int digit = 0; digit < 4; digit++, rest /= 3) {
            int what = rest % 3;
            if (at >= cells) {
                fine &= what == 0;
                continue;
            }
            if (what == 2 && at + 1 >= cells) {
                fine = 0;
                break;
            }
            out[count][size++] = (uint8_t)(what == 0 ? colours[at] : COLOURS + (what == 1 ? J : D));
            at += what == 2 ? 2 : 1;
        }
        if (fine && at == cells)
            sizes[count++] = size;
    }
    return count;
}

static void special_of(const uint8_t *face, int size, int worth)
{
    special_t g;
    memset(&g, 0, sizeof g);
    g.plain = 1;
    for (int at = 0; at < size; at++) {
        g.face[at] = face[at];
        if (face[at] < COLOURS) {
            g.tiles[face[at]]++;
            g.plain = 0;
        } else {
            g.spent[face[at] - COLOURS]++;
        }
    }
    g.size = (int8_t)size;
    g.worth = (int8_t)worth;
    for (int at = 0; at < 4; at++)
        g.demand |= (uint32_t)g.tiles[at] << 4 * at | (uint32_t)g.spent[at] << (16 + 4 * at);
    if (g.spent[D] || g.spent[M])
        add_special(&g);
}

static void prepare_specials(void)
{
    uint8_t side[32][4], face[8];
    int sizes[32], colours[COLOURS];
    for (int code = 0; code < 256; code++) {
        int different = 1;
        for (int at = 0; at < COLOURS; at++) {
            colours[at] = code >> 2 * at & 3;
            for (int before = 0; before < at; before++)
                different &= colours[before] != colours[at];
        }
        if (!different)
            continue;
        for (int cells = 3; cells <= COLOURS; cells++) { /* a group with double jokers */
            int count = writings(colours, cells, side, sizes);
            for (int at = 0; at < count; at++)
                if (sizes[at] >= 3)
                    special_of(side[at], sizes[at], cells);
        }
        for (int cells = 1; cells <= 3; cells++) { /* a mirrored group */
            int count = writings(colours, cells, side, sizes);
            for (int left = 0; left < count; left++)
                for (int right = 0; right < count; right++) {
                    int size = 0;
                    for (int at = 0; at < sizes[left]; at++)
                        face[size++] = side[left][at];
                    face[size++] = COLOURS + M;
                    for (int at = sizes[right] - 1; at >= 0; at--)
                        face[size++] = side[right][at];
                    special_of(face, size, 2 * cells + 1);
                }
        }
    }
}

/* How many groups tiles and jokers make: as few as can be, or 0 if they cannot all be in groups. */
static int group_number(unsigned tiles, int jokers)
{
    int sum = jokers, number = 0;
    for (int c = 0; c < COLOURS; c++) {
        int count = tiles >> 4 * c & 15;
        sum += count;
        number = count > number ? count : number;
    }
    while (4 * number < sum)
        number++;
    return 3 * number <= sum ? number : 0;
}

static int by_jokers(const void *one, const void *other)
{
    const group_t *a = one, *b = other;
    return a->jokers != b->jokers ? a->jokers - b->jokers : a->code - b->code;
}

static uint16_t wide(int code)
{
    return (uint16_t)((code & 3) | (code & 12) << 2 | (code & 48) << 4 | (code & 192) << 6);
}

/* For each choice of colours: do some of their tiles, one of each, need not be in these groups? */
static uint16_t idle_by_colours(int code, int jokers)
{
    unsigned idle = 0;
    for (int able = 1; able < 1 << COLOURS; able++)
        for (int some = able; some; some = (some - 1) & able) {
            int fits = 1;
            for (int c = 0; c < COLOURS; c++)
                fits &= (code >> 2 * c & 3) >= (some >> c & 1);
            if (fits && jokers_needed[code - spread[some]] <= jokers)
                idle |= 1u << able;
        }
    return (uint16_t)idle;
}

static void prepare_groups(void)
{
    int count = 0;
    for (int part = 0; part < 1 << COLOURS; part++)
        for (int c = 0; c < COLOURS; c++)
            spread[part] |= (part >> c & 1) << 2 * c;
    for (int code = 1; code < COUNTS; code++)
        while (!group_number(wide(code), jokers_needed[code]))
            jokers_needed[code]++;
    for (int every = 0; every < 2; every++)
        for (int have = 0; have < COUNTS; have++) {
            groups_begin[every][have] = count;
            for (int code = 0; code < COUNTS; code++) {
                group_t g = {.code = (uint8_t)code, .tiles = wide(code)};
                int fits = 1;
                for (int c = 0; c < COLOURS; c++)
                    fits &= (code >> 2 * c & 3) <= (have >> 2 * c & 3);
                for (int jokers = 0; fits && jokers <= MOST_JOKERS; jokers++) {
                    g.jokers = (int8_t)jokers;
                    int number = group_number(g.tiles, jokers);
                    if (!number && (code || jokers))
                        continue;
                    g.idle = idle_by_colours(code, jokers);
                    if (every || jokers <= number)
                        groups[count++] = g;
                    /* More jokers than needed are laid afterwards, and one tile with two jokers
                     * is a run just as well. */
                    if (!every)
                        break;
                }
            }
            const group_t *first = groups + groups_begin[every][have];
            qsort((void *)first, (size_t)(groups + count - first), sizeof *groups, by_jokers);
            for (const group_t *g = first; g < groups + count; g++)
                for (int jokers = g->jokers; jokers <= MOST_JOKERS; jokers++)
                    group_counts[every][have][jokers]++;
        }
}

void walk_prepare(void)
{
    if (!special_count) {
        prepare_specials();
        prepare_groups();
    }
}
