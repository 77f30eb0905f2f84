import pytest

from kostka.printing.alphabet import sort_players_by_name
from kostka.tournament import Status
from kostka.tournament.state import Player


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("pl", ["Ada", "Ąda", "Celina", "Ćma", "Éva", "Lutek", "Łada", "Zyta", "Źdźbło", "Żak"]),
        ("hu", ["Adél", "Ágnes", "Cukor", "Csaba", "Oszkár", "Ödön", "Szabó", "Zita", "Zsófia"]),
        ("it", ["Ada", "Élise", "Emma", "Łukasz", "Mara", "Zoe"]),
        ("en", ["O'Brien", "Öberg", "Olsen", "olsson", "Анна"]),
    ],
)
def test_names_stand_in_the_order_of_the_alphabet(language: str, names: list[str]) -> None:
    players = [Player(at, name, "", Status.PRESENT) for at, name in enumerate(reversed(names))]
    assert [player.name for player in sort_players_by_name(players, language)] == names


def test_players_of_one_name_stand_by_their_class() -> None:
    players = [Player(at, "Jan", group, Status.PRESENT) for at, group in enumerate(["6b", "5a"])]
    assert [player.group for player in sort_players_by_name(players, "pl")] == ["5a", "6b"]
