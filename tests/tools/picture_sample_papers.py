"""Takes pictures of the papers of a tournament for the documentation.

`python -m tests.tools.picture_sample_papers` (`make pictures`).
"""

from __future__ import annotations

from pathlib import Path

from kostka.printing import KitPart
from kostka.printing.kit import build_kit_data
from kostka.printing.typesetting import render_page_images
from kostka.tournament import Settings
from kostka.tournament import commands as cmd
from tests.printing.papers import DAY, links, play_by_number
from tests.tournament.hall import ORGANISER, Hall

FOLDER = Path("docs/pictures")
PPI = 64

NAMES = (
    *("Anna Kowalska", "Bartek Łuczak", "Csaba Nagy", "Dorota Wiśniewska", "Emma Conti"),
    *("Franek Zając", "Gábor Szűcs", "Hania Mazur", "Irene Russo", "Łucja Lis"),
)


def main() -> None:
    """Print a tournament of ten players and keep one page of three kinds."""
    hall = Hall(settings=Settings(minutes=60), seed="7F3K2M")
    for at, name in enumerate(NAMES):
        hall.add(name, group=f"{5 + at % 2}{'abc'[at % 3]}")
    for _ in range(2):
        hall.begin()
        play_by_number(hall)
        hall.close()
    hall.do(cmd.Finish(token=ORGANISER))
    for part in (KitPart.SEATS, KitPart.SHEETS, KitPart.CERTIFICATES):
        data = build_kit_data(hall.state, 1, [part], "en", links(hall.state), day=DAY)
        (FOLDER / f"kit-{part}.png").write_bytes(render_page_images(data, PPI)[0])


if __name__ == "__main__":
    main()
