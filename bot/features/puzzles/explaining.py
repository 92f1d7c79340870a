"""Explains a puzzle's solution, and why it is better than another answer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from bot.kit.cache import Cache
from games.core.match import Match
from games.core.puzzle import Puzzle
from games.core.shapes import ActionLike, ViewLike
from games.core.solo import recall_view
from games.core.texts import Advice, Scene
from games.core.values import value_class
from games.review.answers import AnswerSlice
from games.review.guide_reasons import is_distinct_reason
from games.review.points import ReviewPoint, describe_point
from games.review.reasons import describe_reason
from games.review.slices import ReviewFinding

ExplainFunction = Callable[[AnswerSlice], Awaitable[ReviewFinding | None]]
EXPLANATION_TIMEOUT_SECONDS = 5.0
"""After this, an answer is called wrong without a reason from simulated deals."""
MAX_CACHED_EXPLANATIONS = 256


@value_class
class PuzzlePosition:
    """A puzzle with its position and the scene for texts about it."""

    puzzle: Puzzle
    match: Match
    view: ViewLike
    scene: Scene

    @property
    def best(self) -> ActionLike:
        """The solution."""
        return self.match.rules.read(self.puzzle.best_token)

    async def advise(self, *actions: ActionLike) -> list[Advice]:
        """Return the advice on each action, found off the event loop because it may take a long search."""
        advise = self.match.game.texts.advise_on_action
        return await asyncio.to_thread(lambda: [advise(one, self.view, self.scene) for one in actions])


class PuzzleExplainer:
    """Finds the reasons why a puzzle's solution is better than other moves."""

    def __init__(self, explain: ExplainFunction) -> None:
        """Create the explainer.

        :param explain: finds a reason on simulated deals; ``None`` on failure.
        """
        self._explain = explain
        self._findings: Cache[tuple[int, str], ReviewFinding] = Cache(MAX_CACHED_EXPLANATIONS)
        """By a puzzle's number and the token of a wrong answer."""

    async def find_reason(self, position: PuzzlePosition, answer: ActionLike) -> str:
        """Return a reason why the solution is better than an answer, or an empty string if none is known.

        If nothing else sets them apart, the solution's own gain is a reason, unless the answer has the same.
        """
        if difference := await self._find_difference(position, answer):
            return difference
        if _is_tempting(position.puzzle, answer.token):
            return ""
        advice, other = await position.advise(position.best, answer)
        return advice.text if is_distinct_reason(advice, [other]) and not advice.later_token else ""

    async def explain_solution(self, position: PuzzlePosition, wrong_answer: str) -> list[str]:
        """Return the lines that explain a solution: its advice, and its gain compared with another move.

        If nothing distinguishes the solution from the wrong answer, it is compared with the tempting move of
        the puzzle.

        :param wrong_answer: token of the move to compare with; if empty, the tempting move.
        """
        reason = position.puzzle.reason
        tempting = "" if reason is None else reason.other_token
        lines = await self._compare_solution(position, wrong_answer or tempting)
        if not lines and tempting != wrong_answer:
            lines = await self._compare_solution(position, tempting)
        return lines or [
            position.scene.w("No single turn shows why, but over many deals it leaves better chances.")
        ]

    async def _compare_solution(self, position: PuzzlePosition, other_token: str) -> list[str]:
        """Return the solution's advice, and its gain compared with another move, if they are known.

        The advice is left out if it only warns or applies to the other move as well.

        :param other_token: token of the other move; empty if there is none.
        """
        w, texts = position.scene.w, position.match.game.texts
        if not other_token:
            (advice,) = await position.advise(position.best)
            return [advice.text] if advice.is_reason else []
        other = position.match.rules.read(other_token)
        advice, other_advice = await position.advise(position.best, other)
        lines = [advice.text] if advice.is_reason and advice.text != other_advice.text else []
        if difference := await self._find_difference(position, other):
            compared = texts.describe_action(other, position.view, position.scene).rstrip(".")
            # The guide and the comparison may give the same reason, which should appear only once.
            lines = [*(line for line in lines if line != difference), difference]
            lines.append(w("-# Not as good: {other}", other=compared))
        return lines

    async def _find_difference(self, position: PuzzlePosition, answer: ActionLike) -> str:
        """Return what sets the solution apart from another move, or an empty string if nothing is known.

        The puzzle has a reason for its tempting move. For others, the rules can show one, or else simulated
        deals.
        """
        puzzle, scene, game = position.puzzle, position.scene, position.match.game
        if puzzle.reason is not None and _is_tempting(puzzle, answer.token):
            described = describe_reason(game, puzzle.reason, puzzle.seat, scene.names)
            return "" if described is None else scene.w.msg(described)
        contrast = game.texts.contrast_actions
        if told := await asyncio.to_thread(contrast, position.best, answer, position.view, scene):
            return told
        point = await self._explain_answer(puzzle, position.match, answer.token)
        described = None if point is None else describe_point(game, point, puzzle.seat, scene.names)
        return "" if described is None else scene.w.msg(described)

    async def _explain_answer(self, puzzle: Puzzle, match: Match, token: str) -> ReviewPoint | None:
        """Return a reason that simulated deals confirm, or ``None`` if there is none or no time for it."""
        key, view = (puzzle.id, token), recall_view(match, puzzle.seat)
        if (known := self._findings.get(key)) is not None:
            return known.point
        best, reason = puzzle.best_token, puzzle.reason
        answer = AnswerSlice(puzzle.game, puzzle.version, puzzle.seat, view, best, token, reason)
        try:
            async with asyncio.timeout(EXPLANATION_TIMEOUT_SECONDS):
                finding = await self._explain(answer)
        except TimeoutError:
            return None
        if finding is None:
            return None
        self._findings.put(key, finding)
        return finding.point


def _is_tempting(puzzle: Puzzle, token: str) -> bool:
    return puzzle.reason is not None and puzzle.reason.other_token == token
