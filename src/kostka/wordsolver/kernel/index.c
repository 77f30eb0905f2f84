/* The index of words. See index.h. */
#include "index.h"

#include <stdlib.h>

/* --- the automaton ---------------------------------------------------------------------------- */

enum { NO_STATE = UINT32_MAX, BEING_READ = UINT32_MAX - 1, NO_UNIT = UINT32_MAX, MAX_VALUE = 7 };
enum {
    MAX_STATES = 1 << 26,   /* so that an edge has room for a state and a letter */
    MAX_PREFIXES = 1 << 27, /* beginnings of words: ten times those of a large lexicon */
};

/* What goes on from a state: a damaged automaton may have more words than anybody could read. */
typedef struct {
    uint32_t prefixes;
    uint8_t length; /* of the longest rest of a word */
} extent_t;

typedef struct {
    index_t *index;
    const uint32_t *units;
    size_t unit_count;
    const uint8_t *letters;
    uint32_t *state_of; /* of a unit */
    extent_t *extents;  /* of the states */
    size_t state_room, edge_room, extent_room;
    int damaged, no_memory;
} reader_t;

static uint32_t get_offset(uint32_t unit)
{
    return unit >> 10 << ((unit & 0x200) >> 6);
}

/* Follows a byte; NO_UNIT if no word goes on like that. */
static uint32_t follow_byte(reader_t *reader, uint32_t at, uint8_t byte)
{
    size_t next = at ^ get_offset(reader->units[at]) ^ byte;
    if (next >= reader->unit_count)
        return NO_UNIT;
    return (reader->units[next] & 0x800000FF) == byte ? (uint32_t)next : NO_UNIT;
}

static uint32_t follow_letter(reader_t *reader, uint32_t at, int letter)
{
    const uint8_t *bytes = reader->letters + 4 * letter;
    for (int byte = 0; byte < 4 && bytes[byte] && at != NO_UNIT; byte++)
        at = follow_byte(reader, at, bytes[byte]);
    return at;
}

/* Returns the bit for the value of the word that ends here; 0 if none does. */
static int read_word_value(reader_t *reader, uint32_t at)
{
    if (!(reader->units[at] & 0x100))
        return 0;
    size_t leaf = at ^ get_offset(reader->units[at]);
    if (leaf >= reader->unit_count)
        return reader->damaged = 1, 0;
    uint32_t value = reader->units[leaf] & 0x7FFFFFFF;
    return 1 << (value < MAX_VALUE ? value : MAX_VALUE);
}

static int grow_array(void **array, size_t *room, size_t wanted, size_t size)
{
    if (wanted <= *room)
        return 0;
    size_t larger = *room * 2 > wanted ? *room * 2 : wanted + 1024;
    void *grown = realloc(*array, larger * size);
    if (!grown)
        return -1;
    *array = grown;
    *room = larger;
    return 0;
}

