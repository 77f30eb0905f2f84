/* The search over the numbers 1 to 13; see walk.c. No Python in here. */
#ifndef KOSTKA_WALK_H
#define KOSTKA_WALK_H

#include <stdint.h>

enum { COLOURS = 4, NUMBERS = 13, TILES = COLOURS * NUMBERS };
enum { J, D, C, M, KINDS };        /* ordinary, double, colour-change, mirror joker */
enum { FACES = TILES + KINDS };    /* colour * 13 + number - 1, then the jokers */
enum { MOST_TILES = 256, MOST_SETS = MOST_TILES / 3 };

/* Sets, the tiles of one after those of the other. */
typedef struct {
    int count;
    uint8_t size[MOST_SETS];
    uint8_t face[MOST_TILES];
} sets_t;

typedef struct {
    uint8_t must[FACES], may[FACES];
    int64_t gain[FACES];
    int worth; /* what an opening has to be worth, or -1 */
    int64_t effort;
} task_t;

typedef struct {
    int found, proven;
    int64_t gain;
    sets_t sets;
    uint64_t kept; /* which sets of the table lie untouched; they are not among `sets` */
    int kept_proven, moved_proven;
} found_t;

/* Finds the best way to lay the tiles. Returns 0, or -1 when there is not enough memory. */
int walk_search(const task_t *task, found_t *found);

/* The same for a table of valid sets, if anything can be gained. Says which of the sets lie there as
 * before; with `least_change` they are as many as they can be among all best ways, and of their
 * ways it is one with the fewest tiles moved out of the others. */
int walk_play(const task_t *task, const sets_t *table, int least_change, found_t *found);

/* Fills tables that never change; to be called once before any search. */
void walk_prepare(void);

#endif
