"""Fuzzing with invalid input and injected faults. Run ``python -m tests.proof.fuzz``."""
