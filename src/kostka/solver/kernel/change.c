/* The fewest tiles moved, by the search a person would make who may move one tile, then two, ...
 *
 * Every set of the table that is broken up may live on in one new set, its heir; tiles of it that
 * are not in its heir have moved. The search begins with the tiles that leave the rack. They are
 * loose, and every loose tile has to find a set: one made of other loose tiles, of tiles that are
 * moved out of sets of the table, and of what stays of one old set. A set that lost a tile has to
 * find its heir in turn. As each time one tile or one set is chosen and all sets that it may come
 * to lie in are tried, every table that can be reached with so many moved tiles is reached.
 *
 * Special jokers are left where they are: sets with them are not touched, and nothing is called
 * proven.
 */
#include "change.h"

#include <assert.h>
#include <string.h>

enum { UNTOUCHED, DAMAGED, DONE, FIXED }; /* status of an old set */
enum { NO_SET = -1, NO_FACE = -1 };
enum { MAX_HOLDERS = 4 };

typedef struct {
    const task_t *task;
    const sets_t *table;
    uint8_t has[MAX_TABLE_SETS][FACES]; /* what still lies in each old set */
    uint8_t size[MAX_TABLE_SETS], status[MAX_TABLE_SETS];
    uint8_t holders[FACES][MAX_HOLDERS], holder_count[FACES]; /* old sets with a face */
    uint8_t loose[FACES];
    uint8_t available[FACES]; /* tiles that are loose or still lie in an old set */
    int loose_count, damaged_count, broken_count, max_broken;
    int moved, max_moved;
    sets_t placed; /* new sets */
    int placed_tiles;
    int64_t steps, effort;
    int improving; /* go on after the first table, for one with fewer moved tiles? */
    int found;
    result_t *best;
} change_t;

/* One new set as it is made: for a loose tile, or as the heir of an old set, or both. */
typedef struct {
    change_t *change;
    int loose_face; /* that has to be in it, or NO_FACE */
    int heir_of;    /* an old set, or NO_SET */
    int shared;     /* tiles of the old set in it */
    int jokers_before; /* loose ones */
    int size;
    uint8_t face[NUMBERS];
} new_set_t;

static void place_loose_tiles(change_t *change);

static int should_stop(const change_t *change)
{
    return change->steps > change->effort || (change->found && !change->improving) ||
           change->max_moved < 0;
}

/* --- taking tiles and giving them back ---------------------------------------------------------*/

/* Moves a tile out of an old set. Returns 0 if that is not allowed. */
static int take_out(change_t *change, int set, int face)
{
    int untouched = change->status[set] == UNTOUCHED;
    if (change->moved >= change->max_moved ||
        (untouched && change->broken_count >= change->max_broken))
        return 0;
    if (untouched) {
        change->status[set] = DAMAGED;
        change->damaged_count++;
        change->broken_count++;
    }
    change->has[set][face]--;
    change->size[set]--;
    change->moved++;
    return 1;
}

static void put_back(change_t *change, int set, int face)
{
    change->has[set][face]++;
    change->size[set]++;
    change->moved--;
    if (change->size[set] == change->table->size[set]) {
        change->status[set] = UNTOUCHED;
        change->damaged_count--;
        change->broken_count--;
    }
}

/* Makes so many tiles that are left of an old set loose; with `sign` -1 takes that back. */
static void loosen_rest(change_t *change, const uint8_t rest[FACES], int count, int sign)
{
    change->loose_count += sign * count;
    change->moved += sign * count;
    for (int face = 0; count && face < FACES; face++)
        change->loose[face] = (uint8_t)(change->loose[face] + sign * rest[face]);
}

/* How the set goes on: in this colour or number, from that number or colour on. */
typedef void continue_set_t(new_set_t *set, int line, int next);

/* Puts a face into the set in every way there is, and goes on. Equal tiles can change places, so
 * one of the old set is always best, then a loose one. */
