"""Coordinates several processes that run one bot, of which one hosts each shard."""
