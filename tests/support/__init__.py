"""Shared helpers of tests: simulated servers, databases and players."""
