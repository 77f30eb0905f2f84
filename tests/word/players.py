"""Players of the word game who know few words: they lay, lengthen, join and take jokers.

They see a view and nothing else. What they lay is judged by the rules before it is proposed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from pathlib import Path
from random import Random

from msgspec.structs import replace

from kostka.tiles import TileId
from kostka.word import (
    Accept,
    AnyCommand,
    Challenge,
    Draw,
    Judging,
    Letters,
    Pass,
    Place,
    RunOutOfTime,
    Turn,
    View,
    WordEdition,
    Words,
    check_turn,
    get_bag,
    get_word_judge,
    register_lexicon,
)
from tests.word.few_words import FewWords

KNOWN = tuple(Path(__file__).with_name("words.txt").read_text(encoding="utf-8").upper().split())
"""The words that these players know."""

register_lexicon("known", FewWords(word.lower() for word in KNOWN))

BIT = {letter: 1 << at for at, letter in enumerate(sorted(set("".join(KNOWN))))}


def encode_letters(text: str) -> int:
    """Which letters a text has, as bits."""
    return sum(BIT.get(letter, 0) for letter in set(text))


MASKS = [(word, encode_letters(word)) for word in KNOWN]

MOST_STEPS = 4
"""How often a player adds to a move."""


@dataclass(frozen=True)
class Habits:
    """How a player plays."""

    idles: float = 0.0
    times_out: float = 0.0
    bluffs: float = 0.0
    """Lays what is no word, where that costs a penalty."""
    challenges: float = 0.0
    relays: float = 0.0
    """Puts an own letter in the place of the same one in a word of the table, and uses that one."""


class Draft:
    """A table on its way to the end of a turn."""

    def __init__(self, view: View) -> None:
        assert view.viewer is not None
        self.bag = get_bag(view.header.edition.bag)
        self.words = list(view.table)
        self.letters = dict(view.letters)
        self.rack = list(view.seats[view.viewer].rack or ())

    def letter(self, tile: TileId) -> str:
        return self.letters.get(tile, self.bag.faces[tile])

    def text(self, word: Sequence[TileId]) -> str:
        return "".join(map(self.letter, word))

    def composed(
        self, text: str, must: Sequence[TileId]
    ) -> tuple[tuple[TileId, ...], dict[TileId, str]] | None:
        """Tiles for a word: all that it must have, and some of the rack; None if there are none."""
        slots: list[TileId | None] = [None] * len(text)
        letters = {}
        for tile in must:
            wanted = self.letter(tile)
            at = next((n for n, c in enumerate(text) if c == wanted and slots[n] is None), None)
            if at is None:
                return None
            slots[at] = tile
        rack = list(self.rack)
        for at, wanted in enumerate(text):
            if slots[at] is not None:
                continue
            found = next((tile for tile in rack if self.bag.faces[tile] == wanted), None)
            if found is None:
                found = next((tile for tile in rack if self.bag.is_joker(tile)), None)
                if found is None:
                    return None
                letters[found] = wanted
            rack.remove(found)
            slots[at] = found
        if len(rack) == len(self.rack):
            return None
        return tuple([tile for tile in slots if tile is not None]), letters

    def lay(self, text: str, must: Sequence[TileId] = (), gone: Sequence[int] = ()) -> bool:
        """Lay a word in the place of others, if the tiles are there and it lies nowhere yet."""
        if any(self.text(word) == text for word in self.words):
            return False
        composed = self.composed(text, must)
        if composed is None:
            return False
        word, letters = composed
        self.words = [old for at, old in enumerate(self.words) if at not in gone] + [word]
        self.letters |= letters
        self.rack = [tile for tile in self.rack if tile not in word]
        return True


class Player:
    """Plays one seat."""

    def __init__(
        self, rng: Random, habits: Habits | None = None, edition: WordEdition | None = None
    ) -> None:
        self.rng = rng
        self.habits = habits or Habits()
        self.edition = edition
        """With the words of its theme, which views leave out."""

    def answer(self, view: View) -> AnyCommand | None:
        """Return what to do about somebody else's move, if anything."""
        seat = view.viewer
        assert seat is not None
        may = view.challengeable not in (None, seat) and view.seats[seat].present
        if may and self._likely(self.habits.challenges):
            return Challenge(seat)
        return Accept(seat) if seat in view.waiting else None

    def command(self, view: View) -> AnyCommand:
        """Return what to do in one's own turn."""
        seat = view.viewer
        assert seat is not None
        assert view.turn == seat
        if self._likely(self.habits.times_out):
            return RunOutOfTime(seat)
        if not self._likely(self.habits.idles):
            bluffs = view.header.edition.judging is not Judging.CHECKED
            bluff = bluffs and self._likely(self.habits.bluffs)
            place = self.nonsense_word(view) if bluff else self.move(view)
            if place is not None and is_allowed(view, place, self.edition):
                return place
        return Draw(seat) if view.pool else Pass(seat)

    def move(self, view: View) -> Place | None:
        """Look for a move; it need not be allowed."""
        assert view.viewer is not None
        draft = Draft(view)
        opened = view.seats[view.viewer].opened
        if not opened:
            least = view.header.edition.first_word
            long = (word for word in self._words(draft) if len(word) >= least)
            if not any(draft.lay(word) for word in long):
                return None
        for _ in range(self.rng.randint(0 if not opened else 1, MOST_STEPS)):
            if not self._step(draft, touch=opened):
                break
        if len(draft.rack) == len(view.seats[view.viewer].rack or ()):
            return None
        return Place(
            view.viewer, tuple(draft.words), list_joker_letters(draft.words, draft.letters)
        )

    def nonsense_word(self, view: View) -> Place | None:
        """Lay some letters that are hardly a word."""
        draft = Draft(view)
        tiles = [tile for tile in draft.rack if not draft.bag.is_joker(tile)]
        assert view.viewer is not None
        edition = view.header.edition
        opened = view.seats[view.viewer].opened
        many = edition.shortest_word if opened else edition.first_word
        if len(tiles) < many:
            return None
        word = tuple(tiles) if self._likely(0.3) else tuple(self.rng.sample(tiles, many))
        return Place(view.viewer, (*view.table, word))

    def _likely(self, chance: float) -> bool:
        return self.rng.random() < chance

    def _words(self, draft: Draft, must: Sequence[TileId] = ()) -> list[str]:
        """The known words that may be made of these tiles and the rack, in any order."""
        held = encode_letters("".join(map(draft.letter, must)))
        there = held | encode_letters(draft.bag.get_letters(draft.rack))
        jokers = sum(map(draft.bag.is_joker, draft.rack))
        found = [
            word
            for word, mask in MASKS
            if not held & ~mask and (mask & ~there).bit_count() <= jokers and len(word) > len(must)
        ]
        self.rng.shuffle(found)
        return found

    def _step(self, draft: Draft, *, touch: bool) -> bool:
        """Add to a draft: a joker taken, a word of one's own, one of the table made longer."""
        if touch and (self._take_joker(draft) or self._relay_word(draft)):
            return True
        ways: list[tuple[tuple[int, ...], tuple[TileId, ...]]] = [((), ())]
        if touch:
            one = [((at,), word) for at, word in enumerate(draft.words)]
            two = [
                ((a, b), (*draft.words[a], *draft.words[b]))
                for a, b in combinations(range(len(draft.words)), 2)
            ]
            ways += [*self.rng.sample(one, len(one)), *self.rng.sample(two, min(len(two), 4))]
            ways += self._spared(draft)
        first = self.rng.random() < 0.5
        for gone, must in ways if first else ways[::-1]:
            if any(draft.lay(word, must, gone) for word in self._words(draft, must)):
                return True
        return False

    def _spared(self, draft: Draft) -> list[tuple[tuple[int, ...], tuple[TileId, ...]]]:
        """Take the letter out of a word that is one without it."""
        for at in self.rng.sample(range(len(draft.words)), len(draft.words)):
            word = draft.words[at]
            for place, tile in enumerate(word):
                rest = (*word[:place], *word[place + 1 :])
                taken = {draft.text(other) for other in draft.words}
                if draft.text(rest) in KNOWN and draft.text(rest) not in taken:
                    draft.words[at] = rest
                    return [((), (tile,))]
        return []

    def _relay_word(self, draft: Draft) -> bool:
        """Put an own letter in the place of the same one, and that into another word (W-6)."""
        if not self._likely(self.habits.relays):
            return False
        for at, word in enumerate(draft.words):
            for place, tile in enumerate(word):
                face = draft.bag.faces[tile]
                own = next((t for t in draft.rack if draft.bag.faces[t] == face), None)
                if own is None or draft.bag.is_joker(tile):
                    continue
                before = draft.words[:], draft.rack[:]
                draft.words[at] = (*word[:place], own, *word[place + 1 :])
                draft.rack.remove(own)
                if any(draft.lay(text, [tile]) for text in self._words(draft, [tile])):
                    return True
                draft.words, draft.rack = before
        return False

    def _take_joker(self, draft: Draft) -> bool:
        """Put an own letter in a joker's place, and the joker into a word of one's own (W-11)."""
        for at, word in enumerate(draft.words):
            for place, joker in enumerate(word):
                letter = draft.letters.get(joker)
                own = next((t for t in draft.rack if draft.bag.faces[t] == letter), None)
                if own is None or not draft.bag.is_joker(joker) or not self._likely(0.7):
                    continue
                before = draft.words[:], dict(draft.letters), draft.rack[:]
                draft.words[at] = (*word[:place], own, *word[place + 1 :])
                draft.rack.remove(own)
                del draft.letters[joker]
                draft.rack.append(joker)
                texts = self._words(draft)
                if any(draft.lay(text) and joker not in draft.rack for text in texts):
                    return True
                draft.words, draft.letters, draft.rack = before
        return False


