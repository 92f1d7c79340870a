"""Hosts the registered games on Discord."""
