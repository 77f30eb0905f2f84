/* The kernel as a Python module. Letters are given by their places in the alphabet, words as bytes
 * of such places. The search runs without the GIL: an index never changes. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "turn.h"

typedef struct {
    PyObject_HEAD
    index_t index;
} Index;

static int raise_value_error(const char *why)
{
    PyErr_SetString(PyExc_ValueError, why);
    return -1;
}

/* --- making an index -------------------------------------------------------------------------- */

static int read_alphabet(PyObject *alphabet, uint8_t letters[4 * MAX_LETTERS])
{
    Py_ssize_t count = PyTuple_GET_SIZE(alphabet);
    if (count < 1 || count > MAX_LETTERS)
        return raise_value_error("an alphabet has 1 to 36 letters");
    memset(letters, 0, 4 * MAX_LETTERS);
    for (Py_ssize_t place = 0; place < count; place++) {
        Py_ssize_t size;
        const char *letter = PyUnicode_AsUTF8AndSize(PyTuple_GET_ITEM(alphabet, place), &size);
        if (!letter)
            return -1;
        if (size < 1 || size > 4)
            return raise_value_error("a letter is one character");
        memcpy(letters + 4 * place, letter, (size_t)size);
    }
    return (int)count;
}

static int read_units(const Py_buffer *file, const uint32_t **units, size_t *count)
{
    uint32_t stated = 0;
    if (file->len >= 8)
        memcpy(&stated, file->buf, sizeof stated);
    *units = (const uint32_t *)file->buf + 1;
    *count = stated;
    if (!stated || (size_t)file->len != 4 * ((size_t)stated + 1) || (uintptr_t)file->buf % 4)
        return raise_value_error("the packed words are damaged");
    return 0;
}

/* Index(packed words, alphabet, shortest) */
static PyObject *index_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    Py_buffer file = {0};
    PyObject *alphabet;
    uint8_t letters[4 * MAX_LETTERS];
    int min_length, count, failed = 1;
    const uint32_t *units;
    size_t unit_count;
    (void)keywords;
    if (!PyArg_ParseTuple(args, "y*O!i", &file, &PyTuple_Type, &alphabet, &min_length))
        return NULL;
    Index *made = NULL;
    if (min_length < 2)
        raise_value_error("the shortest word has 2 letters");
    else if ((count = read_alphabet(alphabet, letters)) > 0 &&
             !read_units(&file, &units, &unit_count) && (made = (Index *)type->tp_alloc(type, 0))) {
        Py_BEGIN_ALLOW_THREADS
        failed = build_index(&made->index, units, unit_count, letters, count, min_length);
        Py_END_ALLOW_THREADS
        if (failed < 0)
            PyErr_NoMemory();
        else if (failed)
            raise_value_error("the packed words are damaged, too many, or longer than 48 letters");
    }
    PyBuffer_Release(&file);
    if (failed)
        Py_CLEAR(made);
    return (PyObject *)made;
}

