/* What the kernel is asked and what it answers. No Python in here; see search.c for the method. */
#ifndef KOSTKA_KERNEL_H
#define KOSTKA_KERNEL_H

#include <stdint.h>

enum { COLOURS = 4, NUMBERS = 13, TILES = COLOURS * NUMBERS };
enum { J, D, C, M, KINDS };     /* ordinary, double, colour-change and mirror joker */
enum { FACES = TILES + KINDS }; /* colour * 13 + number - 1, then the jokers */
enum { MAX_TILES = 256, MAX_SETS = MAX_TILES / 3 };
enum { MAX_COPIES = 3, MAX_ORDINARY_JOKERS = 4, MAX_SPECIAL_JOKERS = 2 }; /* of a face in a box */
enum { MAX_WORTH = 200 };     /* that an opening may have to be worth */
enum { MAX_KEPT_SETS = 64 };  /* on a table: `kept` has a bit for each; the largest box has fewer */
enum { MAX_TABLE_SETS = 56 }; /* larger tables are not searched for least change */

/* House rules about sets, as bits: what they forbid. */
enum {
    NO_JOKER_SETS = 1,       /* sets of jokers alone */
    NO_SINGLE_MIRRORS = 2,   /* mirrored sets with one cell on each side */
    NO_ADJACENT_CHANGES = 4, /* two colour-change jokers side by side */
    ALL_SET_RULES = 7
};

/* Sets, the tiles of one after those of the other. */
typedef struct {
    int count;
    uint8_t size[MAX_SETS];
    uint8_t face[MAX_TILES];
} sets_t;

typedef struct {
    uint8_t must[FACES], may[FACES]; /* tiles that have to be laid, and that can be */
    int64_t gain[FACES];             /* of each tile that can be laid */
    int worth;                       /* what an opening has to be worth, or -1 */
    int64_t effort;                  /* steps that may be tried */
    int rules;                       /* what sets are forbidden, as bits */
} task_t;

typedef struct {
    int found, proven;
    int64_t gain;
    sets_t sets;
    uint64_t kept; /* which sets of the table lie untouched; they are not among `sets` */
    int kept_proven, moved_proven;
} result_t;

static inline uint8_t tile_face(int colour, int number)
{
    return (uint8_t)(colour * NUMBERS + number - 1);
}

static inline int min_int(int one, int other) { return one < other ? one : other; }
static inline int max_int(int one, int other) { return one > other ? one : other; }
static inline int64_t max_int64(int64_t one, int64_t other) { return one > other ? one : other; }

/* Finds the best way to lay the tiles. Returns 0, or -1 when there is not enough memory. */
int find_best(const task_t *task, result_t *result);

/* Does the same for a table of valid sets, if anything can be gained, and says which of its sets
 * stay as they are. With `least_change` these are as many as possible among all best plays, and
 * among those plays it is one that moves the fewest tiles out of the other sets. Returns 0, or -1
 * when there is not enough memory. */
int find_best_play(const task_t *task, const sets_t *table, int least_change, result_t *result);

/* Fills the constant tables; to be called once before any search. */
void prepare_kernel(void);

#endif
