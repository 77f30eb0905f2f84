"""Programs of Debian that some tests run; `tests/install_debian_tools.sh` installs them."""

from __future__ import annotations

import os
import shutil
from typing import NoReturn

import pytest


def require_program(name: str) -> str:
    """Return the path of a program; without it skip the test, but fail where CI is set."""
    path = shutil.which(name)
    if path is None:
        skip_or_fail(f"{name} is not installed: see tests/install_debian_tools.sh")
    return path


def skip_or_fail(why: str) -> NoReturn:
    """Skip the test for a reason, but fail where CI is set."""
    if os.environ.get("CI") or os.environ.get("KOSTKA_REQUIRE_BROWSER"):
        pytest.fail(why)
    pytest.skip(why)
