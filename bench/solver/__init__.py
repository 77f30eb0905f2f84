"""The solver, against rummikub-solver and an integer program."""
