"""Builds the compiled searches; everything else stands in pyproject.toml.

The kernels are optional: without a C compiler the plain Python searches are used.
"""

from setuptools import Extension, setup

KERNEL = "src/kostka/solver/kernel"
WORD_KERNEL = "src/kostka/wordsolver/kernel"

setup(
    ext_modules=[
        Extension(
            "kostka.solver._kernel",
            sources=[f"{KERNEL}/glue.c", f"{KERNEL}/walk.c", f"{KERNEL}/change.c"],
            depends=[f"{KERNEL}/{name}.h" for name in ("walk", "layout", "change")],
            extra_compile_args=["-O3"],
            optional=True,
        ),
        Extension(
            "kostka.wordsolver._kernel",
            sources=[f"{WORD_KERNEL}/{name}.c" for name in ("glue", "index", "cover", "turn")],
            depends=[f"{WORD_KERNEL}/{name}.h" for name in ("letters", "index", "cover", "turn")],
            extra_compile_args=["-O3"],
            optional=True,
        ),
    ]
)
