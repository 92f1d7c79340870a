"""How the people and computer players of a table are named."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from bot.model.table import CHANNEL, NOBODY, Occupant, Person, Table
from bot.ui.escaping import escape_name
from bot.ui.services import Interaction
from games.core.words import N_, Msg, Words
from games.drawing.names import make_drawable

LEVEL_TEXTS: Mapping[str, Msg] = {
    "easy": Msg(N_("easy")),
    "normal": Msg(N_("normal")),
    "hard": Msg(N_("hard")),
    "expert": Msg(N_("expert")),
    CHANNEL: Msg(N_("by vote")),
}


def name_occupant(table: Table, occupant: Occupant, w: Words) -> str:
    """Name who sits on a seat: a person by mention, a computer player by its name and level."""
    if occupant.computer is None:
        # Of somebody who was erased there is only the name that stands for them.
        known = occupant.user_id != NOBODY
        return f"<@{occupant.user_id}>" if known else escape_name(table.names[occupant.seat])
    level = w.msg(LEVEL_TEXTS[CHANNEL if occupant.channel else occupant.computer])
    if occupant.channel is not None:
        return w("{name} ({level})", name=escape_name(table.names[occupant.seat]), level=level)
    return w("{name} (computer, {level})", name=escape_name(table.names[occupant.seat]), level=level)


def person(interaction: Interaction) -> Person:
    """Return who acts: the name that this server knows, or the user name where no picture can show it."""
    return Person(interaction.user.id, name_of(interaction.user))


def name_of(user: discord.abc.User) -> str:
    """Return the name that this server knows, or the user name where no picture can show it."""
    return user.display_name if make_drawable(user.display_name) else user.name