/* Reads a state and all that follow it; returns its number, NO_STATE if something is wrong. */
static uint32_t read_state(reader_t *reader, uint32_t unit, int depth)
{
    index_t *index = reader->index;
    if (reader->state_of[unit] == BEING_READ || depth > MAX_WORD_LENGTH)
        return reader->damaged = 1, NO_STATE;
    if (reader->state_of[unit] != NO_STATE) {
        uint32_t known = reader->state_of[unit];
        if (depth + reader->extents[known].length > MAX_WORD_LENGTH)
            return reader->damaged = 1, NO_STATE;
        return known;
    }
    reader->state_of[unit] = BEING_READ;
    uint32_t next[MAX_LETTERS], edges = 0, state = index->state_count++;
    extent_t extent = {.prefixes = 1};
    if (state >= MAX_STATES)
        return reader->damaged = 1, NO_STATE;
    if (grow_array((void **)&index->states, &reader->state_room, state + 1,
                   sizeof *index->states) ||
        grow_array((void **)&reader->extents, &reader->extent_room, state + 1,
                   sizeof *reader->extents))
        return reader->no_memory = 1, NO_STATE;
    /* The edges of a state are stored together, so the states below are read first. */
    for (int letter = 0; letter < index->letter_count; letter++) {
        uint32_t to = follow_letter(reader, unit, letter);
        if (to == NO_UNIT)
            continue;
        to = read_state(reader, to, depth + 1);
        if (to == NO_STATE)
            return NO_STATE;
        next[edges++] = to << 6 | (uint32_t)letter;
        extent.prefixes += reader->extents[to].prefixes;
        if (extent.prefixes > MAX_PREFIXES)
            return reader->damaged = 1, NO_STATE;
        if (extent.length <= reader->extents[to].length)
            extent.length = (uint8_t)(reader->extents[to].length + 1);
    }
    reader->extents[state] = extent;
    if (grow_array((void **)&index->edges, &reader->edge_room, index->edge_count + edges,
             sizeof *index->edges))
        return reader->no_memory = 1, NO_STATE;
    if (edges)
        memcpy(index->edges + index->edge_count, next, edges * sizeof *next);
    index->states[state] =
        (state_t){index->edge_count, (uint8_t)edges, (uint8_t)read_word_value(reader, unit)};
    index->edge_count += edges;
    return reader->state_of[unit] = state;
}

/* --- walks over all words --------------------------------------------------------------------- */

typedef struct walk word_walk_t;
struct walk {
    index_t *index;
    int min_length, length;
    uint8_t word; /* that ends here: the bit of its value */
    letters_t need;  /* the letters on the way, by rank */
    void (*visit)(word_walk_t *walk);
    uint64_t seen[MAX_LETTERS]; /* words with each letter, by its place */
    uint32_t *fill;              /* where the next class with a rarest letter and length goes */
};

static void visit_words(word_walk_t *walk, uint32_t state)
{
    const state_t *at = &walk->index->states[state];
    walk->word = at->word;
    if (at->word && walk->length >= walk->min_length)
        walk->visit(walk);
    walk->length++;
    for (uint32_t edge = at->first_edge, end = edge + at->edges; edge < end; edge++) {
        uint32_t to = walk->index->edges[edge];
        int rank = walk->index->rank[to & 63];
        if (count_letter(&walk->need, rank) == MAX_ALIKE)
            continue;
        add_letter(&walk->need, rank);
        visit_words(walk, to >> 6);
        remove_letter(&walk->need, rank);
    }
    walk->length--;
}

/* Counts letters while they are not ranked yet: each has its place for a rank. */
static void count_letter_use(word_walk_t *walk)
{
    for (int pack = 0; pack < PACK_COUNT; pack++)
        for (uint64_t left = walk->need.pack[pack]; left;) {
            int at = __builtin_ctzll(left) / LETTER_BITS;
            left &= ~(LETTER_MASK << (at * LETTER_BITS));
            walk->seen[pack * PACK_LETTERS + at]++;
        }
}

static int find_rarest(const letters_t *need)
{
    int pack = 0;
    while (pack < PACK_COUNT - 1 && !need->pack[pack])
        pack++;
    uint64_t bits = need->pack[pack];
    return bits ? pack * PACK_LETTERS + __builtin_ctzll(bits) / LETTER_BITS : -1;
}

/* Counts into the entry after the one for these words, so that sums become starts. */
static void count_classes(word_walk_t *walk)
{
    walk->index->start[find_rarest(&walk->need)][MAX_WORD_LENGTH - walk->length + 1]++;
}

/* While classes are sorted, the value of a word is stored above its letters. */
#define VALUE_BITS (PACK_LETTERS * LETTER_BITS)
#define ONLY_LETTERS ((UINT64_C(1) << VALUE_BITS) - 1)

static void store_class(word_walk_t *walk)
{
    letters_t need = walk->need;
    need.pack[0] |= (uint64_t)__builtin_ctz(walk->word) << VALUE_BITS;
    int at = find_rarest(&walk->need) * (MAX_WORD_LENGTH + 2) + MAX_WORD_LENGTH - walk->length;
    walk->index->need[walk->fill[at]++] = need;
}

