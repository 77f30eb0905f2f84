"""Benchmarks against other programs, both sides in one run: `python -m bench SUBJECT`."""
