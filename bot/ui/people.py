"""Names of the people and computer players at a table."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from bot.model.table import NO_USER_ID, OWN_CHANNEL_PLAYER, Occupant, Person, Table
from bot.tables.seats import name_computer
from bot.ui.escaping import escape_name
from bot.ui.services import Interaction
from games.core.words import N_, Msg, Words
from games.drawing.names import make_drawable_name

NAME_BY_LEVEL: Mapping[str, Msg] = {
    "easy": Msg(N_("easy")),
    "normal": Msg(N_("normal")),
    "hard": Msg(N_("hard")),
    "expert": Msg(N_("expert")),
    OWN_CHANNEL_PLAYER: Msg(N_("by vote")),
}
"""Names of the levels of computer players, and of the votes by which a channel plays."""


def describe_level(level: str, w: Words) -> str:
    """Return the text that offers a computer player in a list: its name and its level."""
    return w("{name}: {choice}", name=name_computer(level, w), choice=w.msg(NAME_BY_LEVEL[level]))


def name_occupant(table: Table, occupant: Occupant, w: Words) -> str:
    """Name the player in a seat: a person by mention, a computer or channel by its name and level."""
    if occupant.computer is None:
        # An erased person has no ID to mention, only a placeholder name.
        known = occupant.user_id != NO_USER_ID
        return f"<@{occupant.user_id}>" if known else escape_name(table.names[occupant.seat])
    level = w.msg(NAME_BY_LEVEL[OWN_CHANNEL_PLAYER if occupant.channel else occupant.computer])
    if occupant.channel is not None:
        return w("{name} ({level})", name=escape_name(table.names[occupant.seat]), level=level)
    return w("{name} (computer, {level})", name=escape_name(table.names[occupant.seat]), level=level)


def get_person(interaction: Interaction) -> Person:
    """Return the person who pressed or typed, with a name that pictures can draw."""
    return Person(interaction.user.id, get_drawable_name(interaction.user))


def get_drawable_name(user: discord.abc.User) -> str:
    """Return the display name, or the user name if pictures can't draw the display name."""
    return user.display_name if make_drawable_name(user.display_name) else user.name
