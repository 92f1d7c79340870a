"""Benchmarks whose results are ratios that hold on any machine. Run ``python -m tests.proof.bench``."""
