"""The HTTP routes other than those of tournaments.

`errors.py` has the one error shape: handlers raise, and it turns exceptions into responses.
`requests.py` reads bodies and addresses. The other modules are named after their route: `check`,
`solve`, `games` (records), `rules`, `lobby` (editions and open rooms), `themes`, `monitoring`.
"""
