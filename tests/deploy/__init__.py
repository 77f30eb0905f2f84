"""The example configurations in deploy/ work and are strict."""
