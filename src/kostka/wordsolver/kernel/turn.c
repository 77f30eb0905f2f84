/* Finds the turn with the most points (W-7, W-8), and among those one that breaks few words.
 *
 * A turn opens some words of the table: their tiles join those of the rack, and all of them have to
 * be laid again. One word is the target, the one that counts; the rest is a cover (cover.h).
 * Targets are tried by what they would give, the best first: its length, or twice its length where
 * the whole rack is laid. The first that can be completed is the best for these open words.
 *
 * 1. No word is open: words of the rack alone. Then each word alone. This gives answers soon.
 * 2. All words are open (or as many as may be); a word may then also be laid as it was, so that
 *    nothing is left out. A target that takes long is postponed, and tried again with more effort
 *    after all others. When none is left that would give more, the answer is proven.
 * 3. For the points found: one word open, two, and so on, up to as many as are broken.
 *
 * A joker is taken (W-11) by laying its letter from the rack for it, which is then a tile of the
 * table like any other. The joker goes into a word with tiles of the rack alone, called a claim. */
#include "turn.h"

#include <stdlib.h>

enum {
    FIRST_LIMIT = 400000, /* effort for a target before it is postponed */
    LIMIT_PER_CLASS = 4,  /* and so much more for each class that fits */
    LIMIT_GROWTH = 16,    /* how many times more a target is given the next time */
    TARGET_COST = 16,     /* effort of a target, beside the classes that are looked at */
    MAX_POSTPONED = 1 << 16,
    MAX_WAYS = 1 << MAX_JOKERS, /* of taking jokers */
};

/* A way to take jokers from the table. */
typedef struct {
    int taken;
    pool_t own;      /* the rack without the letters laid for them */
    pool_t in_place; /* these */
    uint32_t *claim; /* classes that the rack makes with one joker more */
    uint32_t claims;
} way_t;

/* A word to be made, and how. */
typedef struct {
    uint64_t open;
    uint32_t class;
    uint8_t way, is_claim, all;
    int points;
} target_t;

typedef struct {
    cover_t cover;
    const index_t *index;
    const question_t *question;
    turn_t *best;
    int rack, ways;
    way_t way[MAX_WAYS];
    pool_t table;      /* tiles of the open words */
    uint32_t *fitting; /* classes that fit the open words and the rack, the longest first */
    uint32_t first[MAX_WORD_LENGTH + 2]; /* of a length, by MAX_WORD_LENGTH - length */
    target_t *postponed;
    int postponed_count, forgotten;
    int64_t effort; /* left for the whole search */
    int64_t limit;  /* for a target */
    int64_t first_limit;
} search_t;

static int64_t min_int64(int64_t one, int64_t other)
{
    return one < other ? one : other;
}

static int get_min_target_length(const search_t *search)
{
    const question_t *question = search->question;
    return question->opened ? question->min_length : question->min_first_word;
}

/* --- what an answer is worth ------------------------------------------------------------------ */

static int shares_letter(const letters_t *need, const pool_t tiles)
{
    for (int letter = 0; letter < MAX_LETTERS; letter++)
        if (tiles[letter] && count_letter(need, letter))
            return 1;
    return 0;
}

/* Keeps the turn that is laid if it is better than the best one. Tiles of the same letter are
 * alike, so a word can have an own tile if it has a letter of which one was placed, outside the
 * claims. */
static void update_best(search_t *search, const way_t *way)
{
    const cover_t *cover = &search->cover;
    turn_t *best = search->best;
    int own[MAX_LETTERS], placed = 0, longest = 0;
    int broken = __builtin_popcountll(cover->old_open);
    for (int letter = 0; letter < MAX_LETTERS; letter++)
        own[letter] = way->in_place[letter] - search->table[letter];
    for (int at = 0; at < cover->placed_count; at++) {
        const placed_word_t *laid = &cover->placed[at];
        broken -= laid->class < 0;
        if (laid->taken >= 0)
            placed += laid->length - 1;
        else
            for (int letter = 0; letter < MAX_LETTERS; letter++)
                own[letter] += count_letter(&laid->need, letter);
    }
    pool_t outside;
    for (int letter = 0; letter < MAX_LETTERS; letter++) {
        outside[letter] = own[letter] > 0;
        placed += own[letter];
    }
    for (int at = 0; at < cover->placed_count; at++) {
        const placed_word_t *laid = &cover->placed[at];
        int counts = laid->class >= 0 && (laid->taken >= 0 || shares_letter(&laid->need, outside));
        if (counts && laid->length > longest)
            longest = laid->length;
    }
    int doubled = placed == search->rack, points = longest << doubled;
    if (longest < get_min_target_length(search))
        return;
    if (points < best->points || (points == best->points && broken >= best->broken))
        return;
    best->points = points;
    best->doubled = doubled;
    best->broken = broken;
    best->open = cover->old_open;
    memcpy(best->in_place, way->in_place, sizeof best->in_place);
    best->count = cover->placed_count;
    memcpy(best->placed, cover->placed, (size_t)cover->placed_count * sizeof *cover->placed);
}

