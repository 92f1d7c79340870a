"""Mutants of storage: transactions, caches, and databases that must not be opened or overwritten."""

from __future__ import annotations

from tests.proof.mutants.changes import (
    drop_call,
    drop_element,
    drop_raise,
    force_false,
    replace_argument,
    replace_expression,
    replace_text,
    return_immediately,
)
from tests.proof.mutants.mutant import Mutant

MUTANTS = (
    Mutant(
        "a backup contains writes made while it ran",
        "bot.storage.engine.copying:copy_pages",
        replace_argument("execute", 0, "'SELECT 1'", "BEGIN"),
        "tests/bot/storage/test_backup.py::test_a_copy_reports_progress_and_omits_later_writes",
    ),
    Mutant(
        "writes to the same table share a transaction",
        "bot.storage.engine.postgres_writer:PostgresWriter._pick_jobs",
        force_false("any"),
        "tests/bot/storage/test_postgres.py::test_writes_about_the_same_id_do_not_share_a_transaction",
    ),
    Mutant(
        "a proposal outlives a new row",
        "bot.storage.matches:Matches.append_rows.add_rows",
        drop_call("append", "DELETE FROM proposals WHERE match_id = ?"),
        "tests/bot/tables/test_tables_consent.py",
    ),
    Mutant(
        "the clocks are not charged with the row",
        "bot.tables.store:TableStore.record_steps",
        replace_argument("append_rows", "extra_changes", None),
        "tests/bot/tables/test_tables_clocks.py",
    ),
    Mutant(
        "invitations to a lobby outlive its start",
        "bot.storage.matches:Matches.start_match.mark_started",
        drop_call("run", "DELETE FROM invitations WHERE match_id = ?"),
        "tests/bot/tables/test_tables_seats.py tests/bot/tables/test_tables_lobby.py",
    ),
    Mutant(
        "a table that was closed keeps its clocks",
        "bot.storage.matches:Matches.end_table.mark_over",
        drop_call("run", "DELETE FROM clocks WHERE match_id = ?"),
        "tests/bot/tables/test_tables_clocks.py",
    ),
    Mutant(
        "messages of a moved table stay current",
        "bot.storage.matches:Matches.move_table.store_place",
        drop_call("run", "UPDATE messages SET retired = 1 WHERE match_id = ?"),
        "tests/bot/ui/table/test_e2e_moving.py",
    ),
    Mutant(
        "a seated player stays invited",
        "bot.storage.seats:SeatRows.replace_seats.store_seats",
        replace_text("IN (SELECT user_id FROM seats WHERE match_id = ?)", "= -?"),
        "tests/bot/tables/test_tables_lobby.py",
    ),
    Mutant(
        "a player who takes over a seat stays invited",
        "bot.storage.seats:SeatRows.hand_over.replace_players",
        replace_argument("run_each", 1, "[]", "DELETE FROM invitations WHERE match_id = ? AND user_id = ?"),
        "tests/bot/tables/test_tables_seats.py tests/bot/ui/table/test_e2e_seats.py",
    ),
    Mutant(
        "a proposal outlives a change of seats",
        "bot.storage.seats:SeatRows.hand_over.replace_players",
        drop_call("run", "DELETE FROM proposals WHERE match_id = ?"),
        "tests/bot/tables/test_tables_seats.py",
    ),
    Mutant(
        "former players are not recorded",
        "bot.storage.seats:SeatRows.hand_over.replace_players",
        replace_argument("run_each", 1, "[]", "seq"),
        "tests/bot/tables/test_tables_seats.py",
    ),
    Mutant(
        "a board that names a former player counts as current",
        "bot.storage.seats:SeatRows.hand_over.replace_players",
        drop_call("run", "MARK_STALE_SQL"),
        "tests/bot/announcing/test_e2e_announcing_guards.py",
    ),
    Mutant(
        "a seat loses its last press when it changes hands",
        "bot.storage.seats:SeatRows.hand_over.replace_players",
        replace_text("computer = ?", "computer = ?, press = 0"),
        "tests/bot/tables/test_tables_seats.py",
    ),
    Mutant(
        "a replaced message stays current",
        "bot.storage.messages:Messages.reserve_message.add_message",
        replace_argument("run_each", 1, "[]"),
        "tests/bot/storage/test_messages.py",
    ),
    Mutant(
        "a retired message counts as current",
        "bot.storage.messages:Messages.find_current_message",
        replace_text("retired = 0 AND", ""),
        "tests/bot/storage/test_messages.py",
    ),
    Mutant(
        "an unsent message counts as current",
        "bot.storage.messages:Messages.find_current_message",
        replace_text("AND message_id IS NOT NULL", ""),
        "tests/bot/storage/test_messages.py",
    ),
    Mutant(
        "an older look replaces a newer one",
        "bot.storage.looks:_RECORD_LOOK_SQL",
        replace_text(
            "CASE WHEN excluded.seq > looks.seq THEN excluded.seq ELSE looks.seq END,", "excluded.seq,"
        ),
        "tests/bot/storage/test_people.py",
    ),
    Mutant(
        "a database of a newer version is opened",
        "bot.storage.engine.sqlite_schema:migrate_schema",
        force_false("newer"),
        "tests/bot/storage/test_database.py",
    ),
    Mutant(
        "a broken reference is stored",
        "bot.storage.engine.sqlite:_open_writer",
        replace_text("foreign_keys = ON", "foreign_keys = OFF"),
        "tests/bot/storage/test_database.py",
    ),
    Mutant(
        "a COMMIT without an answer counts as not done",
        "bot.storage.engine.postgres_writer:PostgresWriter._was_committed",
        return_immediately("False"),
        "tests/bot/storage/test_postgres.py",
    ),
    Mutant(
        "an exclusive transaction is not exclusive",
        "bot.storage.engine.postgres_writer:_BEGIN_ALONE_SQL",
        replace_text("BEGIN; SELECT pg_advisory_xact_lock(0, 0)", "BEGIN"),
        "tests/bot/storage/test_postgres.py",
    ),
    Mutant(
        "two processes write to one table at the same time",
        "bot.storage.engine.postgres_writer:_LOCK_ID_SQL",
        replace_text("pg_advisory_xact_lock(%d)", "%d"),
        "tests/bot/storage/test_postgres.py",
    ),
    Mutant(
        "a database is moved into one that is not empty",
        "bot.storage.engine.moving_server:open_target_server",
        drop_raise("TargetDatabaseNotEmpty"),
        "tests/bot/storage/test_moving.py",
    ),
    Mutant(
        "rows that changed during a move go unnoticed",
        "bot.storage.engine.moving:_compare_rows",
        replace_expression("rows != await anext(others, None)", "await anext(others, None) is None"),
        "tests/bot/storage/test_moving.py",
    ),
    Mutant(
        "a closed database is read",
        "bot.storage.engine.sqlite:SqliteDatabase._check_is_open",
        force_false("_closed"),
        "tests/bot/storage/test_database.py",
    ),
    Mutant(
        "the sides of voters outlive a match that ended with a crash",
        "bot.storage.channel_seats:_LIST_MATCHES_NEEDING_WORK_SQL",
        replace_text("= 'over' UNION", "= 'never' UNION"),
        "tests/bot/storage/test_channel_seats.py::test_ended_matches_with_sides_or_outdated_boards_are_listed",
    ),
    Mutant(
        "another process's question is lost in a crash",
        "bot.features.channel_seat.driver:VoteDriver.resume",
        replace_expression(
            "await self._tables.core.share.pick_owned_table_ids(await self._seats.list_table_ids_with_invitation())",
            "()",
        ),
        "tests/bot/features/channel_seat/test_e2e_two_channels.py::test_a_crash_before_an_invitation_is_posted_leaves_one_invitation",
    ),
    Mutant(
        "a table stays cached after a failed write",
        "bot.tables.store:TableStore.record_steps",
        drop_call("drop"),
        "tests/bot/tables/test_tables_play.py",
    ),
    Mutant(
        "messages stay cached although a write may have been stored",
        "bot.storage.message_cache:MessageCache.track_write",
        replace_expression("dict.fromkeys(self._kept)", "self._kept"),
        "tests/bot/storage/test_message_cache.py",
    ),
    Mutant(
        "messages read before a write are cached after it",
        "bot.storage.message_cache:MessageCache.store",
        replace_expression("version == self._writes", "True"),
        "tests/bot/storage/test_message_cache.py",
    ),
    Mutant(
        "rows are missing although they were added while others read",
        "bot.storage.missing_rows:MissingRows.may_have_rows",
        replace_expression("before == self._change_count", "True"),
        "tests/bot/storage/test_missing_rows.py",
    ),
    Mutant(
        "rows of another process's table are missing",
        "bot.storage.missing_rows:MissingRows.may_have_rows",
        force_false("is_owned_elsewhere"),
        "tests/bot/storage/test_missing_rows.py",
    ),
    Mutant(
        "rows are missing after a change in another process",
        "bot.tables.store:TableStore.invalidate_table",
        drop_call("forget_table"),
        "tests/bot/storage/test_missing_rows.py",
    ),
    Mutant(
        "rows are missing after a takeover",
        "bot.tables.store:TableStore.clear_cache",
        drop_call("forget_all_tables"),
        "tests/bot/storage/test_missing_rows.py",
    ),
    Mutant(
        "a table stays cached after it should be read again",
        "bot.tables.store:TableStore.invalidate_table",
        drop_call("drop"),
        "tests/bot/tables/test_tables_seats.py tests/bot/ui/person/test_e2e_privacy.py",
    ),
    Mutant(
        "a stored daily move is refused when it is repeated",
        "bot.features.daily.service:DailyService.make_move",
        force_false("rows"),
        "tests/bot/features/daily/test_e2e_daily.py::test_a_move_whose_answer_was_lost_can_be_pressed_again",
    ),
    Mutant(
        "a daily result can change",
        "bot.storage.daily:DailyChallenges.record_end",
        replace_text("AND place IS NULL", ""),
        "tests/bot/storage/test_daily.py",
    ),
    Mutant(
        "a second daily attempt replaces the first",
        "bot.storage.daily:DailyChallenges.begin_attempt.add_attempt",
        replace_text("NOTHING", "UPDATE SET name = excluded.name"),
        "tests/bot/storage/test_daily.py",
    ),
    Mutant(
        "stored daily steps can have a gap",
        "bot.storage.daily:DailyChallenges.append_rows.add_rows",
        force_false("last"),
        "tests/bot/storage/test_daily.py",
    ),
    Mutant(
        "an undo is not stored",
        "games.core.match:GenericMatch.undo",
        drop_element("UNDO_KIND"),
        "tests/games/core/test_match.py",
    ),
)
