"""Logs, metrics and alerts for operators."""
