"""Tests of the solver, most of them against something that found the answer another way."""
