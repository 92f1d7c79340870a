"""When a person has said enough for a move to be done, and how a question says that its answer is final."""

from __future__ import annotations

import discord

from bot.model.table import Table
from bot.platform.limits import OPTIONS
from bot.ui.components import Item
from bot.ui.play import asking
from bot.ui.play.asking import Asked
from games.core.match import Match, would_seal
from games.core.narrow import VALUE_SEPARATOR, join_fields
from games.core.protocol import Field, Game
from games.core.shapes import ActionLike
from games.core.texts import Scene
from games.core.words import Words

DELIBERATE = 3
"""So many presses put a move together deliberately."""


def is_settled(
    game: Game, pressed: tuple[str, ...], action: ActionLike, *, sealing: bool, listed: bool
) -> bool:
    """Whether the person has said enough for what they named to be done.

    What can be taken back is done when nothing is left to ask. What cannot is asked about, unless it was
    put together press by press, a list at the beginning being opened as well, or its last field is one that
    says what is done: then its last question has said what comes of it.

    :param pressed: the picks that were made in the position of now; a single choice is not chosen by itself.
    :param listed: the last of them was chosen from a list.
    """
    if not sealing or len(pressed) >= DELIBERATE or (listed and len(pressed) == 1):
        return bool(pressed)
    named = sum(len(pick.split(VALUE_SEPARATOR)) for pick in pressed)
    return named > 1 and is_final(game, action.path[-1].field)


def is_final(game: Game, field: str) -> bool:
    """Tell whether what is chosen by a field of an action is not asked about again."""
    return game.fields.get(field, Field()).final


def tell_alone(w: Words) -> str:
    """Say what a move that passes the turn or brings chance in is to somebody who plays with nobody else."""
    return w("-# You're playing alone, so *Undo* takes back even this. The match may be unrated then.")


def tell_final(table: Table, w: Words) -> str:
    """Say below a question whose answer can't be taken back by oneself what that means at a table."""
    alone = len(table.people) == 1
    return tell_alone(w) if alone else w("-# Your choice is final: you can't take it back.")


def write_question(asked: Asked, match: Match, told: Scene, final: str) -> tuple[str, list[Item]]:
    """Return the text of a question and what offers its values.

    :param final: is said where an answer can't be taken back by oneself; empty where none need be.
    """
    question = asked.question
    text = asked.game.texts.question(question.field, question.picked, asked.view, told)
    items = asking.offer_values(asked)
    if final and _is_last(asked, items) and asking.settles(asked):
        # What a move begins with is of several kinds; the values of one field are alike.
        first = question.actions if not asked.choice.picks else question.actions[:1]
        if any(would_seal(match, asked.choice.seat, action.token) for action in first[:OPTIONS]):
            text = "\n".join((text, final))
    return text, items


def _is_last(asked: Asked, items: list[Item]) -> bool:
    """Whether nothing more is asked about an action that an answer settles."""
    question, picks = asked.question, len(asked.choice.picks)
    if picks + 1 >= DELIBERATE:
        return True
    if not picks and any(isinstance(item.item, discord.ui.Select) for item in items):
        return True
    joined = any(VALUE_SEPARATOR in value for value in join_fields(question, asked.game.fields))
    last = asked.game.fields[question.field].joins[-1] if joined else question.field
    return is_final(asked.game, last)
