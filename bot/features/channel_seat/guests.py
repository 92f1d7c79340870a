"""Invites another channel of the server to play. People who may manage that channel can answer."""

from __future__ import annotations

import logging
from collections.abc import Callable

import discord

from bot.announcing.posting import MessagePoster
from bot.errors.base import TableError
from bot.features.channel_seat import verbs
from bot.features.channel_seat.choices import explain_own_channel
from bot.features.channel_seat.errors import (
    BOT_CANT_POST_TEXT,
    CHANNEL_ASKED_ELSEWHERE_TEXT,
    CHANNEL_IS_QUIET_TEXT,
    NO_TEXT_CHANNEL_TEXT,
    TABLE_HAS_CHANNEL_TEXT,
    USER_CANT_WRITE_TEXT,
    ChannelNotInvitable,
    InvitationSettled,
    NoChannelSeat,
    NotYourChannel,
)
from bot.features.channel_seat.keeper import STAND_IN_LEVEL, ChannelSeatKeeper
from bot.features.channel_seat.pages import ChannelSeatPage
from bot.features.channel_seat.posts import ChannelSeatPosts
from bot.model.table import TABLE_IN_LOBBY, ChannelSeat, Table
from bot.model.verbosity import QUIET_VERBOSITY
from bot.platform import permissions
from bot.platform.deadlines import NO_RESPONSE_ERRORS
from bot.storage.channel_seats import ChannelSeats
from bot.tables.checks import check_host
from bot.tables.service import Tables
from bot.ui import replies
from bot.ui.ids import read_chosen_number, read_table_id
from bot.ui.presses import PressHandler, make_tableless_handler
from bot.ui.services import Interaction

log = logging.getLogger(__name__)