/* --- classes ---------------------------------------------------------------------------------- */

static int compare_letters(const letters_t *one, const letters_t *other)
{
    for (int pack = PACK_COUNT - 1; pack; pack--)
        if (one->pack[pack] != other->pack[pack])
            return one->pack[pack] < other->pack[pack] ? -1 : 1;
    uint64_t first = one->pack[0] & ONLY_LETTERS, second = other->pack[0] & ONLY_LETTERS;
    return (first > second) - (first < second);
}

/* Sorts classes: quicksort with the middle of three, insertion for what is short. */
static void sort_classes(letters_t *first, letters_t *last)
{
    while (last - first > 12) {
        letters_t *middle = first + (last - first) / 2, swap, pivot;
        const letters_t *end = last - 1;
        if (compare_letters(middle, first) < 0)
            swap = *middle, *middle = *first, *first = swap;
        if (compare_letters(end, first) < 0)
            pivot = *first;
        else
            pivot = compare_letters(end, middle) < 0 ? *end : *middle;
        letters_t *left = first, *right = last - 1;
        while (left <= right) {
            while (compare_letters(left, &pivot) < 0)
                left++;
            while (compare_letters(&pivot, right) < 0)
                right--;
            if (left <= right) {
                swap = *left, *left = *right, *right = swap;
                left++, right--;
            }
        }
        if (right + 1 - first < last - left) {
            sort_classes(first, right + 1);
            first = left;
        } else {
            sort_classes(left, last);
            last = right + 1;
        }
    }
    for (letters_t *at = first + 1; at < last; at++)
        for (letters_t *back = at; back > first && compare_letters(back, back - 1) < 0; back--) {
            letters_t swap = *back;
            *back = back[-1], back[-1] = swap;
        }
}

/* Merges words with the same letters into one class. */
static void merge_classes(index_t *index)
{
    uint32_t kept = 0;
    for (int letter = 0; letter < index->letter_count; letter++) {
        for (int at = 0; at <= MAX_WORD_LENGTH; at++) {
            uint32_t begin = index->start[letter][at], end = index->start[letter][at + 1];
            index->start[letter][at] = kept;
            sort_classes(index->need + begin, index->need + end);
            for (uint32_t one = begin, next; one < end; one = next) {
                uint8_t values = 0;
                for (next = one; next < end; next++) {
                    if (compare_letters(&index->need[one], &index->need[next]))
                        break;
                    values |= (uint8_t)(1 << (index->need[next].pack[0] >> VALUE_BITS));
                }
                index->need[kept] = index->need[one];
                index->need[kept].pack[0] &= ONLY_LETTERS;
                index->values[kept++] = values;
            }
        }
        index->start[letter][MAX_WORD_LENGTH + 1] = kept;
    }
    index->class_count = kept;
}

static void rank_letters(index_t *index, const uint64_t *seen)
{
    uint64_t all = 0;
    for (int place = 0; place < index->letter_count; place++)
        all += seen[place];
    for (int place = 0; place < index->letter_count; place++) {
        int rank = 0;
        for (int other = 0; other < index->letter_count; other++)
            rank += seen[other] < seen[place] || (seen[other] == seen[place] && other < place);
        index->rank[place] = (uint8_t)rank;
        index->place[rank] = (uint8_t)place;
        index->share[rank] = (float)seen[place] / (float)(all ? all : 1);
    }
}

static int build_classes(index_t *index, int min_length)
{
    uint32_t fill[MAX_LETTERS * (MAX_WORD_LENGTH + 2)];
    for (int place = 0; place < index->letter_count; place++)
        index->rank[place] = (uint8_t)place;
    word_walk_t walk = {.index = index, .min_length = min_length, .visit = count_letter_use};
    visit_words(&walk, 0);
    rank_letters(index, walk.seen);
    walk.visit = count_classes;
    visit_words(&walk, 0);
    uint32_t sum = 0;
    for (int letter = 0; letter < index->letter_count; letter++)
        for (int at = 0; at <= MAX_WORD_LENGTH + 1; at++) {
            sum += index->start[letter][at];
            index->start[letter][at] = sum;
        }
    memcpy(fill, index->start, sizeof fill);
    index->need = malloc((sum + 1) * sizeof *index->need);
    index->values = malloc(sum + 1);
    if (!index->need || !index->values)
        return -1;
    walk.visit = store_class;
    walk.fill = fill;
    visit_words(&walk, 0);
    merge_classes(index);
    void *need = realloc(index->need, (index->class_count + 1) * sizeof *index->need);
    void *values = realloc(index->values, index->class_count + 1);
    index->need = need ? need : index->need;
    index->values = values ? values : index->values;
    return 0;
}