/* --- completing a target ---------------------------------------------------------------------- */

static outcome_t complete_turn(search_t *search, const way_t *way, int depth, int claims);

/* Takes a word from the rack, with a joker that was taken for one of its letters. */
static outcome_t place_claim_for(search_t *search, const way_t *way, int depth, placed_word_t laid,
                                 int letter, int claims)
{
    cover_t *cover = &search->cover;
    level_t *level = &cover->level[depth], *next = &cover->level[depth + 1];
    pool_t table;
    letters_t need = laid.need;
    laid.taken = letter;
    remove_letter(&laid.need, letter);
    memcpy(table, level->must, sizeof table);
    memset(level->must, 0, sizeof level->must);
    take_word(level, next, &laid);
    memcpy(level->must, table, sizeof table);
    memcpy(next->must, table, sizeof table);
    update_level(next);
    laid.need = need;
    cover->placed[cover->placed_count++] = laid;
    outcome_t outcome = complete_turn(search, way, depth + 1, claims - 1);
    if (outcome != FOUND)
        cover->placed_count--;
    return outcome;
}

/* Lays a claim in every way: with the joker for a letter that the rack lacks, else for each. */
static outcome_t try_claim(search_t *search, const way_t *way, int depth, uint32_t class,
                           int length, int claims)
{
    const level_t *level = &search->cover.level[depth];
    placed_word_t laid = {.class = class, .kept = -1, .length = length,
                   .need = search->index->need[class]};
    pool_t none = {0};
    letters_t room = pack_room(level->may, none);
    int lacking = count_missing(&room, &laid.need, level->jokers + 1);
    if (lacking > level->jokers + 1)
        return FAILED;
    outcome_t outcome = FAILED;
    for (int letter = 0; letter < MAX_LETTERS && outcome < OUT_OF_EFFORT; letter++) {
        int count = count_letter(&laid.need, letter);
        if (!count || (lacking && count <= level->may[letter]))
            continue;
        outcome_t then = place_claim_for(search, way, depth, laid, letter, claims);
        outcome = then > outcome ? then : outcome;
        if (lacking)
            break;
    }
    return outcome;
}

/* Lays the claims that are still to be laid, and then all the rest. */
static outcome_t complete_turn(search_t *search, const way_t *way, int depth, int claims)
{
    cover_t *cover = &search->cover;
    level_t *level = &cover->level[depth];
    if (!claims) {
        for (int letter = 0; letter < MAX_LETTERS && cover->all; letter++) {
            level->must[letter] = (uint8_t)(level->must[letter] + level->may[letter]);
            level->may[letter] = 0;
        }
        update_level(level);
        cover->base = depth;
        return cover_tiles(cover, depth);
    }
    outcome_t outcome = FAILED;
    for (uint32_t at = 0; at < way->claims && outcome < OUT_OF_EFFORT; at++) {
        uint32_t class = way->claim[at];
        cover->effort--;
        if (!has_unused_word(cover, class))
            continue;
        int length = count_all_letters(&search->index->need[class]);
        outcome_t then = try_claim(search, way, depth, class, length, claims);
        outcome = then > outcome ? then : outcome;
    }
    return cover->effort <= 0 && outcome != FOUND ? OUT_OF_EFFORT : outcome;
}

/* Lays a target with a tile of the rack for one of its letters: a letter or a joker. */
static outcome_t place_with_own_tile(search_t *search, const way_t *way, placed_word_t laid,
                                     int letter, int joker)
{
    cover_t *cover = &search->cover;
    level_t *next = &cover->level[1];
    letters_t need = laid.need;
    remove_letter(&laid.need, letter);
    take_word(&cover->level[0], next, &laid);
    laid.need = need;
    if (joker) {
        laid.stands_for[laid.jokers++] = (uint8_t)letter;
        next->jokers--;
    } else {
        next->may[letter]--;
    }
    update_level(next);
    cover->placed[0] = laid;
    cover->placed_count = 1;
    return complete_turn(search, way, 1, way->taken);
}

