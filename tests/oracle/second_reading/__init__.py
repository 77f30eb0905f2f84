"""A second reading of the clauses N-7, N-41, Z-12, W-6 and W-15, written from the rules alone.

Nothing here imports the product. Tiles are written as in the rules: `B3`, `J`, and letters.
"""
