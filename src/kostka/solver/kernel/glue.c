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

static PyObject *sets_of(const sets_t *found)
{
    PyObject *sets = PyTuple_New(found->count);
    const uint8_t *face = found->face;
    for (int at = 0; sets && at < found->count; at++) {
        PyObject *set = PyTuple_New(found->size[at]);
        if (!set) {
            Py_CLEAR(sets);
            break;
        }
        for (int tile = 0; tile < found->size[at]; tile++, face++)
            PyTuple_SET_ITEM(set, tile, Py_NewRef(PyTuple_GET_ITEM(faces, *face)));
        PyTuple_SET_ITEM(sets, at, set);
    }
    return sets;
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

static int read_gains(PyObject *gains, task_t *task)
{
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
    PyObject *sets = found.found ? sets_of(&found.sets) : Py_NewRef(Py_None);
    if (!sets)
        return NULL;
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
    PyObject *own = PySequence_Tuple(tiles); /* ours, so that nobody changes it meanwhile */
    if (!own)
        return FAILED;
    Py_ssize_t count = PyTuple_GET_SIZE(own);
    if (count > room)
        count = TOO_MANY;
    for (Py_ssize_t at = 0; at < count; at++) {
        int place = place_of(PyTuple_GET_ITEM(own, at));
        if (place < 0) {
            count = FAILED;
            break;
        }
        out[at] = (uint8_t)place;
    }
    Py_DECREF(own);
    return (int)count;
}

/* Reads the table. Returns 0; 1 if a set is not known to be valid or there are too many tiles;
 * FAILED on an error. */
static int read_table(PyObject *table, PyObject *valid, sets_t *sets, int *tiles)
{
    PyObject *own = PySequence_Tuple(table);
    int answer = 0;
    if (!own)
        return FAILED;
    sets->count = *tiles = 0;
    for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(own) && !answer; at++) {
        uint8_t *face = sets->face + *tiles;
        int size = sets->count == MOST_SETS
                       ? TOO_MANY
                       : read_tiles(PyTuple_GET_ITEM(own, at), face, MOST_TILES - *tiles);
        if (size < 0) {
            answer = size == TOO_MANY ? 1 : FAILED;
            break;
        }
        PyObject *key = PyBytes_FromStringAndSize((char *)face, size);
        int known = key ? PySet_Contains(valid, key) : FAILED;
        Py_XDECREF(key);
        answer = known < 0 ? FAILED : !known;
        sets->size[sets->count++] = (uint8_t)size;
        *tiles += size;
    }
    Py_DECREF(own);
    return answer;
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
    PyObject *placed = PyTuple_New(found->found ? count : 0);
    for (int place = 0, at = 0; placed && found->found && place < FACES; place++)
        for (int copy = 0; copy < counts[place]; copy++)
            PyTuple_SET_ITEM(placed, at++, Py_NewRef(PyTuple_GET_ITEM(faces, place)));
    return placed;
}

/* play(table, rack, held, valid, gains, worth, effort, least_change) ->
 *   None if the question has to be looked at first: it has sets that are not among the valid ones
 *   (bytes of places), or more tiles than the box holds;
 *   else (sets or None, tiles placed, kept sets as bits, gain, proven, kept proven) */
static PyObject *play(PyObject *self, PyObject *args)
{
    PyObject *table, *rack, *valid, *gains;
    const char *held;
    Py_ssize_t held_size;
    long long effort;
    int least_change, tiles;
    uint8_t hand[MOST_TILES];
    task_t task;
    sets_t sets;
    (void)self;
    if (!PyArg_ParseTuple(args, "OOy#O!O!iLp", &table, &rack, &held, &held_size, &PySet_Type,
                          &valid, &PyTuple_Type, &gains, &task.worth, &effort, &least_change))
        return NULL;
    if (held_size != FACES || task.worth > 200)
        return wrong("counts or worth of another shape");
    int unknown = read_table(table, valid, &sets, &tiles);
    if (unknown < 0)
        return NULL;
    int count = read_tiles(rack, hand, MOST_TILES);
    if (count == FAILED || read_gains(gains, &task))
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
        task.must[face] = (uint8_t)must[face];
        task.may[face] = (uint8_t)may[face];
    }
    if (!within_largest_box(&task))
        return wrong("more tiles than the largest box holds");
    task.effort = effort > 0 ? effort : 0;
    if (task.worth >= 0) {
        memset(task.must, 0, sizeof task.must);
        sets.count = 0;
    }
    found_t found;
    int failed;
    Py_BEGIN_ALLOW_THREADS
    failed = walk_play(&task, &sets, least_change, &found);
    Py_END_ALLOW_THREADS
    if (failed)
        return PyErr_NoMemory();
    PyObject *laid = found.found ? sets_of(&found.sets) : Py_NewRef(Py_None);
    PyObject *placed = laid ? placed_of(&task, &found, &sets) : NULL;
    if (!placed) {
        Py_XDECREF(laid);
        return NULL;
    }
    return Py_BuildValue("NNKLOO", laid, placed, (unsigned long long)found.kept,
                         (long long)found.gain, found.proven ? Py_True : Py_False,
                         found.kept_proven ? Py_True : Py_False);
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
    {"play", play, METH_VARARGS,
     "play(table, rack, held, valid, gains, worth, effort, least_change) -> None or (sets or None,"
     " placed, kept sets as bits, gain, proven, kept proven)"},
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
