/* The exact cover of tiles by words. See cover.h. */
#include "cover.h"

#include <stdlib.h>

enum {
    A_NODE = 64,          /* what a step costs beside the classes that are looked at */
    MEMORY = 1 << 18,     /* failures that are remembered */
};

/* --- levels ----------------------------------------------------------------------------------- */

void level_put(level_t *level)
{
    level->must_left = level->may_left = 0;
    for (int letter = 0; letter < MOST_LETTERS; letter++) {
        level->must_left += level->must[letter];
        level->may_left += level->may[letter];
    }
    level->room = room_of(level->must, level->may);
    level->known = 0;
    level->used = 0;
}

static int least(int one, int other)
{
    return one < other ? one : other;
}

void level_take(const level_t *level, level_t *next, laid_t *laid)
{
    memcpy(next->must, level->must, sizeof(pool_t));
    memcpy(next->may, level->may, sizeof(pool_t));
    next->jokers = level->jokers;
    laid->jokers = 0;
    for (int pack = 0; pack < PACKED; pack++)
        for (uint64_t left = laid->need.pack[pack]; left;) {
            int at = __builtin_ctzll(left) / LETTER_BITS, letter = pack * A_PACK + at;
            int count = (int)(left >> (at * LETTER_BITS) & A_LETTER);
            left &= ~(A_LETTER << (at * LETTER_BITS));
            int used = least(count, next->must[letter]);
            next->must[letter] = (uint8_t)(next->must[letter] - used);
            count -= used;
            used = least(count, next->may[letter]);
            next->may[letter] = (uint8_t)(next->may[letter] - used);
            for (count -= used; count > 0; count--, next->jokers--)
                laid->stands_for[laid->jokers++] = (uint8_t)letter;
        }
    level_put(next);
}

/* Gives the classes with this rarest letter that fit at a depth. */
static const uint32_t *fitting(cover_t *cover, int depth, int letter, uint32_t *count)
{
    level_t *level = &cover->level[depth];
    if (!(level->known >> letter & 1)) {
        const fitting_t *all = &cover->fitting;
        const uint32_t *ids = all->ids + all->start[letter];
        uint32_t many = all->start[letter + 1] - all->start[letter];
        if (depth > cover->base)
            ids = fitting(cover, depth - 1, letter, &many);
        if (level->used + many > level->ids_room) {
            size_t room = (level->used + many) * 2;
            uint32_t *grown = realloc(level->ids, room * sizeof *grown);
            if (!grown) {
                cover->no_memory = 1;
                cover->effort = 0;
                return *count = 0, NULL;
            }
            level->ids = grown;
            level->ids_room = room;
        }
        cover->effort -= many;
        uint32_t *put = level->ids + level->used;
        const need_t *need = cover->index->need;
        for (uint32_t at = 0; at < many; at++) {
            *put = ids[at];
            put += missing(&level->room, &need[ids[at]], level->jokers) <= level->jokers;
        }
        level->list[letter].from = (uint32_t)level->used;
        level->list[letter].count = (uint32_t)(put - level->ids - (ptrdiff_t)level->used);
        level->used = (size_t)(put - level->ids);
        level->known |= UINT64_C(1) << letter;
    }
    *count = level->list[letter].count;
    return level->ids + level->list[letter].from;
}

/* --- what failed ------------------------------------------------------------------------------ */

static uint64_t mixed(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}

static memo_t memo_of(const cover_t *cover, const level_t *level)
{
    uint64_t words[2 * MOST_LETTERS / 8 + 1];
    memcpy(words, level->must, MOST_LETTERS);
    memcpy((uint8_t *)words + MOST_LETTERS, level->may, MOST_LETTERS);
    words[2 * MOST_LETTERS / 8] = (uint64_t)level->jokers << 1 | (level->jokers && cover->all);
    memo_t memo = {cover->salt, ~cover->salt};
    for (size_t at = 0; at < sizeof words / sizeof *words; at++) {
        memo.one = mixed(memo.one, words[at]);
        memo.other = mixed(memo.other + 0x632BE59BD9B4E019, words[at]);
    }
    return memo;
}

static int has_failed(const cover_t *cover, const memo_t *memo)
{
    const memo_t *known = &cover->memory[memo->one & (MEMORY - 1)];
    return known->one == memo->one && known->other == memo->other;
}

/* --- the search ------------------------------------------------------------------------------- */

