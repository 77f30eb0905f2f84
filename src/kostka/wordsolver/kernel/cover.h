/* Lays tiles out in words: all that must be laid, and any of those that may be laid.
 *
 * Every letter that must be laid is in some word. So the search takes the rarest one that is left
 * and tries all words with it: words of the table as they were first, then those of the index. What
 * is left of the pool decides all that follows, so failures are remembered.
 *
 * Tiles with the same letter are alike, and so is a joker that stands for it. Tiles that must be
 * laid are used before those that may, and jokers only where a letter is missing: any other way can
 * be turned into such a one by exchanging tiles that show the same letter.
 *
 * No word may be there twice (W-6). A class of the index may be used as often as it has words that
 * are not on the table; those can be kept, once each. */
#ifndef KOSTKA_COVER_H
#define KOSTKA_COVER_H

#include "index.h"

enum {
    MAX_TILES = 512,              /* of a table and a rack */
    MAX_TABLE_WORDS = 64,               /* on the table */
    MAX_JOKERS = 4,               /* of a rack, and of a table */
    MAX_PLACED = MAX_TILES / 2 + 2 /* words after a turn */
};

typedef enum {
    FAILED,         /* there is no way */
    FAILED_FOR_NOW, /* there is none after these words; after others there might be */
    OUT_OF_EFFORT,
    FOUND
} outcome_t;

/* The order in which words are tried. */
typedef enum {
    KEPT_FIRST, /* words of the table, then those of the index, the longest first */
    NEW_FIRST,  /* words of the index first */
    GUIDED,     /* only the few words of the index that use the letters in excess, those first */
    ORDER_COUNT
} order_t;

/* A word of the table after the turn: a class, or a word of the table that is kept. */
typedef struct {
    int64_t class; /* -1 for a word that is kept */
    int kept;
    int length;
    letters_t need;
    int jokers; /* of the rack in it, and the letters they stand for */
    uint8_t stands_for[MAX_JOKERS];
    int taken; /* the letter of a joker that was taken from the table (W-11), or -1 */
} placed_word_t;

/* What is left at some depth of the search. */
typedef struct {
    pool_t must, may;
    int must_left, may_left, jokers;
    letters_t room; /* must and may */
    uint64_t known; /* letters of which there is a list here */
    struct {
        uint32_t from, count;
    } list[MAX_LETTERS];
    uint32_t *ids; /* the lists: classes that fit into the room, by rarest letter */
    size_t used, ids_room;
} level_t;

/* Classes that fit all tiles there are, by rarest letter, the longest first. */
typedef struct {
    uint32_t *ids;
    uint32_t start[MAX_LETTERS + 1];
} fitting_t;

typedef struct {
    uint64_t one, other;
} memo_t;

typedef struct {
    const index_t *index;
    int min_length;   /* of a word */
    uint8_t accepted; /* values of words that may be laid, a bit for each */
    fitting_t fitting;

    int old_word_count;
    letters_t old_need[MAX_TABLE_WORDS];
    int old_length[MAX_TABLE_WORDS];
    int64_t old_class[MAX_TABLE_WORDS]; /* -1 for a word that is not in the index */
    uint64_t old_bits;   /* 1 << class % 64 of each: most classes are none of them */
    uint64_t old_open;   /* words that may be rebuilt, so that their tiles are here */
    uint64_t old_placed; /* those of them that are placed as they were */

    int all; /* all that may be laid must be, jokers too */
    order_t order;
    uint64_t salt; /* of memos: what failed for other open words may not fail for these */
    int base;      /* the depth at which the search for words of the index begins */
    level_t *level;
    placed_word_t placed[MAX_PLACED];
    int placed_count;

    memo_t *memory;
    int64_t effort; /* that is left */
    int no_memory;
} cover_t;

int init_cover(cover_t *cover);
void free_cover(cover_t *cover);

/* Does a class have a word that is neither on the table nor placed already (W-6)? */
int has_unused_word(const cover_t *cover, int64_t class);

/* Returns how many letters a word has. */
int count_all_letters(const letters_t *need);

/* Counts again what is left at a level; its lists of words are forgotten. */
void update_level(level_t *level);

/* Makes the next level by taking the letters of a word; jokers stand for those that are missing. */
void take_word(const level_t *level, level_t *next, placed_word_t *laid);

/* Lays out what is left at a depth; adds the words to those placed. */
outcome_t cover_tiles(cover_t *cover, int depth);

#endif