static void add_face(new_set_t *set, int face, int line, int next, continue_set_t *go_on)
{
    change_t *change = set->change;
    int old = set->heir_of;
    if (should_stop(change) || !change->available[face] || set->size == NUMBERS)
        return;
    change->steps++;
    set->face[set->size++] = (uint8_t)face;
    change->available[face]--;
    if (old != NO_SET && change->has[old][face]) {
        change->has[old][face]--;
        set->shared++;
        go_on(set, line, next);
        set->shared--;
        change->has[old][face]++;
    } else if (change->loose[face]) {
        change->loose[face]--;
        change->loose_count--;
        go_on(set, line, next);
        change->loose_count++;
        change->loose[face]++;
    } else {
        for (int at = 0; at < change->holder_count[face]; at++) {
            int other = change->holders[face][at];
            if (change->status[other] > DAMAGED || !change->has[other][face] ||
                !take_out(change, other, face))
                continue;
            go_on(set, line, next);
            put_back(change, other, face);
        }
    }
    change->available[face]++;
    set->size--;
}

/* --- new sets ----------------------------------------------------------------------------------*/

/* A joker may be in a set in place of many tiles, so only here it is seen whether one is. */
static int lacks_loose_joker(const new_set_t *set)
{
    return set->loose_face == TILES + J &&
           set->change->loose[TILES + J] == set->jokers_before;
}

/* Adds the set to the table and goes on with what is loose then. */
static void push_set(new_set_t *set)
{
    change_t *change = set->change;
    assert(change->placed.count < MAX_SETS && change->placed_tiles + set->size <= MAX_TILES);
    memcpy(change->placed.face + change->placed_tiles, set->face, (size_t)set->size);
    change->placed.size[change->placed.count++] = (uint8_t)set->size;
    change->placed_tiles += set->size;
    place_loose_tiles(change);
    change->placed_tiles -= set->size;
    change->placed.count--;
}

/* Places the heir of an old set. What is left of that becomes loose. */
static void place_heir(new_set_t *set)
{
    change_t *change = set->change;
    int old = set->heir_of, status = change->status[old];
    int leaving = change->size[old] - set->shared, unchanged = !leaving && set->size == set->shared;
    uint8_t rest[FACES];
    if (!set->shared || change->moved + leaving > change->max_moved)
        return;
    if (status == UNTOUCHED && (change->broken_count >= change->max_broken || unchanged))
        return;
    memcpy(rest, change->has[old], sizeof rest);
    loosen_rest(change, rest, leaving, 1);
    change->broken_count += status == UNTOUCHED;
    change->damaged_count -= status == DAMAGED;
    change->status[old] = DONE;
    push_set(set);
    change->status[old] = (uint8_t)status;
    change->damaged_count += status == DAMAGED;
    change->broken_count -= status == UNTOUCHED;
    loosen_rest(change, rest, leaving, -1);
}

/* Is it a set of jokers alone, though these are forbidden? */
static int is_forbidden(const new_set_t *set)
{
    if (!(set->change->task->rules & NO_JOKER_SETS))
        return 0;
    for (int at = 0; at < set->size; at++)
        if (set->face[at] < TILES)
            return 0;
    return 1;
}

static void place_set(new_set_t *set)
{
    if (set->size < 3 || lacks_loose_joker(set) || is_forbidden(set))
        return;
    if (set->heir_of == NO_SET)
        push_set(set);
    else
        place_heir(set);
}

/* The number of the loose tile that has to be in the set, or 0. */
static int find_wanted_number(const new_set_t *set)
{
    int face = set->loose_face;
    return face != NO_FACE && face < TILES ? face % NUMBERS + 1 : 0;
}

/* Continues a run of one colour that has come as far as this number. */
static void continue_run(new_set_t *set, int colour, int number)
{
    int wanted = find_wanted_number(set);
    if (!wanted || number > wanted)
        place_set(set);
    if (number > NUMBERS)
        return;
    add_face(set, tile_face(colour, number), colour, number + 1, continue_run);
    if (number != wanted)
        add_face(set, TILES + J, colour, number + 1, continue_run);
}

