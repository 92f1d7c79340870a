"""Following: who is refused, who is left to sleep, and that a post is one post."""

from __future__ import annotations

from tests.proof.mutants.mutant import Mutant

CALLS, PAGE, POINTS = (
    "bot/features/follow/calls.py",
    "bot/features/follow/pages.py",
    "bot/features/follow/points.py",
)
E2E = "tests/bot/features/follow/test_e2e_follow.py"

MUTANTS = (
    Mutant(
        "who plays may follow",
        PAGE,
        "if table.seats_of(user_id):\n        raise SeatedHere",
        "if False:\n        raise SeatedHere",
        f"{E2E}::test_who_plays_is_refused",
    ),
    Mutant(
        "followers are woken",
        CALLS,
        "    return woken <= now",
        "    return True",
        f"{E2E}::test_quiet_hours_are_kept_and_told_of_once_afterwards",
    ),
    Mutant(
        "nobody comes back after quiet hours",
        CALLS,
        "self._waking.sleep(table_id, woken - now)",
        "pass",
        f"{E2E}::test_quiet_hours_are_kept_and_told_of_once_afterwards",
    ),
    Mutant(
        "what has arrived is sent again",
        CALLS,
        "if not await messages.is_spent(table.id, FOLLOW, nonce):",
        "if True:",
        f"{E2E}::test_a_kill_anywhere_around_the_post_leaves_one",
    ),
    Mutant(
        "a post that arrived is not looked for",
        CALLS,
        "lambda row: marker(table.id, row.seq))",
        'lambda row: "")',
        f"{E2E}::test_a_kill_anywhere_around_the_post_leaves_one",
    ),
    Mutant(
        "what was noted is not sent after a kill",
        CALLS,
        "for call in sorted({row.call for row in rows if not row.sent}):",
        "for call in ():",
        f"{E2E}::test_a_kill_anywhere_around_the_post_leaves_one",
    ),
    Mutant(
        "a quiet channel gets every round",
        CALLS,
        "(now == OVER or not quiet)",
        "True",
        f"{E2E}::test_a_quiet_channel_hears_of_the_end_alone",
    ),
    Mutant(
        "an undo tells a round again",
        CALLS,
        "if now > row.told and",
        "if now != row.told and",
        f"{E2E}::test_an_undo_tells_nothing_twice",
    ),
    Mutant(
        "who has sat down is still mentioned",
        CALLS,
        "for row in rows if not table.seats_of(row.user_id)]",
        "for row in rows]",
        f"{E2E}::test_who_takes_a_seat_is_called_as_a_player_only",
    ),
    Mutant(
        "a post shows what a seat sees",
        CALLS,
        "make_scene(table, match, None, w)",
        "make_scene(table, match, 0, w)",
        "tests/bot/secrecy/test_spectators_secret.py",
    ),
    Mutant(
        "a round is a turn",
        POINTS,
        "match.seats if points == ROUND else TEN",
        "1",
        f"{E2E}::test_each_round_and_the_end_once",
    ),
)
