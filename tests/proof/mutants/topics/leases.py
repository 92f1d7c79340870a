"""Mutants of leases, tenures and the handover between processes."""

from __future__ import annotations

from tests.proof.mutants.changes import (
    drop_call,
    force_false,
    force_true,
    replace_argument,
    replace_expression,
    replace_text,
    replace_value,
)
from tests.proof.mutants.mutant import Mutant

MUTANTS = (
    Mutant(
        "another bot is accepted as a standby",
        "bot.storage.leases:Leases._try_to_take_leases",
        force_false("theirs"),
        "tests/bot/storage/test_leases.py::test_another_bot_is_refused_in_one_line",
    ),
    Mutant(
        "the owner is not stored when leases are taken over",
        "bot.storage.leases:_TAKE_LEASES_SQL",
        replace_text("application = excluded.application,", ""),
        "tests/bot/storage/test_leases.py::test_another_bot_is_refused_in_one_line",
    ),
    Mutant(
        "a process does not say which bot it is",
        "bot.shards.process_group:ProcessGroup.begin",
        replace_expression("application_id", "0"),
        "tests/bot/shards/test_process_group.py",
    ),
    Mutant(
        "a shared transaction does not check the tenure",
        "bot.storage.engine.postgres_writer:_make_begin_sql",
        replace_argument(
            "join", 0, "(_BEGIN_TOGETHER_SQL, *(_LOCK_ID_SQL % number for number in numbers))", "_LOCK_ID_SQL"
        ),
        "tests/bot/storage/test_leases.py",
    ),
    Mutant(
        "an exclusive transaction does not check the tenure",
        "bot.storage.engine.postgres_writer:_make_begin_sql",
        replace_expression("''.join((_BEGIN_ALONE_SQL, *tenure_checks))", "_BEGIN_ALONE_SQL"),
        "tests/bot/storage/test_leases.py",
    ),
    Mutant(
        "only one tenure of a shared transaction is checked",
        "bot.storage.engine.postgres_writer:_make_begin_sql",
        replace_expression("sorted({job.tenure_check for job in jobs})", "[jobs[-1].tenure_check]"),
        "tests/bot/storage/test_leases.py",
    ),
    Mutant(
        "an expired lease still allows writes",
        "bot/storage/migrations/postgresql/0015_leases.sql",
        replace_text("AND until > clock_timestamp()", ""),
        "tests/bot/storage/test_leases.py",
    ),
    Mutant(
        "a lease of some shards allows writes",
        "bot/storage/migrations/postgresql/0015_leases.sql",
        replace_text("<> held THEN", "= 0 THEN"),
        "tests/bot/storage/test_leases.py",
    ),
    Mutant(
        "a lease can end during a write",
        "bot/storage/migrations/postgresql/0015_leases.sql",
        replace_text("PERFORM pg_advisory_xact_lock_shared(2, tenure::integer)", "PERFORM 1"),
        "tests/bot/storage/test_leases.py",
    ),
    Mutant(
        "the tenure is checked against the start of the transaction",
        "bot/storage/migrations/postgresql/0015_leases.sql",
        replace_text("until > clock_timestamp()", "until > now()"),
        "tests/bot/storage/test_leases.py",
    ),
    Mutant(
        "a stuck write delays the takeover",
        "bot.storage.leases:Leases._try_to_take_leases",
        drop_call("execute", "_END_WRITES_SQL"),
        "tests/bot/storage/test_leases.py",
    ),
    Mutant(
        "a lease is released during its writes",
        "bot.storage.leases:Leases.release.end_tenure",
        drop_call("execute", "_LOCK_WRITES_SQL"),
        "tests/bot/storage/test_leases.py",
    ),
    Mutant(
        "a lease held by another process is taken",
        "bot.storage.leases:Leases._try_to_take_leases",
        force_false("left"),
        "tests/bot/storage/test_leases.py",
    ),
    Mutant(
        "a lease that was just renewed is taken",
        "bot.storage.leases:_TAKE_LEASES_SQL",
        replace_text("leases.until <= clock_timestamp()", "true"),
        "tests/bot/storage/test_leases.py",
    ),
    Mutant(
        "only some of the shards are taken",
        "bot.storage.leases:Leases._try_to_take_leases",
        force_false("rows", "shard_ids"),
        "tests/bot/storage/test_leases.py",
    ),
    Mutant(
        "two leases have the same number",
        "bot.storage.leases:_FIND_NEXT_TENURE_SQL",
        replace_text("0) + 1 FROM", "0) FROM"),
        "tests/bot/storage/test_leases.py",
    ),
    Mutant(
        "a process with another shard count is accepted",
        "bot.storage.leases:Leases._try_to_take_leases",
        force_false("other"),
        "tests/bot/storage/test_leases.py",
    ),
    Mutant(
        "expired leases block others forever",
        "bot.storage.leases:Leases._try_to_take_leases",
        replace_expression("lease.seconds_left > 0", "True"),
        "tests/bot/storage/test_leases.py",
    ),
    Mutant(
        "a partly lost lease is renewed",
        "bot.storage.leases:Leases.renew",
        force_false("rows", "shard_count"),
        "tests/bot/storage/test_leases.py",
    ),
    Mutant(
        "the release of leases is not announced",
        "bot.storage.leases:Leases.release.end_tenure",
        drop_call("execute", "LEASES_RELEASED"),
        "tests/bot/storage/test_leases.py",
    ),
    Mutant(
        "the next process does not know which presses were handled",
        "bot.storage.leases:Leases._try_to_take_leases",
        replace_argument("frozenset", 0, None),
        "tests/bot/storage/test_leases.py",
    ),
    Mutant(
        "presses of an old lease are passed on again",
        "bot.storage.leases:_TAKE_LEASES_SQL",
        replace_text("'-infinity', presses = '{}'", "'-infinity'"),
        "tests/bot/storage/test_leases.py",
    ),
    Mutant(
        "a daily job is claimed twice",
        "bot.storage.leases:_CLAIM_JOB_SQL",
        replace_text("WHERE chores.day < excluded.day", ""),
        "tests/bot/storage/test_leases.py",
    ),
    Mutant(
        "two processes log in at the same time",
        "bot.storage.leases:_RESERVE_LOGIN_SQL",
        replace_text("greatest(logins.free, clock_timestamp())", "clock_timestamp()"),
        "tests/bot/storage/test_leases.py",
    ),
    Mutant(
        "a renewed lease counts from the answer",
        "bot.shards.lease:ShardLease._renew_leases",
        replace_expression(
            "requested_at + self._leases.term_seconds", "time.monotonic() + self._leases.term_seconds"
        ),
        "tests/bot/shards/test_lease.py",
    ),
    Mutant(
        "a new lease counts from the answer",
        "bot.shards.lease:ShardLease._take_or_renew_leases",
        replace_expression(
            "requested_at + self._leases.term_seconds", "time.monotonic() + self._leases.term_seconds"
        ),
        "tests/bot/shards/test_lease.py",
    ),
    Mutant(
        "a lease is renewed only when it expires",
        "bot.shards.lease:RENEWALS_PER_TERM",
        replace_value("1"),
        "tests/bot/shards/test_process_group.py",
    ),
    Mutant(
        "a process that lost its lease still writes",
        "bot.shards.lease:ShardLease._renew_leases",
        drop_call("_require_tenure"),
        "tests/bot/shards/test_lease.py",
    ),
    Mutant(
        "a process that released its lease still writes",
        "bot.shards.lease:ShardLease.release",
        drop_call("_require_tenure"),
        "tests/bot/shards/test_lease.py",
    ),
    Mutant(
        "a standby writes from the start",
        "bot.shards.lease:ShardLease.begin",
        drop_call("_require_tenure"),
        "tests/bot/shards/test_lease.py",
    ),
    Mutant(
        "a host stays host after its lease expires",
        "bot.shards.lease:ShardLease.role",
        force_true("monotonic"),
        "tests/bot/shards/test_lease.py",
    ),
    Mutant(
        "a standby answers presses",
        "bot.shards.gate:PressGate.receive_interaction",
        force_true("_passes_all"),
        "tests/bot/shards/test_gate.py",
    ),
    Mutant(
        "a press handled by another process is answered again",
        "bot.shards.gate:PressGate.receive_interaction",
        force_false("_handled_elsewhere"),
        "tests/bot/shards/test_gate.py",
    ),
    Mutant(
        "a leaving process still answers presses",
        "bot.shards.gate:PressGate.receive_interaction",
        force_false("_closed"),
        "tests/bot/shards/test_gate.py",
    ),
    Mutant(
        "a leaving process does not report the presses it handled",
        "bot.shards.gate:PressGate._pass_on_interaction",
        drop_call("append"),
        "tests/bot/shards/test_gate.py",
    ),
    Mutant(
        "a press that waited too long is answered",
        "bot.shards.gate:PressGate._drop_or_pass_on_interaction",
        force_true("ProcessRole"),
        "tests/bot/shards/test_gate.py",
    ),
    Mutant(
        "a table of another shard is cached",
        "bot.tables.store:TableStore._cache_table",
        force_true("owns_server"),
        "tests/bot/shards/test_relay.py",
    ),
    Mutant(
        "a change at another process's table is announced here",
        "bot.shards.relay:ChangeRelay.divert_change",
        force_false("is_owned_elsewhere", "MOVED"),
        "tests/bot/shards/test_relay.py",
    ),
    Mutant(
        "a change at another process's table is not sent there",
        "bot.shards.relay:ChangeRelay.divert_change",
        force_false("others"),
        "tests/bot/shards/test_relay.py",
    ),
    Mutant(
        "changes of other processes' tables are announced",
        "bot.shards.relay:ChangeRelay._receive_change",
        force_true("kind"),
        "tests/bot/shards/test_relay.py",
    ),
    Mutant(
        "changes by another process are not read",
        "bot.shards.relay:ChangeRelay._receive_change",
        drop_call("invalidate_table"),
        "tests/bot/shards/test_relay.py",
    ),
    Mutant(
        "servers are sharded differently than by Discord",
        "bot.tables.share:find_shard",
        replace_expression("guild_id >> 22", "guild_id"),
        "tests/bot/shards/test_shard_assignment.py",
    ),
    Mutant(
        "a standby posts messages",
        "bot.shards.process_group:ProcessGroup.forbid_writes.reject",
        force_false("role"),
        "tests/bot/shards/test_process_group.py",
    ),
    Mutant(
        "a process that handed over drops the presses it took",
        "bot.shards.process_group:ProcessGroup.forbid_writes.reject",
        force_true("answers"),
        "tests/bot/shards/test_process_group.py",
    ),
    Mutant(
        "a new host shows what it cached as a standby",
        "bot.shards.process_group:ProcessGroup._start_hosting",
        drop_call("clear_cache"),
        "tests/bot/shards/test_process_group.py",
    ),
    Mutant(
        "a process without a standby stops taking presses",
        "bot.shards.process_group:ProcessGroup.prepare_to_leave",
        replace_expression("self.gate.pass_on_all_interactions", "self.gate.close"),
        "tests/bot/shards/test_process_group.py",
    ),
    Mutant(
        "a match is rated in every process",
        "bot.features.ratings.counter:store_and_apply_results",
        force_false("pick_owned_table_ids"),
        "tests/bot/features/ratings/test_counter.py",
    ),
    Mutant(
        "a standby rates matches",
        "bot.features.ratings.counter:ResultCounter._may_continue",
        force_true("_is_hosting"),
        "tests/bot/features/ratings/test_counter.py",
    ),
    Mutant(
        "a process updates the board of another's server",
        "bot.features.server_board.keeper:ServerBoardKeeper._owns_server",
        force_true("owns_server"),
        "tests/bot/features/server_board/test_e2e_board.py::test_only_the_process_that_owns_a_shard_edits_its_board",
    ),
    Mutant(
        "any process acts for a channel",
        "bot.features.channel_seat.driver:VoteDriver._update_table",
        force_false("core"),
        "tests/bot/features/channel_seat/test_e2e_channel_seat.py::test_only_the_process_that_owns_the_table_closes_a_vote",
    ),
)