/* Lays a target with tiles of the table, where at least one of the rack must be (W-7). */
static outcome_t place_target(search_t *search, const target_t *target)
{
    cover_t *cover = &search->cover;
    const way_t *way = &search->way[target->way];
    const level_t *level = &cover->level[0];
    pool_t none = {0};
    placed_word_t laid = {.class = target->class, .kept = -1, .taken = -1,
                   .length = count_all_letters(&search->index->need[target->class]),
                   .need = search->index->need[target->class]};
    if (count_missing(&level->room, &laid.need, level->jokers) > level->jokers)
        return FAILED;
    letters_t table = pack_room(search->table, none);
    int has_own = count_missing(&table, &laid.need, 0) ||
                  shares_letter(&laid.need, way->in_place) ||
                  (cover->all && !way->taken && shares_letter(&laid.need, way->own));
    if (has_own) {
        take_word(level, &cover->level[1], &laid);
        cover->placed[0] = laid;
        cover->placed_count = 1;
        return complete_turn(search, way, 1, way->taken);
    }
    outcome_t outcome = FAILED;
    for (int letter = 0; letter < MAX_LETTERS && outcome < OUT_OF_EFFORT; letter++)
        for (int joker = 0; joker < 2 && outcome < OUT_OF_EFFORT; joker++) {
            int has = joker ? level->jokers : level->may[letter];
            if (!has || !count_letter(&laid.need, letter))
                continue;
            outcome_t then = place_with_own_tile(search, way, laid, letter, joker);
            outcome = then > outcome ? then : outcome;
        }
    return outcome;
}

/* --- trying targets --------------------------------------------------------------------------- */

/* Sets up the first level with the tiles of the open words and of the rack. */
static void set_up_tiles(search_t *search, const way_t *way, int all)
{
    cover_t *cover = &search->cover;
    level_t *level = &cover->level[0];
    memcpy(level->must, search->table, sizeof(pool_t));
    memcpy(level->may, way->own, sizeof(pool_t));
    level->jokers = search->question->own_jokers;
    update_level(level);
    cover->all = all;
    cover->placed_count = 0;
    cover->old_placed = 0;
}

/* Lays a target and the rest, or the whole rack without a target, in one order of trying. */
static outcome_t try_order(search_t *search, const way_t *way, const target_t *target, int all)
{
    set_up_tiles(search, way, all);
    if (!target)
        return complete_turn(search, way, 0, way->taken);
    int length = count_all_letters(&search->index->need[target->class]);
    if (target->is_claim)
        return try_claim(search, way, 0, target->class, length, way->taken);
    return place_target(search, target);
}

/* Tries several orders: where one takes long, another is often quick. What is impossible fails in
 * the first one, unless that takes too long. */
static outcome_t try_orders(search_t *search, const way_t *way, const target_t *target, int all)
{
    cover_t *cover = &search->cover;
    outcome_t outcome = OUT_OF_EFFORT;
    int orders = search->limit > search->first_limit ? 1 : ORDER_COUNT;
    for (int order = 0; order < orders && search->effort > 0; order++) {
        int64_t given = min_int64(search->limit / orders, search->effort);
        cover->order = (order_t)order;
        cover->effort = given;
        outcome_t then = try_order(search, way, target, all);
        search->effort -= given - cover->effort + TARGET_COST;
        if (then == FOUND)
            update_best(search, way);
        if (then == FOUND || (then != OUT_OF_EFFORT && order != GUIDED))
            return then;
    }
    return outcome;
}

static outcome_t try_target(search_t *search, const target_t *target)
{
    return try_orders(search, &search->way[target->way], target, target->all);
}

/* Can the whole rack be laid at all, as far as is known? If so, that is an answer too. */
static int may_empty_rack(search_t *search, const way_t *way)
{
    return try_orders(search, way, NULL, 1) >= OUT_OF_EFFORT;
}

/* Opens words of the table. */
static void open_words(search_t *search, uint64_t open)
{
    const question_t *question = search->question;
    search->cover.old_open = open;
    search->cover.salt = (open + 1) * UINT64_C(0xD6E8FEB86659FD93);
    memset(search->table, 0, sizeof search->table);
    for (int word = 0; word < question->word_count; word++)
        for (int letter = 0; open >> word & 1 && letter < MAX_LETTERS; letter++)
            search->table[letter] =
                (uint8_t)(search->table[letter] + count_letter(&question->word[word], letter));
}

