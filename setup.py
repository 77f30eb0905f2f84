"""Build the compiled searches and copy the browser client into the package.

Everything else is in pyproject.toml. The kernels are optional: without a C compiler the plain
Python searches are used.
"""

from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_py import build_py

KERNEL = "src/kostka/solver/kernel"
WORD_KERNEL = "src/kostka/wordsolver/kernel"

WEB = Path("web")
NOT_SERVED = {".ts", ".md"}
TOOL_FILES = {"jsconfig.json", "package.json", "package-lock.json", "biome.json"}


class BuildWithClient(build_py):
    """Copies web/ to kostka/server/web; an editable install serves it from the repository."""

    def run(self) -> None:
        """Build the package."""
        super().run()
        if not self.editable_mode:
            for source, target in self._list_client_files():
                self.mkpath(str(Path(target).parent))
                self.copy_file(source, target)

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:  # noqa: FBT001, FBT002, as setuptools has it
        """Return the paths of all files that the build writes."""
        client = [] if self.editable_mode else [target for _, target in self._list_client_files()]
        return [*super().get_outputs(include_bytecode), *client]

    def _list_client_files(self) -> list[tuple[str, str]]:
        package = Path(self.build_lib, "kostka/server/web")
        return [
            (str(path), str(package / path.relative_to(WEB)))
            for path in sorted(WEB.rglob("*"))
            if path.is_file() and path.suffix not in NOT_SERVED and path.name not in TOOL_FILES
        ]


setup(
    cmdclass={"build_py": BuildWithClient},
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
    ],
)
