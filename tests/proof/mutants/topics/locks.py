"""One thing at a time at a table, one table at a time in a channel, one process at a file."""

from __future__ import annotations

from tests.proof.mutants.mutant import Mutant

STORE, MATCHES, FILE, WRITER = (
    "bot/tables/store.py",
    "bot/storage/matches.py",
    "bot/storage/engine/filelock.py",
    "bot/storage/engine/writer.py",
)
LOBBY, AT_PLAY, RACES = (
    "tests/bot/tables/test_tables_lobby.py",
    "tests/bot/tables/test_tables_play.py",
    "tests/bot/tables/test_tables_races.py",
)
DATABASE, WRITING = "tests/bot/storage/test_database.py", "tests/bot/storage/test_writer.py"

MUTANTS = (
    Mutant(
        "every look has a lock of its own", STORE, "lock = self._locks.get(table_id)", "lock = None", LOBBY
    ),
    Mutant(
        "all tables have one lock",
        STORE,
        "lock = self._locks.get(table_id)\nif lock is None:\nlock = self._locks[table_id] =",
        "lock = self._locks.get(0)\nif lock is None:\n    lock = self._locks[0] =",
        f"{RACES} {LOBBY}",
    ),
    Mutant(
        "a row of another hand is written over",
        MATCHES,
        '"INSERT INTO log (match_id',
        '"INSERT OR REPLACE INTO log (match_id',
        AT_PLAY,
    ),
    Mutant(
        "a table that has ended is in the way",
        "bot/tables/lookup.py",
        "if active is not None:\nraise ChannelTaken(active)",
        "raise ChannelTaken(active)  # type: ignore[arg-type]",
        RACES,
    ),
    Mutant(
        "a second store of a process has the file too", FILE, "if self._path in _held:", "if False:", DATABASE
    ),
    Mutant(
        "a second process has the file too",
        FILE,
        "_lock(self._file)",
        "pass",
        DATABASE,
    ),
    Mutant("a closed file is still held", FILE, "_held.discard(self._path)", "pass", DATABASE),
    Mutant(
        "half of a work that failed is committed",
        WRITER,
        'connection.execute("ROLLBACK TO own")',
        "pass",
        WRITING,
    ),
    Mutant(
        "a work that failed fails all that shared its commit",
        WRITER,
        'connection.execute("ROLLBACK TO own")\noutcome = _Outcome(error=error)',
        "raise sqlite3.OperationalError(*error.args) from error",
        WRITING,
    ),
    Mutant(
        "a commit that failed is told as done",
        WRITER,
        "return [_Outcome(error=error)] * len(works)",
        "return [_Outcome()] * len(works)",
        WRITING,
    ),
    Mutant(
        "two announce one table at once",
        "bot/announcing/announcer.py",
        "if table_id not in self._tasks:",
        "if True:",
        "tests/bot/announcing/test_e2e_announcing_guards.py",
    ),
    Mutant(
        "two think for one table at once",
        "bot/kit/table_tasks.py",
        "if table_id not in self._tasks:",
        "if True:",
        "tests/bot/secrecy/test_e2e_guards.py",
    ),
    Mutant(
        "two presses open two threads",
        "bot/platform/intake.py",
        "alone = press not in self._answered",
        "alone = True",
        "tests/bot/secrecy/test_e2e_guards.py",
    ),
)
