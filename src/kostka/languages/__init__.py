"""The languages of the server: one file of texts each, found by its name.

A file holds everything that the server prints or reads in a language: the texts of papers and
exports, the months, the alphabet by which names are sorted, and the column headings of player
lists. To add a language, add its file here. (The texts of the browser client are in `web/`.)
"""

from kostka.languages.texts import LANGUAGES, Texts, load_column_headings, load_texts

__all__ = ["LANGUAGES", "Texts", "load_column_headings", "load_texts"]
