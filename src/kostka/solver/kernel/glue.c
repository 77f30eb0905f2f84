/* The kernel as a Python module: bytes in, sets of faces out. The search runs without the GIL. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "walk.h"

static PyObject *faces; /* every face there is, in the order of their ranks */

enum { KNOWN_FACES = 512 };
typedef struct {
    PyObject *face;
    int place;
} known_face_t;
static known_face_t known_faces[KNOWN_FACES]; /* by address */

/* Puts sets into a tuple, from a place on. */
static int put_sets(PyObject *tuple, Py_ssize_t from, const sets_t *sets)
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

static PyObject *wrong(const char *why)
{
    PyErr_SetString(PyExc_ValueError, why);
    return NULL;
}

#define MOST_GAIN ((int64_t)1 << 53) /* so that the gains of a whole box add up */

static int within_largest_box(const task_t *task)
{
    for (int face = 0; face < FACES; face++)
        if (task->must[face] + task->may[face] > (face < TILES ? 3 : face == TILES ? 4 : 2))
            return 0;
    return 1;
}

/* Most often the same tuple comes again. It cannot change, and it is held on to. */
static PyObject *last_gains;
static int64_t last_gain[FACES];

static int read_gains(PyObject *gains, task_t *task)
{
    if (gains == last_gains) {
        memcpy(task->gain, last_gain, sizeof last_gain);
        return 0;
    }
    if (PyTuple_GET_SIZE(gains) != FACES)
        return !wrong("a gain for each face is needed");
    for (int face = 0; face < FACES; face++) {
        int64_t gain = PyLong_AsLongLong(PyTuple_GET_ITEM(gains, face));
        if (gain == -1 && PyErr_Occurred())
            return -1;
        if (gain > MOST_GAIN || gain < -MOST_GAIN)
            return !wrong("a gain is too large");
        task->gain[face] = gain;
    }
    memcpy(last_gain, task->gain, sizeof last_gain);
    Py_XSETREF(last_gains, Py_NewRef(gains));
    return 0;
}

/* search(must, may, gains, worth, effort) -> (sets or None, gain, proven) */
static PyObject *search(PyObject *self, PyObject *args)
{
    PyObject *gains;
    const char *must, *may;
    Py_ssize_t must_size, may_size;
    long long effort;
    task_t task;
    (void)self;
    if (!PyArg_ParseTuple(args, "y#y#O!iL", &must, &must_size, &may, &may_size, &PyTuple_Type,
                          &gains, &task.worth, &effort))
        return NULL;
    if (must_size != FACES || may_size != FACES || task.worth > 200)
        return wrong("counts or worth of another shape");
    memcpy(task.must, must, FACES);
    memcpy(task.may, may, FACES);
    task.effort = effort > 0 ? effort : 0;
    if (read_gains(gains, &task))
        return NULL;
    if (!within_largest_box(&task))
        return wrong("more tiles than the largest box holds");
    found_t found;
    int failed;
    Py_BEGIN_ALLOW_THREADS
    failed = walk_search(&task, &found);
    Py_END_ALLOW_THREADS
    if (failed)
        return PyErr_NoMemory();
    PyObject *sets = found.found ? PyTuple_New(found.sets.count) : Py_NewRef(Py_None);
    if (!sets || (found.found && put_sets(sets, 0, &found.sets))) {
        Py_XDECREF(sets);
        return NULL;
    }
    return Py_BuildValue("NLO", sets, (long long)found.gain, found.proven ? Py_True : Py_False);
}

/* Where a face stands among all, or -1. There is one object for each face, but a copy (from another
 * process, say) is told by its rank. */
