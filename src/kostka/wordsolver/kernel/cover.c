/* The exact cover of tiles by words. See cover.h. */
#include "cover.h"

#include <stdlib.h>

enum {
    NODE_COST = 64,          /* effort of a node, beside the classes that are looked at */
    MEMO_SLOTS = 1 << 18,     /* for failures */
};

/* --- levels ----------------------------------------------------------------------------------- */

void update_level(level_t *level)
{
    level->must_left = level->may_left = 0;
    for (int letter = 0; letter < MAX_LETTERS; letter++) {
        level->must_left += level->must[letter];
        level->may_left += level->may[letter];
    }
    level->room = pack_room(level->must, level->may);
    level->known = 0;
    level->used = 0;
}

static int min_int(int one, int other)
{
    return one < other ? one : other;
}

void take_word(const level_t *level, level_t *next, placed_word_t *laid)
{
    memcpy(next->must, level->must, sizeof(pool_t));
    memcpy(next->may, level->may, sizeof(pool_t));
    next->jokers = level->jokers;
    laid->jokers = 0;
    for (int pack = 0; pack < PACK_COUNT; pack++)
        for (uint64_t left = laid->need.pack[pack]; left;) {
            int at = __builtin_ctzll(left) / LETTER_BITS, letter = pack * PACK_LETTERS + at;
            int count = (int)(left >> (at * LETTER_BITS) & LETTER_MASK);
            left &= ~(LETTER_MASK << (at * LETTER_BITS));
            int used = min_int(count, next->must[letter]);
            next->must[letter] = (uint8_t)(next->must[letter] - used);
            count -= used;
            used = min_int(count, next->may[letter]);
            next->may[letter] = (uint8_t)(next->may[letter] - used);
            for (count -= used; count > 0; count--, next->jokers--)
                laid->stands_for[laid->jokers++] = (uint8_t)letter;
        }
    assert(next->jokers >= 0 && laid->jokers <= MAX_JOKERS);
    update_level(next);
}

