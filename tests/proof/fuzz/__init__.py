"""Fuzzing with invalid input and faults: see ``python -m tests.proof.fuzz``."""
