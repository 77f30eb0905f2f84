/* How many there are of each letter, packed so that "do these tiles make that word?" is three
 * subtractions. Letters are numbered by how rare they are, the rarest first. */
#ifndef LETTERS_H
#define LETTERS_H

#include <stdint.h>
#include <string.h>

enum {
    MOST_LETTERS = 36, /* of an alphabet */
    PACKED = 3,
    A_PACK = MOST_LETTERS / PACKED, /* letters in 64 bits */
    LETTER_BITS = 5,                /* 4 for a count, 1 that a subtraction may borrow */
    MOST_ALIKE = 15,                /* of one letter in a word; more in a pool never matter */
    LONGEST_WORD = 48,
};

#define BORROWS UINT64_C(0x0842108421084210) /* the highest bit of every letter */
#define A_LETTER UINT64_C(31)

/* The letters of a word. */
typedef struct {
    uint64_t pack[PACKED];
} need_t;

/* Tiles by letter. */
typedef uint8_t pool_t[MOST_LETTERS];

static inline int count_of(const need_t *need, int letter)
{
    return (int)(need->pack[letter / A_PACK] >> (letter % A_PACK * LETTER_BITS) & A_LETTER);
}

static inline void add_letter(need_t *need, int letter)
{
    need->pack[letter / A_PACK] += UINT64_C(1) << (letter % A_PACK * LETTER_BITS);
}

static inline void take_letter(need_t *need, int letter)
{
    need->pack[letter / A_PACK] -= UINT64_C(1) << (letter % A_PACK * LETTER_BITS);
}

/* Tiles as something that words can be subtracted from. */
static inline need_t room_of(const pool_t tiles, const pool_t more)
{
    need_t room;
    for (int pack = 0, letter = 0; pack < PACKED; pack++) {
        uint64_t bits = BORROWS;
        for (int at = 0; at < A_PACK; at++, letter++) {
            unsigned count = (unsigned)tiles[letter] + more[letter];
            bits |= (uint64_t)(count < MOST_ALIKE ? count : MOST_ALIKE) << (at * LETTER_BITS);
        }
        room.pack[pack] = bits;
    }
    return room;
}

/* How many letters of a word are missing in a room; any number above `most` means: too many. */
static inline int missing(const need_t *room, const need_t *need, int most)
{
    uint64_t left[PACKED], kept = BORROWS;
    for (int pack = 0; pack < PACKED; pack++)
        kept &= left[pack] = room->pack[pack] - need->pack[pack];
    if (kept == BORROWS)
        return 0;
    if (!most)
        return 1;
    int count = 0;
    for (int pack = 0; pack < PACKED; pack++)
        for (uint64_t short_of = ~left[pack] & BORROWS; short_of; short_of &= short_of - 1) {
            int shift = __builtin_ctzll(short_of) - (LETTER_BITS - 1);
            count += 16 - (int)(left[pack] >> shift & A_LETTER);
            if (count > most)
                return count;
        }
    return count;
}

#endif
