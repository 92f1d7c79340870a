"""The reef of the day as people play it: one try, in private, the same for everybody."""

from __future__ import annotations

from typing import Any

from bot.daily.keeper import Keeper
from bot.ui.ids import Choice
from games.core.match import Match
from games.core.narrow import TOGETHER, NoSuchPick, Question, narrow
from games.core.rng import commitment
from games.core.solo import PERSON, watch
from tests.bot.harbour import Harbour, buttons, lists, parts
from tests.bot.reading import limits, said, shown

MOST_PRESSES = 400
COUNTED = Harbour


async def open_page(harbour: Harbour, person: Any = None) -> Any:
    """Open today's page."""
    return shown(await (person or harbour.anna).slash(harbour.channel, "daily"))


def offers(message: Any) -> list[tuple[str, str | None]]:
    """Return what a panel offers towards a move: the custom_id, and the value of a list."""
    found: list[tuple[str, str | None]] = []
    for part in parts(message):
        _, verb, *rest = part["custom_id"].split(":")
        back = (part.get("emoji") or {}).get("name") == "◀️"
        if verb in ("ra", "rg") and not part.get("disabled") and not back:
            found.append((part["custom_id"], None))
    for identity, values in lists(message).items():
        found += [(identity, value) for value in values]
    return found


async def press(person: Any, message: Any, which: int = 0) -> Any:
    """Press one of the offers."""
    every = offers(message)
    identity, value = every[which % len(every)]
    if value is None:
        return shown(await person.click(message, custom_id=identity))
    return shown(await person.select(message, [value], custom_id=identity))


async def play_on(person: Any, message: Any, presses: int = MOST_PRESSES) -> Any:
    """Press the first thing that is offered until the try has ended, or so often."""
    for _ in range(presses):
        limits(message)
        if not offers(message):
            break
        message = await press(person, message)
    return message


async def test_a_whole_try_is_played_by_presses(harbour: Harbour) -> None:
    page = await open_page(harbour)
    limits(page)
    message = shown(await harbour.anna.click(page, label="Play"))
    message = await play_on(harbour.anna, message)
    print(message.content)
    assert "Reef of the day" in message.content
    assert 0
