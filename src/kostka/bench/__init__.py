"""Benchmarks against other programs, on stored positions, both sides in one run."""
