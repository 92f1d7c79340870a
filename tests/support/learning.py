"""Helpers that take lessons by pressing buttons, and open the pages of ``/learn`` and ``/help``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.features.lessons.links import LessonPlace
from bot.ui.ids import make_custom_id
from bot.ui.play import learning
from games.core.lesson import LessonStep, list_offered_actions
from games.core.narrow import VALUE_SEPARATOR, FieldQuestion, NoSuchPick, find_next_question
from games.core.protocol import Game
from tests.support.harbour import list_controls, list_menus
from tests.support.reading import check_limits, get_reply, read_picture, read_text

MAX_PRESSES = 8


def list_answers(message: Any) -> Iterator[tuple[str, str | None, str]]:
    """Yield the custom_id, list value (None for a button), and pick or token of each choice in a step."""
    for part in list_controls(message):
        _, verb, *rest = part["custom_id"].split(":")
        if verb == "lea":
            yield part["custom_id"], None, ":".join(rest[2:])
        elif verb == "lep" and not part.get("disabled"):
            picked = LessonPlace.parse(rest).picks
            if picked:
                yield part["custom_id"], None, picked[-1]
    for identity, values in list_menus(message).items():
        for value in values:
            yield identity, value, value


async def press_answer(person: Any, message: Any, custom_id: str, value: str | None) -> Any:
    """Press a choice that :func:`list_answers` yielded."""
    if value is None:
        return get_reply(await person.click(message, custom_id=custom_id))
    return get_reply(await person.select(message, [value], custom_id=custom_id))


async def answer_step(person: Any, message: Any, step: LessonStep, game: Game, action: Any) -> Any:
    """Answer a lesson's step with an action, one press at a time; return the message with the verdict.

    :raises AssertionError: there is no verdict after :data:`MAX_PRESSES` presses.
    """
    offers = list_offered_actions(game.rules[game.version], step)
    picks: tuple[str, ...] = ()
    for _ in range(MAX_PRESSES):
        check_limits(message)
        await read_picture(message)
        identity, value, name = next(
            offer
            for offer in list_answers(message)
            if offer[2] == action.token or action in filter_by_picks(game, offers, (*picks, offer[2]))
        )
        picks = (*picks, name)
        message = await press_answer(person, message, identity, value)
        if has_verdict(message):
            return message
    raise AssertionError(f"no verdict on {action.token}: {read_text(message)}")


def filter_by_picks(game: Game, offers: tuple[Any, ...], picks: tuple[str, ...]) -> tuple[Any, ...]:
    """Return the actions that are possible after these picks. There are none if the picks are invalid."""
    named = tuple(value for pick in picks for value in pick.split(VALUE_SEPARATOR))
    try:
        found = find_next_question(offers, named, game.field_settings)
    except NoSuchPick:
        return ()
    return found.actions if isinstance(found, FieldQuestion) else (found,)


def has_verdict(message: Any) -> bool:
    return "✅" in read_text(message) or "❌" in read_text(message)


async def open_tab(person: Any, channel: Any, tab: str) -> Any:
    """Open a tab of ``/learn``, in direct messages if ``channel`` is None."""
    page = get_reply(await (person.slash("learn") if channel is None else person.slash(channel, "learn")))
    return get_reply(await person.click(page, custom_id=make_custom_id("b", learning.TAB_VERB, tab)))


async def open_rules(person: Any, channel: Any, key: str) -> Any:
    """Open the rules of a game, in direct messages if ``channel`` is None."""
    page = await open_tab(person, channel, learning.RULES_TAB_KEY)
    return get_reply(await person.click(page, custom_id=make_custom_id("b", "ru", key)))


async def open_about(person: Any, channel: Any) -> Any:
    """Open the page about the bot, in direct messages if ``channel`` is None."""
    page = get_reply(await (person.slash("help") if channel is None else person.slash(channel, "help")))
    return get_reply(await person.click(page, custom_id=make_custom_id("b", "ab")))