/* Lists the classes that fit and would give more than `points`, the longest first. */
static void list_targets(search_t *search, int points)
{
    const fitting_t *all = &search->cover.fitting;
    const index_t *index = search->index;
    int jokers = search->question->own_jokers, min_length = points / 2 + 1;
    letters_t room = pack_room(search->table, search->way[0].own);
    uint32_t count = 0, at[MAX_LETTERS];
    memcpy(at, all->start, sizeof at);
    for (int length = MAX_WORD_LENGTH; length >= 0; length--) {
        search->first[MAX_WORD_LENGTH - length] = count;
        for (int letter = 0; letter < index->letter_count && length >= min_length; letter++) {
            uint32_t end = find_class_start(index, letter, length - 1), begin = at[letter];
            uint32_t last = all->start[letter + 1];
            for (; at[letter] < last && all->ids[at[letter]] < end; at[letter]++) {
                uint32_t class = all->ids[at[letter]];
                search->fitting[count] = class;
                count += count_missing(&room, &index->need[class], jokers) <= jokers;
            }
            search->effort -= at[letter] - begin;
        }
    }
    search->first[MAX_WORD_LENGTH + 1] = count;
}

static void postpone_target(search_t *search, const target_t *target)
{
    if (search->postponed_count < MAX_POSTPONED)
        search->postponed[search->postponed_count++] = *target;
    else
        search->forgotten = 1;
}

/* Tries a target in one way; true if it is found. */
static int try_or_postpone(search_t *search, const target_t *target)
{
    if (search->effort <= 0)
        return 0;
    outcome_t outcome = try_target(search, target);
    if (outcome == OUT_OF_EFFORT)
        postpone_target(search, target);
    return outcome == FOUND;
}

/* Tries classes of one length as targets, in every way; true as soon as one is found. */
static int try_classes(search_t *search, target_t target, const uint32_t *class, uint32_t count,
                       int length)
{
    for (int way = 0; way < search->ways; way++) {
        const way_t *this = &search->way[way];
        target.way = (uint8_t)way;
        target.is_claim = 0;
        for (uint32_t at = 0; at < count; at++) {
            target.class = class[at];
            if (try_or_postpone(search, &target))
                return 1;
        }
        target.is_claim = 1;
        for (uint32_t at = 0; this->taken && at < this->claims; at++) {
            target.class = this->claim[at];
            if (count_all_letters(&search->index->need[target.class]) == length &&
                try_or_postpone(search, &target))
                return 1;
        }
    }
    return 0;
}

/* Returns the length of a target that gives these points, or 0 if there is none. */
static int find_target_length(const search_t *search, int points, int all)
{
    int length = all ? points / 2 : points;
    int fits = length <= MAX_WORD_LENGTH && length >= get_min_target_length(search);
    return fits && !(all && points % 2) ? length : 0;
}

static int may_empty_rack_any_way(search_t *search)
{
    int may_empty = 0;
    for (int way = 0; way < search->ways; way++)
        may_empty |= may_empty_rack(search, &search->way[way]);
    return may_empty;
}

/* Looks for more points than the best turn has, with these words open. */
static void try_open_words(search_t *search, uint64_t open)
{
    open_words(search, open);
    int may_empty = may_empty_rack_any_way(search);
    list_targets(search, search->best->points);
    for (int points = 2 * MAX_WORD_LENGTH; points > search->best->points; points--)
        for (int all = may_empty; all >= 0; all--) {
            int length = find_target_length(search, points, all);
            if (!length)
                continue;
            uint32_t begin = search->first[MAX_WORD_LENGTH - length];
            uint32_t end = search->first[MAX_WORD_LENGTH - length + 1];
            target_t target = {.open = open, .points = points, .all = (uint8_t)all};
            if (try_classes(search, target, search->fitting + begin, end - begin, length))
                return;
        }
}

/* Tries postponed targets with more and more effort. */
static void try_postponed(search_t *search)
{
    while (search->effort > 0) {
        int still = 0;
        if (search->limit > INT64_MAX / LIMIT_GROWTH)
            search->limit = INT64_MAX;
        else
            search->limit *= LIMIT_GROWTH;
        for (int at = 0; at < search->postponed_count; at++) {
            const target_t target = search->postponed[at];
            if (target.points <= search->best->points)
                continue;
            if (target.open != search->cover.old_open)
                open_words(search, target.open);
            if (try_target(search, &target) == OUT_OF_EFFORT)
                search->postponed[still++] = target;
        }
        search->postponed_count = still;
        if (!still)
            return;
    }
}

