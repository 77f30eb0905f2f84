"""A table with a hundred tiles, which no game reaches soon: the page is told that it is so."""

from __future__ import annotations

from playwright.sync_api import Page

TILES = 100

FILL = """(wanted) => {
  const { game, faces, seat, connection } = window.gameStore;
  const news = structuredClone(game.value);
  const me = news.view.seats[seat.value];
  me.rack = me.rack.slice(0, 4);
  me.opened = true;
  const left = faces.value.map((_, tile) => tile).filter((tile) => !me.rack.includes(tile));
  const tiles = left.slice(0, wanted);
  news.view.table = [];
  while (tiles.length) news.view.table.push(tiles.splice(0, tiles.length % 4 ? 3 : 4));
  news.view.turn = seat.value;
  news.view.turn_open = false;
  news.view.turns += 1;
  news.events = [];
  news.clock.deadline = null;
  connection.socket.onmessage({ data: JSON.stringify(news) });
}"""


def fill_table(page: Page) -> None:
    """Fill the table of a running game, and wait until all of it is shown."""
    page.evaluate(FILL, TILES)
    count = "(wanted) => document.querySelectorAll('.felt [data-tile]').length === wanted"
    page.wait_for_function(count, arg=TILES)
