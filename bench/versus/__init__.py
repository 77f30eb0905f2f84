"""Two checkouts of kostka, measured alternately in one run."""
