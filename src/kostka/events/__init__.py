"""The append-only log, its saved form, and the errors that every layer shares."""
