/* All words that a solver may lay, by their letters: words of the same letters are one class.
 *
 * The classes stand by their rarest letter, and then by length, the longest first. Whoever looks for
 * a word with the rarest letter that is left finds them all in one place. */
#ifndef INDEX_H
#define INDEX_H

#include <stddef.h>

#include "letters.h"

typedef struct {
    uint32_t first_edge;
    uint8_t edges;
    uint8_t word; /* 0: no word ends here; else 1 << the value of the word */
} state_t;

typedef struct {
    int letters;                    /* in the alphabet */
    uint8_t rank[MOST_LETTERS];     /* of each letter of the alphabet, by rarity */
    uint8_t place[MOST_LETTERS];    /* of each rank in the alphabet */
    float share[MOST_LETTERS];      /* of each rank among the letters of all words */
    uint32_t classes;
    need_t *need;                   /* of each class */
    uint8_t *values;                /* of the words of a class, a bit for each */
    uint32_t start[MOST_LETTERS][LONGEST_WORD + 2]; /* where words of a length begin, see from() */
    state_t *states;                /* all words as a graph, the root first */
    uint32_t *edges;                /* place of a letter, and the state it leads to */
    uint32_t state_count, edge_count;
} index_t;

/* Where the classes with this rarest letter begin that have at most this length. */
static inline uint32_t from(const index_t *index, int letter, int length)
{
    return index->start[letter][LONGEST_WORD - length];
}

/* Reads the words out of an automaton as `lexicon` packs it. `letters` are the letters of the
 * alphabet, each 4 bytes of UTF-8 with zeros behind. Values of words are 0 to 7; others are taken for
 * 7. Returns 0, -1 without memory, 1 if the automaton is damaged or has words
 * of more than LONGEST_WORD letters. */
int index_make(index_t *index, const uint32_t *units, size_t unit_count, const uint8_t *letters,
               int letter_count, int shortest);
void index_free(index_t *index);

/* Is this a word with an accepted value? Its letters are told by their places in the alphabet. */
int index_has(const index_t *index, const uint8_t *places, int length, uint8_t accepted);

/* The class of a word, or -1. */
int64_t index_find(const index_t *index, const need_t *need, int length);

/* Writes the accepted words of a class, places in the alphabet one word after the other, in the order of the
 * alphabet. Returns how many there are, at most `most`. */
int index_words(const index_t *index, const need_t *need, int length, uint8_t accepted,
                uint8_t *words, int most);

#endif
