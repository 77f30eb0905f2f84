"""The tournament desk over HTTP: links give roles, entries are on disk before they are answered."""
