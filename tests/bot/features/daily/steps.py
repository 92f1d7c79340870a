"""Steps and a fixture shared by the daily challenge's tests."""

from __future__ import annotations

from typing import Any

import pytest

from bot.features.daily import service as daily_service
from bot.features.daily.best_line_search import BestLineSearch
from bot.features.daily.pages import DAILY_TAB_KEY, DailyPages
from bot.features.daily.service import DailyService
from games.core.match import LoggedRow
from games.core.solo import PERSON_SEAT
from tests.support.harbour import Harbour
from tests.support.learning import open_tab
from tests.support.pressing import list_tableless_choices, press_tableless_choice
from tests.support.reading import KeptMessage, check_limits, get_reply

MAX_PRESSES = 400


def get_service(harbour: Harbour) -> DailyService:
    """Return the running bot's :class:`DailyService`."""
    (tab,) = (tab for tab in harbour.bot.services.offers.learn_tabs if tab.key == DAILY_TAB_KEY)
    pages = getattr(tab.show, "__self__", None)
    assert isinstance(pages, DailyPages)
    return pages.service


async def open_todays_page(harbour: Harbour, person: Any = None) -> Any:
    return await open_tab(person or harbour.anna, harbour.channel, DAILY_TAB_KEY)


async def press_until_end(person: Any, message: Any, max_presses: int = MAX_PRESSES) -> Any:
    """Press the first choice until the end, at most ``max_presses`` times; return the last message."""
    for _ in range(max_presses):
        check_limits(message)
        if not list_tableless_choices(message):
            break
        message = await press_tableless_choice(person, message)
    return message


async def begin_todays_attempt(harbour: Harbour, person: Any = None) -> Any:
    """Press *Play* on today's page, and return the first question."""
    chosen = person or harbour.anna
    return get_reply(await chosen.click(await open_todays_page(harbour, chosen), label="Play"))


async def forge_press(harbour: Harbour, person: Any, message: Any, custom_id: str) -> Any:
    """Press a forged button, whose custom_id isn't in the message."""
    return await KeptMessage(harbour, message).forge_press(person, custom_id)


async def finish_todays_attempt(harbour: Harbour, person: Any = None) -> Any:
    """Finish today's attempt with the first legal moves, and return today's page."""
    chosen, kept = person or harbour.anna, get_service(harbour)
    attempt = await kept.begin_attempt(
        kept.today, chosen.id, "Anna" if chosen is harbour.anna else "Ben", harbour.guild.id
    )
    while (attempt := await kept.play_computer_moves(attempt)).match.outcome is None:
        token = attempt.match.legal_actions(PERSON_SEAT)[0].token
        attempt = await kept.make_move(kept.today, chosen.id, attempt.match.seq, token)
    return await open_todays_page(harbour, chosen)


async def read_rows(harbour: Harbour, person: Any, day: int | None = None) -> tuple[LoggedRow, ...]:
    """Return the log of a person's attempt, by default today's."""
    return await harbour.store.daily.read_log(get_service(harbour).today if day is None else day, person.id)


async def advance_to_next_day(harbour: Harbour, hour: float = 13) -> None:
    """Advance the clock to an hour of the next day (UTC). The previous day closes at noon."""
    await harbour.pass_time(24 + hour - harbour.now % 86400 / 3600)


@pytest.fixture(autouse=True)
def quick_search(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Turn off the search for best lines, or keep it short if a test uses ``past_day_search``."""
    if "past_day_search" not in request.fixturenames:
        monkeypatch.setattr(BestLineSearch, "wake", lambda self: None)
    monkeypatch.setattr(daily_service, "STRONG_ITERATIONS", 1)
    monkeypatch.setattr(daily_service, "STRONG_LEVEL", "normal")
    monkeypatch.setattr(daily_service, "BEST_LINE_ITERATIONS", 1)
    monkeypatch.setattr(daily_service, "BEST_LINE_MATCHES", 2)


async def open_yesterdays_page(harbour: Harbour, person: Any = None) -> Any:
    """Press *Yesterday* on today's page, and return yesterday's page."""
    return get_reply(
        await (person or harbour.anna).click(await open_todays_page(harbour, person), label="Yesterday")
    )