static int place_of(PyObject *face)
{
    for (size_t slot = (size_t)face >> 4;; slot++) {
        const known_face_t *known = &known_faces[slot % KNOWN_FACES];
        if (known->face == face)
            return known->place;
        if (!known->face)
            break;
    }
    PyObject *rank = PyObject_GetAttrString(face, "rank");
    long place = rank ? PyLong_AsLong(rank) - 1 : -1;
    Py_XDECREF(rank);
    if (!PyErr_Occurred() && (place < 0 || place >= FACES))
        wrong("no such face");
    return PyErr_Occurred() ? -1 : (int)place;
}

enum { FAILED = -1, TOO_MANY = -2 };

/* Reads tiles into `out`, at most `room` of them; returns how many, FAILED or TOO_MANY. */
static int read_tiles(PyObject *tiles, uint8_t *out, int room)
{
    Py_ssize_t count = PyTuple_GET_SIZE(tiles);
    if (count > room)
        return TOO_MANY;
    for (Py_ssize_t at = 0; at < count; at++) {
        int place = place_of(PyTuple_GET_ITEM(tiles, at));
        if (place < 0)
            return FAILED;
        out[at] = (uint8_t)place;
    }
    return (int)count;
}

/* Gives the table as a tuple of tuples: ours, so that nobody changes it meanwhile. */
static PyObject *as_tuples(PyObject *table)
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
    if (PyTuple_GET_SIZE(table) > MOST_SETS)
        return 1;
    for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(table); at++) {
        uint8_t *face = sets->face + *tiles;
        int size = read_tiles(PyTuple_GET_ITEM(table, at), face, MOST_TILES - *tiles);
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

/* The table after a play: sets of the table before that are kept, then the new ones. */
static PyObject *table_after(const found_t *found, PyObject *before, uint64_t kept)
{
    Py_ssize_t count = PyTuple_GET_SIZE(before), still = 0, at = 0;
    for (Py_ssize_t set = 0; set < count; set++)
        still += kept >> set & 1;
    PyObject *after = PyTuple_New(still + found->sets.count);
    if (!after)
        return NULL;
    for (Py_ssize_t set = 0; set < count; set++)
        if (kept >> set & 1)
            PyTuple_SET_ITEM(after, at++, Py_NewRef(PyTuple_GET_ITEM(before, set)));
    if (put_sets(after, at, &found->sets))
        Py_CLEAR(after);
    return after;
}

static PyObject *placed_of(const task_t *task, const found_t *found, const sets_t *table)
{
    int counts[FACES] = {0}, tiles = 0, count = 0;
    for (int set = 0; set < found->sets.count; set++)
        tiles += found->sets.size[set];
    for (int at = 0; at < tiles; at++)
        counts[found->sets.face[at]]++;
    const uint8_t *face = table->face;
    for (int set = 0; set < table->count; face += table->size[set++])
        for (int at = 0; found->kept >> set & 1 && at < table->size[set]; at++)
            counts[face[at]]++;
    for (int place = 0; place < FACES; place++)
        count += counts[place] -= task->must[place];
    PyObject *placed = PyTuple_New(count);
    for (int place = 0, at = 0; placed && place < FACES; place++)
        for (int copy = 0; copy < counts[place]; copy++)
            PyTuple_SET_ITEM(placed, at++, Py_NewRef(PyTuple_GET_ITEM(faces, place)));
    return placed;
}

static PyObject *answer(const task_t *task, const found_t *found, const sets_t *table,
                        PyObject *before)
{
    int opening = task->worth >= 0;
    PyObject *after = Py_NewRef(before), *placed = NULL;
    int still = (int)PyTuple_GET_SIZE(before);
    if (found->found) {
        uint64_t all = still ? ~(uint64_t)0 >> (64 - still) : 0;
        Py_SETREF(after, table_after(found, before, opening ? all : found->kept));
        still = opening ? still : __builtin_popcountll(found->kept);
    }
    if (after)
        placed = found->found ? placed_of(task, found, table) : PyTuple_New(0);
    if (!placed) {
        Py_XDECREF(after);
        return NULL;
    }
    return Py_BuildValue("ONNiLOOO", before, after, placed, still, (long long)found->gain,
                         found->proven ? Py_True : Py_False,
                         found->kept_proven ? Py_True : Py_False,
                         found->moved_proven ? Py_True : Py_False);
}

static PyObject *play_on(PyObject *before, PyObject *rack, const char *held, PyObject *valid,
                         task_t *task, int least_change)
{
    uint8_t hand[MOST_TILES];
    sets_t sets;
    int tiles, unknown = read_table(before, valid, &sets, &tiles);
    if (unknown < 0)
        return NULL;
    int count = read_tiles(rack, hand, MOST_TILES);
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
    if (!within_largest_box(task))
        return wrong("more tiles than the largest box holds");
    if (task->worth >= 0) {
        memset(task->must, 0, sizeof task->must);
        sets.count = 0;
    }
    found_t found;
    int failed;
    Py_BEGIN_ALLOW_THREADS
    failed = walk_play(task, &sets, least_change, &found);
    Py_END_ALLOW_THREADS
    return failed ? PyErr_NoMemory() : answer(task, &found, &sets, before);
}

/* play(table, rack, held, valid, gains, worth, effort, least_change) ->
 *   None if the question has to be looked at first: it has sets that are not among the valid ones
 *   (bytes of places), or more tiles than the box holds;
 *   else (table before, table after, tiles placed, how many sets are kept, gain, proven, kept
 *   proven, moved proven); if there is no play the table after is the one before */
static PyObject *play(PyObject *self, PyObject *const *args, Py_ssize_t count)
{
    task_t task;
    (void)self;
    if (count != 8 || !PyBytes_Check(args[2]) || PyBytes_GET_SIZE(args[2]) != FACES ||
        !PySet_Check(args[3]) || !PyTuple_Check(args[4]))
        return wrong("arguments of another shape");
    long worth = PyLong_AsLong(args[5]);
    long long effort = PyLong_AsLongLong(args[6]);
    int least_change = PyObject_IsTrue(args[7]);
    if (PyErr_Occurred() || read_gains(args[4], &task))
        return NULL;
    if (worth > 200)
        return wrong("no opening has to be worth so much");
    task.worth = (int)worth;
    task.effort = effort > 0 ? effort : 0;
    PyObject *before = as_tuples(args[0]);
    PyObject *rack = before ? PySequence_Tuple(args[1]) : NULL;
    PyObject *laid = NULL;
    if (rack)
        laid = play_on(before, rack, PyBytes_AS_STRING(args[2]), args[3], &task, least_change);
    Py_XDECREF(rack);
    Py_XDECREF(before);
    return laid;
}

/* use(faces): tells the faces that the other functions answer with. */
static PyObject *use(PyObject *self, PyObject *given)
{
    (void)self;
    if (!PyTuple_Check(given) || PyTuple_GET_SIZE(given) != FACES)
        return wrong("all faces are needed");
    if (faces)
        return wrong("the faces are known already");
    faces = Py_NewRef(given);
    for (int place = 0; place < FACES; place++) {
        PyObject *face = PyTuple_GET_ITEM(faces, place);
        size_t slot = (size_t)face >> 4;
        while (known_faces[slot % KNOWN_FACES].face)
            slot++;
        known_faces[slot % KNOWN_FACES] = (known_face_t){face, place};
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"use", use, METH_O, "use(faces): the faces to answer with, in canonical order"},
    {"search", search, METH_VARARGS,
     "search(must, may, gains, worth, effort) -> (sets or None, gain, proven)"},
    {"play", (PyCFunction)(void (*)(void))play, METH_FASTCALL,
     "play(table, rack, held, valid, gains, worth, effort, least_change) -> None or (table before,"
     " table after, placed, sets kept, gain, proven, kept proven, moved"
     " proven)"},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "_kernel", "The compiled search.", -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__kernel(void)
{
    walk_prepare();
    return PyModule_Create(&module);
}
