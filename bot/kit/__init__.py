"""Small utilities that don't depend on games or Discord, such as caches, rate limits, retries and timers."""
