"""Deterministic simulation of the whole bot: see ``python -m tests.proof.sim``."""
