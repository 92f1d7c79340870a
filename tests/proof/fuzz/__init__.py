"""Nonsense and bad luck in great numbers: see ``python -m tests.proof.fuzz``."""
