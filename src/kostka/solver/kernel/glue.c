/* The kernel as a Python module: tiles in, sets of faces out. The search runs without the GIL. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "kernel.h"

static PyObject *faces; /* all faces, in the order of their ranks */

enum { FACE_SLOTS = 512 };
typedef struct {
    PyObject *face;
    int index;
} face_slot_t;
static face_slot_t face_slots[FACE_SLOTS]; /* a hash table by address */

/* Stores sets in a tuple, from an index on. Returns 0, or -1 on an error. */
static int store_sets(PyObject *tuple, Py_ssize_t from, const sets_t *sets)
{
    const uint8_t *face = sets->face;
    for (int at = 0; at < sets->count; at++) {
        PyObject *set = PyTuple_New(sets->size[at]);
        if (!set)
            return -1;
        for (int tile = 0; tile < sets->size[at]; tile++, face++)
            PyTuple_SET_ITEM(set, tile, Py_NewRef(PyTuple_GET_ITEM(faces, *face)));
        PyTuple_SET_ITEM(tuple, from + at, set);
    }
    return 0;
}

static PyObject *raise_value_error(const char *why)
{
    PyErr_SetString(PyExc_ValueError, why);
    return NULL;
}

#define MAX_GAIN ((int64_t)1 << 53) /* so that the gains of a whole box add up */

static int find_max_copies(int face)
{
    if (face < TILES)
        return MAX_COPIES;
    return face == TILES + J ? MAX_ORDINARY_JOKERS : MAX_SPECIAL_JOKERS;
}

static int fits_largest_box(const task_t *task)
{
    for (int face = 0; face < FACES; face++)
        if (task->must[face] + task->may[face] > find_max_copies(face))
            return 0;
    return 1;
}

/* Most often the same tuple comes again. It cannot change, and we hold a reference to it. */
static PyObject *last_gains;
static int64_t last_gain[FACES];

static int read_gains(PyObject *gains, task_t *task)
{
    if (gains == last_gains) {
        memcpy(task->gain, last_gain, sizeof last_gain);
        return 0;
    }
    if (PyTuple_GET_SIZE(gains) != FACES)
        return !raise_value_error("gains must have one entry for each face");
    for (int face = 0; face < FACES; face++) {
        int64_t gain = PyLong_AsLongLong(PyTuple_GET_ITEM(gains, face));
        if (gain == -1 && PyErr_Occurred())
            return -1;
        if (gain > MAX_GAIN || gain < -MAX_GAIN)
            return !raise_value_error("a gain is too large");
        task->gain[face] = gain;
    }
    memcpy(last_gain, task->gain, sizeof last_gain);
    Py_XSETREF(last_gains, Py_NewRef(gains));
    return 0;
}

/* search(must, may, gains, worth, effort, rules) -> (sets or None, gain, proven) */
static PyObject *search(PyObject *self, PyObject *args)
{
    PyObject *gains;
    const char *must, *may;
    Py_ssize_t must_size, may_size;
    long long effort;
    task_t task;
    (void)self;
    if (!PyArg_ParseTuple(args, "y#y#O!iLi", &must, &must_size, &may, &may_size, &PyTuple_Type,
                          &gains, &task.worth, &effort, &task.rules))
        return NULL;
    if (must_size != FACES || may_size != FACES || task.worth > MAX_WORTH || task.worth < -1)
        return raise_value_error("counts or worth out of range");
    if (task.rules & ~ALL_SET_RULES)
        return raise_value_error("unknown rules");
    memcpy(task.must, must, FACES);
    memcpy(task.may, may, FACES);
    task.effort = effort > 0 ? effort : 0;
    if (read_gains(gains, &task))
        return NULL;
    if (!fits_largest_box(&task))
        return raise_value_error("more tiles than in the largest box");
    result_t result;
    int failed;
    Py_BEGIN_ALLOW_THREADS
    failed = find_best(&task, &result);
    Py_END_ALLOW_THREADS
    if (failed)
        return PyErr_NoMemory();
    PyObject *sets = result.found ? PyTuple_New(result.sets.count) : Py_NewRef(Py_None);
    if (!sets || (result.found && store_sets(sets, 0, &result.sets))) {
        Py_XDECREF(sets);
        return NULL;
    }
    return Py_BuildValue("NLO", sets, (long long)result.gain, result.proven ? Py_True : Py_False);
}

/* Returns the index of a face, or -1 on an error. There is one object for each face, but a copy
 * (from another process, say) is recognised by its rank. */
static int find_face_index(PyObject *face)
{
    for (size_t slot = (size_t)face >> 4;; slot++) {
        const face_slot_t *known = &face_slots[slot % FACE_SLOTS];
        if (known->face == face)
            return known->index;
        if (!known->face)
            break;
    }
    PyObject *rank = PyObject_GetAttrString(face, "rank");
    long index = rank ? PyLong_AsLong(rank) - 1 : -1;
    Py_XDECREF(rank);
    if (!PyErr_Occurred() && (index < 0 || index >= FACES))
        raise_value_error("rank of an unknown face");
    return PyErr_Occurred() ? -1 : (int)index;
}