static void make_runs(new_set_t *set, int colour)
{
    int wanted = find_wanted_number(set);
    int last = wanted ? min_int(wanted, NUMBERS - 2) : NUMBERS - 2;
    for (int first = 1; first <= last; first++) {
        add_face(set, tile_face(colour, first), colour, first + 1, continue_run);
        if (first != wanted)
            add_face(set, TILES + J, colour, first + 1, continue_run);
    }
}

static void add_group_jokers(new_set_t *set, int number, int next)
{
    place_set(set);
    if (set->size < COLOURS)
        add_face(set, TILES + J, number, next, add_group_jokers);
}

/* Continues a group of one number that has come as far as this colour. */
static void continue_group(new_set_t *set, int number, int colour)
{
    if (colour == COLOURS) {
        add_group_jokers(set, number, colour);
        return;
    }
    int face = tile_face(colour, number);
    add_face(set, face, number, colour + 1, continue_group);
    if (face != set->loose_face)
        continue_group(set, number, colour + 1);
}

/* Makes all sets with this loose tile, if any, that are the heir of this old set, or of none. */
static void make_sets(change_t *change, int loose_face, int heir_of)
{
    new_set_t set = {.change = change, .loose_face = loose_face, .heir_of = heir_of,
                     .jokers_before = change->loose[TILES + J]};
    int colours = (1 << COLOURS) - 1, numbers = ((1 << NUMBERS) - 1) << 1; /* as bits */
    if (find_wanted_number(&set)) {
        colours = 1 << loose_face / NUMBERS;
        numbers = 1 << find_wanted_number(&set);
    }
    if (heir_of != NO_SET && !change->has[heir_of][TILES + J]) {
        int its_colours = 0, its_numbers = 0;
        for (int face = 0; face < TILES; face++)
            if (change->has[heir_of][face]) {
                its_colours |= 1 << face / NUMBERS;
                its_numbers |= 2 << face % NUMBERS;
            }
        colours &= its_colours;
        numbers &= its_numbers;
    }
    for (int colour = 0; colour < COLOURS; colour++)
        if (colours >> colour & 1)
            make_runs(&set, colour);
    for (int number = 1; number <= NUMBERS; number++)
        if (numbers >> number & 1)
            continue_group(&set, number, 0);
}

/* --- the search --------------------------------------------------------------------------------*/

/* Counts the available tiles that could lie beside a tile; 0 if they are too few for a set. */
static int count_neighbours(const change_t *change, int face)
{
    const uint8_t *available = change->available;
    int number = face % NUMBERS, colour = face / NUMBERS, in_group = 0, in_run = 0;
    int jokers = available[TILES + J];
    for (int other = 0; other < COLOURS; other++)
        in_group += other != colour && available[other * NUMBERS + number];
    for (int step = -2; step <= 2; step++)
        in_run += step && number + step >= 0 && number + step < NUMBERS && available[face + step];
    if (in_group + jokers < 2 && in_run + jokers < 2)
        return 0;
    return 1 + in_group + in_run;
}

static void save_table(change_t *change)
{
    change->found = 1;
    change->best->sets = change->placed;
    change->best->kept = 0;
    for (int set = 0; set < change->table->count; set++)
        if (change->status[set] == UNTOUCHED || change->status[set] == FIXED)
            change->best->kept |= (uint64_t)1 << set;
    change->max_moved = change->moved - 1;
}

/* Makes all that is left of a damaged set loose. */
static void disperse_set(change_t *change, int set)
{
    int size = change->size[set];
    uint8_t rest[FACES];
    if (change->moved + size > change->max_moved)
        return;
    memcpy(rest, change->has[set], sizeof rest);
    loosen_rest(change, rest, size, 1);
    change->damaged_count--;
    change->status[set] = DONE;
    place_loose_tiles(change);
    change->status[set] = DAMAGED;
    change->damaged_count++;
    loosen_rest(change, rest, size, -1);
}

/* Finds the loose tile with the fewest neighbours; NO_FACE if only jokers are loose. `fewest` is 0
 * if some tile cannot lie in any set. */
