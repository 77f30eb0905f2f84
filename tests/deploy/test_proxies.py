"""nginx and Caddy with the files in deploy/, in front of real servers."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.debian_tools import require_program, skip_or_fail

NEW_NETWORK = ("unshare", "--map-root-user", "--net")


@pytest.mark.parametrize("kind", ["nginx", "caddy"])
def test_both_sites_of_the_file_work_and_addresses_are_real(kind: str) -> None:
    for program in (kind, "unshare", "ip"):
        require_program(program)
    if subprocess.run([*NEW_NETWORK, "true"], capture_output=True, check=False).returncode:
        skip_or_fail("this system does not let us make a network of our own")
    command = [*NEW_NETWORK, sys.executable, "-m", "tests.deploy.proxied_site", kind]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
