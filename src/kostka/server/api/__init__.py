"""HTTP routes other than those of tournaments."""
