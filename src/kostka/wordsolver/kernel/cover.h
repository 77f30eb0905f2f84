/* Lays tiles out in words: all that must be laid, and of those that may be as many as one likes.
 *
 * Every letter that must be laid is in some word. So the search takes the rarest one that is left and
 * tries all words with it: words of the table as they lay first, then those of the index. What is
 * left of the pool decides all that follows, so what failed once is remembered.
 *
 * Tiles with the same letter are alike, and so is a joker that stands for it. Tiles that must be laid
 * are used before those that may, and jokers only where a letter is missing: any other way can be
 * turned into such a one by exchanging tiles that show the same letter.
 *
 * No word may be there twice (W-6). A class of the index may be used as often as it has words that do
 * not lie on the table; these are words to be kept, which may be used once each. */
#ifndef COVER_H
#define COVER_H

#include "index.h"

enum {
    MOST_TILES = 512,              /* of a table and a rack */
    MOST_WORDS = 64,               /* on the table */
    MOST_JOKERS = 4,               /* of a rack, and of a table */
    MOST_LAID = MOST_TILES / 2 + 2 /* words after a turn */
};

typedef enum {
    FAILED,         /* there is no way */
    FAILED_BY_NAME, /* there is none, but with other words before there might be */
    OUT_OF_EFFORT,
    FOUND
} outcome_t;

/* In which order words are tried. */
typedef enum {
    KEEPING, /* words of the table first, then those of the index, the longest first */
    MAKING,  /* words of the index first */
    GUIDED,  /* the few words of the index first that use what there is too much of; only these */
    ORDERS
} order_t;

/* A word of the table after the turn: a class, or a word of the table that is kept. */
typedef struct {
    int64_t class; /* -1 for a word that is kept */
    int kept;
    int length;
    need_t need;
    int jokers; /* own ones in it, and for which letters */
    uint8_t stands_for[MOST_JOKERS];
    int taken; /* the letter of a joker that was taken from the table (W-11), or -1 */
} laid_t;

/* What is left at some depth of the search. */
typedef struct {
    pool_t must, may;
    int must_left, may_left, jokers;
    need_t room;    /* must and may */
    uint64_t known; /* letters of which there is a list here */
    struct {
        uint32_t from, count;
    } list[MOST_LETTERS];
    uint32_t *ids; /* the lists: classes that fit into the room, by rarest letter */
    size_t used, ids_room;
} level_t;

/* Classes that fit all tiles there are, by rarest letter, the longest first. */
typedef struct {
    uint32_t *ids;
    uint32_t start[MOST_LETTERS + 1];
} fitting_t;

typedef struct {
    uint64_t one, other;
} memo_t;

typedef struct {
    const index_t *index;
    int shortest;
    uint8_t accepted; /* values of words that may be laid, a bit for each */
    fitting_t fitting;

    int old_words;
    need_t old_need[MOST_WORDS];
    int old_length[MOST_WORDS];
    int64_t old_class[MOST_WORDS]; /* -1 for a word that the index has not */
    uint64_t old_bits;             /* 1 << class % 64 of each: most classes are none of them */
    uint64_t old_open;             /* words that may be rebuilt, so that their tiles are here */
    uint64_t old_laid;             /* those of them that are laid as they lay */

    int all;     /* all that may be laid must be, jokers too */
    order_t order;
    uint64_t salt; /* of what is remembered: what failed for other words may not fail for these */
    int base; /* the depth at which words of the index are looked for first */
    level_t *level;
    laid_t laid[MOST_LAID];
    int laid_count;

    memo_t *memory;
    int64_t effort; /* that is left */
    int no_memory;
} cover_t;

int cover_begin(cover_t *cover);
void cover_end(cover_t *cover);

/* Has a class a word that lies neither on the table nor among those laid (W-6)? */
int cover_has_word(const cover_t *cover, int64_t class);

/* How many letters a word has. */
int length_of(const need_t *need);

/* Puts a level: counts what is left and where words fit. */
void level_put(level_t *level);

/* Takes the letters of a word from one level to the next; the letters missing are jokers. */
void level_take(const level_t *level, level_t *next, laid_t *laid);

/* Lays out what is left at a depth; the words are added to those laid. */
outcome_t cover_lay(cover_t *cover, int depth);

#endif
