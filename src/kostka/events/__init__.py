"""Event sourcing: games as logs of events, their saved form, and the errors of every layer.

Start with `game.py`: a `Machine` is a kind of game (decide, evolve, view), a `Game` a running one.
`log.py` writes and reads the hash-chained log, `unchained_names.py` keeps names outside its chain,
`codec.py` turns values into JSON and back, `errors.py` has the three kinds of error, and
`json_errors.py` rewords those of the JSON library.
"""
