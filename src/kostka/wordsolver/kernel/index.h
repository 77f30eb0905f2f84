/* All words that the solver may lay, by their letters: words of the same letters are one class.
 *
 * The classes are sorted by their rarest letter, and then by length, the longest first. So all
 * words with the rarest letter that is left are in one place. */
#ifndef KOSTKA_INDEX_H
#define KOSTKA_INDEX_H

#include <stddef.h>

#include "letters.h"

typedef struct {
    uint32_t first_edge;
    uint8_t edges;
    uint8_t word; /* 0: no word ends here; else 1 << the value of the word */
} state_t;

typedef struct {
    int letter_count;               /* of the alphabet */
    uint8_t rank[MAX_LETTERS];     /* of each letter of the alphabet, by rarity */
    uint8_t place[MAX_LETTERS];    /* of each rank in the alphabet */
    float share[MAX_LETTERS];      /* of each rank among the letters of all words */
    uint32_t class_count;
    letters_t *need;                   /* of each class */
    uint8_t *values;                /* of the words of a class, a bit for each */
    uint32_t start[MAX_LETTERS][MAX_WORD_LENGTH + 2]; /* see `find_class_start` */
    state_t *states;                /* all words as a graph, the root first */
    uint32_t *edges;                /* place of a letter, and the state it leads to */
    uint32_t state_count, edge_count;
} index_t;

/* Finds where the classes with this rarest letter begin that have at most this length. */
static inline uint32_t find_class_start(const index_t *index, int letter, int length)
{
    return index->start[letter][MAX_WORD_LENGTH - length];
}

/* Reads the words from an automaton as `lexicon` packs it. `letters` are the letters of the
 * alphabet, each 4 bytes of UTF-8, padded with zeros. Values of words are 0 to 7; larger ones count
 * as 7. Returns 0, -1 without memory, 1 if the automaton is damaged, has words of more than
 * MAX_WORD_LENGTH letters or far too many words. */
int build_index(index_t *index, const uint32_t *units, size_t unit_count, const uint8_t *letters,
               int letter_count, int min_length);
void free_index(index_t *index);

/* Is this a word with an accepted value? Letters are given by their places in the alphabet. */
int has_word(const index_t *index, const uint8_t *places, int length, uint8_t accepted);

/* Finds the class of a word, or -1. */
int64_t find_class(const index_t *index, const letters_t *need, int length);

/* Writes the accepted words of a class one after the other, as places in the alphabet, in the order
 * of the alphabet. Returns how many there are, at most `max`. */
int list_class_words(const index_t *index, const letters_t *need, int length, uint8_t accepted,
                uint8_t *words, int max);

#endif
