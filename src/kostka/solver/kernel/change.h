/* Among equally good ways to change a table, the one that moves the fewest tiles; see change.c. */
#ifndef KOSTKA_CHANGE_H
#define KOSTKA_CHANGE_H

#include "kernel.h"

/* Looks for a play with the same gain as the result, and no more sets broken up, in which fewer
 * tiles leave their set. Says in `moved_proven` whether there is none with fewer. */
void move_fewest_tiles(const task_t *task, const sets_t *table, int64_t effort, result_t *result);

#endif
