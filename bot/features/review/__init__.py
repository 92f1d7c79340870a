"""After a match: its review, posted once, opened at any time, and one's own costliest moves to try again."""
