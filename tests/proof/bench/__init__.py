"""Benchmarks with goals, mostly ratios that hold on any machine. Run ``python -m tests.proof.bench``."""
