/* The best turn of the word game: see turn.c. */
#ifndef TURN_H
#define TURN_H

#include "cover.h"

typedef struct {
    int words; /* on the table */
    need_t word[MOST_WORDS];
    int length[MOST_WORDS];
    uint8_t known[MOST_WORDS]; /* is it a word of the index? */
    int table_jokers; /* and for which letters they stand (W-10) */
    uint8_t stands_for[MOST_JOKERS];
    pool_t own; /* the rack, jokers apart */
    int own_jokers;
    int opened;     /* the first word was laid in an earlier turn (W-4) */
    int first_word; /* its least length */
    int shortest;   /* of any word */
    uint8_t accepted; /* values of words that may be laid, a bit for each */
    int rebuilt;    /* at most so many words of the table are broken up */
    int64_t effort; /* classes of words that may be looked at */
} question_t;

typedef struct {
    int points; /* 0: there is no turn */
    int doubled;
    int broken; /* words of the table that do not lie there any more */
    int proven; /* no turn gives more points */
    int fewest; /* none that gives as many breaks fewer words */
    int count;
    laid_t laid[MOST_LAID]; /* kept words that were open to be rebuilt among them; the first is the
                               one looked for */
    pool_t in_place; /* letters laid for jokers that were taken (W-11) */
    uint64_t open;          /* words of the table that were open; all others are kept */
} turn_t;

/* Returns 0, or -1 without memory. */
int turn_search(const index_t *index, const question_t *question, turn_t *best);

#endif