enum { MOST_IN_A_CLASS = MOST_LAID + MOST_WORDS };

int length_of(const need_t *need)
{
    int length = 0;
    for (int letter = 0; letter < MOST_LETTERS; letter++)
        length += count_of(need, letter);
    return length;
}

int cover_has_word(const cover_t *cover, int64_t class)
{
    int used = 0;
    for (int at = 0; at < cover->laid_count; at++)
        used += cover->laid[at].class == class;
    if (cover->old_bits >> (class & 63) & 1)
        for (int old = 0; old < cover->old_words; old++)
            used += cover->old_class[old] == class;
    if (!used)
        return 1;
    uint8_t words[MOST_IN_A_CLASS * LONGEST_WORD];
    const need_t *need = &cover->index->need[class];
    return used < index_words(cover->index, need, length_of(need), cover->accepted, words,
                              MOST_IN_A_CLASS);
}

/* Lays a word and goes on behind it. */
static outcome_t lay_word(cover_t *cover, int depth, const laid_t *word)
{
    level_t *next = &cover->level[depth + 1];
    laid_t *laid = &cover->laid[cover->laid_count];
    *laid = *word;
    level_take(&cover->level[depth], next, laid);
    int left = next->must_left + next->may_left + next->jokers;
    if (next->must_left && left < cover->shortest)
        return FAILED;
    cover->laid_count++;
    outcome_t outcome = cover_lay(cover, depth + 1);
    if (outcome != FOUND)
        cover->laid_count--;
    return outcome;
}

/* Tries the words of the table that lay there with this letter. */
static outcome_t keep_words(cover_t *cover, int depth, int letter)
{
    const level_t *level = &cover->level[depth];
    outcome_t outcome = FAILED;
    for (int old = 0; old < cover->old_words; old++) {
        const need_t *need = &cover->old_need[old];
        if (!(cover->old_open >> old & 1) || !count_of(need, letter) ||
            missing(&level->room, need, level->jokers) > level->jokers)
            continue;
        if (cover->old_laid >> old & 1) {
            outcome = FAILED_BY_NAME;
            continue;
        }
        laid_t word = {.class = -1, .kept = old, .length = cover->old_length[old], .need = *need,
                       .taken = -1};
        cover->old_laid ^= UINT64_C(1) << old;
        outcome_t then = lay_word(cover, depth, &word);
        cover->old_laid ^= UINT64_C(1) << old;
        if (then >= OUT_OF_EFFORT)
            return then;
        outcome = then > outcome ? then : outcome;
    }
    return outcome;
}

static outcome_t make_word(cover_t *cover, int depth, uint32_t class)
{
    if (!cover_has_word(cover, class))
        return FAILED_BY_NAME;
    const need_t *need = &cover->index->need[class];
    laid_t word = {.class = class, .kept = -1, .length = length_of(need), .need = *need,
                   .taken = -1};
    return lay_word(cover, depth, &word);
}

/* Tries the words of the index with this letter whose rarest letter is another. */
static outcome_t make_words(cover_t *cover, int depth, int letter, int rarest)
{
    outcome_t outcome = FAILED;
    uint32_t count;
    fitting(cover, depth, rarest, &count);
    for (uint32_t at = 0; at < count && outcome < OUT_OF_EFFORT; at++) {
        /* Read anew each time: lists move when they grow. */
        const level_t *level = &cover->level[depth];
        uint32_t class = level->ids[level->list[rarest].from + at];
        if (rarest != letter && !count_of(&cover->index->need[class], letter))
            continue;
        outcome_t then = make_word(cover, depth, class);
        outcome = then > outcome ? then : outcome;
    }
    return outcome;
}

/* Is a rarest letter possible for words with the rarest letter that must be laid? */
static int may_be_rarest(const level_t *level, int rarest, int letter)
{
    return rarest == letter || level->may[rarest] || level->jokers;
}

/* --- guided ----------------------------------------------------------------------------------- */

enum { GUIDES = 12, A_GUIDE = 8 /* what it costs to weigh a word */ };

typedef struct {
    float weight[GUIDES];
    uint32_t class[GUIDES];
    int count;
    int left_out;
} guides_t;

