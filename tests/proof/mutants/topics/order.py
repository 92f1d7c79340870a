"""Store, then announce: what is told is stored, and what is stored is told, once."""

from __future__ import annotations

from tests.proof.mutants.mutant import Mutant

STORE, ANNOUNCER, POSTING, REPLIES = (
    "bot/tables/store.py",
    "bot/announcing/announcer.py",
    "bot/announcing/posting.py",
    "bot/ui/replies.py",
)
RECENT = "bot/announcing/recent.py"
AT_PLAY, FEED = "tests/bot/tables/test_tables_play.py", "tests/bot/tables/test_tables_feed.py"
KILLS, FAULTS, CALLED = (
    "tests/bot/faults/test_e2e_kills.py",
    "tests/bot/faults/test_e2e_faults.py",
    "tests/bot/announcing/test_e2e_announcing.py",
)
DOUBTS = "tests/bot/tables/test_tables_doubts.py"
POSTED = "tests/bot/announcing/test_e2e_announcing_guards.py"
TOLD = "self.publish(change)\nself._cache_table(renewed)"

MUTANTS = (
    Mutant(
        "a move is told before it is stored",
        STORE,
        "try:\nwith self._doubts.watch(change):\nawait self.store.matches.append(",
        "self.publish(change)\ntry:\n    with self._doubts.watch(change):\n"
        "        await self.store.matches.append(",
        f"{AT_PLAY} {FEED}",
    ),
    Mutant("a move is not told", STORE, TOLD, "self._cache_table(renewed)", FEED),
    Mutant(
        "a change is told before it is stored",
        STORE,
        "with self._doubts.watch(change):\nawait write",
        "self.publish(change)\nawait write",
        f"{FEED} {KILLS}",
    ),
    Mutant(
        "what was stored in doubt is told to nobody",
        "bot/tables/doubts.py",
        "self._publish(change)",
        "pass",
        DOUBTS,
    ),
    Mutant(
        "what is in doubt is told though it is not stored",
        "bot/tables/doubts.py",
        "rows >= change.seq and",
        "",
        DOUBTS,
    ),
    Mutant(
        "an end in doubt is told though it is not stored",
        "bot/tables/doubts.py",
        "(table.status == OVER or change.kind is not Kind.ENDED)",
        "True",
        DOUBTS,
    ),
    Mutant(
        "who is in doubt asks once",
        "bot/tables/doubts.py",
        "continue",
        "return",
        DOUBTS,
    ),
    Mutant("a new table is not told", STORE, "self.publish(Change(new, 0, Kind.OPENED))", "pass", FEED),
    Mutant(
        "who hears first keeps the others from hearing",
        "bot/tables/feed.py",
        'except Exception:\nlog.exception("subscriber failed',
        'except ZeroDivisionError:\n    log.exception("subscriber failed',
        FEED,
    ),
    Mutant(
        "a double press is answered twice",
        "bot/platform/intake.py",
        "return first",
        "return True",
        "tests/bot/faults/test_e2e_corners.py tests/bot/ui/play/test_e2e_moves.py "
        "tests/bot/over_http/test_standin.py",
    ),
    Mutant(
        "a host that stops takes presses",
        REPLIES,
        "if services.intake.closed:",
        "if False:",
        "tests/bot/host/test_e2e_stopping.py",
    ),
    Mutant(
        "a press that cannot be acknowledged is done",
        "bot/platform/deadlines.py",
        "if error is None or taken(error):",
        "if error is None or isinstance(error, discord.HTTPException):",
        FAULTS,
    ),
    Mutant(
        "a mark that comes while announcing fails is lost",
        ANNOUNCER,
        "if table_id in self._marked and not self._stopped:",
        "if False:",
        POSTED,
    ),
    Mutant(
        "announcing a table forgets what others have to tell",
        ANNOUNCER,
        "while table_id in self._marked:\nself._marked.discard(table_id)",
        "while table_id in self._marked:\n    self._marked.clear()",
        POSTED,
    ),
    Mutant(
        "what failed is not reworded later",
        ANNOUNCER,
        "if reworded:\nself._reworded.add(table_id)\nraise",
        "raise",
        CALLED,
    ),
    Mutant(
        "what Discord refused for good is tried again",
        ANNOUNCER,
        "kind in (Cause.DISCORD, Cause.DATABASE) and",
        "kind is not None and",
        POSTED,
    ),
    Mutant(
        "what Discord could not take is not tried again",
        ANNOUNCER,
        "kind in (Cause.DISCORD, Cause.DATABASE) and",
        "kind is Cause.DATABASE and",
        FAULTS,
    ),
    Mutant(
        "a post is not noted as arrived",
        POSTING,
        "await messages.confirm(row.id, message.id, self._clock())\nreturn replace",
        "return replace",
        f"{KILLS} {POSTED}",
    ),
    Mutant(
        "a post that was refused is waited for", POSTING, "if not is_temporary(error):", "if False:", POSTED
    ),
    Mutant(
        "a post that may have arrived is forgotten",
        POSTING,
        "if not is_temporary(error):",
        "if True:",
        POSTED,
    ),
    Mutant(
        "another author's message is taken for the lost one",
        RECENT,
        "if message.author.id == self._client.user.id:",
        "if True:",
        POSTED,
    ),
    Mutant(
        "a board that is known is taken for the lost one",
        RECENT,
        "if message.id in known:",
        "if False:",
        CALLED,
    ),
    Mutant(
        "a spent nonce is used again",
        POSTING,
        "or await self.messages.is_spent(table_id, purpose, nonce(attempt))",
        "",
        CALLED,
    ),
    Mutant(
        "a message that is gone stays noted",
        POSTING,
        "if outcome is Outcome.GONE:",
        "if False:",
        FAULTS,
        equal="what is posted in its place puts all older ones away, at the price of one more request",
    ),
    Mutant(
        "a message that may not be changed is done with",
        "bot/announcing/editing.py",
        "if is_refused(error):\nreturn Outcome.REFUSED",
        "if is_refused(error):\n    return Outcome.GONE",
        "tests/bot/announcing/test_e2e_leftovers.py::test_an_old_board_is_stripped_with_the_next_move",
    ),
    Mutant(
        "a call that cut off is not tried again",
        "bot/platform/deadlines.py",
        'log.warning("discord did not answer error=%r", error)\nreturn await call()',
        "raise",
        "tests/bot/platform/test_deadlines.py",
    ),
    Mutant(
        "somebody who was called is called again",
        "bot/storage/calls.py",
        '" WHERE calls.at <= excluded.at - ?"',
        '" WHERE calls.at <= excluded.at + ?"',
        "tests/bot/storage/test_people.py",
    ),
    Mutant(
        "a call that failed counts as one",
        "bot/announcing/invitations.py",
        "await self._calls.remove(user, table.id)\nawait self._fairness",
        "await self._fairness",
        "tests/bot/ui/table/test_e2e_lobby.py tests/bot/announcing/test_e2e_announcing_guards.py",
    ),
)
