import re

import segno

from kostka.printing import make_qr_code
from kostka.printing.qr import QUIET

LINK = "http://192.168.100.20:8000/tournament/3fa9c1d2e4b5#Zx8-001kQ2vRr1tPq9sLm4nBv7cXy6"


def test_the_path_draws_the_squares_of_the_code_inside_a_quiet_zone() -> None:
    code = make_qr_code(LINK)
    dark = {
        (int(x) + step - QUIET, int(y) - QUIET)
        for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", code.path)
        for step in range(int(width))
    }
    matrix = segno.make(LINK, error="m", micro=False).matrix
    assert code.size == len(matrix) + 2 * QUIET
    assert dark == {
        (x, y) for y, row in enumerate(matrix) for x, square in enumerate(row) if square
    }
