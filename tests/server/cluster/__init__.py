"""Several nodes that share a store."""
