/* The best turn of the word game: see turn.c. */
#ifndef KOSTKA_TURN_H
#define KOSTKA_TURN_H

#include "cover.h"

typedef struct {
    int word_count; /* on the table */
    letters_t word[MAX_TABLE_WORDS];
    int length[MAX_TABLE_WORDS];
    uint8_t known[MAX_TABLE_WORDS]; /* is it a word of the index? */
    int table_jokers;          /* and the letters they stand for (W-10) */
    uint8_t stands_for[MAX_JOKERS];
    pool_t own; /* the rack, jokers apart */
    int own_jokers;
    int opened;     /* the first word was laid in an earlier turn (W-4) */
    int min_first_word; /* its length */
    int min_length;     /* of any word */
    uint8_t accepted; /* values of words that may be laid, a bit for each */
    int max_rebuilt; /* words of the table that may be broken up */
    int64_t effort;  /* classes of words that may be looked at */
} question_t;

typedef struct {
    int points; /* 0: there is no turn */
    int doubled;
    int broken; /* words of the table that are gone */
    int proven; /* no turn gives more points */
    int fewest; /* no turn that gives as many breaks fewer words */
    int count;
    placed_word_t placed[MAX_PLACED]; /* the target first; open words that are kept among them */
    pool_t in_place;                  /* letters laid for jokers that were taken (W-11) */
    uint64_t open;                    /* words of the table that were open; all others are kept */
} turn_t;

/* Returns 0, or -1 without memory. */
int find_best_turn(const index_t *index, const question_t *question, turn_t *best);

#endif
