"""In the playground, a newcomer's first move in each game takes few presses and little reading."""

from __future__ import annotations

import unicodedata
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.app import ReefBot
from bot.computers import pool
from bot.computers.pool import WorkerPool
from bot.computers.worker import Job, Ranking
from bot.host.playground import World
from bot.tables import reading
from bot.ui.play import guide
from games.registry import GAMES
from tests.support.game_parts import UNPUBLISHED_GAME_COUNT
from tests.support.harbour import list_buttons
from tests.support.patience import HANG_TIMEOUT_SECONDS
from tests.support.playground import open_playground
from tests.support.reading import check_limits, get_reply, read_text
from tests.support.words import count_words

MAX_PRESSES = 3
"""Maximum number of presses from the welcome to the first move."""
UNPUBLISHED_WORD_COUNT = 6 * UNPUBLISHED_GAME_COUNT
"""Number of words that unpublished games add to the first page."""
MAX_FIXED_WORDS, MAX_WORDS = 65 + UNPUBLISHED_WORD_COUNT, 85 + UNPUBLISHED_WORD_COUNT
"""Maximum number of words to read before the first move, without and with the guide's advice."""
HINT_ITERATIONS = 300
"""Iterations of a hint, about as many as it makes in its time on an idle machine."""
LANGUAGE_BUTTONS_BY_LOCALE = {"en": "", "de": "Deutsch", "nl": "Nederlands"}
CASES_IN_TRANSLATION = {("das_riff", "de"), ("reef", "nl")}
"""The (game, language) pairs that the test suite runs in a translation. Other games run in English."""
SUITE_CASES = {
    (key, "en") for key in GAMES if key not in {game for game, _ in CASES_IN_TRANSLATION}
} | CASES_IN_TRANSLATION
CASES = [
    pytest.param(
        game,
        button,
        id=f"{game}-{language}",
        marks=() if (game, language) in SUITE_CASES else pytest.mark.nightly,
    )
    for game in GAMES
    for language, button in LANGUAGE_BUTTONS_BY_LOCALE.items()
]


@pytest.fixture
def steady_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same cards in each run, because the words of the first panel and its advice depend on them.

    A match's own key depends on the IDs of presses, and so on the time.
    """
    monkeypatch.setattr(reading, "derive_match_key", lambda secret, presses: bytes(32))


def limit_iterations(rank_moves: Callable[[WorkerPool, Job], Awaitable[Ranking]]) -> Any:
    """Return a method of the pool that thinks for a number of iterations instead of a time."""

    async def rank_with_iterations(workers: WorkerPool, job: Job) -> Ranking:
        return await rank_moves(workers, replace(job, iterations=HINT_ITERATIONS))

    return rank_with_iterations


@pytest.fixture
def steady_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make hints and computers independent of the machine's speed, because the advice depends on both."""
    for name in ("rank_moves_for_hint", "rank_moves_for_computer"):
        monkeypatch.setattr(WorkerPool, name, limit_iterations(getattr(WorkerPool, name)))
    monkeypatch.setattr(pool, "MAX_HINT_WAIT_SECONDS", HANG_TIMEOUT_SECONDS)
    monkeypatch.setattr(guide, "ADVICE_TIMEOUT_SECONDS", HANG_TIMEOUT_SECONDS)


def list_unexplained_signs(message: Any) -> list[str]:
    """Return the symbols on the buttons of a move's values that the message's text doesn't contain."""
    labels = [label for identity, label in list_buttons(message).items() if identity.startswith("b:go:")]
    signs = {sign for sign in "".join(labels) if unicodedata.category(sign) in ("So", "Sm")}
    return sorted(signs - set(read_text(message)))


async def walk_to_first_move(world: World, title: str, language: str) -> AsyncIterator[tuple[str, Any]]:
    """Press the buttons that lead to a first move; yield each button with the message that shows it."""
    anna, (first, *_) = world.people[0], world.channel.history()
    if language:
        await anna.click(first, label=language)
        first, *_ = world.channel.history()
    yield title, first
    offer = get_reply(await anna.click(first, label=title))
    begin = next(iter(list_buttons(offer)))
    yield begin, offer
    panel = (await anna.click(offer, custom_id=begin)).followups[-1]
    check_limits(panel)
    move = next(identity for identity in list_buttons(panel) if identity.startswith("b:ac:"))
    yield move, panel
    await anna.click(panel, custom_id=move)
    bot = world.env.bot
    assert isinstance(bot, ReefBot)
    await bot.driver.wait_until_idle()
    await bot.announcer.wait_until_idle()
    await world.env.settle()


@pytest.mark.usefixtures("steady_deal", "steady_thoughts")
@pytest.mark.parametrize(("game", "language"), CASES)
async def test_a_first_move_needs_few_presses_and_few_words(tmp_path: Path, game: str, language: str) -> None:
    async with open_playground(tmp_path / "reefs.db") as world:
        opened = world.env.bot
        assert isinstance(opened, ReefBot)
        # The guide's choice among equally good moves depends on this secret.
        opened.thinker._secret = bytes(32)
        presses, read = [], list[str]()
        async for press, message in walk_to_first_move(world, GAMES[game].title, language):
            presses.append(press)
            # Read each message immediately, because a later press may edit it.
            read.append(read_text(message))
            assert list_unexplained_signs(message) == []
        assert len(presses) == MAX_PRESSES
        fixed = [line for text in read for line in text.splitlines() if "💡" not in line]
        assert sum(map(count_words, fixed)) <= MAX_FIXED_WORDS, read
        assert sum(map(count_words, read)) <= MAX_WORDS, read
        bot = world.env.bot
        assert isinstance(bot, ReefBot)
        table = await bot.services.tables.get(1)
        own = [occupant.user_id for occupant in table.occupants].index(world.people[0].id)
        assert table.match is not None
        assert any(row.seat == own for row in table.match.rows), "the third press made the move"
        world.env.raise_errors()
