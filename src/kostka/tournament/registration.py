"""Players, settings and links: what an organiser enters before and between rounds."""

from __future__ import annotations

from collections.abc import Iterable

from kostka.events.errors import Violation, make_refusal
from kostka.events.game import is_printable_text
from kostka.tournament import commands as cmd
from kostka.tournament import events as ev
from kostka.tournament import problems
from kostka.tournament.events import NewPlayer
from kostka.tournament.names import clean_player, find_name_problems, make_identity_key
from kostka.tournament.roles import Grant, Link, Role
from kostka.tournament.state import MAX_PLAYERS, Phase, Player, State, Status, is_token_hash


def handle_change_settings_command(
    state: State, grant: Grant, command: cmd.ChangeSettings
) -> list[ev.AnyEvent]:
    """Change rounds, games and time limit."""
    if command.settings.rounds < len(state.rounds):
        raise make_refusal(problems.ROUNDS_SEATED(round=len(state.rounds)))
    found = list(state.format.find_settings_problems(command.settings))
    if found:
        raise make_refusal(*found)
    if command.settings == state.settings:
        return []
    return [ev.SettingsChanged(command.settings, by=grant.author, reason=command.reason)]


def handle_grant_links_command(
    state: State, grant: Grant, command: cmd.GrantLinks
) -> list[ev.AnyEvent]:
    """Grant links; those of table helpers need locked seats."""
    used = {one.link.token_hash for one in state.grants}
    hashes = [link.token_hash for link in command.links]
    fit = all(_is_valid_link(link) for link in command.links) and len(set(hashes)) == len(hashes)
    if not fit or used & set(hashes):
        raise make_refusal(problems.BAD_LINK())
    tables = [link.table for link in command.links if link.table is not None]
    round_ = None
    if tables:
        last = state.round
        if last is None or last.phase not in (Phase.LOCKED, Phase.RUNNING):
            raise make_refusal(problems.NOT_LOCKED())
        for table in tables:
            if not 1 <= table <= len(last.tables):
                raise make_refusal(problems.NO_TABLE(round=last.number, table=table))
        round_ = last.number
    return [ev.LinksGranted(command.links, round_, by=grant.author, reason=command.reason)]


def _is_valid_link(link: Link) -> bool:
    for_table = (link.role is Role.TABLE) == (link.table is not None)
    return for_table and is_printable_text(link.name) and is_token_hash(link.token_hash)


def handle_revoke_link_command(
    state: State, grant: Grant, command: cmd.RevokeLink
) -> list[ev.AnyEvent]:
    """Revoke a link; the organiser's first link cannot be revoked, or nobody could do anything."""
    if not 1 <= command.grant < len(state.grants) or state.grants[command.grant].old:
        raise make_refusal(problems.NO_GRANT(grant=command.grant))
    return [ev.LinkRevoked(command.grant, by=grant.author, reason=command.reason)]


def require_player(state: State, player: int) -> Player:
    """Return a player, or refuse."""
    if player not in state.players:
        raise make_refusal(problems.NO_PLAYER(player=player))
    return state.players[player]


def _check_names(state: State, players: Iterable[NewPlayer], but: int | None = None) -> None:
    found: list[Violation] = []
    known = {
        make_identity_key(NewPlayer(p.name, p.group)) for p in state.players.values() if p.id != but
    }
    for player in players:
        found += find_name_problems(player)
        if make_identity_key(player) in known:
            found.append(problems.NAME_TWICE(name=player.name))
        known.add(make_identity_key(player))
    if found:
        raise make_refusal(*found)


def handle_add_players_command(
    state: State, grant: Grant, command: cmd.AddPlayers
) -> list[ev.AnyEvent]:
    """Register players, all or none."""
    players = tuple(clean_player(player) for player in command.players)
    if len(state.players) + len(players) > MAX_PLAYERS:
        raise make_refusal(problems.TOO_MANY_PLAYERS(most=MAX_PLAYERS))
    _check_names(state, players)
    if not players:
        return []
    return [
        ev.PlayersAdded(
            state.next_player, players, command.present, by=grant.author, reason=command.reason
        )
    ]


def handle_rename_player_command(
    state: State, grant: Grant, command: cmd.RenamePlayer
) -> list[ev.AnyEvent]:
    """Change the name or class of a player."""
    before = require_player(state, command.player)
    new = clean_player(NewPlayer(command.name, command.group))
    _check_names(state, [new], but=command.player)
    if (before.name, before.group) == (new.name, new.group):
        return []
    return [
        ev.PlayerRenamed(before.id, new.name, new.group, by=grant.author, reason=command.reason)
    ]


def handle_check_in_command(state: State, grant: Grant, command: cmd.CheckIn) -> list[ev.AnyEvent]:
    """Check players in; checking in again changes nothing."""
    found = [require_player(state, player) for player in dict.fromkeys(command.players)]
    excluded = [player for player in found if player.status is Status.EXCLUDED]
    if excluded:
        raise make_refusal(
            *(problems.NOT_REGISTERED(name=p.name, status=p.status) for p in excluded)
        )
    new = tuple(player.id for player in found if player.status is not Status.PRESENT)
    return [ev.CheckedIn(new, by=grant.author, reason=command.reason)] if new else []


def handle_withdraw_command(state: State, grant: Grant, command: cmd.Withdraw) -> list[ev.AnyEvent]:
    """Withdraw a player; their games count, and the name stays listed."""
    player = require_player(state, command.player)
    if player.status in (Status.WITHDRAWN, Status.EXCLUDED):
        raise make_refusal(problems.NOT_THERE(name=player.name, status=player.status))
    return [ev.Withdrawn(player.id, by=grant.author, reason=command.reason)]
