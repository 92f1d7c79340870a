"""The services available to commands and presses, made in ``bot/app.py``.

Parts from higher layers are described as protocols, so that nothing here imports them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

import discord
from discord.ext import commands

from bot.computers.advice import Adviser
from bot.model.host_links import HostLinks
from bot.model.table import Table
from bot.platform.emoji import UploadedDrawings
from bot.platform.intake import PressIntake
from bot.platform.mentions import CommandMentions
from bot.platform.obstacles import Obstacle
from bot.storage.lessons import Lessons
from bot.storage.looks import Looks
from bot.storage.messages import Messages
from bot.tables.service import Tables
from bot.ui.action_limits import ActionLimits
from bot.ui.answers import PanelPage
from bot.ui.offers import Offers
from bot.ui.pictures import Pictures
from bot.ui.texts import TextCache
from games.core.match import Match
from games.core.protocol import Game
from games.core.values import value_class
from games.core.words import Words

NoteWriter = Callable[[Table, Match, int, Words], Awaitable[list[str]]]
"""Returns lines for a board, given the table, its match, the first ply and the language."""


class TableAnnouncer(Protocol):
    """Updates the messages of tables."""

    def register_hooks(
        self, before_announcing: Callable[[int], Awaitable[None]], write_notes: NoteWriter
    ) -> None:
        """Register a callback that acts at a table before it is announced.

        :param before_announcing: called with the table's ID. It must return quickly, after its last action.
        :param write_notes: returns lines for the board about the actions of ``before_announcing``.
        """

    def announce_table(self, table_id: int, *, has_new_text: bool = False) -> None:
        """Update a table's messages, for example after a press on an outdated one.

        :param has_new_text: whether the text changed, so that even a board of the current position is edited.
        """

    async def wait_until_announced(self, table_id: int, purpose: str | None = None) -> Obstacle | None:
        """Wait until a table's messages are up to date. Return the obstacle that prevented this, if any.

        :param purpose: if the table has a message with this purpose, only report a database failure.
        """

    def has_obstacle(self, table_id: int) -> bool:
        """Return whether the last announcement of a table met an obstacle."""

    async def repost_table(self, table_id: int) -> Obstacle | None:
        """Repost a table's message at the end of its channel. Return the obstacle, if any."""

    async def strip_buttons(self, table: Table, message: discord.Message) -> None:
        """Remove the buttons from an old board of the table."""

    async def can_see_channel(self, table: Table) -> bool:
        """Return whether the table's channel exists and is visible."""

    async def list_missing_permissions(self, table: Table, *names: str) -> list[str] | None:
        """Return the names of permissions missing in a table's channel; ``None`` without a channel."""

    async def post_message_once(self, table: Table, text: str, file: discord.File, nonce: str) -> None:
        """Post a message that is never updated. Do nothing if the table's channel is gone."""


class InvitationSender(Protocol):
    """Invites people by mentioning them."""

    async def invite_to_table(self, table: Table, inviter_id: int, invited_id: int) -> int | None:
        """Invite a person, or return the epoch second at which inviting them is allowed again."""

    async def invite_to_rematch(self, table: Table) -> None:
        """Mention everybody invited to a rematch."""

    async def invite_to_seat(self, table: Table, inviter_id: int, invited_id: int) -> int | None:
        """Invite a person to a computer's seat, or return the epoch second at which that is allowed again."""

    async def write_invitation_wait(self, table: Table, w: Words) -> str:
        """Return a line that names invited people who can't be mentioned yet, and says until when.

        It is empty if everyone was mentioned.
        """

    async def offer_seat(self, table: Table, seat: int, name: str) -> None:
        """Announce that the seat of ``name`` can be taken over."""


class ReminderTester(Protocol):
    """Sends people test reminders."""

    async def send_test_reminder(
        self, user_id: int, channel_id: int, guild_id: int | None, press_id: int, w: Words
    ) -> str:
        """Send a person a reminder as it would look now, in the way they chose.

        :param channel_id: the channel in which they are mentioned unless they chose direct messages.
        :param press_id: the ID of the interaction, so that nothing is sent twice.
        :returns: a sentence about the message sent, or about the reason why nothing could be sent.
        """


