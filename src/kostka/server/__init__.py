"""The web application: rooms and games over HTTP, and the store that keeps them."""
