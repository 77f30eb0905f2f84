"""Other names for the players of a record, so that it can be kept without a person's name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from kostka.events.log import Log
from kostka.events.unchained_names import make_neutral_name
from kostka.tabletop.state import TableEdition, TableHeader

HeaderT = TypeVar("HeaderT", bound=TableHeader[TableEdition])
EventT = TypeVar("EventT")


def remove_name(log: Log[HeaderT, EventT], seat: int) -> Log[HeaderT, EventT]:
    """Return a log in which the player in a seat has a neutral name.

    Where names are outside the chain, every hash stays. In older logs they are inside. There all
    lines are chained again, and the header says so.
    """
    names = log.header.names
    others = [name for other, name in enumerate(names) if other != seat]
    return _replace_names(log, [*names[:seat], make_neutral_name(seat, others), *names[seat + 1 :]])


def _replace_names(log: Log[HeaderT, EventT], names: Sequence[str]) -> Log[HeaderT, EventT]:
    header = replace(log.header, names=tuple(names))
    if not log.has_unchained_names:
        header = replace(header, rechained=True)
    renamed = log.log_format.new_log(header)
    for entry in log.entries:
        renamed.append(entry.event, entry.at, more=entry.more)
    return renamed
