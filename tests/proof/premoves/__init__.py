"""Measures the waiting time saved by premoves, and checks that crashes neither repeat nor lose any."""
