/* What a state can still gain at the most, colour by colour.
 *
 * For each colour alone, with the tiles and duties of that colour, the best is worked out exactly
 * under kinder rules: groups take as many tiles as any choice of the other colours would allow,
 * and special jokers do more than they can. Jokers are counted as units that each colour takes for
 * itself: J has one, D, C and M two each. A unit fills one cell of a run, lets one run of 1 or 2
 * tiles end (as C and M do), or brings in an open run of 3 tiles (C and M again). */

enum { PROFILES = 512, MOST_UNITS = 18 };

typedef struct {
    int64_t gain[MOST_UNITS + 1]; /* by units that may be spent; NONE where it is not possible */
} outlook_t;

typedef struct {
    int32_t known[NUMBERS + 2][COLOURS][PROFILES]; /* 0: not yet; else place + 1 */
    outlook_t *outlooks;
    int32_t count, room;
    int units, loose; /* units of all jokers; loose: are there C or M? */
    int8_t grouped[NUMBERS + 2][COLOURS]; /* how many tiles groups can take */
} bound_t;

static void prepare_bound(const walk_t *w, bound_t *b)
{
    memset(b->known, 0, sizeof b->known);
    b->count = 0;
    b->loose = w->total[C] || w->total[M];
    b->units = w->total[J] + 2 * (w->total[D] + w->total[C] + w->total[M]);
    int wild = w->total[J] + 2 * w->total[D];
    for (int n = 1; n <= NUMBERS; n++) {
        int number = 0, sum = 0;
        do {
            number++;
            sum = wild;
            for (int c = 0; c < COLOURS; c++)
                sum += least(w->have[n][c], number);
        } while (sum >= 3 * number && number <= COPIES);
        number--;
        for (int c = 0; c < COLOURS; c++)
            b->grouped[n][c] = (int8_t)least(w->have[n][c], number + 2 * w->total[M]);
    }
}

static int outlook(walk_t *w, bound_t *b, int n, int c, int profile);

/* Takes into account one way to go on: `cost` units, then the outlook from the next number. */
static void weigh(walk_t *w, bound_t *b, outlook_t *best, int n, int c, int one, int two, int three,
                  int cost, int64_t gain)
{
    if (one + two + three > MOST_STRANDS || cost > b->units)
        return;
    if (n >= NUMBERS ? one || two : n == NUMBERS - 1 && one && !b->loose)
        return;
    int at = outlook(w, b, n + 1, c, three | (two + three) << 3 | (one + two + three) << 6);
    if (at < 0)
        return;
    const outlook_t *next = &b->outlooks[at];
    for (int units = cost; units <= b->units; units++)
        if (next->gain[units - cost] != NONE)
            best->gain[units] = most(best->gain[units], next->gain[units - cost] + gain);
}

static void weigh_all(walk_t *w, bound_t *b, outlook_t *best, int n, int c, const int *strands,
                      int grouped, int ended, int arrived)
{
    int rest = w->have[n][c] - grouped, forced = w->must[n][c] - grouped;
    int need = strands[1] + strands[2];
    int64_t each = w->each[n][c];
    int lowest = need;
    if (forced > lowest)
        lowest = forced;
    if (each >= 0 && lowest < least(need + strands[3], rest))
        lowest = least(need + strands[3], rest);
    int highest = least(rest + b->units, need + strands[3] + COPIES + 1);
    for (int cells = lowest; cells <= highest; cells++) {
        int longer = least(strands[3], cells - need), fresh = cells - need - longer;
        int most_tiles = least(cells, rest);
        int fewest = each >= 0 ? most_tiles : forced > 0 ? forced : 0;
        for (int tiles = most_tiles; tiles >= fewest; tiles--) {
            int laid = grouped + tiles - w->must[n][c];
            if (laid >= 0)
                weigh(w, b, best, n, c, fresh, strands[1], strands[2] + longer + arrived,
                      cells - tiles + ended + arrived, laid * each);
        }
    }
}