static void index_dealloc(Index *self)
{
    free_index(&self->index);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

/* --- questions -------------------------------------------------------------------------------- */

/* Reads the letters of a word; returns -1 if they are not valid. */
static int read_word(const index_t *index, const uint8_t *places, Py_ssize_t length,
                     letters_t *need)
{
    memset(need, 0, sizeof *need);
    if (length < 1 || length > MAX_WORD_LENGTH)
        return raise_value_error("a word has 1 to 48 letters");
    for (Py_ssize_t at = 0; at < length; at++) {
        if (places[at] >= index->letter_count)
            return raise_value_error("no such letter");
        if (count_letter(need, index->rank[places[at]]) == MAX_ALIKE)
            return raise_value_error("too many of a letter in a word");
        add_letter(need, index->rank[places[at]]);
    }
    return 0;
}

static int read_table(const index_t *index, PyObject *table, question_t *question, int *tiles)
{
    question->word_count = (int)PyTuple_GET_SIZE(table);
    if (PyTuple_GET_SIZE(table) > MAX_TABLE_WORDS)
        return raise_value_error("more than 64 words on the table");
    for (int word = 0; word < question->word_count; word++) {
        char *places;
        Py_ssize_t length;
        if (PyBytes_AsStringAndSize(PyTuple_GET_ITEM(table, word), &places, &length) ||
            read_word(index, (uint8_t *)places, length, &question->word[word]))
            return -1;
        question->length[word] = (int)length;
        question->known[word] =
            (uint8_t)has_word(index, (uint8_t *)places, (int)length, question->accepted);
        *tiles += (int)length;
    }
    return 0;
}

static int read_jokers(const index_t *index, const Py_buffer *jokers, question_t *question)
{
    const uint8_t *places = jokers->buf;
    if (jokers->len > MAX_JOKERS || question->own_jokers > MAX_JOKERS || question->own_jokers < 0)
        return raise_value_error("more than 4 jokers");
    question->table_jokers = (int)jokers->len;
    for (int joker = 0; joker < question->table_jokers; joker++) {
        if (places[joker] >= index->letter_count)
            return raise_value_error("no such letter");
        question->stands_for[joker] = index->rank[places[joker]];
    }
    return 0;
}

static int read_rack(const index_t *index, const Py_buffer *rack, question_t *question, int *tiles)
{
    const uint8_t *places = rack->buf;
    if (rack->len > MAX_TILES)
        return raise_value_error("more than 512 tiles");
    for (Py_ssize_t tile = 0; tile < rack->len; tile++) {
        if (places[tile] >= index->letter_count)
            return raise_value_error("no such letter");
        if (question->own[index->rank[places[tile]]]++ == UINT8_MAX / 2)
            return raise_value_error("too many of a letter on the rack");
    }
    *tiles += (int)rack->len + question->own_jokers;
    return *tiles > MAX_TILES ? raise_value_error("more than 512 tiles") : 0;
}

/* --- answers ---------------------------------------------------------------------------------- */

enum { MAX_ALIKE_WORDS = 256 };

/* Is this word on the table, or among those made so far? */
static int contains_word(PyObject *words, Py_ssize_t count, const uint8_t *word, int length)
{
    for (Py_ssize_t at = 0; at < count; at++) {
        PyObject *other = PySequence_Fast_GET_ITEM(words, at);
        if (PyTuple_Check(other))
            other = PyTuple_GET_ITEM(other, 0);
        if (PyBytes_GET_SIZE(other) == length &&
            !memcmp(PyBytes_AS_STRING(other), word, (size_t)length))
            return 1;
    }
    return 0;
}

/* Spells a new word: one of its class that is not there yet. */
static PyObject *spell_placed_word(const index_t *index, uint8_t accepted,
                                   const placed_word_t *laid, PyObject *table, PyObject *made)
{
    uint8_t words[MAX_ALIKE_WORDS * MAX_WORD_LENGTH], letters[MAX_JOKERS];
    int count =
        list_class_words(index, &laid->need, laid->length, accepted, words, MAX_ALIKE_WORDS);
    for (int joker = 0; joker < laid->jokers; joker++)
        letters[joker] = index->place[laid->stands_for[joker]];
    for (int at = 0; at < count; at++) {
        const uint8_t *word = words + at * laid->length;
        if (contains_word(table, PyTuple_GET_SIZE(table), word, laid->length) ||
            contains_word(made, PyList_GET_SIZE(made), word, laid->length))
            continue;
        return Py_BuildValue("y#y#i", word, (Py_ssize_t)laid->length, letters,
                             (Py_ssize_t)laid->jokers,
                             laid->taken < 0 ? -1 : index->place[laid->taken]);
    }
    PyErr_SetString(PyExc_AssertionError, "a class without a word left");
    return NULL;
}

static PyObject *build_answer(const index_t *index, uint8_t accepted, const turn_t *turn,
                        PyObject *table)
{
    PyObject *made = PyList_New(0);
    uint64_t kept = ~turn->open;
    for (int at = 0; made && at < turn->count; at++) {
        const placed_word_t *laid = &turn->placed[at];
        if (laid->class < 0) {
            kept |= UINT64_C(1) << laid->kept;
            continue;
        }
        PyObject *word = spell_placed_word(index, accepted, laid, table, made);
        if (!word || PyList_Append(made, word))
            Py_CLEAR(made);
        Py_XDECREF(word);
    }
    if (!made)
        return NULL;
    uint8_t taken[MAX_JOKERS], jokers[MAX_JOKERS];
    Py_ssize_t count = 0, joker_count = 0;
    for (int at = 0; at < turn->count; at++)
        for (int joker = 0; turn->placed[at].taken < 0 && joker < turn->placed[at].jokers; joker++)
            jokers[joker_count++] = index->place[turn->placed[at].stands_for[joker]];
    for (int letter = 0; letter < index->letter_count; letter++)
        for (int copy = 0; copy < turn->in_place[letter]; copy++)
            taken[count++] = index->place[letter];
    return Py_BuildValue("iNKy#y#OO", turn->points, made, (unsigned long long)kept, jokers,
                         joker_count, taken, count, turn->proven ? Py_True : Py_False,
                         turn->fewest ? Py_True : Py_False);
}

/* search(table, table jokers, rack, own jokers, first word, shortest, accepted, rebuilt, effort) ->
 *   (points, [(word, letters of own jokers in it, letter of a joker taken or -1), ...], words kept
 *   as bits, letters of own jokers in words without a joker taken, letters for which the jokers
 *   taken stood before, proven, fewest proven).
 * A first word of 0 letters: it was laid before. */
static PyObject *search(Index *self, PyObject *args)
{
    PyObject *table;
    Py_buffer jokers = {0}, rack = {0};
    question_t question = {0};
    long long effort;
    int tiles = 0, failed = 1;
    if (!PyArg_ParseTuple(args, "O!y*y*iiibiL", &PyTuple_Type, &table, &jokers, &rack,
                          &question.own_jokers, &question.min_first_word, &question.min_length,
                          &question.accepted, &question.max_rebuilt, &effort))
        return NULL;
    question.opened = !question.min_first_word;
    question.effort = effort;
    turn_t *turn = PyMem_Calloc(1, sizeof *turn);
    if (!turn)
        PyErr_NoMemory();
    else if (question.min_length < 2 || question.max_rebuilt < 0)
        raise_value_error("the shortest word has 2 letters, and no less than 0 words are rebuilt");
    else if (!read_table(&self->index, table, &question, &tiles) &&
             !read_jokers(&self->index, &jokers, &question) &&
             !read_rack(&self->index, &rack, &question, &tiles)) {
        Py_BEGIN_ALLOW_THREADS
        failed = find_best_turn(&self->index, &question, turn);
        Py_END_ALLOW_THREADS
        if (failed)
            PyErr_NoMemory();
    }
    PyBuffer_Release(&jokers);
    PyBuffer_Release(&rack);
    PyObject *found = failed ? NULL : build_answer(&self->index, question.accepted, turn, table);
    PyMem_Free(turn);
    return found;
}

static PyObject *has(Index *self, PyObject *args)
{
    const char *places;
    Py_ssize_t length;
    uint8_t accepted;
    if (!PyArg_ParseTuple(args, "y#b", &places, &length, &accepted))
        return NULL;
    return PyBool_FromLong(has_word(&self->index, (const uint8_t *)places, (int)length, accepted));
}

static PyObject *size(Index *self, PyObject *nothing)
{
    (void)nothing;
    return PyLong_FromUnsignedLong(self->index.class_count);
}

static PyMethodDef methods[] = {
    {"search", (PyCFunction)(void (*)(void))search, METH_VARARGS,
     "search(table, table jokers, rack, own jokers, first word, shortest, accepted, rebuilt,"
     " effort)"},
    {"has", (PyCFunction)(void (*)(void))has, METH_VARARGS,
     "has(word, accepted): whether it may be laid"},
    {"classes", (PyCFunction)(void (*)(void))size, METH_NOARGS, "how many words differ in letters"},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject index_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "kostka.wordsolver._kernel.Index",
    .tp_basicsize = sizeof(Index),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "All words that may be laid.",
    .tp_new = index_new,
    .tp_dealloc = (destructor)index_dealloc,
    .tp_methods = methods,
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "_kernel", "The search for turns of the word game.", -1, NULL, NULL,
    NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__kernel(void)
{
    if (PyType_Ready(&index_type))
        return NULL;
    PyObject *made = PyModule_Create(&module);
    if (made && PyModule_AddObjectRef(made, "Index", (PyObject *)&index_type))
        Py_CLEAR(made);
    return made;
}
