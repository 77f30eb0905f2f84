"""Build the compiled searches and copy the browser client into the package.

Everything else is in pyproject.toml. The kernels are optional: without a C compiler the plain
Python searches are used. With KOSTKA_DEBUG_KERNEL=1 they are built with assertions and with the
sanitizers for addresses and undefined behaviour; `make fuzz-kernels` does that in another folder.
"""

import os
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_py import build_py

DEBUG = os.environ.get("KOSTKA_DEBUG_KERNEL") == "1"
RELEASE_FLAGS = ["-O3", "-DNDEBUG"]
SANITIZERS = "-fsanitize=address,undefined"
DEBUG_FLAGS = ["-O1", "-g", "-UNDEBUG", SANITIZERS, "-fno-sanitize-recover=all"]


def make_extension(name: str, folder: str) -> Extension:
    """Build all C files of a folder into one module; a change of any header builds it again."""
    return Extension(
        name,
        sources=sorted(map(str, Path(folder).glob("*.c"))),
        depends=sorted(map(str, Path(folder).glob("*.h"))),
        extra_compile_args=DEBUG_FLAGS if DEBUG else RELEASE_FLAGS,
        extra_link_args=[SANITIZERS] if DEBUG else [],
        optional=not DEBUG,
    )


WEB = Path("web")
NOT_SERVED = {".ts", ".md"}
TOOL_FILES = {"jsconfig.json", "package.json", "package-lock.json"}


class BuildWithClient(build_py):
    """Copies web/ to kostka/server/web; an editable install serves it from the repository."""

    def run(self) -> None:
        """Build the package."""
        super().run()
        if not self.editable_mode:
            for source, target in self._list_client_files():
                self.mkpath(str(Path(target).parent))
                self.copy_file(source, target)

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:  # noqa: FBT001, FBT002
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
        make_extension("kostka.solver._kernel", "src/kostka/solver/kernel"),
        make_extension("kostka.wordsolver._kernel", "src/kostka/wordsolver/kernel"),
    ],
)
