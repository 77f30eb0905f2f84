/* Looks for the turn with the most points (W-7, W-8), and among those for one that breaks few words.
 *
 * A turn opens some words of the table: their tiles lie with those of the rack, and all of them have
 * to be laid again. One word is the target, the one that counts; the rest is a cover (cover.h).
 * Targets are tried by what they would give, the best first: its length, or twice its length where
 * the whole rack is laid. The first that can be completed is the best for these open words.
 *
 * 1. No word is open: words of the rack alone. Then each word alone. This gives answers soon.
 * 2. All words are open (or as many as may be); a word may then also be laid as it lay, so that nothing
 *    is left out. A target that takes long is put aside, and tried again with more effort when all
 *    others are through. When none is left that would give more, the answer is proven.
 * 3. For the points found: one word open, two, and so on, up to as many as are broken.
 *
 * A joker is taken (W-11) by laying its letter from the rack for it, which is then a tile of the table
 * like any other. The joker goes into a word with tiles of the rack alone, called a claim here. */
#include "turn.h"

#include <stdlib.h>

enum {
    FIRST_LIMIT = 400000, /* effort for a target before it is put aside, and as often as this all */
    TIMES_FITTING = 4,    /* the words that fit */
    MORE = 16,            /* how much more it is given the next time */
    A_TARGET = 16,        /* what a target costs beside what is looked at */
    MOST_ASIDE = 1 << 16,
    MOST_WAYS = 1 << MOST_JOKERS, /* of taking jokers */
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
    way_t way[MOST_WAYS];
    pool_t table;      /* tiles of the open words */
    uint32_t *fitting; /* classes that fit the open words and the rack, the longest first */
    uint32_t first[LONGEST_WORD + 2]; /* of a length, by LONGEST_WORD - length */
    target_t *aside;
    int asides, forgotten;
    int64_t effort; /* left for the whole search */
    int64_t limit;  /* for a target */
    int64_t first_limit;
} search_t;

static int64_t least(int64_t one, int64_t other)
{
    return one < other ? one : other;
}

static int shortest_target(const search_t *search)
{
    const question_t *question = search->question;
    return question->opened ? question->shortest : question->first_word;
}

/* --- what an answer is worth ------------------------------------------------------------------ */

static int touches(const need_t *need, const pool_t tiles)
{
    for (int letter = 0; letter < MOST_LETTERS; letter++)
        if (tiles[letter] && count_of(need, letter))
            return 1;
    return 0;
}

/* Compares the turn that is laid with the best one. Tiles of the same letter are alike, so a word can
 * have an own tile if it has a letter of which one was placed, outside the claims. */
static void judge(search_t *search, const way_t *way)
{
    const cover_t *cover = &search->cover;
    turn_t *best = search->best;
    int own[MOST_LETTERS], placed = 0, longest = 0;
    int broken = __builtin_popcountll(cover->old_open);
    for (int letter = 0; letter < MOST_LETTERS; letter++)
        own[letter] = way->in_place[letter] - search->table[letter];
    for (int at = 0; at < cover->laid_count; at++) {
        const laid_t *laid = &cover->laid[at];
        broken -= laid->class < 0;
        if (laid->taken >= 0)
            placed += laid->length - 1;
        else
            for (int letter = 0; letter < MOST_LETTERS; letter++)
                own[letter] += count_of(&laid->need, letter);
    }
    pool_t outside;
    for (int letter = 0; letter < MOST_LETTERS; letter++) {
        outside[letter] = own[letter] > 0;
        placed += own[letter];
    }
    for (int at = 0; at < cover->laid_count; at++) {
        const laid_t *laid = &cover->laid[at];
        int counts = laid->class >= 0 && (laid->taken >= 0 || touches(&laid->need, outside));
        if (counts && laid->length > longest)
            longest = laid->length;
    }
    int doubled = placed == search->rack, points = longest << doubled;
    if (longest < shortest_target(search))
        return;
    if (points < best->points || (points == best->points && broken >= best->broken) )
        return;
    best->points = points;
    best->doubled = doubled;
    best->broken = broken;
    best->open = cover->old_open;
    memcpy(best->in_place, way->in_place, sizeof best->in_place);
    best->count = cover->laid_count;
    memcpy(best->laid, cover->laid, (size_t)cover->laid_count * sizeof *cover->laid);
}

