"""The crash drill: scripted players, a bot killed at random moments, and what must still be true."""
