"""Deterministic simulation of the whole bot. Run ``python -m tests.proof.sim``."""