/* --- words of the table, some at a time ------------------------------------------------------- */

static uint64_t select_first(int count)
{
    return count < 64 ? (UINT64_C(1) << count) - 1 : ~UINT64_C(0);
}

/* Returns the next choice of as many words, 0 after the last. */
static uint64_t select_next(uint64_t chosen, int words)
{
    if (!chosen)
        return 0;
    uint64_t lowest = chosen & -chosen, ripple = chosen + lowest;
    uint64_t next = ripple | ((chosen ^ ripple) / lowest) >> 2;
    return ripple && next <= select_first(words) && next > chosen ? next : 0;
}

/* Looks for the same points with these words open; true if it is found. */
static int try_same_points(search_t *search, uint64_t open, const uint32_t *class,
                           const uint32_t count[2])
{
    open_words(search, open);
    int jokers = search->question->own_jokers, points = search->best->points;
    letters_t room = pack_room(search->table, search->way[0].own);
    for (int all = 0; all < 2; class += count[all++]) {
        int length = find_target_length(search, points, all);
        target_t target = {.open = open, .points = points, .all = (uint8_t)all};
        search->effort -= count[all];
        for (uint32_t at = 0; length && at < count[all]; at++)
            if (count_missing(&room, &search->index->need[class[at]], jokers) <= jokers &&
                try_classes(search, target, class + at, 1, length))
                return 1;
    }
    return 0;
}

/* Looks for turns that give as many points and break fewer words. */
static void break_fewer(search_t *search, uint64_t all_open)
{
    turn_t *best = search->best;
    int words = search->question->word_count, points = best->points;
    uint32_t count[2] = {0};
    open_words(search, all_open);
    list_targets(search, points - 2);
    uint32_t class_count = search->first[MAX_WORD_LENGTH + 1];
    uint32_t *class = malloc((class_count + 1) * sizeof *class), *put = class;
    search->cover.no_memory |= !class;
    for (int all = 0; class && all < 2; all++) {
        int length = find_target_length(search, points, all);
        uint32_t begin = search->first[MAX_WORD_LENGTH - length];
        count[all] = length ? search->first[MAX_WORD_LENGTH - length + 1] - begin : 0;
        memcpy(put, search->fitting + begin, count[all] * sizeof *class);
        put += count[all];
    }
    search->postponed_count = 0;
    for (int open = 0; class && open < best->broken; open++) {
        uint64_t chosen = select_first(open);
        do
            if (search->effort <= 0 || try_same_points(search, chosen, class, count))
                open = words;
        while (open < words && (chosen = select_next(chosen, words)));
    }
    free(class);
    best->fewest = search->effort > 0 && !search->postponed_count && best->points == points;
}

/* --- the whole search ------------------------------------------------------------------------- */

/* Lists the classes that fit into a pool, leaving out words that lie on the table. */
static uint32_t *list_fitting_classes(search_t *search, const pool_t tiles, const pool_t more,
                                      int jokers, uint32_t *start)
{
    const index_t *index = search->index;
    const question_t *question = search->question;
    letters_t room = pack_room(tiles, more);
    uint32_t *ids = NULL, count = 0, size = 0;
    for (int letter = 0; letter < index->letter_count; letter++) {
        uint32_t begin = find_class_start(index, letter, MAX_WORD_LENGTH);
        uint32_t end = find_class_start(index, letter, -1);
        if (start)
            start[letter] = count;
        if (!jokers && !tiles[letter] && !more[letter])
            continue;
        search->effort -= end - begin;
        for (uint32_t class = begin; class < end; class++) {
            if (!(index->values[class] & question->accepted) ||
                count_missing(&room, &index->need[class], jokers) > jokers ||
                !has_unused_word(&search->cover, class))
                continue;
            if (count == size) {
                size = size ? size * 2 : 1024;
                uint32_t *grown = realloc(ids, size * sizeof *ids);
                if (!grown) {
                    free(ids);
                    return NULL;
                }
                ids = grown;
            }
            ids[count++] = class;
        }
    }
    for (int letter = index->letter_count; start && letter <= MAX_LETTERS; letter++)
        start[letter] = count;
    if (!start)
        search->way[search->ways].claims = count;
    return ids ? ids : malloc(sizeof *ids);
}