int build_index(index_t *index, const uint32_t *units, size_t unit_count, const uint8_t *letters,
               int letter_count, int min_length)
{
    memset(index, 0, sizeof *index);
    index->letter_count = letter_count;
    reader_t reader = {
        .index = index,
        .units = units,
        .unit_count = unit_count,
        .letters = letters,
        .state_of = malloc(unit_count * sizeof(uint32_t)),
    };
    if (!reader.state_of)
        return -1;
    memset(reader.state_of, 0xFF, unit_count * sizeof(uint32_t));
    read_state(&reader, 0, 0);
    free(reader.state_of);
    free(reader.extents);
    int failed = reader.no_memory ? -1 : reader.damaged;
    if (!failed)
        failed = build_classes(index, min_length);
    if (failed)
        free_index(index);
    return failed;
}

void free_index(index_t *index)
{
    free(index->need);
    free(index->values);
    free(index->states);
    free(index->edges);
    memset(index, 0, sizeof *index);
}

/* --- looking up ------------------------------------------------------------------------------- */

int has_word(const index_t *index, const uint8_t *places, int length, uint8_t accepted)
{
    const state_t *at = index->states;
    for (int letter = 0; letter < length; letter++) {
        uint32_t edge = at->first_edge, end = edge + at->edges;
        while (edge < end && (index->edges[edge] & 63) != places[letter])
            edge++;
        if (edge == end)
            return 0;
        at = &index->states[index->edges[edge] >> 6];
    }
    return (at->word & accepted) != 0;
}

int64_t find_class(const index_t *index, const letters_t *need, int length)
{
    int rarest = find_rarest(need);
    if (rarest < 0 || length > MAX_WORD_LENGTH)
        return -1;
    uint32_t low = find_class_start(index, rarest, length);
    uint32_t high = find_class_start(index, rarest, length - 1);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = compare_letters(&index->need[middle], need);
        if (!order)
            return middle;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return -1;
}

typedef struct {
    const index_t *index;
    letters_t left;
    int length, depth, count, max;
    uint8_t accepted;
    uint8_t way[MAX_WORD_LENGTH];
    uint8_t *words;
} spelling_t;

static void spell_words(spelling_t *spelling, uint32_t state)
{
    const index_t *index = spelling->index;
    const state_t *at = &index->states[state];
    if (spelling->depth == spelling->length) {
        if (at->word & spelling->accepted && spelling->count < spelling->max)
            memcpy(spelling->words + (size_t)spelling->count++ * (size_t)spelling->length,
                   spelling->way, (size_t)spelling->length);
        return;
    }
    for (uint32_t edge = at->first_edge; edge < at->first_edge + at->edges; edge++) {
        int place = (int)(index->edges[edge] & 63), rank = index->rank[place];
        if (!count_letter(&spelling->left, rank))
            continue;
        spelling->way[spelling->depth++] = (uint8_t)place;
        remove_letter(&spelling->left, rank);
        spell_words(spelling, index->edges[edge] >> 6);
        add_letter(&spelling->left, rank);
        spelling->depth--;
    }
}

int list_class_words(const index_t *index, const letters_t *need, int length, uint8_t accepted,
                uint8_t *words, int max)
{
    spelling_t spelling = {.index = index, .left = *need, .length = length, .max = max,
                           .accepted = accepted, .words = words};
    spell_words(&spelling, 0);
    return spelling.count;
}
