"""Posts in a server's forum, one for each table."""
