"""Tips: who is refused, when they are locked, what they are worth, and that nothing tells one before."""

from __future__ import annotations

from tests.proof.mutants.mutant import Mutant

RULES, KEEPER, POSTS, PAGE = (
    "bot/features/predictions/rules.py",
    "bot/features/predictions/keeper.py",
    "bot/features/predictions/posts.py",
    "bot/features/predictions/pages.py",
)
ONCE = "bot/announcing/once.py"
STORED, SCORE = "bot/storage/tips.py", "games/review/tipping.py"
E2E, KEPT, PURE = (
    "tests/bot/features/predictions/test_e2e_tips.py",
    "tests/bot/storage/test_tips.py",
    "tests/games/players/test_tipping.py",
)

MUTANTS = (
    Mutant(
        "tips of long ago are posted when a name is forgotten",
        "bot/features/predictions/posts.py",
        "await self.upkeep.is_due(table.id)",
        "self.upkeep.may_post()",
        "tests/bot/features/predictions/test_e2e_tips.py::test_what_was_never_posted_does_not_come_when_a_name_is_forgotten",
    ),
    Mutant(
        "tips vanish where somebody resigns before the first move",
        POSTS,
        "if table.match is not None and is_unmoved(table.match):",
        "if False:",
        f"{E2E}::test_a_match_won_before_the_first_move_says_that_tips_do_not_count",
    ),
    Mutant(
        "a look at the tips takes the line from the channel",
        KEEPER,
        "if is_unmoved(match):\n            return ()",
        "if is_unmoved(match):\n            await self._tips.forget(table.id)\n            return ()",
        f"{E2E}::test_a_look_at_the_tips_takes_no_line_from_the_channel",
    ),
    Mutant(
        "who plays may tip",
        RULES,
        "if has_played(table, user_id):\n        raise PlayersDontTip",
        "if False:\n        raise PlayersDontTip",
        f"{E2E}::test_who_plays_or_has_played_is_refused",
    ),
    Mutant(
        "who has played may tip",
        "bot/tables/seats.py",
        "sorted({*table.seats_of(user_id), *had})",
        "sorted({*table.seats_of(user_id)})",
        f"{E2E}::test_who_plays_or_has_played_is_refused",
    ),
    Mutant(
        "tips are never locked",
        RULES,
        "count_most_turns(match) >= LOCK_ROUNDS * match.seats",
        "False",
        f"{E2E}::test_after_the_lock_nothing_is_taken_or_changed_even_after_an_undo",
    ),
    Mutant(
        "an undo opens tips again",
        STORED,
        'return await transaction.row("SELECT 1 FROM tip_locks WHERE match_id = ?", (match_id,)) is not None',
        "return False",
        KEPT,
    ),
    Mutant(
        "a move that is taken back before the lock opens tips again",
        "bot/model/positions.py",
        "most, begun = max(most, count_turns(past)), number",
        "begun = number",
        f"{E2E}::test_a_move_that_is_taken_back_before_the_lock_is_stored_locks_all_the_same",
    ),
    Mutant(
        "a match whose moves were all taken back was never moved",
        RULES,
        "moved = any(row.kind == ACT for row in match.rows)",
        "moved = bool(match.steps)",
        f"{E2E}::test_tips_count_where_every_move_was_taken_back",
    ),
    Mutant(
        "a lock is not stored where nobody has tipped",
        POSTS,
        "count = await self._keeper.lock(table)",
        "count = len(await self._tips.list_tips(table.id)) and await self._keeper.lock(table)",
        f"{E2E}::test_a_lock_holds_where_nobody_had_tipped",
    ),
    Mutant(
        "what was posted is posted again",
        ONCE,
        "if await self._poster.messages.find_current(table.id, purpose) is None:",
        "if True:",
        f"{E2E}::test_a_kill_around_a_post_leaves_one",
    ),
    Mutant(
        "what has arrived is not looked for",
        ONCE,
        "lambda row: marker)",
        'lambda row: "")',
        f"{E2E}::test_a_kill_around_a_post_leaves_one",
    ),
    Mutant(
        "who comes to play keeps a tip",
        KEEPER,
        "if has_played(table, row.user_id)]",
        "if False]",
        f"{E2E}::test_a_tip_of_somebody_who_then_plays_is_struck",
    ),
    Mutant(
        "tips are shown before the end",
        KEEPER,
        "if table.status != OVER:\n            return None",
        "if False:\n            return None",
        E2E,
        equal="whoever asks has looked at that before; this holds should one forget to",
    ),
    Mutant(
        "a tip counts from the end",
        KEEPER,
        "find_ply(match, row.seq)",
        "match.ply",
        f"{E2E}::test_a_match_with_tips_from_the_first_to_the_last",
    ),
    Mutant(
        "the log of errors shows a tip",
        STORED,
        "seat: int = field(repr=False)",
        "seat: int = field()",
        f"{E2E}::test_before_the_end_nothing_tells_one_tip_from_another",
    ),
    Mutant(
        "a quiet channel is told",
        ONCE,
        "== QUIET:",
        '== "loud":',
        f"{E2E}::test_a_quiet_channel_is_told_on_demand_only",
    ),
    Mutant(
        "who stays out is on the board",
        STORED,
        "p.user_id = s.user_id AND p.key",
        "p.user_id = -1 AND p.key",
        KEPT,
    ),
    Mutant("a wrong tip costs nothing", SCORE, "wrong = log2(1 - TIP_WEIGHT)", "wrong = 0.0", PURE),
    Mutant("a tip is all or nothing", SCORE, "1 - TIP_WEIGHT + TIP_WEIGHT / chance", "1 / chance", PURE),
)
