"""Who looks on sees the tiles move, and no rack."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.serving import Server
from tests.browser.words import said


def test_a_spectator_sees_tiles_move_and_no_rack(come: Come, server: Server) -> None:
    player, watcher = come(), come()
    code = player.found_room(server.url, begin=True, edition="classic", seats=2, bots=[1])
    watcher.open(f"{server.url}/room/{code}")
    expect(watcher.page.get_by_text(said("rack.watching"))).to_be_visible()

    tiles = player.lay_wrongly()
    watcher.sees_on_table(tiles)
    shown = watcher.page.locator("[data-tile]").count()
    assert shown == sum(map(len, watcher.lying()))
    assert all(seat.rack is None for seat in watcher.seen().view.seats)
    expect(watcher.page.get_by_role("button", name=said("action.draw"))).to_have_count(0)

    player.hands.press(player.button("action.reset"))
    watcher.sees_not_on_table(tiles)
    player.let_bot_play()
    expect(watcher.page.locator(".table-end")).to_be_visible()
    assert all(seat.rack is not None for seat in watcher.seen().view.seats)
