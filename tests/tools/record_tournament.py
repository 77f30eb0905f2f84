"""Saves a tournament in which everything happens: `python -m tests.tools.record_tournament`.

The file of every schema version stays and must always load; a new version adds a new file.
"""

from __future__ import annotations

from pathlib import Path

from kostka.tournament import Link, Role, Settings, TieResolution, hash_token
from kostka.tournament import commands as cmd
from kostka.tournament.game import FORMAT
from tests.tournament.hall import HEAD, ORGANISER, REFEREE, Hall, went_out

SAVED = Path(__file__).parents[1] / "tournament" / "saved"


def play_full_tournament() -> Hall:
    """Play a tournament in which everything happens."""
    hall = Hall(9)
    hall.do(cmd.ChangeSettings(Settings(2, 1, 60, avoid_repeats=True), token=ORGANISER))
    link = Link(Role.REFEREE, "gone home", hash_token("gone home"))
    hall.do(cmd.GrantLinks((link,), token=ORGANISER))
    hall.do(cmd.RevokeLink(4, token=ORGANISER, reason="lost"))
    hall.add("Łucja", present=False)
    hall.do(cmd.CheckIn((10,), token=ORGANISER))
    hall.do(cmd.RenamePlayer(10, "Łucja Gęś", "7a", token=ORGANISER))
    hall.seat()
    a, b = hall.seats[0][0], hall.seats[1][0]
    hall.do(cmd.SwapSeats((a, b), token=ORGANISER, reason="brother and sister"))
    hall.lock()
    hall.add("Late")
    hall.do(cmd.SeatLate(11, token=ORGANISER))
    hall.start()
    hall.do(cmd.CallReferee(1, "a tile on the floor", hall.now, token=hall.sheet(1)))
    hall.do(cmd.DecideDispute(1, "it goes back", token=REFEREE))
    hall.do(cmd.ResumeClock(1, hall.now, token=REFEREE))
    hall.play()
    hall.do(hall.correction((1, 2, 1), went_out(9, 0, 8, 7)))
    hall.close()
    hall.do(cmd.Undo(len(hall.state.events), token=ORGANISER, reason="too early"))
    hall.close()
    hall.do(cmd.ShowStandings(True, token=ORGANISER))
    hall.begin()
    hall.do(cmd.VoidRound(token=HEAD, reason="the fire alarm"))
    hall.do(cmd.Withdraw(hall.seats[0][3], token=ORGANISER, reason="ill"))
    hall.begin()
    hall.play()
    rude = hall.seats[0][0]
    hall.do(cmd.Warn(rude, token=REFEREE, reason="shouting"))
    hall.do(cmd.Exclude(rude, token=HEAD, reason="shouting again"))
    hall.do(cmd.Warn(hall.seats[1][0], token=REFEREE, reason="hints"))
    hall.do(cmd.Penalise(hall.seats[1][1], points=10, token=REFEREE, reason="phone"))
    hall.do(cmd.CancelIncident(4, token=HEAD, reason="it was the alarm"))
    # One point less makes two players level for the title.
    hall.do(cmd.Penalise(hall.seats[1][0], points=1, token=REFEREE, reason="late"))
    hall.close()
    for tie in hall.tournament.view(0).title_ties:
        hall.do(cmd.DecideTitles(tie, TieResolution.PLAY_OFF, token=HEAD, reason="one more game"))
    hall.do(cmd.Finish(token=ORGANISER))
    return hall


if __name__ == "__main__":
    SAVED.mkdir(exist_ok=True)
    (SAVED / f"{FORMAT.schema}.jsonl").write_bytes(play_full_tournament().tournament.to_bytes())
