/* The fewest tiles moved, by the search a person would make who may move one tile, then two, ...
 *
 * Every set of the table that is broken up may stay on in one new set, its heir; tiles of it that
 * are not in its heir have moved. The search begins with the tiles that leave the rack. They are
 * loose, and every loose tile has to find a set: one made of other loose tiles, of tiles that are
 * moved out of sets of the table, and of what stays of one old set. A set that lost a tile has to
 * find its heir in turn. As each time one tile or one set is chosen and all sets that it may come
 * to lie in are tried, every table that can be reached with so many moved tiles is reached.
 *
 * Special jokers are left to lie: sets with them are not touched, and nothing is called proven.
 */
#include "change.h"

#include <string.h>

enum { UNTOUCHED, DAMAGED, DONE, FIXED };
enum { NOBODY = -1, NOTHING = -1 };
enum { MOST_HOLDERS = 4 };

typedef struct {
    const task_t *task;
    const sets_t *table;
    uint8_t has[MOST_KEPT][FACES]; /* what still lies in each old set */
    uint8_t size[MOST_KEPT], status[MOST_KEPT];
    uint8_t holders[FACES][MOST_HOLDERS], holder_count[FACES];
    uint8_t loose[FACES];
    uint8_t about[FACES]; /* tiles that are loose or still lie in an old set */
    int loose_count, damaged, broken, most_broken, moved, budget;
    sets_t laid;
    int laid_tiles;
    int64_t steps, effort;
    int improve;  /* go on after the first table, for one with fewer moved tiles? */
    int found;
    found_t *best;
} change_t;

/* One new set as it is made: for a loose tile, or as the heir of an old set, or both. */
typedef struct {
    change_t *s;
    int item;  /* the loose tile's face, or NOTHING */
    int heir_of;
    int shared; /* tiles of the old set in it */
    int jokers_before; /* loose ones */
    int size;
    uint8_t face[NUMBERS];
} making_t;

static void settle(change_t *s);

static int over(const change_t *s)
{
    return s->steps > s->effort || (s->found && !s->improve) || s->budget < 0;
}

/* --- taking and giving back --------------------------------------------------------------------*/

/* Moves a tile out of an old set. Returns 0 if that is not allowed. */
static int take_out(change_t *s, int set, int face)
{
    if (s->moved >= s->budget || (s->status[set] == UNTOUCHED && s->broken >= s->most_broken))
        return 0;
    if (s->status[set] == UNTOUCHED) {
        s->status[set] = DAMAGED;
        s->damaged++;
        s->broken++;
    }
    s->has[set][face]--;
    s->size[set]--;
    s->moved++;
    return 1;
}

static void put_back(change_t *s, int set, int face)
{
    s->has[set][face]++;
    s->size[set]++;
    s->moved--;
    if (s->size[set] == s->table->size[set]) {
        s->status[set] = UNTOUCHED;
        s->damaged--;
        s->broken--;
    }
}

typedef void then_t(making_t *m, int line, int next);

/* Puts a face into the set in every way there is, and goes on. Equal tiles can change places, so one
 * of the old set is always best, then a loose one. */
static void with_face(making_t *m, int face, int line, int next, then_t *then)
{
    change_t *s = m->s;
    int set = m->heir_of;
    if (over(s) || !s->about[face] || m->size == NUMBERS)
        return;
    s->steps++;
    m->face[m->size++] = (uint8_t)face;
    s->about[face]--;
    if (set != NOBODY && s->has[set][face]) {
        s->has[set][face]--;
        m->shared++;
        then(m, line, next);
        m->shared--;
        s->has[set][face]++;
    } else if (s->loose[face]) {
        s->loose[face]--;
        s->loose_count--;
        then(m, line, next);
        s->loose_count++;
        s->loose[face]++;
    } else {
        for (int at = 0; at < s->holder_count[face]; at++) {
            int other = s->holders[face][at];
            if (s->status[other] > DAMAGED || !s->has[other][face] || !take_out(s, other, face))
                continue;
            then(m, line, next);
            put_back(s, other, face);
        }
    }
    s->about[face]++;
    m->size--;
}

/* --- sets --------------------------------------------------------------------------------------*/

