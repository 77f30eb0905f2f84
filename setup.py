"""Builds the compiled search; everything else stands in pyproject.toml.

The kernel is optional: without a C compiler the plain Python search is used.
"""

from setuptools import Extension, setup

KERNEL = "src/kostka/solver/kernel"

setup(
    ext_modules=[
        Extension(
            "kostka.solver._kernel",
            sources=[f"{KERNEL}/glue.c", f"{KERNEL}/walk.c", f"{KERNEL}/change.c"],
            depends=[f"{KERNEL}/{name}.h" for name in ("walk", "layout", "change")],
            extra_compile_args=["-O3"],
            optional=True,
        )
    ]
)
