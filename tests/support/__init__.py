"""Shared helpers of tests: simulated servers, databases, people who play."""
