"""What is kept in the file, together or not at all, and what goes with whom."""

from __future__ import annotations

from tests.proof.mutants.mutant import Mutant

MATCHES, SEATS, MESSAGES, PEOPLE = (
    f"bot/storage/{name}.py" for name in ("matches", "seats", "messages", "people")
)
STORED = "tests/bot/storage/test_messages.py"
CONSENT, ON_SEATS, IN_LOBBY, TIMES = (
    "tests/bot/tables/test_tables_consent.py",
    "tests/bot/tables/test_tables_seats.py",
    "tests/bot/tables/test_tables_lobby.py",
    "tests/bot/tables/test_tables_clocks.py",
)
ERASED, KEPT = "tests/bot/ui/person/test_e2e_privacy.py", "tests/bot/storage/test_people.py"
DATABASE = "tests/bot/storage/test_database.py"
ON_SERVER = "bot/storage/engine/postgres_writer.py"
SERVER, MOVED = "tests/bot/storage/test_postgres.py", "tests/bot/storage/test_moving.py"

MUTANTS = (
    Mutant(
        "a copy takes in what is written meanwhile",
        "bot/storage/engine/copying.py",
        'original.execute("BEGIN")',
        'original.execute("SELECT 1")',
        "tests/bot/storage/test_backup.py::test_a_copy_tells_how_far_it_is_and_is_of_one_moment",
    ),
    Mutant(
        "writes about one thing share a transaction",
        ON_SERVER,
        "any(job.about == other.about for other in picked)",
        "False",
        "tests/bot/storage/test_postgres.py::test_writes_about_one_thing_share_no_transaction",
    ),
    Mutant(
        "a proposal outlives a row",
        MATCHES,
        'changes.append(("DELETE FROM proposals WHERE match_id = ?", (match_id,)))',
        "pass",
        CONSENT,
    ),
    Mutant(
        "the clocks are not charged with the row",
        "bot/tables/store.py",
        "now, over=over, also=charge)",
        "now, over=over)",
        TIMES,
    ),
    Mutant(
        "who was invited to a lobby is invited to the match",
        MATCHES,
        'await transaction.run("DELETE FROM invitations WHERE match_id = ?", (match_id,))',
        "pass",
        f"{ON_SEATS} {IN_LOBBY}",
    ),
    Mutant(
        "a table that was closed keeps its clocks",
        MATCHES,
        'await transaction.run("DELETE FROM clocks WHERE match_id = ?", (match_id,))',
        "pass",
        TIMES,
    ),
    Mutant(
        "messages of a table that went elsewhere stay noted",
        MATCHES,
        'await transaction.run("UPDATE messages SET retired = 1 WHERE match_id = ?", (match_id,))',
        "pass",
        "tests/bot/ui/table/test_e2e_moving.py",
    ),
    Mutant(
        "who is seated stays invited",
        SEATS,
        '" AND user_id IN (SELECT user_id FROM seats WHERE match_id = ?)"',
        '" AND user_id = -?"',
        IN_LOBBY,
    ),
    Mutant(
        "who takes a seat over stays invited",
        SEATS,
        "[(match_id, row.user_id) for row in to]",
        "[]",
        f"{ON_SEATS} tests/bot/ui/table/test_e2e_seats.py",
    ),
    Mutant(
        "a proposal outlives a change of seats",
        SEATS,
        'await transaction.run("DELETE FROM proposals WHERE match_id = ?", (match_id,))',
        "pass",
        ON_SEATS,
    ),
    Mutant("who had a seat is not noted", SEATS, "[(seq, match_id, row.seat) for row in to]", "[]", ON_SEATS),
    Mutant(
        "a board that names who has left counts as new",
        SEATS,
        "await transaction.run(MARK_STALE, (match_id,))",
        "pass",
        "tests/bot/announcing/test_e2e_announcing_guards.py",
    ),
    Mutant(
        "a seat's press goes with its person",
        SEATS,
        "UPDATE seats SET user_id = ?, name = ?, computer = ? WHERE",
        "UPDATE seats SET user_id = ?, name = ?, computer = ?, press = 0 WHERE",
        ON_SEATS,
    ),
    Mutant(
        "what a message takes the place of stays noted",
        MESSAGES,
        "[(row,) for row in replaced]",
        "[]",
        STORED,
    ),
    Mutant(
        "a message that is gone is the current one",
        MESSAGES,
        '"match_id = ? AND purpose = ? AND retired = 0 AND message_id IS NOT NULL"',
        '"match_id = ? AND purpose = ? AND message_id IS NOT NULL"',
        STORED,
    ),
    Mutant(
        "a message that never arrived is the current one",
        MESSAGES,
        '"match_id = ? AND purpose = ? AND retired = 0 AND message_id IS NOT NULL"',
        '"match_id = ? AND purpose = ? AND retired = 0"',
        STORED,
    ),
    Mutant(
        "a look that saw less takes one back",
        "bot/storage/looks.py",
        "seq = CASE WHEN excluded.seq > looks.seq THEN excluded.seq ELSE looks.seq END",
        "seq = excluded.seq",
        KEPT,
    ),
    Mutant(
        "who sits at a table is erased",
        PEOPLE,
        "if await transaction.row(_ACTIVE, (user_id,)) is not None:",
        "if False:",
        f"{KEPT} {ON_SEATS}",
    ),
    Mutant(
        "a name that was erased stays on seats",
        PEOPLE,
        '"seats": ("user_id", "name")',
        '"seats": ("user_id",)',
        f"{KEPT} {ERASED}",
    ),
    Mutant(
        "titles keep a name that was erased",
        "bot/storage/people.py",
        "await clear_titles(transaction, user_id, (*known, *names), name)",
        "",
        "tests/bot/storage/test_people.py",
    ),
    Mutant(
        "threads of others are renamed",
        "bot/ui/person/threads.py",
        "if channel.owner_id != client.user.id or name == channel.name:",
        "if name == channel.name:",
        "tests/bot/features/server_board/test_e2e_forum.py::test_a_thread_of_somebody_else_keeps_its_name",
    ),
    Mutant(
        "boards that name somebody erased count as new",
        PEOPLE,
        "await transaction.run_each(MARK_STALE, [(row[0],) for row in rows])",
        "pass",
        f"{ERASED} {KEPT}",
    ),
    Mutant(
        "moves of whoever has the seat now are handed out",
        PEOPLE,
        "f.seat = log.seat AND f.seq >= log.seq",
        "f.seat = log.seat AND f.seq < 0",
        KEPT,
    ),
    Mutant(
        "matches are tidied away with lobbies",
        PEOPLE,
        "DELETE FROM matches WHERE version IS NULL AND id IN",
        "DELETE FROM matches WHERE id IN",
        KEPT,
    ),
    Mutant(
        "messages with buttons are tidied away",
        PEOPLE,
        "DELETE FROM messages WHERE retired = 1 AND match_id IN",
        "DELETE FROM messages WHERE match_id IN",
        KEPT,
    ),
    Mutant(
        "a newer file is opened",
        "bot/storage/engine/sqlite_schema.py",
        "if newer is not None:",
        "if False:",
        DATABASE,
    ),
    Mutant(
        "a broken reference is stored",
        "bot/storage/engine/sqlite.py",
        '"PRAGMA foreign_keys = ON"',
        '"PRAGMA foreign_keys = OFF"',
        DATABASE,
    ),
    Mutant(
        "a COMMIT whose answer was lost counts as not done",
        ON_SERVER,
        'return bool(status == "committed")',
        "return False",
        SERVER,
    ),
    Mutant(
        "who must be alone is not",
        ON_SERVER,
        '"BEGIN; SELECT pg_advisory_xact_lock(0, 0)"',
        '"BEGIN"',
        SERVER,
    ),
    Mutant(
        "two write about one thing at once",
        ON_SERVER,
        '"; SELECT pg_advisory_xact_lock(%d)"',
        '"; SELECT %d"',
        SERVER,
    ),
    Mutant(
        "what is moved is put beside what is there",
        "bot/storage/engine/moving_server.py",
        "raise NotEmpty(url)",
        "pass",
        MOVED,
    ),
    Mutant(
        "rows that came otherwise are not noticed",
        "bot/storage/engine/moving.py",
        "if rows != await anext(others, None):",
        "if await anext(others, None) is None:",
        MOVED,
    ),
    Mutant(
        "a file that was closed is read",
        "bot/storage/engine/sqlite.py",
        "if self._closed:\nraise Closed",
        "pass",
        DATABASE,
    ),
    Mutant(
        "nobody goes on for a host without a seat who is forgotten",
        "bot/storage/people.py",
        "await transaction.run(_PASS_ON, (user_id,))",
        "pass",
        "tests/bot/features/channel_seat/test_e2e_channel_lobby.py::test_who_is_forgotten_passes_on_what_they_host_without_a_seat",
    ),
    Mutant(
        "a lobby that nobody can start outlives its host",
        "bot/tables/people.py",
        "if not table.people:",
        "if False:",
        "tests/bot/features/channel_seat/test_e2e_channel_lobby.py::test_a_lobby_of_channels_alone_ends_with_its_host_s_traces",
    ),
    Mutant(
        "what somebody hosts without a seat is not told",
        "bot/storage/people.py",
        '("run", _RUN),',
        "",
        "tests/bot/features/channel_seat/test_e2e_channel_lobby.py::test_who_is_forgotten_passes_on_what_they_host_without_a_seat",
    ),
)
