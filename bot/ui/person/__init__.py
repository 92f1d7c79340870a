"""A person's own pages and settings: their tables, times, standing orders and stored data."""
