"""Where everything is kept: the promise of a store, and SQLite."""
