"""The released editions. A literal below never changes: saved games and results refer to it."""

from __future__ import annotations

from kostka.editions.model import (
    AnnouncementJudging,
    Audience,
    Deal,
    Drawing,
    Edition,
    FirstStarter,
    LostTiles,
    MatchCounts,
    PoolEnd,
    RedealRight,
    Tie,
    TimeOut,
)
from kostka.events.errors import BadInput, quote
from kostka.tiles.box import BoxSpec

CLASSIC = Edition(
    key="classic",
    age=7,
    players_min=2,
    players_max=4,
    box=BoxSpec(copies=2, ordinary=2),
    three_doubles_redeal=True,
    redeal_right=RedealRight.OWN_FIRST_TURN,
    opening_threshold=30,
    no_threshold_advised_for=(Audience.CHILDREN, Audience.SCHOOL, Audience.FIRST_GAMES),
    turn_seconds=60,
    turn_seconds_choices=(30, 40, None),
    failed_move_penalty=1,
    time_out=TimeOut.UNDONE,
    lost_tiles=LostTiles.RACK,
    joker_penalty=50,
    not_opened=100,
    could_have_opened=200,
    announcement_judging=AnnouncementJudging.AT_END,
    pool_end=PoolEnd.LAST_ROUND_DRAWER_FIRST,
    match_counts=MatchCounts.WINS_THEN_POINTS,
)

SIX = Edition(
    key="six",
    age=7,
    players_min=5,
    players_max=6,
    box=BoxSpec(copies=3, ordinary=4),
    three_doubles_redeal=True,
    redeal_right=RedealRight.OWN_FIRST_TURN,
    opening_threshold=30,
    no_threshold_advised_for=(Audience.FIVE_OR_SIX,),
    turn_seconds=60,
    turn_seconds_choices=(30, 40, None),
    failed_move_penalty=1,
    time_out=TimeOut.UNDONE,
    lost_tiles=LostTiles.RACK,
    joker_penalty=50,
    not_opened=100,
    could_have_opened=200,
    announcement_judging=AnnouncementJudging.AT_END,
    pool_end=PoolEnd.LAST_ROUND_DRAWER_FIRST,
    match_counts=MatchCounts.WINS_THEN_POINTS,
)

TRAVEL = Edition(
    key="travel",
    age=8,
    players_min=2,
    players_max=4,
    box=BoxSpec(copies=2, ordinary=2),
    three_doubles_redeal=False,
    redeal_right=RedealRight.OWN_FIRST_TURN,
    opening_threshold=30,
    turn_seconds=60,
    failed_move_penalty=3,
    time_out=TimeOut.UNDONE,
    lost_tiles=LostTiles.RACK,
    joker_penalty=30,
    not_opened=None,
    could_have_opened=None,
    announcement_judging=AnnouncementJudging.AT_END,
    pool_end=PoolEnd.LAST_ROUND_WITHOUT_DRAWER,
    match_counts=MatchCounts.POINTS,
)

TWIST = Edition(
    key="twist",
    age=7,
    players_min=2,
    players_max=4,
    box=BoxSpec(copies=2, ordinary=2, double=2, colour_change=2, mirror=2),
    three_doubles_redeal=False,
    redeal_right=RedealRight.OWN_FIRST_TURN,
    opening_threshold=30,
    turn_seconds=60,
    failed_move_penalty=3,
    time_out=TimeOut.UNDONE,
    lost_tiles=LostTiles.POOL,
    joker_penalty=30,
    not_opened=None,
    could_have_opened=None,
    announcement_judging=AnnouncementJudging.AT_END,
    pool_end=PoolEnd.PLAY_ON,
    tie=Tie.FEWER_TILES,
    match_counts=MatchCounts.WINS_THEN_POINTS,
)

TOURNAMENT = Edition(
    key="tournament",
    age=None,
    players_min=2,
    players_max=4,
    box=BoxSpec(copies=2, ordinary=2),
    first_starter=FirstStarter.FIRST_SEAT,
    deal=Deal.NEIGHBOURS,
    drawing=Drawing.CHOSEN_STACK,
    three_doubles_redeal=True,
    redeal_right=RedealRight.OWN_FIRST_TURN,
    opening_threshold=30,
    turn_seconds=40,
    failed_move_penalty=1,
    time_out=TimeOut.VALID_PART_STANDS,
    lost_tiles=LostTiles.RACK,
    joker_penalty=50,
    not_opened=100,
    could_have_opened=200,
    announcement_judging=AnnouncementJudging.AT_END,
    pool_end=PoolEnd.LAST_ROUND_DRAWER_LAST,
    timed_rounds=True,
    match_counts=MatchCounts.WINS_THEN_POINTS,
)

MSO = Edition(
    key="mso",
    age=None,
    players_min=2,
    players_max=2,
    box=BoxSpec(copies=2, ordinary=2),
    jokers_each=1,
    three_doubles_redeal=True,
    redeal_right=RedealRight.OWN_FIRST_TURN,
    opening_threshold=30,
    turn_seconds=None,
    main_seconds=10 * 60,
    delay_seconds=10,
    failed_move_penalty=1,
    time_out=TimeOut.UNDONE,
    lost_tiles=LostTiles.RACK,
    joker_penalty=50,
    not_opened=100,
    could_have_opened=200,
    announcement_judging=AnnouncementJudging.AT_END,
    pool_end=PoolEnd.LAST_ROUND_DRAWER_FIRST,
    match_counts=MatchCounts.WINS_THEN_POINTS,
)

EDITIONS = {book.key: book for book in (CLASSIC, SIX, TRAVEL, TWIST, TOURNAMENT, MSO)}


def get_edition(key: str) -> Edition:
    """Find a released edition by its name."""
    book = EDITIONS.get(key.strip().lower())
    if book is None:
        raise BadInput(f"{quote(key)} is not an edition: choose {', '.join(EDITIONS)}")
    return book
