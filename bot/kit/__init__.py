"""Small helpers that don't depend on tables: caches, rate limits, retries, timers."""
