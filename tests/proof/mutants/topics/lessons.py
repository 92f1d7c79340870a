"""Lessons: an answer passes the gate, a wrong one is explained, and one goes on where one was."""

from __future__ import annotations

from tests.proof.mutants.mutant import Mutant

CORE, LESSON, ENDING = (
    "games/core/lesson.py",
    "bot/features/lessons/lesson.py",
    "bot/features/lessons/ending.py",
)
WALKED, TAKEN = "tests/games/test_lessons.py", "tests/bot/features/lessons/test_e2e_lessons.py"
LAID = "tests/games/test_laid.py"

MUTANTS = (
    Mutant(
        "any legal answer is right", CORE, "if task.solved(done.action, done.events):", "if True:", WALKED
    ),
    Mutant(
        "what tempts is not offered",
        CORE,
        "(*legal, *(rules.read(token) for token in step.task.tempting))",
        "legal",
        TAKEN,
    ),
    Mutant(
        "a card is laid out twice",
        "games/reef/laid.py",
        "if len(set(named)) < len(named):",
        "if False:",
        LAID,
    ),
    Mutant(
        "the cards of a lesson are not those of the box",
        "games/das_riff/laid.py",
        "whole: bool = True",
        "whole: bool = False",
        WALKED,
    ),
    Mutant(
        "a reef grew by no cards",
        "games/reef/laid.py",
        "played[i] = play_out(laid - Counter(map(int, COLOURS)), rest)",
        "played[i] = rest[:1]",
        LAID,
    ),
    Mutant(
        "a wrong answer is explained by whatever comes first",
        CORE,
        "next(slip for slip in task.slips if slip.fits(done.action, done.events))",
        "task.slips[0]",
        WALKED,
    ),
    Mutant("the clause is left out", LESSON, "if not verdict.clause:", "if True:", TAKEN),
    Mutant(
        "a lesson begins anew each time",
        LESSON,
        "step = known.get(game.key, 0)",
        "step = 0",
        TAKEN,
    ),
    Mutant(
        "a right answer does not count as a step",
        LESSON,
        "await interaction.client.services.lessons.set_step(interaction.user.id, game.key, place.step + 1)",
        "pass",
        TAKEN,
    ),
    Mutant(
        "the picture stays as it was",
        LESSON,
        "await _draw(interaction, game, place, token, verdict.view, scene)",
        'await _draw(interaction, game, place, "", look(game.rules[game.version], step), scene)',
        TAKEN,
    ),
    Mutant(
        "the guide stays off",
        ENDING,
        "await services.adviser.switch(interaction.user.id, ON)",
        "pass",
        TAKEN,
    ),
    Mutant(
        "a match is begun outside a server",
        ENDING,
        "if interaction.guild_id is None:",
        "if False:",
        TAKEN,
    ),
)
