"""The database engines behind the repositories: SQLite and PostgreSQL."""
