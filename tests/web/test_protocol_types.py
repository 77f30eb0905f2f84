"""The types of the protocol in the client are those of the server."""

from __future__ import annotations

from kostka.server.static import WEB
from tools.write_protocol_types import build_type_declarations, make_type_name


def test_the_types_are_up_to_date() -> None:
    written = (WEB / "app/protocol.d.ts").read_text(encoding="utf-8")
    assert written == build_type_declarations(), "run make api"


def test_names_say_which_game_they_are_of() -> None:
    assert make_type_name("kostka.word.views.View") == "WordView"
    assert make_type_name("kostka.numbers.views.View") == "NumberView"
    assert make_type_name("RoomView") == "RoomView"