/* The best from number n on; returns its place, or -1 when memory is short. */
static int outlook(walk_t *w, bound_t *b, int n, int c, int profile)
{
    int32_t known = b->known[n][c][profile];
    if (known)
        return known - 1;
    int three = profile & 7, two = (profile >> 3 & 7) - three, one = (profile >> 6) - two - three;
    outlook_t best;
    for (int units = 0; units <= b->units; units++)
        best.gain[units] = NONE;
    if (n > NUMBERS) {
        for (int units = 0; units <= b->units && !one && !two; units++)
            best.gain[units] = 0;
    } else {
        int most_arrived = b->loose ? least(4, b->units) : 0;
        for (int grouped = 0; grouped <= b->grouped[n][c]; grouped++)
            for (int ended1 = 0; ended1 <= (b->loose ? one : 0); ended1++)
                for (int ended2 = 0; ended2 <= (b->loose ? two : 0); ended2++)
                    for (int arrived = 0; arrived <= most_arrived; arrived++) {
                        int strands[4] = {0, one - ended1, two - ended2, three};
                        weigh_all(w, b, &best, n, c, strands, grouped, ended1 + ended2, arrived);
                    }
        for (int units = 1; units <= b->units; units++)
            best.gain[units] = most(best.gain[units], best.gain[units - 1]);
    }
    if (b->count == b->room) {
        int32_t room = b->room ? b->room * 2 : 512;
        outlook_t *outlooks = realloc(b->outlooks, sizeof *outlooks * (size_t)room);
        if (!outlooks) {
            w->failed = 1;
            return -1;
        }
        b->outlooks = outlooks;
        b->room = room;
    }
    b->outlooks[b->count] = best;
    b->known[n][c][profile] = ++b->count;
    return b->count - 1;
}

/* What a state after number n can gain in all, NONE if it leads nowhere. */
static int64_t bounded(walk_t *w, bound_t *b, const node_t *node, int n)
{
    int extra[COLOURS] = {0}, profile[COLOURS], units = (int)(node->a >> LEFT_AT(J) & 15);
    units += 2 * (int)((node->a >> LEFT_AT(D) & 15) + (node->a >> LEFT_AT(C) & 15));
    units += 2 * (int)(node->b >> 8 & 3);
    for (uint32_t bits = node->b >> 10 & 255; bits; bits >>= 4)
        if (bits & 15) { /* a double joker covers the next cell, and its run is as good as long */
            extra[((bits & 15) - 1) / 3]++;
            units++;
        }
    for (uint32_t bits = node->b >> 18; bits; bits >>= 6)
        if ((bits & 3) == FALLING_EMPTY) {
            units += 2;
        } else if (bits & 3) {
            extra[bits >> 2 & 3] += 2;
            units += (int)(bits >> 4 & 3);
        }
    units = least(units, b->units);
    const outlook_t *ahead[COLOURS];
    int64_t all = node->gain + w->rest[NUMBERS + 1];
    int at[COLOURS];
    for (int c = 0; c < COLOURS; c++) {
        unsigned bits = (unsigned)(node->a >> 12 * c);
        int three = (int)(bits & 15) + extra[c], two = (int)(bits >> 4 & 15) + extra[c];
        int one = (int)(bits >> 8 & 15) + extra[c];
        if (one > MOST_STRANDS)
            return all + w->rest[n + 1]; /* not worth a closer look */
        profile[c] = three | two << 3 | one << 6;
        at[c] = outlook(w, b, n + 1, c, profile[c]);
        if (at[c] < 0)
            return all + w->rest[n + 1];
    }
    for (int c = 0; c < COLOURS; c++) {
        ahead[c] = &b->outlooks[at[c]];
        if (ahead[c]->gain[units] == NONE)
            return NONE;
        all += ahead[c]->gain[units];
    }
    if (all <= w->best || !units)
        return all;
    /* The colours share the units. */
    int64_t sum[MOST_UNITS + 1], next[MOST_UNITS + 1];
    memcpy(sum, ahead[0]->gain, sizeof sum);
    for (int c = 1; c < COLOURS; c++) {
        for (int total = 0; total <= units; total++) {
            next[total] = NONE;
            for (int mine = 0; mine <= total; mine++)
                if (sum[total - mine] != NONE && ahead[c]->gain[mine] != NONE)
                    next[total] = most(next[total], sum[total - mine] + ahead[c]->gain[mine]);
        }
        memcpy(sum, next, sizeof sum);
    }
    return sum[units] == NONE ? NONE : sum[units] + node->gain + w->rest[NUMBERS + 1];
}
