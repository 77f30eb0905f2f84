"""The `kostka` command.

`main` builds the parser and turns every error into one line. Each sub-command is a module with
`add_command`, which describes its options, and `run`, which does the work by calling the packages
below. `arguments`, `terminal` and `workers` are what sub-commands share: options and their parsers,
coloured output and JSON lines, and work spread over processes.
"""