static int find_hardest_tile(const change_t *change, int *fewest)
{
    int face = NO_FACE;
    *fewest = INT16_MAX;
    for (int other = 0; other < TILES && *fewest; other++)
        if (change->loose[other]) {
            int neighbours = count_neighbours(change, other);
            if (neighbours < *fewest) {
                *fewest = neighbours;
                face = other;
            }
        }
    return face;
}

/* Finds a place for damaged sets, then for loose tiles. */
static void place_loose_tiles(change_t *change)
{
    if (should_stop(change))
        return;
    change->steps++;
    assert(change->improving || change->moved <= change->max_moved);
    assert(change->loose_count >= 0 && change->broken_count <= change->max_broken);
    if (!change->loose_count && !change->damaged_count) {
        save_table(change);
        return;
    }
    int fewest, face = find_hardest_tile(change, &fewest);
    if (!fewest)
        return;
    if (change->damaged_count) {
        int set = 0;
        while (change->status[set] != DAMAGED)
            set++;
        make_sets(change, NO_FACE, set);
        disperse_set(change, set);
        return;
    }
    if (face == NO_FACE)
        face = TILES + J;
    make_sets(change, face, NO_SET);
    for (int set = 0; set < change->table->count; set++) {
        if (change->broken_count >= change->max_broken || should_stop(change))
            break;
        if (change->status[set] == UNTOUCHED && (face >= TILES || !change->has[set][face]))
            make_sets(change, face, set);
    }
}

/* What faces from each on can gain and lose. */
typedef struct {
    int64_t max[FACES + 1], min[FACES + 1];
} gain_bounds_t;

/* Chooses what leaves the rack, from this face on, so that it gains as much as is missing. */
static void choose_rack_tiles(change_t *change, int face, int64_t missing,
                              const gain_bounds_t *bounds)
{
    if (should_stop(change) || missing > bounds->max[face] || missing < bounds->min[face])
        return;
    if (face == FACES) {
        place_loose_tiles(change);
        return;
    }
    int may = change->task->may[face];
    int fits = face < TILES ? count_neighbours(change, face) > 0 : face == TILES + J;
    for (int count = fits ? may : 0; count >= 0; count--) {
        int stays = may - count;
        change->loose[face] = (uint8_t)count;
        change->loose_count += count;
        change->available[face] = (uint8_t)(change->available[face] - stays);
        choose_rack_tiles(change, face + 1, missing - count * change->task->gain[face], bounds);
        change->available[face] = (uint8_t)(change->available[face] + stays);
        change->loose_count -= count;
    }
    change->loose[face] = 0;
}

static void search_plays(change_t *change)
{
    gain_bounds_t bounds = {{0}, {0}};
    for (int face = FACES - 1; face >= 0; face--) {
        int64_t all = change->task->gain[face] * change->task->may[face];
        bounds.max[face] = bounds.max[face + 1] + (all > 0 ? all : 0);
        bounds.min[face] = bounds.min[face + 1] + (all < 0 ? all : 0);
    }
    choose_rack_tiles(change, 0, change->best->gain, &bounds);
}

/* --- what was found before ---------------------------------------------------------------------*/

/* An old set and its heir among the new ones. */
typedef struct {
    int old, heir, shared;
} match_t;

typedef struct {
    uint8_t counts[MAX_SETS][FACES];
    uint8_t taken[MAX_SETS]; /* is it an heir already? */
    int count;
} new_sets_t;

static int count_shared(const uint8_t one[FACES], const uint8_t other[FACES])
{
    int shared = 0;
    for (int face = 0; face < FACES; face++)
        shared += one[face] < other[face] ? one[face] : other[face];
    return shared;
}

/* Finds the old and new set that share the most tiles. */
static match_t find_best_match(const change_t *change, uint64_t open, const new_sets_t *sets)
{
    match_t best = {0, 0, 0};
    for (int old = 0; old < change->table->count; old++)
        for (int heir = 0; heir < sets->count && (open >> old & 1); heir++) {
            if (sets->taken[heir])
                continue;
            int shared = count_shared(change->has[old], sets->counts[heir]);
            if (shared > best.shared)
                best = (match_t){old, heir, shared};
        }
    return best;
}