/* A joker may be in a set in place of many tiles, so only here it is seen whether one is. */
static int without_item(const making_t *m)
{
    return m->item == TILES + J && m->s->loose[TILES + J] == m->jokers_before;
}

/* Lays the set; what is left of the old set whose heir it is becomes loose. */
static void lay(making_t *m)
{
    change_t *s = m->s;
    int set = m->heir_of;
    if (m->size < 3 || without_item(m) || (set != NOBODY && !m->shared))
        return;
    uint8_t left[FACES];
    int status = 0, leaving = 0;
    if (set != NOBODY) {
        status = s->status[set];
        leaving = s->size[set] - m->shared;
        if (s->moved + leaving > s->budget ||
            (status == UNTOUCHED && (s->broken >= s->most_broken || (!leaving && m->size == m->shared))))
            return;
        memcpy(left, s->has[set], sizeof left);
        for (int face = 0; leaving && face < FACES; face++)
            s->loose[face] = (uint8_t)(s->loose[face] + left[face]);
        s->loose_count += leaving;
        s->moved += leaving;
        s->broken += status == UNTOUCHED;
        s->damaged -= status == DAMAGED;
        s->status[set] = DONE;
    }
    memcpy(s->laid.face + s->laid_tiles, m->face, (size_t)m->size);
    s->laid.size[s->laid.count++] = (uint8_t)m->size;
    s->laid_tiles += m->size;
    settle(s);
    s->laid_tiles -= m->size;
    s->laid.count--;
    if (set != NOBODY) {
        s->status[set] = (uint8_t)status;
        s->damaged += status == DAMAGED;
        s->broken -= status == UNTOUCHED;
        s->moved -= leaving;
        s->loose_count -= leaving;
        for (int face = 0; leaving && face < FACES; face++)
            s->loose[face] = (uint8_t)(s->loose[face] - left[face]);
    }
}

/* A run of one colour that has come as far as this number. */
static void run_on(making_t *m, int colour, int number)
{
    int wanted = m->item >= 0 && m->item < TILES ? m->item % NUMBERS + 1 : 0;
    if (!wanted || number > wanted)
        lay(m);
    if (number > NUMBERS)
        return;
    with_face(m, colour * NUMBERS + number - 1, colour, number + 1, run_on);
    if (number != wanted)
        with_face(m, TILES + J, colour, number + 1, run_on);
}

static void runs(making_t *m, int colour)
{
    int latest = NUMBERS - 2, wanted = m->item >= 0 && m->item < TILES ? m->item % NUMBERS + 1 : 0;
    if (wanted && wanted < latest)
        latest = wanted;
    for (int first = 1; first <= latest; first++) {
        with_face(m, colour * NUMBERS + first - 1, colour, first + 1, run_on);
        if (first != wanted)
            with_face(m, TILES + J, colour, first + 1, run_on);
    }
}

static void jokers_on(making_t *m, int number, int next)
{
    lay(m);
    if (m->size < COLOURS)
        with_face(m, TILES + J, number, next, jokers_on);
}

/* A group of one number that has come as far as this colour. */
static void group_on(making_t *m, int number, int colour)
{
    if (colour == COLOURS) {
        jokers_on(m, number, colour);
        return;
    }
    int face = colour * NUMBERS + number - 1;
    with_face(m, face, number, colour + 1, group_on);
    if (face != m->item)
        group_on(m, number, colour + 1);
}

/* All sets with this loose tile, if any, that are the heir of this old set, or of none. */
static void make(change_t *s, int item, int heir_of)
{
    making_t m = {.s = s, .item = item, .heir_of = heir_of, .jokers_before = s->loose[TILES + J]};
    int colours = (1 << COLOURS) - 1, numbers = ((1 << NUMBERS) - 1) << 1;
    if (item >= 0 && item < TILES) {
        colours = 1 << item / NUMBERS;
        numbers = 2 << item % NUMBERS;
    }
    if (heir_of != NOBODY && !s->has[heir_of][TILES + J]) {
        int its_colours = 0, its_numbers = 0;
        for (int face = 0; face < TILES; face++)
            if (s->has[heir_of][face]) {
                its_colours |= 1 << face / NUMBERS;
                its_numbers |= 2 << face % NUMBERS;
            }
        colours &= its_colours;
        numbers &= its_numbers;
    }
    for (int colour = 0; colour < COLOURS; colour++)
        if (colours >> colour & 1)
            runs(&m, colour);
    for (int number = 1; number <= NUMBERS; number++)
        if (numbers >> number & 1)
            group_on(&m, number, 0);
}

