"""Speed, as ratios that hold on any machine. ``python -m tests.proof.bench``."""