/* Counts how many tiles are moved in a result: at most so many, as heirs are chosen greedily. */
static int count_moved(const change_t *change, const result_t *result)
{
    new_sets_t sets = {.count = result->sets.count};
    const uint8_t *face = result->sets.face;
    int moved = 0;
    uint64_t open = 0; /* old sets that have no heir yet */
    for (int set = 0; set < sets.count; set++)
        for (int at = 0; at < result->sets.size[set]; at++)
            sets.counts[set][*face++]++;
    for (int set = 0; set < change->table->count; set++)
        if (!(result->kept >> set & 1)) {
            open |= (uint64_t)1 << set;
            moved += change->table->size[set];
        }
    for (;;) {
        match_t match = find_best_match(change, open, &sets);
        if (!match.shared)
            return moved;
        moved -= match.shared;
        sets.taken[match.heir] = 1;
        open &= ~((uint64_t)1 << match.old);
    }
}

/* Too hard: lays the same tiles from the rack and breaks up the same sets, but looks for fewer
 * moved tiles. */
static void improve_result(change_t *change, int moved)
{
    const task_t *task = change->task;
    task_t same = *task;
    result_t *result = change->best;
    const uint8_t *face = result->sets.face;
    memset(same.may, 0, sizeof same.may);
    for (int set = 0; set < result->sets.count; set++)
        for (int at = 0; at < result->sets.size[set]; at++)
            same.may[*face++]++;
    for (int set = 0; set < change->table->count; set++) {
        if (result->kept >> set & 1)
            change->status[set] = FIXED;
        else
            for (int at = 0; at < FACES; at++)
                same.may[at] = (uint8_t)(same.may[at] - change->has[set][at]);
    }
    for (int at = 0; at < FACES; at++)
        change->available[at] = (uint8_t)(task->must[at] + same.may[at]);
    change->task = &same;
    change->improving = 1;
    change->max_moved = moved - 1;
    search_plays(change);
    change->task = task;
}

/* --- all of it ---------------------------------------------------------------------------------*/

static int is_special(int face) { return face > TILES + J; }

static void set_up_change(change_t *change, const task_t *task, const sets_t *table,
                          result_t *result)
{
    memset(change, 0, sizeof *change);
    change->task = task;
    change->table = table;
    change->best = result;
    const uint8_t *face = table->face;
    for (int set = 0; set < table->count; set++) {
        change->size[set] = table->size[set];
        for (int at = 0; at < table->size[set]; at++, face++) {
            if (!change->has[set][*face]++ && change->holder_count[*face] < MAX_HOLDERS)
                change->holders[*face][change->holder_count[*face]++] = (uint8_t)set;
            if (is_special(*face))
                change->status[set] = FIXED;
        }
    }
    for (int at = 0; at < FACES; at++)
        change->available[at] = (uint8_t)(task->must[at] + task->may[at]);
    change->max_broken = table->count - __builtin_popcountll(result->kept);
}

void move_fewest_tiles(const task_t *task, const sets_t *table, int64_t effort, result_t *result)
{
    change_t change;
    set_up_change(&change, task, table, result);
    int specials = 0;
    for (int kind = D; kind < KINDS; kind++)
        specials += task->must[TILES + kind] + task->may[TILES + kind];
    int moved = count_moved(&change, result);
    result->moved_proven = !moved;
    change.effort = effort;
    for (int max_moved = 0; max_moved < moved && change.steps <= change.effort; max_moved++) {
        change.max_moved = max_moved;
        search_plays(&change);
        if (change.found) {
            result->moved_proven = !specials;
            return;
        }
        if (max_moved == moved - 1 && change.steps <= change.effort)
            result->moved_proven = !specials;
    }
    if (!result->moved_proven && moved) {
        change.effort = change.steps + effort / 2;
        improve_result(&change, moved);
    }
}
