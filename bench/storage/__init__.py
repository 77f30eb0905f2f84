"""Benchmarks of what stores games."""