/* --- completing a target ---------------------------------------------------------------------- */

static outcome_t complete(search_t *search, const way_t *way, int depth, int claims);

/* Takes a word from the rack, with a joker that was taken for one of its letters. */
static outcome_t lay_claim(search_t *search, const way_t *way, int depth, laid_t laid, int letter,
                           int claims)
{
    cover_t *cover = &search->cover;
    level_t *level = &cover->level[depth], *next = &cover->level[depth + 1];
    pool_t table;
    need_t need = laid.need;
    laid.taken = letter;
    take_letter(&laid.need, letter);
    memcpy(table, level->must, sizeof table);
    memset(level->must, 0, sizeof level->must);
    level_take(level, next, &laid);
    memcpy(level->must, table, sizeof table);
    memcpy(next->must, table, sizeof table);
    level_put(next);
    laid.need = need;
    cover->laid[cover->laid_count++] = laid;
    outcome_t outcome = complete(search, way, depth + 1, claims - 1);
    if (outcome != FOUND)
        cover->laid_count--;
    return outcome;
}

/* Lays a claim in every way: with the joker for a letter that the rack has not, else for each. */
static outcome_t claim(search_t *search, const way_t *way, int depth, uint32_t class, int length,
                       int claims)
{
    const level_t *level = &search->cover.level[depth];
    laid_t laid = {.class = class, .kept = -1, .length = length,
                   .need = search->index->need[class]};
    pool_t none = {0};
    need_t room = room_of(level->may, none);
    int lacking = missing(&room, &laid.need, level->jokers + 1);
    if (lacking > level->jokers + 1)
        return FAILED;
    outcome_t outcome = FAILED;
    for (int letter = 0; letter < MOST_LETTERS && outcome < OUT_OF_EFFORT; letter++) {
        int count = count_of(&laid.need, letter);
        if (!count || (lacking && count <= level->may[letter]))
            continue;
        outcome_t then = lay_claim(search, way, depth, laid, letter, claims);
        outcome = then > outcome ? then : outcome;
        if (lacking)
            break;
    }
    return outcome;
}

/* Lays the claims that are still to be laid, and then all the rest. */
static outcome_t complete(search_t *search, const way_t *way, int depth, int claims)
{
    cover_t *cover = &search->cover;
    level_t *level = &cover->level[depth];
    if (!claims) {
        for (int letter = 0; letter < MOST_LETTERS && cover->all; letter++) {
            level->must[letter] = (uint8_t)(level->must[letter] + level->may[letter]);
            level->may[letter] = 0;
        }
        level_put(level);
        cover->base = depth;
        return cover_lay(cover, depth);
    }
    outcome_t outcome = FAILED;
    for (uint32_t at = 0; at < way->claims && outcome < OUT_OF_EFFORT; at++) {
        uint32_t class = way->claim[at];
        cover->effort--;
        if (!cover_has_word(cover, class))
            continue;
        outcome_t then =
            claim(search, way, depth, class, length_of(&search->index->need[class]), claims);
        outcome = then > outcome ? then : outcome;
    }
    return cover->effort <= 0 && outcome != FOUND ? OUT_OF_EFFORT : outcome;
}

