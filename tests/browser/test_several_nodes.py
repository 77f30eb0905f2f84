"""Two people at two nodes: one is stopped or killed under them, and the database is away."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from kostka.numbers.commands import Place
from tests.browser.cluster import WAIT_SECONDS, Cluster, open_doors, run_cluster
from tests.browser.conftest import NewPerson
from tests.browser.person import Person
from tests.browser.words import said
from tests.postgres import get_server

KEEP_SOCKET = "() => { window.socketBefore = window.gameStore.connection.socket; }"

IS_BACK = """() => {
  const { connection, status } = window.gameStore;
  return status.value.state === "open" && connection.socket !== window.socketBefore;
}"""


@pytest.fixture(scope="module")
def running_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with (
        get_server().lend_database() as database,
        run_cluster(tmp_path_factory.mktemp("nodes"), database) as cluster,
    ):
        yield cluster


@pytest.fixture(scope="module")
def doors(running_cluster: Cluster) -> Iterator[list[str]]:
    with open_doors(running_cluster) as addresses:
        yield addresses


@pytest.fixture
def cluster(running_cluster: Cluster) -> Cluster:
    """Both nodes, whatever other tests did to them."""
    running_cluster.start_missing_nodes()
    return running_cluster


class Table(NamedTuple):
    """Two people at a table, each at a node of their own."""

    ala: Person
    bob: Person

    def find_player_on_turn(self) -> tuple[Person, Person]:
        """Return the person on turn and the other one."""
        return (self.ala, self.bob) if self.ala.read_game().view.turn == 0 else (self.bob, self.ala)

    def play_turns(self, turns: int) -> None:
        """Let people play, each in their turn; both see every move."""
        for _ in range(turns):
            mine, other = self.find_player_on_turn()
            mark = other.read_mark()
            mine.wait_for_turn()
            mine.take_turn()
            other.wait_for_change(mark)
            other.wait_until_drawn()

    def lay_draft(self) -> Draft:
        """Play on until somebody can lay tiles, who does so without finishing the move."""
        while True:
            mine, other = self.find_player_on_turn()
            mine.wait_for_turn()
            mine.wait_until_drawn()
            command = mine.mind.choose_command(mine.read_game().view)
            if isinstance(command, Place):
                mine.lay_table(command.table)
                draft = Draft(mine, other, command)
                draft.wait_until_seen(other)
                return draft
            self.play_turns(1)


class Draft(NamedTuple):
    """A move that is laid on the table, but not finished."""

    mine: Person
    other: Person
    command: Place

    def wait_until_seen(self, by: Person) -> None:
        for tiles in self.command.table:
            by.wait_for_set(tiles)

    def finish(self) -> None:
        """Finish the move; both see it."""
        mark = self.other.read_mark()
        self.mine.press_command(self.command)
        self.other.wait_for_change(mark)
        for person in (self.mine, self.other):
            person.wait_until_drawn()
            self.wait_until_seen(person)


@pytest.fixture
def table(new_person: NewPerson, cluster: Cluster, doors: list[str]) -> Table:
    """A game that Ala has opened through one node, and Bob entered through the other."""
    ala, bob = new_person(), new_person()
    code = ala.create_room(doors[0], edition="classic", seats=2, rules={"opening_threshold": 0})
    bob.open(f"{doors[1]}/room/{code}")
    bob.hands.press(bob.find_button("lobby.sit").first)
    ala.hands.press(ala.find_button("lobby.begin"))
    for person in (ala, bob):
        expect(person.page.locator(".rack [data-tile]")).to_have_count(14)
    assert cluster.find_owner() == "one"
    return Table(ala, bob)


def test_people_play_through_different_nodes(table: Table, cluster: Cluster) -> None:
    assert cluster.nodes["two"].count("kostka_relayed_connections") == 1
    table.play_turns(4)
    table.lay_draft().finish()
    for person in table:
        expect(person.page.locator(".toast")).to_have_count(0)


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL], ids=["stopped", "killed"])
def test_a_draft_outlives_its_node(end: signal.Signals, table: Table, cluster: Cluster) -> None:
    draft = table.lay_draft()
    rack = draft.mine.read_rack()
    for person in table:
        person.page.evaluate(KEEP_SOCKET)
    gone = cluster.nodes["one"].popen
    gone.send_signal(end)
    for person in table:
        person.page.wait_for_function(IS_BACK)
        expect(person.page.locator(".chip-warn")).to_have_count(0)
        draft.wait_until_seen(person)
    assert draft.mine.read_rack() == rack
    draft.finish()
    table.play_turns(2)
    gone.wait(WAIT_SECONDS)
    assert cluster.nodes["two"].count("kostka_visitors") == 2


def test_a_move_waits_for_the_database(table: Table) -> None:
    draft = table.lay_draft()
    mark = draft.other.read_mark()
    database = get_server()
    database.stop()
    try:
        draft.mine.hands.press(draft.mine.find_button("action.done"))
        notice = draft.mine.page.locator(".toast", has_text=said("turn.saving"))
        expect(notice).to_be_visible()
        draft.wait_until_seen(draft.mine)
        assert draft.other.read_mark() == mark
    finally:
        database.start()
    for person in table:
        person.wait_for_change(mark)
        person.wait_until_drawn()
        draft.wait_until_seen(person)
    expect(notice).to_have_count(0)
    table.play_turns(2)
