"""What answering a press may use, as one value that is made where the bot is put together.

What stands above the room of presses is named here by what it can do, so that nothing below imports it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import discord
from discord.ext import commands

from bot.computers.advice import Adviser
from bot.model.papers import Papers
from bot.model.table import Table
from bot.platform.emoji import Drawings
from bot.platform.intake import Intake
from bot.platform.mentions import Mentions
from bot.platform.obstacles import Obstacle
from bot.storage.lessons import Lessons
from bot.storage.looks import Looks
from bot.storage.messages import Messages
from bot.tables.service import Tables
from bot.ui.answers import Page
from bot.ui.fairness import Fairness
from bot.ui.offers import Offers
from bot.ui.pictures import Pictures
from bot.ui.texts import Texts
from games.core.match import Match
from games.core.protocol import Game
from games.core.words import Words

NoteWriter = Callable[[Table, Match, int, Words], Awaitable[list[str]]]
"""Writes what a board says besides of the steps from a ply on."""


class Announcing(Protocol):
    """Keeps the messages of tables true to what is stored."""

    def before_announcing(self, act: Callable[[int], Awaitable[None]], note: NoteWriter) -> None:
        """Have a table announced only once somebody has acted there who would do so at once anyhow.

        :param act: returns when that is done; it must not wait for anything that may take long.
        :param note: writes what a board says of it.
        """

    def announce(self, table_id: int) -> None:
        """See to it that a table's messages show how it stands, where a press has shown that they do not."""

    async def announced(self, table_id: int, purpose: str | None = None) -> Obstacle | None:
        """Wait until a table's messages show how it stands; return why they cannot.

        :param purpose: of the message that is waited for; what went wrong with others is not told.
        """

    def has_obstacle(self, table_id: int) -> bool:
        """Tell whether something was in the way when a table was announced last."""

    async def repost(self, table_id: int) -> Obstacle | None:
        """Post a table's message anew at the end of its channel; return why it is not there."""

    async def strip(self, table: Table, message: discord.Message) -> None:
        """Take the buttons from a message that is not the table's board any more."""

    async def can_see_channel(self, table: Table) -> bool:
        """Tell whether the table's channel is there and can be seen."""

    async def missing_permissions(self, table: Table, *names: str) -> list[str] | None:
        """Return which of some permissions are lacking in a table's channel; ``None`` without one."""

    async def post_once(self, table: Table, text: str, file: discord.File, nonce: str) -> None:
        """Post something in a table's channel, if it is there, that need not be kept true afterwards."""


class Calling(Protocol):
    """Mentions people who are asked to a table."""

    async def invite_to_table(self, table: Table, by: int, invited: int) -> int | None:
        """Ask somebody to a lobby; return when that goes again where they have been called of late."""

    async def invite_to_rematch(self, table: Table) -> None:
        """Ask everybody who is invited to a rematch."""

    async def invite_to_seat(self, table: Table, by: int, invited: int) -> int | None:
        """Ask somebody to play on for a computer player; otherwise as :meth:`invite_to_table`."""

    async def write_held_back(self, table: Table, w: Words) -> str:
        """Say when those can be called whom a lobby waits for uncalled; empty where there are none."""

    async def offer_seat(self, table: Table, seat: int, name: str) -> None:
        """Tell everybody that the seat of ``name`` is free to be taken over."""


class Waking(Protocol):
    """Has computer players act."""

    def wake(self, table_id: int) -> None:
        """Have the computer players of a table act, if it is for them to."""


class Attending(Protocol):
    """Knows who has left the server of a table."""

    async def replace_absent(self, table: Table) -> Table:
        """Let computers play for those who are no longer there; return the table as it stands then."""

    async def find_absent(self, guild: discord.Guild, users: Sequence[int]) -> list[int]:
        """Return those of ``users`` who have surely left a server."""


class Keeping(Protocol):
    """Writes private messages again that wait for others, once those have done something."""

    def keep(
        self,
        interaction: Interaction,
        table: Table,
        about: str,
        write: Callable[[Table], Awaitable[Page | None]],
    ) -> None:
        """Keep what has just been shown in answer to a press true to a table.

        :param table: as it was shown.
        :param about: what it says of others now (:class:`bot.ui.answers.Page`).
        :param write: returns what it is to show; ``None`` leaves it as it is from now on.
        """

    def keep_list(
        self,
        interaction: Interaction,
        tables: Sequence[Table],
        about: str,
        write: Callable[[Table], Awaitable[Page | None]],
    ) -> None:
        """Keep what tells of several tables true to all of them; ``write`` gets the one that has changed."""

    def look(self, table_id: int) -> None:
        """Look at the messages of a table after something that nobody was told of."""

    def forget(self, message_id: int) -> None:
        """Leave a message alone: its person goes on in it."""


class Routing(Protocol):
    """Answers presses."""

    def is_dear(self, verb: str) -> bool:
        """Return whether presses with a verb are rationed."""

    async def route(self, interaction: Interaction) -> None:
        """Answer a press."""


Reading = Callable[[str], Awaitable[bytes]]
"""Returns what an address holds."""


@dataclass(frozen=True, slots=True)
class Services:
    """What commands and presses work with."""

    tables: Tables
    games: Mapping[str, Game]
    messages: Messages
    looks: Looks
    lessons: Lessons
    pictures: Pictures
    adviser: Adviser
    announcer: Announcing
    calls: Calling
    computers: Waking
    attendance: Attending
    mentions: Mentions
    drawings: Drawings
    intake: Intake
    fairness: Fairness
    panels: Keeping
    texts: Texts
    papers: Papers
    router: Routing
    offers: Offers


class Host(commands.AutoShardedBot):
    """discord.py's client as those who answer presses know it: it brings their services."""

    services: Services


Interaction = discord.Interaction[Host]