/* Lays a target with a tile of the rack for one of its letters: a letter or a joker. */
static outcome_t lay_with_own(search_t *search, const way_t *way, laid_t laid, int letter, int joker)
{
    cover_t *cover = &search->cover;
    level_t *next = &cover->level[1];
    need_t need = laid.need;
    take_letter(&laid.need, letter);
    level_take(&cover->level[0], next, &laid);
    laid.need = need;
    if (joker) {
        laid.stands_for[laid.jokers++] = (uint8_t)letter;
        next->jokers--;
    } else {
        next->may[letter]--;
    }
    level_put(next);
    cover->laid[0] = laid;
    cover->laid_count = 1;
    return complete(search, way, 1, way->taken);
}

/* Lays a target with tiles of the table, where at least one of the rack must be (W-7). */
static outcome_t lay_target(search_t *search, const target_t *target)
{
    cover_t *cover = &search->cover;
    const way_t *way = &search->way[target->way];
    const level_t *level = &cover->level[0];
    pool_t none = {0};
    laid_t laid = {.class = target->class, .kept = -1, .taken = -1,
                   .length = length_of(&search->index->need[target->class]),
                   .need = search->index->need[target->class]};
    if (missing(&level->room, &laid.need, level->jokers) > level->jokers)
        return FAILED;
    need_t table = room_of(search->table, none);
    int has_own = missing(&table, &laid.need, 0) || touches(&laid.need, way->in_place) ||
                  (cover->all && !way->taken && touches(&laid.need, way->own));
    if (has_own) {
        level_take(level, &cover->level[1], &laid);
        cover->laid[0] = laid;
        cover->laid_count = 1;
        return complete(search, way, 1, way->taken);
    }
    outcome_t outcome = FAILED;
    for (int letter = 0; letter < MOST_LETTERS && outcome < OUT_OF_EFFORT; letter++)
        for (int joker = 0; joker < 2 && outcome < OUT_OF_EFFORT; joker++) {
            int has = joker ? level->jokers : level->may[letter];
            if (!has || !count_of(&laid.need, letter))
                continue;
            outcome_t then = lay_with_own(search, way, laid, letter, joker);
            outcome = then > outcome ? then : outcome;
        }
    return outcome;
}

/* --- trying targets --------------------------------------------------------------------------- */

/* Puts the tiles of the open words and of the rack where the search begins. */
static void begin(search_t *search, const way_t *way, int all)
{
    cover_t *cover = &search->cover;
    level_t *level = &cover->level[0];
    memcpy(level->must, search->table, sizeof(pool_t));
    memcpy(level->may, way->own, sizeof(pool_t));
    level->jokers = search->question->own_jokers;
    level_put(level);
    cover->all = all;
    cover->laid_count = 0;
    cover->old_laid = 0;
}

/* Lays a target and the rest, or the whole rack without a target, in one order of trying. */
static outcome_t attempt(search_t *search, const way_t *way, const target_t *target, int all)
{
    begin(search, way, all);
    if (!target)
        return complete(search, way, 0, way->taken);
    int length = length_of(&search->index->need[target->class]);
    if (target->is_claim)
        return claim(search, way, 0, target->class, length, way->taken);
    return lay_target(search, target);
}

/* Tries several orders: where one leads astray, another is often quick. What is impossible fails in
 * the first one, unless it takes too long. */
static outcome_t attempts(search_t *search, const way_t *way, const target_t *target, int all)
{
    cover_t *cover = &search->cover;
    outcome_t outcome = OUT_OF_EFFORT;
    int orders = search->limit > search->first_limit ? 1 : ORDERS;
    for (int order = 0; order < orders && search->effort > 0; order++) {
        int64_t given = least(search->limit / orders, search->effort);
        cover->order = (order_t)order;
        cover->effort = given;
        outcome_t then = attempt(search, way, target, all);
        search->effort -= given - cover->effort + A_TARGET;
        if (then == FOUND)
            judge(search, way);
        if (then == FOUND || (then != OUT_OF_EFFORT && order != GUIDED))
            return then;
    }
    return outcome;
}

static outcome_t try_target(search_t *search, const target_t *target)
{
    return attempts(search, &search->way[target->way], target, target->all);
}

