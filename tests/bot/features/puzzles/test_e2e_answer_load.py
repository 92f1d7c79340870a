"""Answers to puzzles don't keep the computers busy for long."""

from __future__ import annotations

from threading import get_ident
from typing import Any

import pytest

from bot.features.puzzles.presses import PUZZLES_TAB_KEY
from bot.ui.action_limits import EXPENSIVE_LIMIT
from bot.ui.ids import MoveChoice, make_custom_id
from games.core.puzzle import Puzzle, make_puzzle_match, read_puzzles
from games.registry import GAMES
from games.review.points import ReviewPoint
from games.review.slices import ReviewFinding
from tests.support.harbour import Harbour
from tests.support.learning import open_tab
from tests.support.reading import KeptMessage, get_reply, read_answer


async def open_puzzle(harbour: Harbour, puzzle: Puzzle) -> KeptMessage:
    """Open a puzzle, and return its message."""
    page = KeptMessage(harbour, await open_tab(harbour.anna, harbour.channel, PUZZLES_TAB_KEY))
    opened = await page.forge_press(harbour.anna, make_custom_id("b", "zpo", puzzle.id))
    return KeptMessage(harbour, get_reply(opened))


@pytest.mark.parametrize("verb", ["zg", "za"])
async def test_a_persons_answers_are_limited(harbour: Harbour, verb: str) -> None:
    puzzle = read_puzzles("reef")[0]
    message, seq = await open_puzzle(harbour, puzzle), len(puzzle.rows)
    pick = make_custom_id("b", verb, *MoveChoice(puzzle.id, seq, puzzle.seat).list_parts())
    identity = pick if verb == "zg" else make_custom_id("b", verb, puzzle.id, seq, puzzle.seat, "nonsense")
    (most,) = EXPENSIVE_LIMIT.limits
    for _ in range(most.max_uses):
        assert "You can go on" not in read_answer(await message.forge_press(harbour.anna, identity))
    assert "You can go on" in read_answer(await message.forge_press(harbour.anna, identity))


@pytest.mark.parametrize("is_found", [True, False])
async def test_the_explanation_of_an_answer_is_sought_only_once(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, is_found: bool
) -> None:
    puzzle = next(one for one in read_puzzles("australis") if one.reason and one.reason.aim_key == "soon")
    assert puzzle.reason is not None
    match, message = make_puzzle_match(GAMES["australis"], puzzle), await open_puzzle(harbour, puzzle)
    known, sought = (puzzle.best_token, puzzle.reason.other_token), list[str]()
    first, other = [a.token for a in match.legal_actions(puzzle.seat) if a.token not in known][:2]
    failures: list[ReviewFinding | None] = [None]

    async def fake_rank_for_hint(job: Any) -> Any:
        return ((job.judged_token, 0.2),)

    async def find_point(answer: Any) -> ReviewFinding | None:
        sought.append(answer.answer)
        point = ReviewPoint("soon", 0, 7.0, 3.0) if is_found else None
        return failures.pop() if failures else ReviewFinding((), point=point)

    monkeypatch.setattr(GAMES["australis"].texts, "contrast_actions", lambda *given: "")
    pool = harbour.bot.services.adviser.thinker.pool
    monkeypatch.setattr(pool, "rank_moves_for_hint", fake_rank_for_hint)
    monkeypatch.setattr(pool, "evaluate_slice", find_point)
    # The first search fails, so it is repeated.
    for token in (first, first, first, other):
        identity = make_custom_id("b", "za", puzzle.id, match.seq, puzzle.seat, token)
        text = get_reply(await message.forge_press(harbour.anna, identity)).content
        assert ("If the round ended in" in text) is (is_found and len(sought) > 1)
    assert sought == [first, first, other]
    identity = make_custom_id("b", "zps", puzzle.id, other)
    solution = get_reply(await message.forge_press(harbour.anna, identity)).content
    assert ("If the round ended in" in solution, "Not as good: " in solution) == (is_found, is_found)
    assert sought == [first, first, other], "the solution gives the reason that is known already"


@pytest.mark.parametrize("key", ["reef", "das_riff"])
async def test_advice_is_not_sought_on_the_event_loop(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    """Reef's advice may take long enough to delay the answers to other presses."""
    puzzle, threads = read_puzzles(key)[0], list[int]()
    texts, match = GAMES[key].texts, make_puzzle_match(GAMES[key], puzzle)
    message, advise, contrast = (
        await open_puzzle(harbour, puzzle),
        texts.advise_on_action,
        texts.contrast_actions,
    )

    def note_thread(*given: Any) -> Any:
        threads.append(get_ident())
        return advise(*given)

    def note_thread_of_contrast(*given: Any) -> Any:
        threads.append(get_ident())
        return contrast(*given)

    async def fake_rank_for_hint(job: Any) -> Any:
        return ((job.judged_token, 0.2),)

    monkeypatch.setattr(texts, "advise_on_action", note_thread)
    monkeypatch.setattr(texts, "contrast_actions", note_thread_of_contrast)
    monkeypatch.setattr(harbour.bot.services.adviser.thinker.pool, "rank_moves_for_hint", fake_rank_for_hint)
    wrong = next(a.token for a in match.legal_actions(puzzle.seat) if a.token != puzzle.best_token)
    for verb, token in (("za", wrong), ("za", puzzle.best_token)):
        identity = make_custom_id("b", verb, puzzle.id, match.seq, puzzle.seat, token)
        assert get_reply(await message.forge_press(harbour.anna, identity)).content
    assert threads and get_ident() not in threads
