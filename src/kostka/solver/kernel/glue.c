/* The kernel as a Python module: bytes in, sets of faces out. The search runs without the GIL. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "walk.h"

static PyObject *sets_of(const found_t *found, PyObject *faces)
{
    PyObject *sets = PyTuple_New(found->sets);
    const uint8_t *face = found->face;
    for (int at = 0; sets && at < found->sets; at++) {
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

/* search(faces, must, may, gains, worth, effort) -> (sets or None, gain, proven) */
static PyObject *search(PyObject *self, PyObject *args)
{
    PyObject *faces, *gains;
    const char *must, *may;
    Py_ssize_t must_size, may_size;
    long long effort;
    task_t task;
    (void)self;
    if (!PyArg_ParseTuple(args, "O!y#y#O!iL", &PyTuple_Type, &faces, &must, &must_size, &may,
                          &may_size, &PyTuple_Type, &gains, &task.worth, &effort))
        return NULL;
    if (PyTuple_GET_SIZE(faces) != FACES || must_size != FACES || may_size != FACES ||
        PyTuple_GET_SIZE(gains) != FACES || task.worth > 200) {
        PyErr_SetString(PyExc_ValueError, "counts, gains or worth of another shape");
        return NULL;
    }
    for (int face = 0; face < FACES; face++) {
        task.must[face] = (uint8_t)must[face];
        task.may[face] = (uint8_t)may[face];
        task.gain[face] = PyLong_AsLongLong(PyTuple_GET_ITEM(gains, face));
        if (task.must[face] + task.may[face] > (face < TILES ? 3 : face == TILES ? 4 : 2)) {
            PyErr_SetString(PyExc_ValueError, "more tiles than the largest box holds");
            return NULL;
        }
    }
    if (PyErr_Occurred())
        return NULL;
    task.effort = effort;
    found_t found;
    int failed;
    Py_BEGIN_ALLOW_THREADS
    failed = walk_search(&task, &found);
    Py_END_ALLOW_THREADS
    if (failed)
        return PyErr_NoMemory();
    PyObject *sets = found.found ? sets_of(&found, faces) : Py_NewRef(Py_None);
    if (!sets)
        return NULL;
    return Py_BuildValue("NLO", sets, (long long)found.gain, found.proven ? Py_True : Py_False);
}

static PyMethodDef methods[] = {
    {"search", search, METH_VARARGS,
     "search(faces, must, may, gains, worth, effort) -> (sets or None, gain, proven)"},
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