/* Says whether the whole rack can be laid at all; if so, that is an answer too. */
static int may_empty_the_rack(search_t *search, const way_t *way)
{
    return attempts(search, way, NULL, 1) >= OUT_OF_EFFORT;
}

/* Opens words of the table. */
static void open_words(search_t *search, uint64_t open)
{
    const question_t *question = search->question;
    search->cover.old_open = open;
    search->cover.salt = (open + 1) * UINT64_C(0xD6E8FEB86659FD93);
    memset(search->table, 0, sizeof search->table);
    for (int word = 0; word < question->words; word++)
        for (int letter = 0; open >> word & 1 && letter < MOST_LETTERS; letter++)
            search->table[letter] =
                (uint8_t)(search->table[letter] + count_of(&question->word[word], letter));
}

/* Lists the classes that fit and would give more than `points`, the longest first. */
static void list_fitting(search_t *search, int points)
{
    const fitting_t *all = &search->cover.fitting;
    const index_t *index = search->index;
    int jokers = search->question->own_jokers, shortest = points / 2 + 1;
    need_t room = room_of(search->table, search->way[0].own);
    uint32_t count = 0, at[MOST_LETTERS];
    memcpy(at, all->start, sizeof at);
    for (int length = LONGEST_WORD; length >= 0; length--) {
        search->first[LONGEST_WORD - length] = count;
        for (int letter = 0; letter < index->letters && length >= shortest; letter++) {
            uint32_t end = from(index, letter, length - 1), begin = at[letter];
            for (; at[letter] < all->start[letter + 1] && all->ids[at[letter]] < end; at[letter]++) {
                uint32_t class = all->ids[at[letter]];
                search->fitting[count] = class;
                count += missing(&room, &index->need[class], jokers) <= jokers;
            }
            search->effort -= at[letter] - begin;
        }
    }
    search->first[LONGEST_WORD + 1] = count;
}

static void put_aside(search_t *search, const target_t *target)
{
    if (search->asides < MOST_ASIDE)
        search->aside[search->asides++] = *target;
    else
        search->forgotten = 1;
}

/* Tries a target in one way; true if it is found. */
static int try_or_put_aside(search_t *search, const target_t *target)
{
    if (search->effort <= 0)
        return 0;
    outcome_t outcome = try_target(search, target);
    if (outcome == OUT_OF_EFFORT)
        put_aside(search, target);
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
            if (try_or_put_aside(search, &target))
                return 1;
        }
        target.is_claim = 1;
        for (uint32_t at = 0; this->taken && at < this->claims; at++) {
            target.class = this->claim[at];
            if (length_of(&search->index->need[target.class]) == length &&
                try_or_put_aside(search, &target))
                return 1;
        }
    }
    return 0;
}

/* Says how long a target is for so many points, 0 if none is so long. */
static int length_for(const search_t *search, int points, int all)
{
    int length = all ? points / 2 : points;
    int fits = length <= LONGEST_WORD && length >= shortest_target(search);
    return fits && !(all && points % 2) ? length : 0;
}

static int may_empty_the_rack_somehow(search_t *search)
{
    int hopeful = 0;
    for (int way = 0; way < search->ways; way++)
        hopeful |= may_empty_the_rack(search, &search->way[way]);
    return hopeful;
}

/* Looks for more points than the best turn has, with these words open. */
static void try_open(search_t *search, uint64_t open)
{
    open_words(search, open);
    int hopeful = may_empty_the_rack_somehow(search);
    list_fitting(search, search->best->points);
    for (int points = 2 * LONGEST_WORD; points > search->best->points; points--)
        for (int all = hopeful; all >= 0; all--) {
            int length = length_for(search, points, all);
            if (!length)
                continue;
            uint32_t begin = search->first[LONGEST_WORD - length];
            uint32_t end = search->first[LONGEST_WORD - length + 1];
            target_t target = {.open = open, .points = points, .all = (uint8_t)all};
            if (try_classes(search, target, search->fitting + begin, end - begin, length))
                return;
        }
}

