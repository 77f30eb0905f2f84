"""The OpenAPI description of all HTTP routes."""
