"""Writes the table of all settings into docs/operating.md: `python -m tools.write_settings_table`.

`make api` does the same. The table stands between two comments.
"""

from __future__ import annotations

from pathlib import Path

from kostka.server.settings import SETTINGS

DOCUMENT = Path(__file__).parent.parent / "docs" / "operating.md"

BEGIN = "<!-- settings: written by `make api` -->\n"
END = "<!-- end of settings -->\n"


def format_settings_table() -> str:
    """Return the settings as a table in Markdown."""
    rows = [
        f"| `{setting.flag}{' ' * bool(setting.metavar)}{setting.metavar}` | `{setting.variable}` "
        f"| {setting.default_text} | {setting.description} |\n"
        for setting in SETTINGS
    ]
    return "".join(["| flag | variable | default | meaning |\n", "|---|---|---|---|\n", *rows])


def insert_settings_table(text: str) -> str:
    """Return the text of the document with the table as it is now."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    assert begin, f"{BEGIN!r} is missing"
    assert end, f"{END!r} is missing"
    return f"{before}{BEGIN}\n{format_settings_table()}\n{END}{after}"


if __name__ == "__main__":
    DOCUMENT.write_text(
        insert_settings_table(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8"
    )