/* Adds the way to take these jokers, if the rack has the letters for them. */
static int add_way(search_t *search, unsigned jokers)
{
    const question_t *question = search->question;
    way_t *way = &search->way[search->ways];
    memset(way, 0, sizeof *way);
    memcpy(way->own, question->own, sizeof way->own);
    for (int joker = 0; joker < question->table_jokers; joker++) {
        uint8_t letter = question->stands_for[joker];
        if (!(jokers >> joker & 1))
            continue;
        if (!way->own[letter])
            return 0;
        way->own[letter]--;
        way->in_place[letter]++;
        way->taken++;
    }
    for (int other = 0; other < search->ways; other++)
        if (!memcmp(search->way[other].in_place, way->in_place, sizeof way->in_place))
            return 0;
    if (way->taken) {
        pool_t none = {0};
        way->claim = list_fitting_classes(search, way->own, none, question->own_jokers + 1, NULL);
        if (!way->claim)
            return -1;
    }
    search->ways++;
    return 0;
}

static int prepare_search(search_t *search)
{
    const question_t *question = search->question;
    cover_t *cover = &search->cover;
    search->rack = question->own_jokers;
    for (int letter = 0; letter < MAX_LETTERS; letter++)
        search->rack += question->own[letter];
    cover->index = search->index;
    cover->min_length = question->min_length;
    cover->accepted = question->accepted;
    cover->old_word_count = question->word_count;
    for (int word = 0; word < question->word_count; word++) {
        cover->old_need[word] = question->word[word];
        cover->old_length[word] = question->length[word];
        int64_t class = -1;
        if (question->known[word])
            class = find_class(search->index, &question->word[word], question->length[word]);
        cover->old_class[word] = class;
        if (class >= 0)
            cover->old_bits |= UINT64_C(1) << (class & 63);
    }
    unsigned choices = question->opened ? 1u << question->table_jokers : 1;
    for (unsigned jokers = 0; jokers < choices; jokers++)
        if (add_way(search, jokers))
            return -1;
    open_words(search, question->opened ? select_first(question->word_count) : 0);
    cover->fitting.ids = list_fitting_classes(search, search->table, question->own,
                                              question->own_jokers, cover->fitting.start);
    uint32_t count = cover->fitting.ids ? cover->fitting.start[MAX_LETTERS] : 0;
    search->first_limit = FIRST_LIMIT + LIMIT_PER_CLASS * (int64_t)count;
    search->fitting = malloc((count + 1) * sizeof *search->fitting);
    search->postponed = malloc(MAX_POSTPONED * sizeof *search->postponed);
    return cover->fitting.ids && search->fitting && search->postponed ? init_cover(cover) : -1;
}

static void run_search(search_t *search)
{
    const question_t *question = search->question;
    turn_t *best = search->best;
    int words = question->opened ? question->word_count : 0;
    int open = question->max_rebuilt < words ? question->max_rebuilt : words;
    search->limit = search->first_limit;
    for (int few = 0; few < open && few < 2; few++)
        for (uint64_t chosen = select_first(few), more = 1; more && search->effort > 0;
             more = chosen = select_next(chosen, words))
            try_open_words(search, chosen);
    search->postponed_count = search->forgotten = 0;
    for (uint64_t chosen = select_first(open), more = 1; more && search->effort > 0;
         more = chosen = select_next(chosen, words))
        try_open_words(search, chosen);
    try_postponed(search);
    best->proven = search->effort > 0 && !search->forgotten;
    best->fewest = best->proven;
    if (best->broken && best->points) {
        search->effort = min_int64(search->effort, question->effort / 4);
        search->limit = search->first_limit;
        break_fewer(search, select_first(words));
        best->fewest &= best->proven;
    }
}

int find_best_turn(const index_t *index, const question_t *question, turn_t *best)
{
    search_t *search = calloc(1, sizeof *search);
    memset(best, 0, sizeof *best);
    if (!search)
        return -1;
    search->index = index;
    search->question = question;
    search->best = best;
    search->effort = question->effort;
    int failed = prepare_search(search);
    if (!failed)
        run_search(search);
    failed |= search->cover.no_memory ? -1 : 0;
    free_cover(&search->cover);
    for (int way = 0; way < search->ways; way++)
        free(search->way[way].claim);
    free(search->fitting);
    free(search->postponed);
    free(search);
    return failed;
}
