/* Fills the tables of plain and of special groups, once. */
#include "groups.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

groupings_t groupings[2][TILE_CODES];
special_group_t special_groups[MAX_SPECIAL_GROUPS];
int special_group_count;

static grouping_t all_groupings[MAX_GROUPINGS];
static int8_t jokers_needed[TILE_CODES]; /* so that all tiles of a code are in groups */

/* --- plain groups ------------------------------------------------------------------------------*/

static int get_code_tiles(int code, int colour) { return code >> 2 * colour & 3; }

/* The code of one tile of each colour in a set of colours. */
static int make_code(int colours)
{
    int code = 0;
    for (int colour = 0; colour < COLOURS; colour++)
        code |= (colours >> colour & 1) << 2 * colour;
    return code;
}

static int contains_code(int code, int part)
{
    int contains = 1;
    for (int colour = 0; colour < COLOURS; colour++)
        contains &= get_code_tiles(code, colour) >= get_code_tiles(part, colour);
    return contains;
}

int count_groups(unsigned tiles, int jokers)
{
    int sum = jokers, count = 0;
    for (int colour = 0; colour < COLOURS; colour++) {
        int of_colour = tiles >> 4 * colour & 15;
        sum += of_colour;
        count = max_int(count, of_colour);
    }
    while (4 * count < sum)
        count++;
    return 3 * count <= sum ? count : 0;
}

/* For each set of colours: can groups do without tiles of some of them, one of each? */
static uint16_t find_idle_colours(int code, int jokers)
{
    unsigned idle = 0;
    for (int able = 1; able < 1 << COLOURS; able++)
        for (int some = able; some; some = (some - 1) & able) {
            int part = make_code(some);
            if (contains_code(code, part) && jokers_needed[code - part] <= jokers)
                idle |= 1u << able;
        }
    return (uint16_t)idle;
}

static int compare_groupings(const void *one, const void *other)
{
    const grouping_t *a = one, *b = other;
    return a->jokers != b->jokers ? a->jokers - b->jokers : a->code - b->code;
}

/* Adds the ways to lay exactly these tiles in groups; returns where the next ones go. */
static grouping_t *add_groupings(grouping_t *out, int code, int every_joker)
{
    grouping_t grouping = {.code = (uint8_t)code, .tiles = widen_code(code)};
    for (int jokers = 0; jokers <= MAX_ORDINARY_JOKERS; jokers++) {
        int count = count_groups(grouping.tiles, jokers);
        if (!count && (code || jokers))
            continue;
        grouping.jokers = (int8_t)jokers;
        grouping.idle = find_idle_colours(code, jokers);
        /* More jokers than needed are laid afterwards, and one tile with two jokers is a run just
         * as well. */
        if (every_joker || jokers <= count)
            *out++ = grouping;
        if (!every_joker)
            break;
    }
    return out;
}

void prepare_groupings(void)
{
    grouping_t *end = all_groupings;
    for (int code = 1; code < TILE_CODES; code++)
        while (!count_groups(widen_code(code), jokers_needed[code]))
            jokers_needed[code]++;
    for (int every_joker = 0; every_joker < 2; every_joker++)
        for (int have = 0; have < TILE_CODES; have++) {
            grouping_t *first = end;
            groupings_t *list = &groupings[every_joker][have];
            for (int code = 0; code < TILE_CODES; code++)
                if (contains_code(have, code))
                    end = add_groupings(end, code, every_joker);
            assert(end <= all_groupings + MAX_GROUPINGS);
            assert(end - first <= MAX_GROUPINGS_OF_CODE);
            qsort(first, (size_t)(end - first), sizeof *first, compare_groupings);
            list->first = first;
            for (const grouping_t *grouping = first; grouping < end; grouping++)
                for (int jokers = grouping->jokers; jokers <= MAX_ORDINARY_JOKERS; jokers++)
                    list->counts[jokers]++;
        }
}

/* --- special groups ----------------------------------------------------------------------------*/