def list_joker_letters(words: Sequence[Sequence[TileId]], letters: Letters) -> dict[TileId, str]:
    """The letters of the jokers that lie on a table."""
    return {tile: letters[tile] for tile in chain.from_iterable(words) if tile in letters}


def is_allowed(view: View, place: Place, edition: WordEdition | None) -> bool:
    """May the viewer end the turn so?"""
    assert view.viewer is not None
    seat = view.seats[view.viewer]
    turn = Turn(
        edition=edition or view.header.edition,
        before=view.table,
        letters_before=view.letters,
        rack=seat.rack or (),
        after=place.table,
        letters=place.letters,
        opened=seat.opened,
    )
    return not check_turn(turn, get_word_judge(turn.edition)).violations


# --- moves that are wrong ---------------------------------------------------------------------


def spoil_move(view: View, place: Place, rng: Random) -> Place:  # noqa: C901
    """Change a move in a way that is mostly, but not always, against the rules."""
    assert view.viewer is not None
    words = [list(word) for word in place.table]
    letters = dict(place.letters)
    bag = get_bag(view.header.edition.bag)
    tiles = list(chain.from_iterable(words))
    rack = [tile for tile in view.seats[view.viewer].rack or () if tile not in tiles]
    foreign = [tile for tile in bag.tiles if tile not in tiles and tile not in rack]
    some = rng.choice(words) if words else []
    match rng.randrange(11):
        case 0 if some:  # a tile is missing
            some.remove(rng.choice(some))
        case 1 if some:  # a tile lies there twice
            rng.choice(words).append(rng.choice(some))
        case 2 if foreign:  # a tile of somebody else, or of the pool
            some.append(rng.choice(foreign))
            words = words or [some]
        case 3 if len(words) > 1:  # two words become one
            joined = words.pop(rng.randrange(len(words)))
            rng.choice(words).extend(joined)
        case 4 if some:  # in any order
            rng.shuffle(some)
        case 5 if letters:  # a joker stands for something else
            letters[rng.choice(list(letters))] = rng.choice([*bag.alphabet, "?", "", "a", "AA"])
        case 6 if some:  # a whole word is missing
            words.remove(some)
        case 7 if rack and some:  # a tile of the rack anywhere
            some.insert(rng.randint(0, len(some)), rng.choice(rack))
        case 8 if rack:  # tiles of the rack on their own
            words.append(rng.sample(rack, rng.randint(1, min(4, len(rack)))))
        case 9 if letters:  # a joker is forgotten
            del letters[rng.choice(list(letters))]
        case 10 if some:  # a tile that is not a joker gets a letter
            letters[rng.choice(some)] = rng.choice(bag.alphabet)
        case _:
            words.append([])
    rng.shuffle(words)
    return replace(place, table=tuple(tuple(word) for word in words), letters=letters)


def make_nonsense(rng: Random) -> tuple[Words, dict[TileId, str]]:
    """Words of numbers that need not be tiles at all."""
    numbers = (-1, 0, 1, 7, 110, 111, 112, 1 << 31, 1 << 63, 1 << 80, -(1 << 80))
    words = tuple(
        tuple(TileId(rng.choice(numbers)) for _ in range(rng.randrange(5)))
        for _ in range(rng.randrange(1, 4))
    )
    letters = {TileId(rng.choice(numbers[:8])): rng.choice(["A", "", "a", "Ż"]) for _ in range(2)}
    return words, letters


def iterate_answers(players: Sequence[Player], views: Sequence[View]) -> Iterator[AnyCommand]:
    """What players say about the last move, each in turn."""
    for player, view in zip(players, views, strict=True):
        command = player.answer(view)
        if command is not None:
            yield command
