"""Boxes: what is in them, and the tiles as things of their own."""

from __future__ import annotations

from collections import Counter

import pytest

from kostka.editions import CLASSIC, EDITIONS, SIX, TOURNAMENT, TRAVEL, TWIST, Edition
from kostka.events.errors import BadInput
from kostka.tiles import Box, BoxSpec, TileId, format_set, get_box, parse_set, parse_tile
from kostka.tiles.tile import FACES


@pytest.mark.clause("N-1")
@pytest.mark.parametrize(
    ("edition", "total", "copies", "jokers"),
    [
        (CLASSIC, 106, 2, {"J": 2}),
        (SIX, 160, 3, {"J": 4}),
        (TRAVEL, 106, 2, {"J": 2}),
        (TWIST, 112, 2, {"J": 2, "D": 2, "C": 2, "M": 2}),
        (TOURNAMENT, 106, 2, {"J": 2}),
    ],
    ids=["classic", "six", "travel", "twist", "tournament"],
)
def test_a_box_holds_its_tiles(
    edition: Edition, total: int, copies: int, jokers: dict[str, int]
) -> None:
    box = get_box(edition.box)
    held = Counter(map(str, box.faces))
    assert len(box) == len(box.tiles) == len(box.faces) == total == edition.tile_count
    wanted = {f"{colour}{number}": copies for colour in "KRBO" for number in range(1, 14)} | jokers
    assert held == wanted
    for face in FACES:
        assert edition.box.count_tiles_with_face(face) == held[face.name]


@pytest.mark.parametrize(
    ("edition", "ids"),
    [
        (
            CLASSIC,
            {
                0: "K1",
                1: "K1",
                2: "K2",
                25: "K13",
                26: "R1",
                52: "B1",
                57: "B3",
                103: "O13",
                104: "J",
                105: "J",
            },
        ),
        (
            SIX,
            {
                0: "K1",
                2: "K1",
                3: "K2",
                38: "K13",
                39: "R1",
                78: "B1",
                155: "O13",
                156: "J",
                159: "J",
            },
        ),
        (
            TWIST,
            {
                0: "K1",
                103: "O13",
                104: "J",
                105: "J",
                106: "D",
                107: "D",
                108: "C",
                110: "M",
                111: "M",
            },
        ),
    ],
    ids=["classic", "six", "twist"],
)
def test_the_numbers_of_the_tiles_never_change(edition: Edition, ids: dict[int, str]) -> None:
    """Saved games name tiles by these numbers."""
    box = get_box(edition.box)
    assert {tile: str(box.get_face(TileId(tile))) for tile in ids} == ids


def test_the_tiles_of_a_face_are_neighbours_in_canonical_order() -> None:
    for edition in EDITIONS.values():
        box = get_box(edition.box)
        assert box.tiles == tuple(range(edition.tile_count))
        assert list(box.faces) == sorted(box.faces)


def test_two_tiles_with_one_face_are_two_tiles() -> None:
    box = get_box(CLASSIC.box)
    first, second = box.pick_tiles(parse_set("B3 B3"))
    assert first != second
    assert box.get_faces([first, second]) == parse_set("B3 B3")
    assert box.get_face(first) is box.get_face(second)


def test_tiles_are_found_in_order_and_not_twice() -> None:
    box = get_box(CLASSIC.box)
    found = box.pick_tiles(parse_set("J K1 K2 K1 J"))
    assert found == [104, 0, 2, 1, 105]
    assert box.get_faces(found) == parse_set("J K1 K2 K1 J")
    assert box.pick_tiles(parse_set("K1 J"), taken=[TileId(0), TileId(105)]) == [1, 104]
    assert box.pick_tiles([]) == []


@pytest.mark.clause("N-1")
@pytest.mark.parametrize(
    ("edition", "text", "message"),
    [
        (CLASSIC, "B3 B3 B3", "3 x B3, but the box holds 2 (N-1)"),
        (CLASSIC, "B3 D", "1 x D, but the box holds 0 (N-1)"),
        (SIX, "J J J J J", "5 x J, but the box holds 4 (N-1)"),
        (TWIST, "M M M", "3 x M, but the box holds 2 (N-1)"),
    ],
)
def test_more_tiles_than_the_box_holds_are_not_found(
    edition: Edition, text: str, message: str
) -> None:
    box = get_box(edition.box)
    with pytest.raises(BadInput) as refused:
        box.pick_tiles(parse_set(text))
    assert str(refused.value) == message


@pytest.mark.clause("N-1")
def test_tiles_that_are_taken_are_not_found_again() -> None:
    box = get_box(CLASSIC.box)
    taken = box.pick_tiles(parse_set("B3"))
    (other,) = box.pick_tiles(parse_set("B3"), taken)
    assert other not in taken
    with pytest.raises(BadInput, match=r"^3 x B3, but the box holds 2 \(N-1\)$"):
        box.pick_tiles(parse_set("B3"), [*taken, other])


@pytest.mark.clause("N-1")
@pytest.mark.parametrize(
    ("edition", "text", "shortages"),
    [
        (CLASSIC, "B3 B3", []),
        (CLASSIC, "B3 B3 B3", ["3 x B3, but the box holds 2"]),
        (SIX, "B3 B3 B3 J J J J", []),
        (
            CLASSIC,
            "J J J K1 D B3 B3 B3 B3 B3",
            [
                "5 x B3, but the box holds 2",
                "3 x J, but the box holds 2",
                "1 x D, but the box holds 0",
            ],
        ),
        (TWIST, "D D C C M M J J", []),
        (CLASSIC, "", []),
    ],
)
def test_all_shortages_are_named_in_canonical_order(
    edition: Edition, text: str, shortages: list[str]
) -> None:
    assert get_box(edition.box).describe_shortages(parse_set(text)) == shortages


def test_equal_boxes_are_one() -> None:
    assert get_box(CLASSIC.box) is get_box(BoxSpec(copies=2, ordinary=2))
    assert get_box(CLASSIC.box) is not get_box(TWIST.box)
    assert Box(TWIST.box).faces == get_box(TWIST.box).faces


def test_special_jokers_are_in_a_box_only_if_it_says_so() -> None:
    spec = BoxSpec(copies=1, ordinary=0, mirror=1)
    assert format_set(Box(spec).faces[-2:]) == "O13 M"
    assert [
        spec.count_tiles_with_face(parse_tile(name)) for name in ("B3", "J", "D", "C", "M")
    ] == [
        1,
        0,
        0,
        0,
        1,
    ]
