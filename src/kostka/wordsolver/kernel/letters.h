/* Counts of letters, packed so that "do these tiles make that word?" takes three subtractions.
 * Letters are numbered by how rare they are, the rarest first. */
#ifndef KOSTKA_LETTERS_H
#define KOSTKA_LETTERS_H

#include <assert.h>
#include <stdint.h>
#include <string.h>

enum {
    MAX_LETTERS = 36, /* of an alphabet */
    PACK_COUNT = 3,   /* words of 64 bits */
    PACK_LETTERS = MAX_LETTERS / PACK_COUNT,
    LETTER_BITS = 5, /* 4 for a count, 1 as a guard that a subtraction may borrow */
    MAX_ALIKE = 15,  /* of one letter in a word; more in a pool never matter */
    MAX_WORD_LENGTH = 48,
};

#define GUARD_BITS UINT64_C(0x0842108421084210) /* the highest bit of every letter */
#define LETTER_MASK UINT64_C(31)

/* How many of each letter a word has, or tiles offer. */
typedef struct {
    uint64_t pack[PACK_COUNT];
} letters_t;

/* Tiles by letter. */
typedef uint8_t pool_t[MAX_LETTERS];

/* Where a letter is within its pack. */
static inline int letter_shift(int letter) { return letter % PACK_LETTERS * LETTER_BITS; }

static inline int count_letter(const letters_t *need, int letter)
{
    return (int)(need->pack[letter / PACK_LETTERS] >> letter_shift(letter) & LETTER_MASK);
}

static inline void add_letter(letters_t *need, int letter)
{
    assert(count_letter(need, letter) < MAX_ALIKE);
    need->pack[letter / PACK_LETTERS] += UINT64_C(1) << letter_shift(letter);
}

static inline void remove_letter(letters_t *need, int letter)
{
    assert(count_letter(need, letter) > 0);
    need->pack[letter / PACK_LETTERS] -= UINT64_C(1) << letter_shift(letter);
}

/* Packs the tiles of two pools, with the guard bits set, so that words can be subtracted. */
static inline letters_t pack_room(const pool_t tiles, const pool_t more)
{
    letters_t room;
    for (int pack = 0, letter = 0; pack < PACK_COUNT; pack++) {
        uint64_t bits = GUARD_BITS;
        for (int at = 0; at < PACK_LETTERS; at++, letter++) {
            unsigned count = (unsigned)tiles[letter] + more[letter];
            bits |= (uint64_t)(count < MAX_ALIKE ? count : MAX_ALIKE) << (at * LETTER_BITS);
        }
        room.pack[pack] = bits;
    }
    return room;
}

/* Counts the letters of a word that are missing in a room; stops counting above `max`. */
static inline int count_missing(const letters_t *room, const letters_t *need, int max)
{
    uint64_t left[PACK_COUNT], kept = GUARD_BITS;
    for (int pack = 0; pack < PACK_COUNT; pack++)
        kept &= left[pack] = room->pack[pack] - need->pack[pack];
    if (kept == GUARD_BITS)
        return 0;
    if (!max)
        return 1;
    int count = 0;
    for (int pack = 0; pack < PACK_COUNT; pack++)
        for (uint64_t short_of = ~left[pack] & GUARD_BITS; short_of; short_of &= short_of - 1) {
            int shift = __builtin_ctzll(short_of) - (LETTER_BITS - 1);
            count += 16 - (int)(left[pack] >> shift & LETTER_MASK);
            if (count > max)
                return count;
        }
    return count;
}

#endif
