"""What every game at a table shares: seats, the start, the shuffle, turns, records and matches.

The number game and the word game build on it; nothing here knows a rule of either. Start with
`state.py` (the fields both games have) and `events.py` (what happens in both). Then, in the order
of a game: `randomness.py` lists what players add to the shuffle, `setup.py` and `lots.py` find the
starter and mix the tiles, `permissions.py` refuses commands out of turn, `evolution.py` applies the
shared events, `views.py` hides tiles, `proof.py` and `replay.py` read finished records, and
`match.py` ranks players over several games.
"""
