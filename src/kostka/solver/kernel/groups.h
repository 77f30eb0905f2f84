/* Tables of the groups that tiles of one number can be laid in; see groups.c. */
#ifndef KOSTKA_GROUPS_H
#define KOSTKA_GROUPS_H

#include "kernel.h"

/* --- plain groups: tiles and ordinary jokers ---------------------------------------------------*/

/* Tiles and jokers that all lie in plain groups of one number; how many groups does not matter. */
typedef struct {
    uint16_t tiles; /* 4 bits for each colour */
    uint8_t code;   /* the same, 2 bits for each colour */
    int8_t jokers;
    uint16_t idle; /* by colours whose last tile open runs can take: are some groups of no use? */
} grouping_t;

enum { TILE_CODES = 256, MAX_GROUPINGS = 60000, MAX_GROUPINGS_OF_CODE = 1280 };

typedef struct {
    const grouping_t *first;
    int counts[MAX_ORDINARY_JOKERS + 1]; /* with at most so many jokers */
} groupings_t;

/* [every joker is laid in the search?][tiles there are, 2 bits for each colour] */
extern groupings_t groupings[2][TILE_CODES];

static inline int get_tiles(const grouping_t *grouping, int colour)
{
    return grouping->tiles >> 4 * colour & 15;
}

/* The tiles of a code, with 4 bits for each colour. */
static inline uint16_t widen_code(int code)
{
    return (uint16_t)((code & 3) | (code & 12) << 2 | (code & 48) << 4 | (code & 192) << 6);
}

/* Returns how many groups tiles (4 bits for each colour) and jokers make: as few as possible, or 0
 * if they cannot all be in groups. */
int count_groups(unsigned tiles, int jokers);

/* --- special groups: with a double or a mirror joker -------------------------------------------*/

/* The same ones are possible for every number. */
typedef struct {
    int8_t tiles[COLOURS];
    int8_t spent[KINDS];
    int8_t size, jokers_only, is_single_mirror;
    uint8_t face[8]; /* colour, or COLOURS + kind */
    int8_t cells;    /* its worth is that many times the number */
    uint32_t demand; /* see `pack_supply` */
} special_group_t;

enum { MAX_SPECIAL_GROUPS = 1024 };
extern special_group_t special_groups[MAX_SPECIAL_GROUPS];
extern int special_group_count;

/* Tiles of each colour and jokers of each kind, as nibbles whose top bit is free. */
static inline uint32_t pack_supply(const int8_t *tiles, const int8_t *jokers)
{
    uint32_t supply = 0;
    for (int at = 0; at < COLOURS; at++)
        supply |= (uint32_t)tiles[at] << 4 * at | (uint32_t)jokers[at] << (16 + 4 * at);
    return supply;
}

static inline int meets_demand(uint32_t supply, uint32_t demand)
{
    const uint32_t guard = 0x88888888u;
    return (((supply | guard) - demand) & guard) == guard;
}

void prepare_groupings(void);
void prepare_special_groups(void);

#endif
