"""*What if*: dealt from a view, read back from its message, and nothing of the match in it or out of it."""

from __future__ import annotations

from tests.proof.mutants.mutant import Mutant

FORK, PANEL, NOTES, PAGES = (
    "games/core/fork.py",
    *("bot/features/what_if/presses.py", "bot/features/what_if/notes.py", "bot/features/what_if/pages.py"),
)
SAME_DEAL = "tests/bot/secrecy/test_e2e_same_deal.py"
PURE, PLAYED = "tests/games/test_fork.py", "tests/bot/features/what_if/test_e2e_whatif.py"

MUTANTS = (
    Mutant(
        "an old menu opens the beginning of the match",
        PANEL,
        "else (match.seq, find_newest_ply(match))",
        "else (match.seq, 0)",
        f"{PLAYED}::test_an_old_menu_opens_the_position_as_it_stands_now",
    ),
    Mutant(
        "a fork begins with the true hidden cards",
        FORK,
        "opening = rules.sample(rules.recall(match.state_at(ply), viewer), Chance(key, 0))",
        "opening = match.state_at(ply)",
        PURE,
    ),
    Mutant(
        "a fork forgets what was open once",
        FORK,
        "rules.recall(match.state_at(ply), viewer)",
        "rules.view(match.state_at(ply), viewer)",
        f"{PURE}::test_what_was_taken_openly_stays_and_nothing_else_does",
    ),
    Mutant(
        "a fork goes on with the chance of its match",
        FORK,
        "return Match(match.game, rules, match.seats, match.options, key, opening, ())",
        "return Match(match.game, rules, match.seats, match.options, match.key, opening, ())",
        PURE,
    ),
    Mutant(
        "an undo to the very position takes it away",
        FORK,
        "int(row.text) >= ply for row",
        "int(row.text) > ply for row",
        PURE,
    ),
    Mutant("an undo is not seen", FORK, "row.kind != UNDO or", "True or", f"{PURE} {PLAYED}"),
    Mutant(
        "the end is offered", FORK, "return match.ply - 1 if ended else match.ply", "return match.ply", PURE
    ),
    Mutant(
        "steps of another seat lose it",
        FORK,
        "token if step.seat == first else",
        "token if True else",
        PURE,
    ),
    Mutant(
        "a fork from a seat that is lost goes on",
        NOTES,
        "if start.viewer is not None and start.viewer not in own:",
        "if False:",
        PLAYED,
    ),
    Mutant("steps run out of the message", NOTES, "if len(steps) > LONGEST:", "if False:", PLAYED),
    Mutant(
        "every deal is the same",
        NOTES,
        "return replace(self, deal=make_deal(press))",
        "return self",
        PLAYED,
    ),
    Mutant(
        "a spectator sees what the seat in turn sees",
        PANEL,
        "return table.seat_for(user_id)",
        "return match.turn",
        PLAYED,
    ),
    Mutant(
        "a button of a table answers at a file of the same number",
        PANEL,
        "if (start.home, start.table) != (self._home.letters, table_id) or message is None:",
        "if start.table != table_id or message is None:",
        "tests/bot/features/records/test_e2e_files.py",
    ),
    Mutant(
        "three turning points have one and the same button",
        PAGES,
        'label = w("{n}: what if…", n=number) if number else w("What if…")',
        'label = w("What if…")',
        "tests/bot/features/review/test_e2e_review.py::test_each_turning_point_can_be_gone_on_with",
    ),
    Mutant(
        "a hand is shown that others are still dealt",
        "bot/model/table.py",
        "(not self.is_sealed or bool(self.seats_of(user_id)))",
        "True",
        SAME_DEAL,
    ),
    Mutant(
        "who plays the same deal reads its review",
        "bot/features/review/presses.py",
        "if not table.is_revealed_to(interaction.user.id):",
        "if False:",
        SAME_DEAL,
    ),
    Mutant(
        "a review is posted where who plays the same deal reads it",
        "bot/features/review/posts.py",
        "if found[0].is_sealed and channel.type",
        "if channel.type is None and channel.type",
        SAME_DEAL,
    ),
    Mutant(
        "what somebody else saw is shown while a match goes on",
        PANEL,
        "if table.is_revealed_to(user_id) and can_fork(match, ply):",
        "if can_fork(match, ply):",
        PLAYED,
    ),
    Mutant(
        "a turning point is gone on with from another hand",
        PANEL,
        "if table.is_revealed_to(user_id) and can_fork(match, ply):",
        "if False:",
        f"{PLAYED}::test_after_the_end_a_position_is_gone_on_with_as_who_was_to_act_saw_it",
    ),
    Mutant(
        "a second press takes another step back",
        PANEL,
        "if not match.steps or match.seq != seat_of(parts, 1):",
        "if not match.steps:",
        PLAYED,
    ),
    Mutant(
        "what was offered before acts",
        PANEL,
        "return choice.seq != match.seq or choice.seat not in match.to_act",
        "return False",
        PLAYED,
    ),
    Mutant(
        "another try shows the picture of the one before",
        PAGES,
        "_list_fields(self.start)), write_steps(self.match))",
        "_list_fields(self.start)))",
        PLAYED,
    ),
    Mutant(
        "another deal shows the picture of the one before",
        PAGES,
        "return (start.home, start.table, start.seq, start.ply, start.deal, start.viewer)",
        "return (start.home, start.table, start.seq, start.ply, start.viewer)",
        PLAYED,
    ),
)