/* --- the search --------------------------------------------------------------------------------*/

/* How many tiles about could lie beside a tile: the fewer, the sooner it is seen to. */
static int company(const change_t *s, int face)
{
    int number = face % NUMBERS, colour = face / NUMBERS, beside = 0, near = 0;
    int jokers = s->about[TILES + J];
    for (int c = 0; c < COLOURS; c++)
        beside += c != colour && s->about[c * NUMBERS + number];
    for (int step = -2; step <= 2; step++)
        near += step && number + step >= 0 && number + step < NUMBERS && s->about[face + step];
    if ((beside + jokers < 2) && (near + jokers < 2))
        return 0;
    return 1 + beside + near;
}

static void keep_table(change_t *s)
{
    s->found = 1;
    s->best->sets = s->laid;
    s->best->kept = 0;
    for (int set = 0; set < s->table->count; set++)
        if (s->status[set] == UNTOUCHED || s->status[set] == FIXED)
            s->best->kept |= (uint64_t)1 << set;
    s->budget = s->moved - 1;
}

static void disperse(change_t *s, int set)
{
    int size = s->size[set];
    uint8_t left[FACES];
    if (s->moved + size > s->budget)
        return;
    memcpy(left, s->has[set], sizeof left);
    for (int face = 0; face < FACES; face++)
        s->loose[face] = (uint8_t)(s->loose[face] + left[face]);
    s->loose_count += size;
    s->moved += size;
    s->damaged--;
    s->status[set] = DONE;
    settle(s);
    s->status[set] = DAMAGED;
    s->damaged++;
    s->moved -= size;
    s->loose_count -= size;
    for (int face = 0; face < FACES; face++)
        s->loose[face] = (uint8_t)(s->loose[face] - left[face]);
}

/* Finds a place for whatever has none. */
static void settle(change_t *s)
{
    if (over(s))
        return;
    s->steps++;
    if (!s->loose_count && !s->damaged) {
        keep_table(s);
        return;
    }
    int face = NOTHING, fewest = 99;
    for (int other = 0; other < TILES && fewest; other++)
        if (s->loose[other]) {
            int beside = company(s, other);
            if (beside < fewest) {
                fewest = beside;
                face = other;
            }
        }
    if (!fewest)
        return;
    if (s->damaged) {
        int set = 0;
        while (s->status[set] != DAMAGED)
            set++;
        make(s, NOTHING, set);
        disperse(s, set);
        return;
    }
    if (face == NOTHING)
        face = TILES + J;
    make(s, face, NOBODY);
    for (int set = 0; set < s->table->count && s->broken < s->most_broken && !over(s); set++)
        if (s->status[set] == UNTOUCHED && (face >= TILES || !s->has[set][face]))
            make(s, face, set);
}

/* Chooses what leaves the rack, from this face on, so that it gains as much as is missing. */
static void choose(change_t *s, int face, int64_t missing, const int64_t *most, const int64_t *least)
{
    if (over(s) || missing > most[face] || missing < least[face])
        return;
    if (face == FACES) {
        settle(s);
        return;
    }
    int fits = face < TILES ? company(s, face) > 0 : face == TILES + J;
    int here = fits ? s->task->may[face] : 0;
    for (int count = here; count >= 0; count--) {
        s->loose[face] = (uint8_t)count;
        s->loose_count += count;
        s->about[face] = (uint8_t)(s->about[face] - (s->task->may[face] - count));
        choose(s, face + 1, missing - count * s->task->gain[face], most, least);
        s->about[face] = (uint8_t)(s->about[face] + (s->task->may[face] - count));
        s->loose_count -= count;
    }
    s->loose[face] = 0;
}

