"""The routes of the tournament desk, described."""

from __future__ import annotations

from kostka.printing import LANGUAGES, KitPart
from kostka.server.openapi.model import ANYTHING, LINES, Answer, Described, asked, errors
from kostka.server.tournaments.export_routes import ALL, PDF
from kostka.server.tournaments.routes import ENCODINGS
from kostka.server.tournaments.schemas import (
    Brought,
    Carried,
    GiveLink,
    History,
    Links,
    ListRead,
    NewTournament,
    Opened,
    OpenOnline,
    Seen,
    TableOnline,
)
from kostka.tournament import AnyCommand, Change

ONE = "/api/tournaments/{id}"


BUSY = errors(
    s429="Too many requests from one address: wait a moment.",
    s503="The server cannot read or write what it keeps: nothing has changed, try again.",
)
LINKED = BUSY | errors(
    s400="It cannot be read.",
    s403="The link is wrong or old, or its role may not do that.",
    s404="There is no such tournament here.",
)
TOO_LONG = errors(s413="It is too long.")
BY_RULES = errors(s409="The regulation, or what was entered before, does not allow it.")
LANGUAGE = asked("language", "Of the papers.", {"type": "string", "enum": list(LANGUAGES)})

API = (
    Described(
        "/api/tournaments",
        "Open a tournament.",
        {201: Answer("Its id, and the secret of the organiser's link.", Opened)}
        | BUSY
        | TOO_LONG
        | errors(
            s400="It cannot be read, or could not be run.", s403="A page of another site asks."
        ),
        method="post",
        body=NewTournament,
    ),
    Described(
        ONE,
        "A tournament as the bearer of the link may see it; without a link, as anybody may.",
        {
            200: Answer("How it stands.", Seen),
            204: Answer("There has been nothing new for 25 seconds: ask again.", media=""),
        }
        | LINKED,
        query=(asked("after", "Wait for a version other than this one.", {"type": "integer"}),),
        link=True,
    ),
    Described(
        f"{ONE}/commands",
        "Carry a command out.",
        {200: Answer("It is on disk.", Carried)} | LINKED | TOO_LONG | BY_RULES,
        method="post",
        body=AnyCommand,
        link=True,
    ),
    Described(
        f"{ONE}/preview",
        "What a command would change.",
        {200: Answer("Events, rows of the standings and seats.", Change)}
        | LINKED
        | TOO_LONG
        | BY_RULES,
        method="post",
        body=AnyCommand,
        link=True,
    ),
    Described(
        f"{ONE}/list",
        "Read a list of players: text, CSV or XLSX. Nobody is registered yet.",
        {200: Answer("Players, and the lines that were not taken.", ListRead)} | LINKED | TOO_LONG,
        method="post",
        media=ANYTHING,
        query=(
            asked(
                "encoding", "How to read the letters.", {"type": "string", "enum": list(ENCODINGS)}
            ),
        ),
        link=True,
    ),
    Described(
        f"{ONE}/links",
        "All links, with the secrets of those that this organiser gave out.",
        {200: Answer("Addresses and QR codes.", Links)} | LINKED,
        link=True,
    ),
    Described(
        f"{ONE}/links",
        "Give a link out.",
        {200: Answer("All links, the new one last.", Links)} | LINKED | TOO_LONG | BY_RULES,
        method="post",
        body=GiveLink,
        link=True,
    ),
    Described(
        "/api/tournaments/file",
        "Bring a tournament's file: every entry is proven. If it is here, an organiser's"
        " file may go on where ours ends.",
        {200: Answer("It is here.", Brought)}
        | BUSY
        | TOO_LONG
        | BY_RULES
        | errors(s400="An entry does not follow.", s403="Only an organiser adds to what is here."),
        method="post",
        media=LINES,
        link=True,
    ),
    Described(
        f"{ONE}/file",
        "The log itself, for an organiser.",
        {200: Answer("JSON lines.", media=LINES)} | LINKED,
        link=True,
    ),
    Described(
        f"{ONE}/history",
        "Every entry in words, for staff.",
        {200: Answer("Who, when, what and why.", History)} | LINKED,
        link=True,
    ),
    Described(
        f"{ONE}/export/{{file}}",
        "Tables for staff: `standings`, `seats`, `results`, `log`, `choices` or `all`, with"
        " `.csv` (one alone), `.xlsx` or `.json`.",
        {200: Answer("The file.", media=ANYTHING)} | LINKED,
        query=(LANGUAGE,),
        link=True,
    ),
    Described(
        f"{ONE}/kit.pdf",
        "The papers of a round for staff; an organiser's sheets have the codes of helpers.",
        {200: Answer("A PDF.", media=PDF)} | LINKED | BY_RULES,
        query=(
            LANGUAGE,
            asked("round", "The last one if not said.", {"type": "integer"}),
            asked("part", "Which papers.", {"type": "string", "enum": [ALL, *KitPart]}),
        ),
        link=True,
    ),
    Described(
        f"{ONE}/online",
        "Open a room for a table of the running round; its games are entered as results.",
        {200: Answer("The room.", TableOnline)} | LINKED | TOO_LONG | BY_RULES,
        method="post",
        body=OpenOnline,
        link=True,
    ),
)
