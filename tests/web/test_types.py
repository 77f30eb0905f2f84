"""The client's types: rooms, games and views are those of the protocol, never `any`."""

from __future__ import annotations

import re

from kostka.server.static import WEB

ALLOWED = {
    "app/lazy_pages.js": 1,  # a component of any page
    "replay/proof.js": 11,  # a record file that nobody has checked yet
    "replay/word_proof.js": 4,  # the same
    "shared/ui.js": 1,  # elements and components of every kind
    "rules/rules.js": 3,  # the texts of the rules name the fields that they depend on
}
"""Comments with the type `any`, and how many there may be."""
OTHER_FEATURES = {"tournament", "timer", "vendor"}
ANY = re.compile(
    r"(?:@(?:type|param|returns?|typedef|property)\s*\{[^\n]*|^ \*   [^\n]*)\bany\b[^\n]*\}"
)


def test_types_are_not_any() -> None:
    found = {}
    for path in sorted(WEB.rglob("*.js")):
        name = path.relative_to(WEB).as_posix()
        if name.split("/")[0] in OTHER_FEATURES:
            continue
        count = len(ANY.findall(path.read_text(encoding="utf-8")))
        if count > ALLOWED.get(name, 0):
            found[name] = count
    assert found == {}