/* Returns the classes with this rarest letter that fit at a depth; lists them if need be. */
static const uint32_t *list_fitting(cover_t *cover, int depth, int letter, uint32_t *count)
{
    level_t *level = &cover->level[depth];
    if (!(level->known >> letter & 1)) {
        const fitting_t *all = &cover->fitting;
        const uint32_t *ids = all->ids + all->start[letter];
        uint32_t many = all->start[letter + 1] - all->start[letter];
        if (depth > cover->base)
            ids = list_fitting(cover, depth - 1, letter, &many);
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
        const letters_t *need = cover->index->need;
        for (uint32_t at = 0; at < many; at++) {
            *put = ids[at];
            put += count_missing(&level->room, &need[ids[at]], level->jokers) <= level->jokers;
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

static uint64_t mix_hash(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}

static memo_t make_memo(const cover_t *cover, const level_t *level)
{
    uint64_t words[2 * MAX_LETTERS / 8 + 1];
    memcpy(words, level->must, MAX_LETTERS);
    memcpy((uint8_t *)words + MAX_LETTERS, level->may, MAX_LETTERS);
    words[2 * MAX_LETTERS / 8] = (uint64_t)level->jokers << 1 | (level->jokers && cover->all);
    memo_t memo = {cover->salt, ~cover->salt};
    for (size_t at = 0; at < sizeof words / sizeof *words; at++) {
        memo.one = mix_hash(memo.one, words[at]);
        memo.other = mix_hash(memo.other + 0x632BE59BD9B4E019, words[at]);
    }
    return memo;
}

static int has_failed(const cover_t *cover, const memo_t *memo)
{
    const memo_t *known = &cover->memory[memo->one & (MEMO_SLOTS - 1)];
    return known->one == memo->one && known->other == memo->other;
}

/* --- the search ------------------------------------------------------------------------------- */

enum { MAX_CLASS_WORDS = MAX_PLACED + MAX_TABLE_WORDS };

int count_all_letters(const letters_t *need)
{
    int length = 0;
    for (int letter = 0; letter < MAX_LETTERS; letter++)
        length += count_letter(need, letter);
    return length;
}

int has_unused_word(const cover_t *cover, int64_t class)
{
    int used = 0;
    for (int at = 0; at < cover->placed_count; at++)
        used += cover->placed[at].class == class;
    if (cover->old_bits >> (class & 63) & 1)
        for (int old = 0; old < cover->old_word_count; old++)
            used += cover->old_class[old] == class;
    if (!used)
        return 1;
    uint8_t words[MAX_CLASS_WORDS * MAX_WORD_LENGTH];
    const letters_t *need = &cover->index->need[class];
    return used < list_class_words(cover->index, need, count_all_letters(need), cover->accepted,
                                   words, MAX_CLASS_WORDS);
}

/* Places a word and goes on after it. */
static outcome_t place_word(cover_t *cover, int depth, const placed_word_t *word)
{
    level_t *next = &cover->level[depth + 1];
    assert(cover->placed_count < MAX_PLACED && depth + 1 < MAX_PLACED);
    placed_word_t *laid = &cover->placed[cover->placed_count];
    *laid = *word;
    take_word(&cover->level[depth], next, laid);
    int left = next->must_left + next->may_left + next->jokers;
    if (next->must_left && left < cover->min_length)
        return FAILED;
    cover->placed_count++;
    outcome_t outcome = cover_tiles(cover, depth + 1);
    if (outcome != FOUND)
        cover->placed_count--;
    return outcome;
}

/* Tries the open words of the table with this letter, as they were. */
static outcome_t try_old_words(cover_t *cover, int depth, int letter)
{
    const level_t *level = &cover->level[depth];
    outcome_t outcome = FAILED;
    for (int old = 0; old < cover->old_word_count; old++) {
        const letters_t *need = &cover->old_need[old];
        if (!(cover->old_open >> old & 1) || !count_letter(need, letter) ||
            count_missing(&level->room, need, level->jokers) > level->jokers)
            continue;
        if (cover->old_placed >> old & 1) {
            outcome = FAILED_FOR_NOW;
            continue;
        }
        placed_word_t word = {.class = -1, .kept = old, .length = cover->old_length[old],
                              .need = *need, .taken = -1};
        cover->old_placed ^= UINT64_C(1) << old;
        outcome_t then = place_word(cover, depth, &word);
        cover->old_placed ^= UINT64_C(1) << old;
        if (then >= OUT_OF_EFFORT)
            return then;
        outcome = then > outcome ? then : outcome;
    }
    return outcome;
}

static outcome_t try_class(cover_t *cover, int depth, uint32_t class)
{
    if (!has_unused_word(cover, class))
        return FAILED_FOR_NOW;
    const letters_t *need = &cover->index->need[class];
    placed_word_t word = {.class = class, .kept = -1, .length = count_all_letters(need),
                          .need = *need, .taken = -1};
    return place_word(cover, depth, &word);
}

/* Tries the words of the index that have this letter and this rarest letter. */
static outcome_t try_classes(cover_t *cover, int depth, int letter, int rarest)
{
    outcome_t outcome = FAILED;
    uint32_t count;
    list_fitting(cover, depth, rarest, &count);
    for (uint32_t at = 0; at < count && outcome < OUT_OF_EFFORT; at++) {
        /* Read again each time: lists move when they grow. */
        const level_t *level = &cover->level[depth];
        uint32_t class = level->ids[level->list[rarest].from + at];
        if (rarest != letter && !count_letter(&cover->index->need[class], letter))
            continue;
        outcome_t then = try_class(cover, depth, class);
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

enum { MAX_GUIDES = 12, GUIDE_COST = 8 /* effort of weighing a word */ };

typedef struct {
    float weight[MAX_GUIDES];
    uint32_t class[MAX_GUIDES];
    int count;
    int left_out;
} guides_t;

static float weigh_word(const letters_t *need, const float *surplus)
{
    float weight = 0;
    for (int pack = 0; pack < PACK_COUNT; pack++)
        for (uint64_t left = need->pack[pack]; left;) {
            int at = __builtin_ctzll(left) / LETTER_BITS;
            weight += surplus[pack * PACK_LETTERS + at] *
                      (float)(left >> (at * LETTER_BITS) & LETTER_MASK);
            left &= ~(LETTER_MASK << (at * LETTER_BITS));
        }
    return weight;
}

static void add_guide(guides_t *guides, uint32_t class, float weight)
{
    int at = guides->count;
    if (at == MAX_GUIDES) {
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

/* Tries the few words that leave a rest with the usual shares of letters: one vowel with twenty
 * consonants is never laid. */
static outcome_t try_guided(cover_t *cover, int depth, int letter)
{
    const level_t *level = &cover->level[depth];
    guides_t guides = {.count = 0};
    float surplus[MAX_LETTERS];
    for (int each = 0; each < MAX_LETTERS; each++) {
        float usual = cover->index->share[each] * (float)level->must_left;
        surplus[each] = (float)level->must[each] / (usual + 0.5f) - 1;
    }
    for (int rarest = 0; rarest <= letter; rarest++) {
        uint32_t count;
        if (!may_be_rarest(level, rarest, letter))
            continue;
        const uint32_t *class = list_fitting(cover, depth, rarest, &count);
        cover->effort -= GUIDE_COST * (int64_t)count;
        for (uint32_t at = 0; at < count; at++) {
            const letters_t *need = &cover->index->need[class[at]];
            if (rarest == letter || count_letter(need, letter))
                add_guide(&guides, class[at], weigh_word(need, surplus));
        }
    }
    outcome_t outcome = FAILED;
    for (int at = 0; at < guides.count && outcome < OUT_OF_EFFORT; at++) {
        outcome_t then = try_class(cover, depth, guides.class[at]);
        outcome = then > outcome ? then : outcome;
    }
    /* A word that was left out might have worked. */
    return guides.left_out && outcome == FAILED ? FAILED_FOR_NOW : outcome;
}

/* --- all of it -------------------------------------------------------------------------------- */

static outcome_t try_all_classes(cover_t *cover, int depth, int letter)
{
    outcome_t outcome = FAILED;
    for (int rarest = 0; rarest <= letter && outcome < OUT_OF_EFFORT; rarest++)
        if (may_be_rarest(&cover->level[depth], rarest, letter)) {
            outcome_t then = try_classes(cover, depth, letter, rarest);
            outcome = then > outcome ? then : outcome;
        }
    return outcome;
}

/* Lays the jokers that no other word needs, in words of jokers alone. */
static outcome_t lay_spare_jokers(cover_t *cover, int depth)
{
    if (cover->level[depth].jokers < cover->min_length)
        return FAILED;
    cover->effort -= NODE_COST;
    if (cover->effort <= 0)
        return OUT_OF_EFFORT;
    outcome_t outcome = FAILED;
    for (int rarest = 0; rarest < cover->index->letter_count && outcome < OUT_OF_EFFORT; rarest++) {
        outcome_t then = try_classes(cover, depth, rarest, rarest);
        outcome = then > outcome ? then : outcome;
    }
    return outcome;
}

outcome_t cover_tiles(cover_t *cover, int depth)
{
    const level_t *level = &cover->level[depth];
    if (!level->must_left)
        return cover->all && level->jokers ? lay_spare_jokers(cover, depth) : FOUND;
    if (level->must_left + level->may_left + level->jokers < cover->min_length)
        return FAILED;
    cover->effort -= NODE_COST;
    if (cover->effort <= 0)
        return OUT_OF_EFFORT;
    memo_t memo = make_memo(cover, level);
    if (has_failed(cover, &memo))
        return FAILED;
    int letter = 0;
    while (!level->must[letter])
        letter++;
    outcome_t outcome = FAILED;
    for (int turn = 0; turn < 2 && outcome < OUT_OF_EFFORT; turn++) {
        outcome_t then;
        if (turn == (cover->order != KEPT_FIRST))
            then = try_old_words(cover, depth, letter);
        else if (cover->order == GUIDED)
            then = try_guided(cover, depth, letter);
        else
            then = try_all_classes(cover, depth, letter);
        outcome = then > outcome ? then : outcome;
    }
    if (outcome == FAILED && !cover->no_memory)
        cover->memory[memo.one & (MEMO_SLOTS - 1)] = memo;
    return outcome;
}

int init_cover(cover_t *cover)
{
    cover->level = calloc(MAX_PLACED, sizeof *cover->level);
    cover->memory = calloc(MEMO_SLOTS, sizeof *cover->memory);
    return cover->level && cover->memory ? 0 : -1;
}

void free_cover(cover_t *cover)
{
    for (int depth = 0; cover->level && depth < MAX_PLACED; depth++)
        free(cover->level[depth].ids);
    free(cover->level);
    free(cover->memory);
    free(cover->fitting.ids);
}
