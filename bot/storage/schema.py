"""The migrations: each brings the schema a version further, whichever engine keeps it."""

from __future__ import annotations

from pathlib import Path

MIGRATIONS = Path(__file__).parent / "migrations"


def scripts(folder: Path = MIGRATIONS) -> tuple[str, ...]:
    """Return the migrations in order; the schema version is how many have run."""
    return tuple(path.read_text("utf-8") for path in sorted(folder.glob("*.sql")))
