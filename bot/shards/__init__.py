"""Coordinates several processes that run the same bot, so that each shard has exactly one host."""
