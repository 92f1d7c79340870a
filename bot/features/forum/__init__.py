"""The forum of a server, with a post for each table."""
