"""Startup, settings, health checks and the playground."""