class ChannelInvitations:
    """Handles the buttons with which a host invites another channel and that channel answers."""

    def __init__(
        self,
        tables: Tables,
        seats: ChannelSeats,
        keeper: ChannelSeatKeeper,
        page: ChannelSeatPage,
        poster: MessagePoster,
        posts: ChannelSeatPosts,
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
    def press_handlers(self) -> tuple[PressHandler, ...]:
        return (
            PressHandler(verbs.INVITE_VERB, self.invite_channel),
            PressHandler(verbs.WITHDRAW_VERB, self.withdraw_invitation),
            # The invited channel doesn't play yet, so these handlers check the channel themselves.
            make_tableless_handler(verbs.AGREE_VERB, self.accept_invitation),
            make_tableless_handler(verbs.DECLINE_VERB, self.decline_invitation),
            PressHandler(verbs.QUIT_VERB, self.give_up_seat, allows_guest_channels=True),
        )

    async def invite_channel(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Invite another channel to play. Only the host of a lobby may do this.

        :raises ChannelNotInvitable: the channel can't be invited. The error contains the reason.
        """
        table = await self._tables.lobby.get_lobby(read_table_id(parts))
        check_host(table, interaction.user.id)
        chosen = read_chosen_number(values)
        if chosen == table.place.channel_id:
            # Discord's channel list can't exclude the table's own channel, so choosing it only shows a note.
            note = explain_own_channel(table, interaction.user.id, replies.get_words(interaction))
            await self._page.show_page(interaction, table, note)
            return
        await self._require_can_invite(interaction, table, chosen)
        if not await self._seats.invite_channel(table.id, chosen):
            asking = await self._seats.find_invited_channel(table.id)
            raise ChannelNotInvitable(
                CHANNEL_ASKED_ELSEWHERE_TEXT if asking is None else TABLE_HAS_CHANNEL_TEXT
            )
        await self._posts.mark_declined_post_old(table.id)
        self._wake(table.id)
        await self._page.show_page(interaction, table)

    async def withdraw_invitation(
        self, interaction: Interaction, parts: list[str], values: list[str]
    ) -> None:
        """Withdraw the invitation. Only the host may do this."""
        table = await self._tables.lobby.get_lobby(read_table_id(parts))
        check_host(table, interaction.user.id)
        await self._close_question(interaction, table.id)
        await self._page.show_page(interaction, table)

    async def accept_invitation(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Accept the invitation on behalf of the channel, and give the channel a seat.

        :raises InvitationSettled: the invitation was withdrawn, or no seat can be taken.
        :raises NotYourChannel: the user may not manage the channel.
        """
        table_id = await self._require_inviting_table_id(interaction, parts)
        try:
            table = await self._tables.lobby.get_lobby(table_id)
            level = str(ChannelSeat(interaction.channel_id or 0))
            name = f"#{getattr(interaction.channel, 'name', '')}"
            await self._tables.lobby.add_computer(table_id, table.host_id, level, name, interaction.id)
        except TableError as error:
            await self._close_question(interaction, table_id)
            raise InvitationSettled from error
        await self._close_question(interaction, table_id)
        w = replies.get_words(interaction)
        await replies.confirm(interaction, w("This channel plays. The match begins once its host starts it."))

    async def decline_invitation(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Decline the invitation on behalf of the channel, and announce that in the table's own channel."""
        table = await self._tables.get(await self._require_inviting_table_id(interaction, parts))
        await self._announce_refusal(table, interaction.channel_id or 0)
        await self._close_question(interaction, table.id)
        await replies.confirm(interaction, replies.get_words(interaction)("This channel doesn't play."))

    async def give_up_seat(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Give up the channel's seat. In a match, a computer takes the seat.

        :raises NoChannelSeat: the channel has no seat.
        :raises NotYourChannel: the user may not manage the channel.
        """
        channel = interaction.channel_id or 0
        table = await self._tables.get(read_table_id(parts))
        if channel not in table.guest_channel_ids:
            raise NoChannelSeat
        _require_channel_manager(interaction)
        if table.status == TABLE_IN_LOBBY:
            await self._tables.lobby.remove_computer(
                table.id, table.host_id, table.seat_by_channel_id[channel]
            )
            self._wake(table.id)
        else:
            await self._keeper.replace_guest_channel(table.id, channel, STAND_IN_LEVEL)
        await replies.confirm(interaction, replies.get_words(interaction)("This channel doesn't play."))

    async def _require_can_invite(self, interaction: Interaction, table: Table, channel_id: int) -> None:
        """Require that a channel can be invited, for example that both the host and the bot can write in it.

        :raises ChannelNotInvitable: the channel can't be invited. The error contains the reason.
        """
        user = interaction.user
        if table.guest_channel_ids:
            raise ChannelNotInvitable(TABLE_HAS_CHANNEL_TEXT)
        channel = await self._poster.find_channel(channel_id)
        if channel is not None and channel.guild.id != table.place.guild_id:
            channel = None
        if not isinstance(channel, discord.TextChannel) or not isinstance(user, discord.Member):
            raise ChannelNotInvitable(NO_TEXT_CHANNEL_TEXT)
        granted = channel.permissions_for(user)
        if not (granted.view_channel and granted.send_messages):
            raise ChannelNotInvitable(USER_CANT_WRITE_TEXT)
        missing = self._poster.list_missing_permissions(
            channel, *permissions.POSTING_PERMISSIONS, permissions.PICTURE_PERMISSION
        )
        if missing:
            w = replies.get_words(interaction)
            names = w.join_list([w.msg(permissions.NAME_BY_PERMISSION[name]) for name in missing])
            raise ChannelNotInvitable(BOT_CANT_POST_TEXT, names=names)
        if await self._tables.channels.get_verbosity(channel_id) == QUIET_VERBOSITY:
            raise ChannelNotInvitable(CHANNEL_IS_QUIET_TEXT)

    async def _require_inviting_table_id(self, interaction: Interaction, parts: list[str]) -> int:
        """Return the ID of the table that has invited the channel of this interaction.

        :raises InvitationSettled: the table no longer invites the channel.
        :raises NotYourChannel: the user may not manage the channel.
        """
        table_id = read_table_id(parts)
        if await self._seats.find_invited_channel(table_id) != interaction.channel_id:
            raise InvitationSettled
        _require_channel_manager(interaction)
        return table_id

    async def _announce_refusal(self, table: Table, channel_id: int) -> None:
        """Announce in the table's channel that the invited channel declined. Failures are only logged."""
        try:
            await self._posts.announce_refusal(table, channel_id)
        except (discord.HTTPException, *NO_RESPONSE_ERRORS) as error:
            # The host notices anyway, because the invitation disappears from their page.
            log.warning("declined post not sent table=%d", table.id, extra={"fields": {"reason": str(error)}})

    async def _close_question(self, interaction: Interaction, table_id: int) -> None:
        await self._seats.drop_invitation(table_id)
        self._wake(table_id)
        # The table itself hasn't changed, so the host's page must be refreshed explicitly.
        interaction.client.services.panels.refresh_table(table_id)


def _require_channel_manager(interaction: Interaction) -> None:
    if not interaction.permissions.manage_channels:
        raise NotYourChannel
