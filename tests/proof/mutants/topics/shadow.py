"""The shadow seat: who may seal, from what they are asked, and that the match never waits."""

from __future__ import annotations

from tests.proof.mutants.mutant import Mutant

KEEPER, PANEL, POSTS = (
    "bot/features/shadow_seat/keeper.py",
    "bot/features/shadow_seat/pages.py",
    "bot/features/shadow_seat/posts.py",
)
COMPARED = "games/review/agreement.py"
E2E, PURE = "tests/bot/features/shadow_seat/test_e2e_shadow.py", "tests/games/players/test_agreement.py"

MUTANTS = (
    Mutant(
        "an agreement of long ago is posted when a name is forgotten",
        "bot/features/shadow_seat/posts.py",
        "await self.upkeep.is_due(table_id)",
        "self.upkeep.may_post()",
        "tests/bot/features/shadow_seat/test_e2e_shadow.py::test_what_was_never_posted_does_not_come_when_a_name_is_forgotten",
    ),
    Mutant(
        "sealed moves are kept and not told",
        "bot/features/shadow_seat/feature.py",
        '("shadows",)',
        "()",
        "tests/bot/ui/person/test_e2e_privacy.py::test_whatever_can_be_kept_has_a_line",
    ),
    Mutant(
        "who plays may seal",
        KEEPER,
        "if has_played(table, user_id):\n        raise PlayersHaveNoShadow",
        "if False:\n        raise PlayersHaveNoShadow",
        f"{E2E}::test_it_is_closed_until_the_host_opens_it_and_for_players_always",
    ),
    Mutant(
        "it is open everywhere",
        KEEPER,
        "if not await self.is_open(table):",
        "if False:",
        f"{E2E}::test_it_is_closed_until_the_host_opens_it_and_for_players_always",
    ),
    Mutant(
        "anybody opens it",
        PANEL,
        "check_host(table, interaction.user.id)",
        "pass",
        f"{E2E}::test_it_is_closed_until_the_host_opens_it_and_for_players_always",
    ),
    Mutant(
        "what is late is taken",
        KEEPER,
        "if match.seq != seq or seat not in match.to_act:",
        "if False:",
        f"{E2E}::test_what_is_late_or_impossible_is_refused",
    ),
    Mutant(
        "anything is taken",
        KEEPER,
        "action = deal(table, match).check(seat, token)",
        "action = match.rules.read(token)",
        f"{E2E}::test_what_is_late_or_impossible_is_refused",
    ),
    Mutant(
        "it is asked with the true hidden cards",
        KEEPER,
        'fork(match, match.ply, None, make_key("shadow", table.id, match.seq))',
        "match",
        f"{E2E}::test_the_deal_is_the_same_when_hidden_parts_are_dealt_anew",
    ),
    Mutant(
        "it is dealt by the match's own chance",
        KEEPER,
        'make_key("shadow", table.id, match.seq)',
        "match.key",
        f"{E2E}::test_the_deal_is_the_same_when_hidden_parts_are_dealt_anew",
    ),
    Mutant(
        "who stays out is named",
        KEEPER,
        "if user_id != viewer and await self._stays_out(user_id):",
        "if False:",
        f"{E2E}::test_who_stays_out_is_named_to_nobody_else",
    ),
    Mutant(
        "it is told before the review is there",
        POSTS,
        "elif people and found.final and",
        "elif people and",
        f"{E2E}::test_it_waits_for_the_review_and_is_found_after_a_kill",
    ),
    Mutant(
        "who sealed what nobody played is told of",
        POSTS,
        "if one[1].moves]",
        "if True]",
        f"{E2E}::test_nothing_is_posted_where_nothing_came_of_it",
    ),
    Mutant(
        "who is forgotten stays in the post",
        "bot/storage/people.py",
        "UNION SELECT match_id FROM shadows WHERE user_id = ?1",
        "UNION SELECT match_id FROM shadows WHERE user_id = -1 * ?1",
        f"{E2E}::test_who_is_forgotten_is_taken_out_of_the_post",
    ),
    Mutant(
        "what nobody was told of at the end is forgotten in a kill",
        "bot/storage/shadows.py",
        "WHERE m.status = 'over' AND m.ended_at >= ?",
        "WHERE m.status = 'none' AND m.ended_at >= ?",
        f"{E2E}::test_it_waits_for_the_review_and_is_found_after_a_kill",
    ),
    Mutant("any seat's move agrees", COMPARED, "or row.seat != one.seat", "or False", PURE),
    Mutant("what was taken back is judged", COMPARED, "del made[int(row.text) :]", "pass", PURE),
    Mutant(
        "the log of errors shows a sealed move",
        "bot/storage/shadows.py",
        "token: str = field(repr=False)",
        "token: str = field()",
        f"{E2E}::test_before_the_end_nobody_learns_of_it",
    ),
)
