"""Small utilities that know nothing about tables, such as caches, rate limits, retries and timers."""
