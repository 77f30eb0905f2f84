"""WebSocket connections, client sessions and rate limits."""
