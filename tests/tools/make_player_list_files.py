"""Writes the workbooks in tests/tournament/lists: XLS and ODS files, made by LibreOffice.

python -m tests.tools.make_player_list_files     # needs soffice, Debian: libreoffice-calc-nogui
"""

from __future__ import annotations

from pathlib import Path
from subprocess import run
from tempfile import TemporaryDirectory

from tests.tournament.workbooks import build_school_list

LISTS = Path(__file__).parents[1] / "tournament" / "lists"

RECALCULATE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item></oor:items>
"""
"""A setting without which an XLS file made from XLSX has no results of formulas."""


def main() -> None:
    """Convert the XLSX file of the tests."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        settings = folder / "profile" / "user" / "registrymodifications.xcu"
        settings.parent.mkdir(parents=True)
        settings.write_text(RECALCULATE, encoding="utf-8")
        source = folder / "school.xlsx"
        source.write_bytes(build_school_list())
        for kind in ("xls", "ods"):
            command = ["soffice", "--headless", "--convert-to", kind, "--outdir", str(LISTS)]
            profile = f"-env:UserInstallation=file://{folder}/profile"
            run([*command, profile, str(source)], check=True)


if __name__ == "__main__":
    main()
