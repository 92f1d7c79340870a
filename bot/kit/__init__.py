"""Small helpers that know nothing of tables' contents: caches, rate limits, retries, timers."""