class ComputerWaker(Protocol):
    """Makes computer players act."""

    def wake(self, table_id: int) -> None:
        """Make the computer players of a table act if it is their turn."""

    async def wait_for_moves(self, table_id: int) -> None:
        """Wait until the computer players of a table have acted, but a few seconds at most."""


class Attendance(Protocol):
    """Finds out who has left the server of a table."""

    async def replace_absent_players(self, table: Table) -> Table:
        """Give the seats of people who have left to computers. Return the updated table."""

    async def find_absent_user_ids(self, guild: discord.Guild, user_ids: Sequence[int]) -> list[int]:
        """Return those of ``user_ids`` who have certainly left a server."""


class PanelUpdater(Protocol):
    """Updates private messages when the tables they show change."""

    def keep_answer_updated(
        self,
        interaction: Interaction,
        table: Table,
        state_key: str,
        write: Callable[[Table], Awaitable[PanelPage | None]],
        *,
        is_replaceable: bool = False,
        asks_for_move: bool = False,
    ) -> None:
        """Keep the answer to a press up to date with a table.

        :param state_key: the ``state_key`` of the page shown now (:class:`bot.ui.answers.PanelPage`).
        :param write: called with the changed table; returns the new page, or ``None`` to end the updates.
        :param is_replaceable: whether the message shows the match, and should be deleted once the person has
            several newer ones that do.
        :param asks_for_move: whether the message asks for a move. The person's earlier messages about the
            table that ask for one or suggest one are then deleted.
        """

    def keep_list_updated(
        self,
        interaction: Interaction,
        tables: Sequence[Table],
        state_key: str,
        write: Callable[[Table], Awaitable[PanelPage | None]],
    ) -> None:
        """Keep the answer to a press up to date with several tables; see :meth:`keep_answer_updated`."""

    def has_newer_answer(self, interaction: Interaction, table_id: int) -> bool:
        """Return whether the person has a newer message that shows the same match and is kept up to date."""

    def has_other_question(self, interaction: Interaction, table_id: int) -> bool:
        """Return whether another message kept up to date asks the person for a move or suggests one."""

    def find_state_key(self, interaction: Interaction) -> str:
        """Return the ``state_key`` of the page that an answer shows; empty if it isn't kept up to date."""

    async def delete_equal_answer(self, interaction: Interaction) -> None:
        """Delete the last answer for which this was called, to the same person in the same channel, if it has
        the same text. Call it after an answer that a second press would only repeat.
        """

    def refresh_table(self, table_id: int) -> None:
        """Update the messages about a table after a change that the table service doesn't publish."""

    def mark_answering(self, user_id: int) -> AbstractContextManager[None]:
        """Edit and delete none of a person's messages while the context is active."""

    def stop_updating(self, message_id: int) -> None:
        """Stop updating a message, because the person is pressing its buttons."""

    async def wait_until_written(self, message_id: int) -> None:
        """Wait until a message isn't being edited or deleted any more."""


class PressRouter(Protocol):
    """Answers presses."""

    def is_expensive(self, verb: str) -> bool:
        """Return whether presses with this verb are rate-limited."""

    async def route_press(self, interaction: Interaction) -> None:
        """Answer a press."""


UrlReader = Callable[[str], Awaitable[bytes]]


@value_class
class Services:
    """The parts of the bot that commands and presses can use."""

    tables: Tables
    games: Mapping[str, Game]
    messages: Messages
    looks: Looks
    lessons: Lessons
    pictures: Pictures
    adviser: Adviser
    announcer: TableAnnouncer
    invitations: InvitationSender
    reminders: ReminderTester
    computers: ComputerWaker
    attendance: Attendance
    mentions: CommandMentions
    drawings: UploadedDrawings
    intake: PressIntake
    action_limits: ActionLimits
    panels: PanelUpdater
    texts: TextCache
    host_links: HostLinks
    router: PressRouter
    offers: Offers


class ServiceClient(commands.AutoShardedBot):
    """The bot's client as press handlers see it: discord.py's client with services."""

    services: Services


Interaction = discord.Interaction[ServiceClient]
