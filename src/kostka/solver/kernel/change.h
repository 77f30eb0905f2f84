/* Among equally good ways to change a table, the one that moves the fewest tiles; see change.c. */
#ifndef KOSTKA_CHANGE_H
#define KOSTKA_CHANGE_H

#include "walk.h"

enum { MOST_KEPT = 56 };

/* Looks for a play with the same gain as the one found, and no more sets broken up, in which fewer
 * tiles leave their set. Says in `moved_proven` whether there is none with fewer. */
void move_fewest(const task_t *task, const sets_t *table, int64_t effort, found_t *found);

#endif
