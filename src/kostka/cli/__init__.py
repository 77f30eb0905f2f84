"""The `kostka` command: thin, every sub-command a few lines over the packages below."""
