"""Benchmarks with goals, mostly ratios that are valid on any machine. Run ``python -m tests.proof.bench``."""
