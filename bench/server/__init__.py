"""The server, against boardgame.io, and the load client that drives both."""
