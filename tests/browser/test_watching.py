"""Who looks on sees the tiles move, and no rack."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.serving import Server
from tests.browser.words import said


def test_a_spectator_sees_tiles_move_and_no_rack(new_person: NewPerson, server: Server) -> None:
    player, watcher = new_person(), new_person()
    code = player.create_room(server.url, begin=True, edition="classic", seats=2, bots=[1])
    watcher.open(f"{server.url}/room/{code}")
    expect(watcher.page.get_by_text(said("rack.watching"))).to_be_visible()

    tiles = player.lay_invalid_set()
    watcher.wait_for_set(tiles)
    shown = watcher.page.locator("[data-tile]").count()
    assert shown == sum(map(len, watcher.read_table()))
    assert all(seat.rack is None for seat in watcher.read_game().view.seats)
    expect(watcher.page.get_by_role("button", name=said("action.draw"))).to_have_count(0)

    player.hands.press(player.find_button("action.reset"))
    watcher.wait_until_off_table(tiles)
    player.let_bot_play()
    expect(watcher.page.locator(".table-end")).to_be_visible()
    assert all(seat.rack is not None for seat in watcher.read_game().view.seats)