enum { FAILED = -1, TOO_MANY = -2 };

/* Reads at most `max` tiles into `out`; returns how many, FAILED or TOO_MANY. */
static int read_tiles(PyObject *tiles, uint8_t *out, int max)
{
    Py_ssize_t count = PyTuple_GET_SIZE(tiles);
    if (count > max)
        return TOO_MANY;
    for (Py_ssize_t at = 0; at < count; at++) {
        int index = find_face_index(PyTuple_GET_ITEM(tiles, at));
        if (index < 0)
            return FAILED;
        out[at] = (uint8_t)index;
    }
    return (int)count;
}

/* Copies the table into a tuple of tuples, so that nobody changes it during the search. */
static PyObject *copy_table(PyObject *table)
{
    PyObject *sets = PySequence_Tuple(table);
    PyObject *own = sets ? PyTuple_New(PyTuple_GET_SIZE(sets)) : NULL;
    for (Py_ssize_t at = 0; own && at < PyTuple_GET_SIZE(own); at++) {
        PyObject *set = PySequence_Tuple(PyTuple_GET_ITEM(sets, at));
        if (set)
            PyTuple_SET_ITEM(own, at, set);
        else
            Py_CLEAR(own);
    }
    Py_XDECREF(sets);
    return own;
}

/* Reads the table. Returns 0; 1 if a set is not known to be valid or there are too many tiles;
 * FAILED on an error. */
static int read_table(PyObject *table, PyObject *valid, sets_t *sets, int *tiles)
{
    sets->count = *tiles = 0;
    if (PyTuple_GET_SIZE(table) > MAX_KEPT_SETS)
        return 1;
    for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(table); at++) {
        uint8_t *face = sets->face + *tiles;
        int size = read_tiles(PyTuple_GET_ITEM(table, at), face, MAX_TILES - *tiles);
        if (size < 0)
            return size == TOO_MANY ? 1 : FAILED;
        PyObject *key = PyBytes_FromStringAndSize((char *)face, size);
        int known = key ? PySet_Contains(valid, key) : FAILED;
        Py_XDECREF(key);
        if (known <= 0)
            return known < 0 ? FAILED : 1;
        sets->size[sets->count++] = (uint8_t)size;
        *tiles += size;
    }
    return 0;
}

/* Builds the table after a play: sets of the table before that are kept, then the new ones. */
static PyObject *build_table_after(const result_t *result, PyObject *before, uint64_t kept)
{
    Py_ssize_t count = PyTuple_GET_SIZE(before), still = 0, at = 0;
    for (Py_ssize_t set = 0; set < count; set++)
        still += kept >> set & 1;
    PyObject *after = PyTuple_New(still + result->sets.count);
    if (!after)
        return NULL;
    for (Py_ssize_t set = 0; set < count; set++)
        if (kept >> set & 1)
            PyTuple_SET_ITEM(after, at++, Py_NewRef(PyTuple_GET_ITEM(before, set)));
    if (store_sets(after, at, &result->sets))
        Py_CLEAR(after);
    return after;
}

/* Lists the tiles that left the rack. */
static PyObject *list_placed(const task_t *task, const result_t *result, const sets_t *table)
{
    int counts[FACES] = {0}, tiles = 0, count = 0;
    for (int set = 0; set < result->sets.count; set++)
        tiles += result->sets.size[set];
    for (int at = 0; at < tiles; at++)
        counts[result->sets.face[at]]++;
    const uint8_t *face = table->face;
    for (int set = 0; set < table->count; face += table->size[set++])
        for (int at = 0; result->kept >> set & 1 && at < table->size[set]; at++)
            counts[face[at]]++;
    for (int index = 0; index < FACES; index++)
        count += counts[index] -= task->must[index];
    PyObject *placed = PyTuple_New(count);
    for (int index = 0, at = 0; placed && index < FACES; index++)
        for (int copy = 0; copy < counts[index]; copy++)
            PyTuple_SET_ITEM(placed, at++, Py_NewRef(PyTuple_GET_ITEM(faces, index)));
    return placed;
}

static PyObject *build_answer(const task_t *task, const result_t *result, const sets_t *table,
                        PyObject *before)
{
    int opening = task->worth >= 0;
    PyObject *after = Py_NewRef(before), *placed = NULL;
    int still = (int)PyTuple_GET_SIZE(before);
    if (result->found) {
        uint64_t all = still ? ~(uint64_t)0 >> (64 - still) : 0;
        Py_SETREF(after, build_table_after(result, before, opening ? all : result->kept));
        still = opening ? still : __builtin_popcountll(result->kept);
    }
    if (after)
        placed = result->found ? list_placed(task, result, table) : PyTuple_New(0);
    if (!placed) {
        Py_XDECREF(after);
        return NULL;
    }
    return Py_BuildValue("ONNiLOOO", before, after, placed, still, (long long)result->gain,
                         result->proven ? Py_True : Py_False,
                         result->kept_proven ? Py_True : Py_False,
                         result->moved_proven ? Py_True : Py_False);
}