/* Tries what was put aside with ever more effort. */
static void try_aside(search_t *search)
{
    while (search->effort > 0) {
        int still = 0;
        search->limit = search->limit > INT64_MAX / MORE ? INT64_MAX : search->limit * MORE;
        for (int at = 0; at < search->asides; at++) {
            const target_t target = search->aside[at];
            if (target.points <= search->best->points)
                continue;
            if (target.open != search->cover.old_open)
                open_words(search, target.open);
            if (try_target(search, &target) == OUT_OF_EFFORT)
                search->aside[still++] = target;
        }
        search->asides = still;
        if (!still)
            return;
    }
}

/* --- words of the table, some at a time ------------------------------------------------------- */

static uint64_t first_words(int count)
{
    return count < 64 ? (UINT64_C(1) << count) - 1 : ~UINT64_C(0);
}

/* Gives the next choice of as many words, 0 after the last. */
static uint64_t next_words(uint64_t chosen, int words)
{
    if (!chosen)
        return 0;
    uint64_t lowest = chosen & -chosen, ripple = chosen + lowest;
    uint64_t next = ripple | ((chosen ^ ripple) / lowest) >> 2;
    return ripple && next <= first_words(words) && next > chosen ? next : 0;
}

/* Looks for the same points with these words open; true if it is found. */
static int try_same_points(search_t *search, uint64_t open, const uint32_t *class,
                           const uint32_t count[2])
{
    open_words(search, open);
    int jokers = search->question->own_jokers, points = search->best->points;
    need_t room = room_of(search->table, search->way[0].own);
    for (int all = 0; all < 2; class += count[all++]) {
        int length = length_for(search, points, all);
        target_t target = {.open = open, .points = points, .all = (uint8_t)all};
        search->effort -= count[all];
        for (uint32_t at = 0; length && at < count[all]; at++)
            if (missing(&room, &search->index->need[class[at]], jokers) <= jokers &&
                try_classes(search, target, class + at, 1, length))
                return 1;
    }
    return 0;
}

/* Looks for turns that give as many points and break fewer words. */
static void break_fewer(search_t *search, uint64_t all_open)
{
    turn_t *best = search->best;
    int words = search->question->words, points = best->points;
    uint32_t count[2] = {0};
    open_words(search, all_open);
    list_fitting(search, points - 2);
    uint32_t *class = malloc((search->first[LONGEST_WORD + 1] + 1) * sizeof *class), *put = class;
    search->cover.no_memory |= !class;
    for (int all = 0; class && all < 2; all++) {
        int length = length_for(search, points, all);
        uint32_t begin = search->first[LONGEST_WORD - length];
        count[all] = length ? search->first[LONGEST_WORD - length + 1] - begin : 0;
        memcpy(put, search->fitting + begin, count[all] * sizeof *class);
        put += count[all];
    }
    search->asides = 0;
    for (int open = 0; class && open < best->broken; open++) {
        uint64_t chosen = first_words(open);
        do
            if (search->effort <= 0 || try_same_points(search, chosen, class, count))
                open = words;
        while (open < words && (chosen = next_words(chosen, words)));
    }
    free(class);
    best->fewest = search->effort > 0 && !search->asides && best->points == points;
}

/* --- the whole search ------------------------------------------------------------------------- */

