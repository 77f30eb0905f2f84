"""The simulator, against RLCard."""
