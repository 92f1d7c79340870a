"""People who learn: they see the message of their lesson, and press what it offers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.features.lessons.links import Place
from games.core.lesson import Step, list_offers
from games.core.narrow import VALUE_SEPARATOR, NoSuchPick, Question, narrow
from games.core.protocol import Game
from tests.support.harbour import lists, parts
from tests.support.reading import limits, picture, shown, written

MOST_PRESSES = 8
BACK, NEXT = "◀️", "▶️"


def answers(message: Any) -> Iterator[tuple[str, str | None, str]]:
    """Yield what a step offers towards an answer: the custom_id, the value of a list, what is named by it."""
    for part in parts(message):
        _, verb, *rest = part["custom_id"].split(":")
        if verb == "lea":
            yield part["custom_id"], None, ":".join(rest[2:])
        elif verb == "lep" and not part.get("disabled"):
            picked = Place.of(rest).picks
            if picked:
                yield part["custom_id"], None, picked[-1]
    for identity, values in lists(message).items():
        for value in values:
            yield identity, value, value


async def take(person: Any, message: Any, identity: str, value: str | None) -> Any:
    """Press one of the :func:`answers` of a step."""
    if value is None:
        return shown(await person.click(message, custom_id=identity))
    return shown(await person.select(message, [value], custom_id=identity))


async def give(person: Any, message: Any, step: Step, game: Game, action: Any) -> Any:
    """Answer a step with an action, a press at a time, and return what is shown then."""
    offers = list_offers(game.rules[game.version], step)
    picks: tuple[str, ...] = ()
    for _ in range(MOST_PRESSES):
        limits(message)
        await picture(message)
        identity, value, name = next(
            offer
            for offer in answers(message)
            if offer[2] == action.token or action in left(game, offers, (*picks, offer[2]))
        )
        picks = (*picks, name)
        message = await take(person, message, identity, value)
        if is_judged(message):
            return message
    raise AssertionError(f"no verdict on {action.token}: {written(message)}")


def left(game: Game, offers: tuple[Any, ...], picks: tuple[str, ...]) -> tuple[Any, ...]:
    """Return what can still be answered after some picks."""
    named = tuple(value for pick in picks for value in pick.split(VALUE_SEPARATOR))
    try:
        found = narrow(offers, named, game.fields)
    except NoSuchPick:
        return ()
    return found.actions if isinstance(found, Question) else (found,)


def is_judged(message: Any) -> bool:
    """Whether an answer has just been judged."""
    return "✅" in written(message) or "❌" in written(message)