/* Lists the classes that fit into a pool, leaving out words that lie on the table. */
static uint32_t *all_fitting(search_t *search, const pool_t tiles, const pool_t more, int jokers,
                             uint32_t *start)
{
    const index_t *index = search->index;
    const question_t *question = search->question;
    need_t room = room_of(tiles, more);
    uint32_t *ids = NULL, count = 0, size = 0;
    for (int letter = 0; letter < index->letters; letter++) {
        uint32_t begin = from(index, letter, LONGEST_WORD), end = from(index, letter, -1);
        if (start)
            start[letter] = count;
        if (!jokers && !tiles[letter] && !more[letter])
            continue;
        search->effort -= end - begin;
        for (uint32_t class = begin; class < end; class++) {
            if (!(index->values[class] & question->accepted) ||
                missing(&room, &index->need[class], jokers) > jokers ||
                !cover_has_word(&search->cover, class))
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
    for (int letter = index->letters; start && letter <= MOST_LETTERS; letter++)
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
        way->claim = all_fitting(search, way->own, none, question->own_jokers + 1, NULL);
        if (!way->claim)
            return -1;
    }
    search->ways++;
    return 0;
}

static int prepare(search_t *search)
{
    const question_t *question = search->question;
    cover_t *cover = &search->cover;
    search->rack = question->own_jokers;
    for (int letter = 0; letter < MOST_LETTERS; letter++)
        search->rack += question->own[letter];
    cover->index = search->index;
    cover->shortest = question->shortest;
    cover->accepted = question->accepted;
    cover->old_words = question->words;
    for (int word = 0; word < question->words; word++) {
        cover->old_need[word] = question->word[word];
        cover->old_length[word] = question->length[word];
        int64_t class = -1;
        if (question->known[word])
            class = index_find(search->index, &question->word[word], question->length[word]);
        cover->old_class[word] = class;
        if (class >= 0)
            cover->old_bits |= UINT64_C(1) << (class & 63);
    }
    unsigned choices = question->opened ? 1u << question->table_jokers : 1;
    for (unsigned jokers = 0; jokers < choices; jokers++)
        if (add_way(search, jokers))
            return -1;
    open_words(search, question->opened ? first_words(question->words) : 0);
    cover->fitting.ids = all_fitting(search, search->table, question->own, question->own_jokers,
                                     cover->fitting.start);
    uint32_t count = cover->fitting.ids ? cover->fitting.start[MOST_LETTERS] : 0;
    search->first_limit = FIRST_LIMIT + TIMES_FITTING * (int64_t)count;
    search->fitting = malloc((count + 1) * sizeof *search->fitting);
    search->aside = malloc(MOST_ASIDE * sizeof *search->aside);
    return cover->fitting.ids && search->fitting && search->aside ? cover_begin(cover) : -1;
}

static void run(search_t *search)
{
    const question_t *question = search->question;
    turn_t *best = search->best;
    int words = question->opened ? question->words : 0;
    int open = question->rebuilt < words ? question->rebuilt : words;
    search->limit = search->first_limit;
    for (int few = 0; few < open && few < 2; few++)
        for (uint64_t chosen = first_words(few), more = 1; more && search->effort > 0;
             more = chosen = next_words(chosen, words))
            try_open(search, chosen);
    search->asides = search->forgotten = 0;
    for (uint64_t chosen = first_words(open), more = 1; more && search->effort > 0;
         more = chosen = next_words(chosen, words))
        try_open(search, chosen);
    try_aside(search);
    best->proven = search->effort > 0 && !search->forgotten;
    best->fewest = best->proven;
    if (best->broken && best->points) {
        search->effort = least(search->effort, question->effort / 4);
        search->limit = search->first_limit;
        break_fewer(search, first_words(words));
        best->fewest &= best->proven;
    }
}

int turn_search(const index_t *index, const question_t *question, turn_t *best)
{
    search_t *search = calloc(1, sizeof *search);
    memset(best, 0, sizeof *best);
    if (!search)
        return -1;
    search->index = index;
    search->question = question;
    search->best = best;
    search->effort = question->effort;
    int failed = prepare(search);
    if (!failed)
        run(search);
    failed |= search->cover.no_memory ? -1 : 0;
    cover_end(&search->cover);
    for (int way = 0; way < search->ways; way++)
        free(search->way[way].claim);
    free(search->fitting);
    free(search->aside);
    free(search);
    return failed;
}