static void add_special_group(const uint8_t *face, int size, int cells)
{
    special_group_t group;
    memset(&group, 0, sizeof group);
    group.jokers_only = 1;
    for (int at = 0; at < size; at++) {
        group.face[at] = face[at];
        if (face[at] < COLOURS) {
            group.tiles[face[at]]++;
            group.jokers_only = 0;
        } else {
            group.spent[face[at] - COLOURS]++;
        }
    }
    group.size = (int8_t)size;
    group.cells = (int8_t)cells;
    group.is_single_mirror = group.spent[M] && cells == 3;
    group.demand = pack_supply(group.tiles, group.spent);
    if (!group.spent[D] && !group.spent[M])
        return;
    for (int at = 0; at < special_group_count; at++)
        if (special_groups[at].demand == group.demand)
            return;
    assert(special_group_count < MAX_SPECIAL_GROUPS);
    special_groups[special_group_count++] = group;
}

enum { MAX_SIDES = 32, SIDE_CODES = 81 };

typedef struct {
    uint8_t face[COLOURS];
    int size;
} side_t;

/* Writes cells of given colours as a code says: a digit for each cell, to base three; 0 for a
 * tile, 1 for J, 2 for D over this cell and the next. Returns 0 if the code does not fit. */
static int write_side(const int *colours, int cells, int code, side_t *side)
{
    int cell = 0;
    side->size = 0;
    for (int digit = 0; digit < COLOURS; digit++, code /= 3) {
        int what = code % 3;
        if (cell >= cells) {
            if (what)
                return 0;
            continue;
        }
        if (what == 2 && cell + 1 >= cells)
            return 0;
        int face = what == 0 ? colours[cell] : COLOURS + (what == 1 ? J : D);
        side->face[side->size++] = (uint8_t)face;
        cell += what == 2 ? 2 : 1;
    }
    return cell == cells;
}

/* Lists all ways to write one side of a mirrored group, or a whole group, of given colours. */
static int list_sides(const int *colours, int cells, side_t sides[MAX_SIDES])
{
    int count = 0;
    side_t side;
    for (int code = 0; code < SIDE_CODES; code++)
        if (write_side(colours, cells, code, &side)) {
            assert(count < MAX_SIDES);
            sides[count++] = side;
        }
    return count;
}

static void add_double_groups(const int *colours)
{
    side_t sides[MAX_SIDES];
    for (int cells = 3; cells <= COLOURS; cells++) {
        int count = list_sides(colours, cells, sides);
        for (int at = 0; at < count; at++)
            if (sides[at].size >= 3)
                add_special_group(sides[at].face, sides[at].size, cells);
    }
}

static void add_mirrored_group(const side_t *left, const side_t *right, int cells)
{
    uint8_t face[8];
    int size = 0;
    for (int at = 0; at < left->size; at++)
        face[size++] = left->face[at];
    face[size++] = COLOURS + M;
    for (int at = right->size - 1; at >= 0; at--)
        face[size++] = right->face[at];
    add_special_group(face, size, 2 * cells + 1);
}

static void add_mirrored_groups(const int *colours)
{
    side_t sides[MAX_SIDES];
    for (int cells = 1; cells <= 3; cells++) {
        int count = list_sides(colours, cells, sides);
        for (int left = 0; left < count; left++)
            for (int right = 0; right < count; right++)
                add_mirrored_group(&sides[left], &sides[right], cells);
    }
}

void prepare_special_groups(void)
{
    int colours[COLOURS];
    for (int code = 0; code < TILE_CODES; code++) { /* all orders of the four colours */
        int distinct = 1;
        for (int at = 0; at < COLOURS; at++) {
            colours[at] = get_code_tiles(code, at);
            for (int before = 0; before < at; before++)
                distinct &= colours[before] != colours[at];
        }
        if (!distinct)
            continue;
        add_double_groups(colours);
        add_mirrored_groups(colours);
    }
}
