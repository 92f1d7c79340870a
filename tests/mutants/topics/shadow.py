"""The shadow seat: who may seal, from what they are asked, and that the match never waits."""

from __future__ import annotations

from tests.mutants.mutant import Mutant

KEEPER, PANEL = "bot/shadow/keeper.py", "bot/shadow/panel.py"
COMPARED = "games/review/agreement.py"
E2E, PURE = "tests/bot/test_e2e_shadow.py", "tests/players/test_agreement.py"

MUTANTS = (
    Mutant(
        "sealed moves are kept and not told",
        "bot/ui/person/kept.py",
        '("shadows",)',
        "()",
        "tests/bot/test_e2e_privacy.py::test_whatever_can_be_kept_has_a_line",
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
        "if interaction.user.id != table.host_id:",
        "if False:",
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