static float weight_of(const need_t *need, const float *surplus)
{
    float weight = 0;
    for (int pack = 0; pack < PACKED; pack++)
        for (uint64_t left = need->pack[pack]; left;) {
            int at = __builtin_ctzll(left) / LETTER_BITS;
            weight += surplus[pack * A_PACK + at] *
                      (float)(left >> (at * LETTER_BITS) & A_LETTER);
            left &= ~(A_LETTER << (at * LETTER_BITS));
        }
    return weight;
}

static void add_guide(guides_t *guides, uint32_t class, float weight)
{
    int at = guides->count;
    if (at == GUIDES) {
        guides->left_out = 1;
        if (weight <= guides->weight[--at])
            return;
    } else {
        guides->count++;
    }
    for (; at && guides->weight[at - 1] < weight; at--) {
        guides->weight[at] = guides->weight[at - 1];
        guides->class[at] = guides->class[at - 1];
    }
    guides->weight[at] = weight;
    guides->class[at] = class;
}

/* Tries the few words that leave the rest most like a language: a rest with a vowel to twenty
 * consonants is never laid. */
static outcome_t make_guided(cover_t *cover, int depth, int letter)
{
    const level_t *level = &cover->level[depth];
    guides_t guides = {.count = 0};
    float surplus[MOST_LETTERS];
    for (int each = 0; each < MOST_LETTERS; each++) {
        float usual = cover->index->share[each] * (float)level->must_left;
        surplus[each] = (float)level->must[each] / (usual + 0.5f) - 1;
    }
    for (int rarest = 0; rarest <= letter; rarest++) {
        uint32_t count;
        if (!may_be_rarest(level, rarest, letter))
            continue;
        const uint32_t *class = fitting(cover, depth, rarest, &count);
        cover->effort -= A_GUIDE * (int64_t)count;
        for (uint32_t at = 0; at < count; at++) {
            const need_t *need = &cover->index->need[class[at]];
            if (rarest == letter || count_of(need, letter))
                add_guide(&guides, class[at], weight_of(need, surplus));
        }
    }
    outcome_t outcome = FAILED;
    for (int at = 0; at < guides.count && outcome < OUT_OF_EFFORT; at++) {
        outcome_t then = make_word(cover, depth, guides.class[at]);
        outcome = then > outcome ? then : outcome;
    }
    /* What was left out might have been the way. */
    return guides.left_out && outcome == FAILED ? FAILED_BY_NAME : outcome;
}

/* --- all of it -------------------------------------------------------------------------------- */

static outcome_t make_all(cover_t *cover, int depth, int letter)
{
    outcome_t outcome = FAILED;
    for (int rarest = 0; rarest <= letter && outcome < OUT_OF_EFFORT; rarest++)
        if (may_be_rarest(&cover->level[depth], rarest, letter)) {
            outcome_t then = make_words(cover, depth, letter, rarest);
            outcome = then > outcome ? then : outcome;
        }
    return outcome;
}

outcome_t cover_lay(cover_t *cover, int depth)
{
    const level_t *level = &cover->level[depth];
    if (!level->must_left)
        return cover->all && level->jokers ? FAILED : FOUND;
    if (level->must_left + level->may_left + level->jokers < cover->shortest)
        return FAILED;
    cover->effort -= A_NODE;
    if (cover->effort <= 0)
        return OUT_OF_EFFORT;
    memo_t memo = memo_of(cover, level);
    if (has_failed(cover, &memo))
        return FAILED;
    int letter = 0;
    while (!level->must[letter])
        letter++;
    outcome_t outcome = FAILED;
    for (int turn = 0; turn < 2 && outcome < OUT_OF_EFFORT; turn++) {
        outcome_t then;
        if (turn == (cover->order != KEEPING))
            then = keep_words(cover, depth, letter);
        else if (cover->order == GUIDED)
            then = make_guided(cover, depth, letter);
        else
            then = make_all(cover, depth, letter);
        outcome = then > outcome ? then : outcome;
    }
    if (outcome == FAILED && !cover->no_memory)
        cover->memory[memo.one & (MEMORY - 1)] = memo;
    return outcome;
}

int cover_begin(cover_t *cover)
{
    cover->level = calloc(MOST_LAID, sizeof *cover->level);
    cover->memory = calloc(MEMORY, sizeof *cover->memory);
    return cover->level && cover->memory ? 0 : -1;
}

void cover_end(cover_t *cover)
{
    for (int depth = 0; cover->level && depth < MOST_LAID; depth++)
        free(cover->level[depth].ids);
    free(cover->level);
    free(cover->memory);
    free(cover->fitting.ids);
}
