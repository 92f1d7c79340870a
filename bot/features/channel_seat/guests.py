"""Another channel of the server plays: the host of a lobby asks it, and who manages it answers there."""

from __future__ import annotations

import logging
from collections.abc import Callable

import discord

from bot.announcing.posting import Poster
from bot.errors.base import TableError
from bot.features.channel_seat import verbs
from bot.features.channel_seat.choices import write_own_channel
from bot.features.channel_seat.errors import (
    ASKED_ELSEWHERE,
    I_CANT_POST,
    IS_QUIET,
    NO_TEXT_CHANNEL,
    ONE_ALREADY,
    YOU_CANT_WRITE,
    CantAskChannel,
    NoChannelSeat,
    NotYourChannel,
    QuestionSettled,
)
from bot.features.channel_seat.keeper import STAND_IN, Keeper
from bot.features.channel_seat.pages import Page
from bot.features.channel_seat.posts import Posts
from bot.model.table import LOBBY, ChannelSeat, Table
from bot.model.verbosity import QUIET
from bot.platform import permissions
from bot.platform.deadlines import NO_RESPONSE
from bot.storage.channel_seats import ChannelSeats
from bot.tables.checks import check_host
from bot.tables.service import Tables
from bot.ui import replies
from bot.ui.ids import number_of, table_of
from bot.ui.presses import Press
from bot.ui.services import Interaction

log = logging.getLogger(__name__)


class Guests:
    """Asks channels and takes their answers."""

    def __init__(
        self,
        tables: Tables,
        seats: ChannelSeats,
        keeper: Keeper,
        page: Page,
        poster: Poster,
        posts: Posts,
        wake: Callable[[int], None],
    ) -> None:
        self._tables = tables
        self._seats = seats
        self._keeper = keeper
        self._page = page
        self._poster = poster
        self._posts = posts
        self._wake = wake

    @property
    def presses(self) -> tuple[Press, ...]:
        """Its handlers of presses."""
        return (
            Press(verbs.INVITE, self.invite),
            Press(verbs.WITHDRAW, self.withdraw),
            # They stand in a channel that does not play yet: the handler looks whether it is the one asked.
            Press(verbs.AGREE, self.agree, table=None),
            Press(verbs.DECLINE, self.decline, table=None),
            Press(verbs.QUIT, self.quit, guests=True),
        )

    async def invite(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Ask another channel, for the host of a lobby."""
        await replies.begin(interaction)
        table = await self._tables.lobby.get(table_of(parts))
        check_host(table, interaction.user.id)
        chosen = number_of(values)
        if chosen == table.place.channel_id:
            # Discord's list of channels has it too, and can't leave it out.
            note = write_own_channel(table, interaction.user.id, replies.reader(interaction))
            await self._page.show(interaction, table, note)
            return
        await self._check_askable(interaction, table, chosen)
        if not await self._seats.invite(table.id, chosen):
            asking = await self._seats.find_invited(table.id)
            raise CantAskChannel(ASKED_ELSEWHERE if asking is None else ONE_ALREADY)
        await self._posts.pass_declined(table.id)
        self._wake(table.id)
        await self._page.show(interaction, table)

    async def withdraw(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Ask it no more, for the host."""
        await replies.begin(interaction)
        table = await self._tables.lobby.get(table_of(parts))
        check_host(table, interaction.user.id)
        await self._settle(interaction, table.id)
        await self._page.show(interaction, table)

    async def agree(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Seat the channel that is asked.

        :raises TableError: the seat is not to be had, or not for who presses.
        """
        await replies.begin(interaction)
        table_id = await self._require_asked(interaction, parts)
        try:
            table = await self._tables.lobby.get(table_id)
            level = str(ChannelSeat(interaction.channel_id or 0))
            name = f"#{getattr(interaction.channel, 'name', '')}"
            await self._tables.lobby.add_computer(table_id, table.host_id, level, name, interaction.id)
        except TableError as error:
            await self._settle(interaction, table_id)
            raise QuestionSettled from error
        await self._settle(interaction, table_id)
        w = replies.reader(interaction)
        await replies.done(interaction, w("This channel plays. The match begins once its host starts it."))

    async def decline(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Say no; the channel that asked reads it too."""
        await replies.begin(interaction)
        table = await self._tables.get(await self._require_asked(interaction, parts))
        await self._tell_declined(table, interaction.channel_id or 0)
        await self._settle(interaction, table.id)
        await replies.done(interaction, replies.reader(interaction)("This channel doesn't play."))

    async def quit(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Have the channel play no more: its seat is free again, or a computer goes on."""
        await replies.begin(interaction)
        channel = interaction.channel_id or 0
        table = await self._tables.get(table_of(parts))
        if channel not in table.guests:
            raise NoChannelSeat
        _check_manager(interaction)
        if table.status == LOBBY:
            await self._tables.lobby.remove_computer(table.id, table.host_id, table.channels[channel])
            self._wake(table.id)
        else:
            await self._keeper.let_go(table.id, channel, STAND_IN)
        await replies.done(interaction, replies.reader(interaction)("This channel doesn't play."))

    async def _check_askable(self, interaction: Interaction, table: Table, channel_id: int) -> None:
        """Let pass a channel that may be asked: one of the same server, which the host may write in.

        :raises CantAskChannel: it is none, and why.
        """
        user = interaction.user
        if table.guests:
            raise CantAskChannel(ONE_ALREADY)
        channel = await self._poster.find_channel(channel_id)
        if channel is not None and channel.guild.id != table.place.guild_id:
            channel = None
        if not isinstance(channel, discord.TextChannel) or not isinstance(user, discord.Member):
            raise CantAskChannel(NO_TEXT_CHANNEL)
        granted = channel.permissions_for(user)
        if not (granted.view_channel and granted.send_messages):
            raise CantAskChannel(YOU_CANT_WRITE)
        missing = self._poster.missing_permissions(channel, *permissions.POSTING, permissions.PICTURE)
        if missing:
            w = replies.reader(interaction)
            names = w.listed([w.msg(permissions.NAMES[name]) for name in missing])
            raise CantAskChannel(I_CANT_POST, names=names)
        if await self._tables.channels.get_verbosity(channel_id) == QUIET:
            raise CantAskChannel(IS_QUIET)

    async def _require_asked(self, interaction: Interaction, parts: list[str]) -> int:
        """Return the table at which the channel of a press is asked to play.

        :raises QuestionSettled: there is none such.
        :raises NotYourChannel: who presses may not manage the channel.
        """
        table_id = table_of(parts)
        if await self._seats.find_invited(table_id) != interaction.channel_id:
            raise QuestionSettled
        _check_manager(interaction)
        return table_id

    async def _tell_declined(self, table: Table, channel_id: int) -> None:
        try:
            await self._posts.tell_declined(table, channel_id)
        except (discord.HTTPException, *NO_RESPONSE) as error:
            # It is said on the page of the host too, where nobody is asked any more.
            log.warning("not told of a no table=%d", table.id, extra={"fields": {"reason": str(error)}})

    async def _settle(self, interaction: Interaction, table_id: int) -> None:
        await self._seats.drop_invitation(table_id)
        self._wake(table_id)
        # The host's page says that it is asked, and nothing of the table itself has changed by a no.
        interaction.client.services.panels.look(table_id)


def _check_manager(interaction: Interaction) -> None:
    if not interaction.permissions.manage_channels:
        raise NotYourChannel