static void search(change_t *s)
{
    int64_t most[FACES + 1] = {0}, least[FACES + 1] = {0};
    for (int face = FACES - 1; face >= 0; face--) {
        int64_t all = s->task->gain[face] * s->task->may[face];
        most[face] = most[face + 1] + (all > 0 ? all : 0);
        least[face] = least[face + 1] + (all < 0 ? all : 0);
    }
    choose(s, 0, s->best->gain, most, least);
}

/* --- what was found before ---------------------------------------------------------------------*/

/* How many tiles are moved in what was found: at most so many, as heirs are chosen greedily. */
static int moved_in(const change_t *s, const found_t *found)
{
    uint8_t counts[MOST_SETS][FACES] = {{0}};
    const uint8_t *face = found->sets.face;
    int moved = 0;
    uint64_t free = 0;
    for (int set = 0; set < found->sets.count; set++)
        for (int at = 0; at < found->sets.size[set]; at++)
            counts[set][*face++]++;
    for (int set = 0; set < s->table->count; set++)
        if (!(found->kept >> set & 1)) {
            free |= (uint64_t)1 << set;
            moved += s->table->size[set];
        }
    uint8_t used[MOST_SETS] = {0};
    for (;;) {
        int most = 0, heir = 0, old = 0;
        for (int set = 0; set < s->table->count; set++)
            for (int other = 0; other < found->sets.count && (free >> set & 1); other++) {
                int shared = 0;
                for (int at = 0; at < FACES && !used[other]; at++)
                    shared += s->has[set][at] < counts[other][at] ? s->has[set][at] : counts[other][at];
                if (shared > most) {
                    most = shared;
                    heir = other;
                    old = set;
                }
            }
        if (!most)
            return moved;
        moved -= most;
        used[heir] = 1;
        free &= ~((uint64_t)1 << old);
    }
}

static int is_special(int face) { return face > TILES + J; }

/* Too hard: the same tiles from the rack and the same sets broken up, but perhaps more wisely. */
static void improve(change_t *s, int moved)
{
    const task_t *task = s->task;
    task_t same = *task;
    found_t *found = s->best;
    const uint8_t *face = found->sets.face;
    memset(same.may, 0, sizeof same.may);
    for (int set = 0; set < found->sets.count; set++)
        for (int at = 0; at < found->sets.size[set]; at++)
            same.may[*face++]++;
    for (int set = 0; set < s->table->count; set++) {
        if (found->kept >> set & 1)
            s->status[set] = FIXED;
        else
            for (int at = 0; at < FACES; at++)
                same.may[at] = (uint8_t)(same.may[at] - s->has[set][at]);
    }
    for (int at = 0; at < FACES; at++)
        s->about[at] = (uint8_t)(task->must[at] + same.may[at]);
    s->task = &same;
    s->improve = 1;
    s->budget = moved - 1;
    search(s);
    s->task = task;
}

void move_fewest(const task_t *task, const sets_t *table, int64_t effort, found_t *found)
{
    change_t s;
    memset(&s, 0, sizeof s);
    s.task = task;
    s.table = table;
    s.best = found;
    int specials = 0;
    const uint8_t *face = table->face;
    for (int set = 0; set < table->count; set++) {
        s.size[set] = table->size[set];
        for (int at = 0; at < table->size[set]; at++, face++) {
            if (!s.has[set][*face]++ && s.holder_count[*face] < MOST_HOLDERS)
                s.holders[*face][s.holder_count[*face]++] = (uint8_t)set;
            if (is_special(*face))
                s.status[set] = FIXED;
        }
    }
    for (int kind = D; kind < KINDS; kind++)
        specials += task->must[TILES + kind] + task->may[TILES + kind];
    for (int at = 0; at < FACES; at++)
        s.about[at] = (uint8_t)(task->must[at] + task->may[at]);
    int moved = moved_in(&s, found);
    found->moved_proven = !moved;
    s.most_broken = table->count - __builtin_popcountll(found->kept);
    s.effort = effort;
    for (int budget = 0; budget < moved && s.steps <= s.effort; budget++) {
        s.budget = budget;
        search(&s);
        if (s.found) {
            found->moved_proven = !specials;
            return;
        }
        if (budget == moved - 1 && s.steps <= s.effort)
            found->moved_proven = !specials;
    }
    if (!found->moved_proven && moved) {
        s.effort = s.steps + effort / 2;
        improve(&s, moved);
    }
}
