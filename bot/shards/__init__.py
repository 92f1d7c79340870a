"""Coordinates several processes that run the same bot, so that only one of them serves each shard."""
