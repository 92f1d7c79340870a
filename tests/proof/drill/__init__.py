"""The crash drill: scripted players, a bot that is killed at random moments, and what must still hold."""
