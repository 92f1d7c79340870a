"""Mutants of locks. Locks prevent two operations from running at the same time."""

from __future__ import annotations

from tests.proof.mutants.changes import (
    drop_call,
    force_false,
    force_true,
    replace_argument,
    replace_expression,
    replace_text,
    return_immediately,
)
from tests.proof.mutants.mutant import Mutant

MUTANTS = (
    Mutant(
        "each caller gets its own lock",
        "bot.tables.store:TableStore.lock",
        replace_expression("self._locks.get(table_id)", "None"),
        "tests/bot/tables/test_tables_lobby.py",
    ),
    Mutant(
        "all tables have one lock",
        "bot.tables.store:TableStore.lock",
        return_immediately("self._locks.setdefault(0, asyncio.Lock())"),
        "tests/bot/tables/test_tables_races.py::test_a_change_at_one_table_does_not_wait_for_another",
    ),
    Mutant(
        "a row of another process is overwritten",
        "bot.storage.matches:_ADD_LOG_ROW_SQL",
        replace_text("INSERT INTO", "INSERT OR REPLACE INTO"),
        "tests/bot/tables/test_tables_play.py",
    ),
    Mutant(
        "an ended table still blocks its channel",
        "bot.tables.lookup:TableFinder.run_write_in_free_channel",
        force_true("active"),
        "tests/bot/tables/test_tables_races.py",
    ),
    Mutant(
        "a process opens the same file twice",
        "bot.storage.engine.filelock:FileLock.__init__",
        force_false("_held_paths"),
        "tests/bot/storage/test_database.py",
    ),
    Mutant(
        "two processes open the same file",
        "bot.storage.engine.filelock:FileLock.__init__",
        drop_call("_lock_file"),
        "tests/bot/storage/test_database.py",
    ),
    Mutant(
        "a closed file is still held",
        "bot.storage.engine.filelock:FileLock.release",
        drop_call("discard"),
        "tests/bot/storage/test_database.py",
    ),
    Mutant(
        "half of a failed job is committed",
        "bot.storage.engine.writer:_run_job",
        drop_call("execute", "ROLLBACK TO own"),
        "tests/bot/storage/test_writer.py",
    ),
    Mutant(
        "a failed job fails all jobs of its commit",
        "bot.storage.engine.writer:_run_job",
        force_true("in_transaction"),
        "tests/bot/storage/test_writer.py",
    ),
    Mutant(
        "a failed commit is reported as done",
        "bot.storage.engine.writer:_run_group",
        replace_argument("_JobOutcome", "error", None),
        "tests/bot/storage/test_writer.py",
    ),
    Mutant(
        "two tasks announce one table at the same time",
        "bot.announcing.announcer:Announcer.announce_table",
        force_true("_tasks"),
        "tests/bot/announcing/test_e2e_announcing_guards.py",
    ),
    Mutant(
        "two tasks think for one table at the same time",
        "bot.kit.keyed_tasks:KeyedTasks.wake",
        force_true("_tasks"),
        "tests/bot/secrecy/test_e2e_guards.py",
    ),
    Mutant(
        "two presses create two threads",
        "bot.platform.intake:PressIntake.mark_answering",
        force_true("press"),
        "tests/bot/secrecy/test_e2e_guards.py",
    ),
)
