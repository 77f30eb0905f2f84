"""Why a word is not valid, each with its clause."""

from kostka.events.errors import Problem

TOO_SHORT = Problem("word.short", "W-5", "{word} has {length} letters, but words have at least 3")
HYPHEN = Problem("word.hyphen", "W-12", "{word} is written with a hyphen")
NO_LETTER = Problem(
    "word.letter", "W-1", "{word}: there is no tile for '{letter}' in this language"
)
PROPER_NAME = Problem(
    "word.name", "W-12", "{word} is a proper name: no dictionary word has capitals"
)
ABBREVIATION = Problem("word.abbreviation", "W-12", "{word} is an abbreviation")
NO_WORD = Problem("word.unknown", "W-12", "{word} is not in the dictionary")
VULGAR = Problem("word.vulgar", "W-12", "{word} is a vulgar word, and those are left out")