/* Answers `play` for a table and a rack that are tuples. */
static PyObject *play_table(PyObject *before, PyObject *rack, const char *held, PyObject *valid,
                         task_t *task, int least_change)
{
    uint8_t hand[MAX_TILES];
    sets_t sets;
    int tiles, unknown = read_table(before, valid, &sets, &tiles);
    if (unknown < 0)
        return NULL;
    int count = read_tiles(rack, hand, MAX_TILES);
    if (count == FAILED)
        return NULL;
    if (unknown || count == TOO_MANY)
        Py_RETURN_NONE;
    int must[FACES] = {0}, may[FACES] = {0};
    for (int at = 0; at < tiles; at++)
        must[sets.face[at]]++;
    for (int at = 0; at < count; at++)
        may[hand[at]]++;
    for (int face = 0; face < FACES; face++) {
        if (must[face] + may[face] > held[face])
            Py_RETURN_NONE;
        task->must[face] = (uint8_t)must[face];
        task->may[face] = (uint8_t)may[face];
    }
    if (!fits_largest_box(task))
        return raise_value_error("more tiles than in the largest box");
    if (task->worth >= 0) {
        memset(task->must, 0, sizeof task->must);
        sets.count = 0;
    }
    result_t result;
    int failed;
    Py_BEGIN_ALLOW_THREADS
    failed = find_best_play(task, &sets, least_change, &result);
    Py_END_ALLOW_THREADS
    return failed ? PyErr_NoMemory() : build_answer(task, &result, &sets, before);
}

/* play(table, rack, held, valid, gains, worth, effort, least_change, rules) ->
 *   None if the question has to be checked first: it has sets that are not among the valid ones
 *   (bytes of face indexes), or more tiles than the box holds;
 *   else (table before, table after, tiles placed, number of sets kept, gain, proven, kept proven,
 *   moved proven); if there is no play, the table after is the one before */
static PyObject *play(PyObject *self, PyObject *const *args, Py_ssize_t count)
{
    task_t task;
    (void)self;
    if (count != 9 || !PyBytes_Check(args[2]) || PyBytes_GET_SIZE(args[2]) != FACES ||
        !PySet_Check(args[3]) || !PyTuple_Check(args[4]))
        return raise_value_error("arguments of the wrong type or size");
    long worth = PyLong_AsLong(args[5]);
    if (worth == -1 && PyErr_Occurred())
        return NULL;
    long long effort = PyLong_AsLongLong(args[6]);
    if (effort == -1 && PyErr_Occurred())
        return NULL;
    int least_change = PyObject_IsTrue(args[7]);
    if (least_change < 0 || read_gains(args[4], &task))
        return NULL;
    if (worth > MAX_WORTH || worth < -1)
        return raise_value_error("the worth of an opening is out of range");
    long rules = PyLong_AsLong(args[8]);
    if (rules == -1 && PyErr_Occurred())
        return NULL;
    if (rules & ~(long)ALL_SET_RULES)
        return raise_value_error("unknown rules");
    task.rules = (int)rules;
    task.worth = (int)worth;
    task.effort = effort > 0 ? effort : 0;
    PyObject *before = copy_table(args[0]);
    PyObject *rack = before ? PySequence_Tuple(args[1]) : NULL;
    PyObject *laid = NULL;
    if (rack)
        laid = play_table(before, rack, PyBytes_AS_STRING(args[2]), args[3], &task, least_change);
    Py_XDECREF(rack);
    Py_XDECREF(before);
    return laid;
}

/* use(faces): sets the faces that the other functions answer with. */
static PyObject *use(PyObject *self, PyObject *given)
{
    (void)self;
    if (!PyTuple_Check(given) || PyTuple_GET_SIZE(given) != FACES)
        return raise_value_error("expected a tuple of all faces");
    if (faces)
        return raise_value_error("the faces have been set already");
    faces = Py_NewRef(given);
    for (int index = 0; index < FACES; index++) {
        PyObject *face = PyTuple_GET_ITEM(faces, index);
        size_t slot = (size_t)face >> 4;
        while (face_slots[slot % FACE_SLOTS].face)
            slot++;
        face_slots[slot % FACE_SLOTS] = (face_slot_t){face, index};
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"use", use, METH_O, "use(faces): the faces to answer with, in canonical order"},
    {"search", search, METH_VARARGS,
     "search(must, may, gains, worth, effort, rules) -> (sets or None, gain, proven)"},
    {"play", (PyCFunction)(void (*)(void))play, METH_FASTCALL,
     "play(table, rack, held, valid, gains, worth, effort, least_change, rules) -> None or (table"
     " before, table after, placed, sets kept, gain, proven, kept proven, moved proven)"},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "_kernel", "The compiled search.", -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__kernel(void)
{
    prepare_kernel();
    return PyModule_Create(&module);
}
