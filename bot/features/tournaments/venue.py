"""Posts the messages of tournaments in Discord channels, and opens a thread for each table.

Each message is recorded before it is sent. Before another attempt, the channel is searched for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

import discord

from bot.announcing.posting import Channel, MessagePoster, make_allowed_mentions
from bot.announcing.recent import RecentMessages, list_custom_ids
from bot.announcing.refused import is_edit_refused
from bot.errors.base import BotError
from bot.features.tournaments.notices import (
    find_corrected_user_ids,
    write_correction_notice,
    write_expiry_notice,
    write_new_host_notice,
)
from bot.features.tournaments.pace import SECONDS_PER_EDIT, EditLimiter
from bot.features.tournaments.picture import draw_standings
from bot.features.tournaments.presence import PresenceChecker
from bot.features.tournaments.round_pages import make_tables_button
from bot.features.tournaments.service import Tournament
from bot.features.tournaments.texts import (
    describe_standings,
    make_standings,
    write_missed_start_notice,
    write_panel,
    write_round_pages,
    write_standings,
    write_withdrawal_notice,
)
from bot.features.tournaments.threads import find_threads, open_thread
from bot.model.hours import MINUTE
from bot.model.table import Place
from bot.model.verbosity import QUIET_VERBOSITY
from bot.platform import permissions
from bot.platform.deadlines import NO_RESPONSE_ERRORS
from bot.platform.http_errors import UNKNOWN_MESSAGE_CODE
from bot.storage.messages import LOBBY_MESSAGE, Messages
from bot.storage.tournament_rows import RoundTable
from bot.storage.tournaments import Tournaments
from bot.tables.service import Tables
from bot.ui.components import Item, make_button, make_view
from bot.ui.ids import encode_number, make_custom_id
from bot.ui.pictures import Pictures
from bot.ui.services import TableAnnouncer
from games.core.protocol import Game
from games.core.rng import compute_commitment
from games.core.words import N_, Words
from games.tournament.events import CORRECTED_EVENT, HANDED_OVER_EVENT
from games.tournament.state import OPEN_STATUS, OVER_STATUS

PANEL_POST, ROUND_POST, STANDINGS_POST, END_POST, MISSED_POST = "p", "r", "s", "e", "m"
"""First letters of post keys: panel, round, standings after a round, final standings, missed start."""
REPLACEMENT_POST, WITHDRAWAL_POST, CORRECTION_POST, NEW_HOST_POST, EXPIRY_POST = "a", "w", "c", "h", "x"
"""First letters of post keys: reposted round, withdrawals, corrected result, new host, expiry."""
NONCE_PERIOD_SECONDS = 36**3
"""Times in nonces repeat after this, about thirteen hours."""


class VenueError(BotError):
    """Discord rejected a request or didn't answer it. The tournament's step will be tried again."""

    def __init__(self, reason: object) -> None:
        super().__init__(N_("Discord didn't take it: {reason}"), reason=str(reason))


class DiscordVenue:
    """Posts the messages of tournaments in their channels, and opens threads for their tables."""

    def __init__(
        self,
        poster: MessagePoster,
        recent: RecentMessages,
        announcer: TableAnnouncer,
        messages: Messages,
        store: Tournaments,
        tables: Tables,
        pictures: Pictures,
        games: Mapping[str, Game],
        presence: PresenceChecker,
    ) -> None:
        self._presence = presence
        self._poster, self._recent, self._announcer, self._messages = poster, recent, announcer, messages
        self._store, self._tables, self._pictures, self._games = store, tables, pictures, games
        self._shown: dict[tuple[int, str], str] = {}
        self._rechecked: dict[int, int] = {}
        self._pace = EditLimiter(tables.now)

    def recheck_posts(self, tournament_id: int) -> None:
        """Make the next :meth:`update_posts` edit the panel and the round, to see if they were deleted.

        Repeated calls within a minute change nothing.
        """
        now = self._tables.now()
        if now < self._rechecked.get(tournament_id, 0) + MINUTE:
            return
        self._rechecked[tournament_id] = now
        for shown_id, post_key in list(self._shown):
            if shown_id == tournament_id and post_key.startswith((PANEL_POST, ROUND_POST, REPLACEMENT_POST)):
                del self._shown[shown_id, post_key]

    async def was_channel_deleted(self, guild_id: int, channel_id: int) -> bool:
        """Return whether a channel is known to have been deleted."""
        return await self._presence.was_channel_deleted(guild_id, channel_id)

    async def find_departed_user_ids(self, tournament: Tournament) -> list[int]:
        """Return the user IDs of the entrants who have left the server."""
        return await self._presence.find_departed_user_ids(tournament)

    async def announce_round(self, tournament: Tournament, round_index: int) -> int | None:
        """Announce a round. Return the message ID, or ``None`` if nothing can be posted."""
        try:
            channel = await self._find_channel(tournament)
            if channel is None:
                return None
            return await self._post_round(tournament, channel, round_index)
        except (discord.HTTPException, *NO_RESPONSE_ERRORS) as error:
            raise VenueError(error) from error

    async def find_place(self, tournament: Tournament, table: RoundTable) -> Place | None:
        """Return a table's thread, or else the tournament's channel; ``None`` if the bot can't post."""
        try:
            return await self._open_place(tournament, table)
        except (discord.HTTPException, *NO_RESPONSE_ERRORS) as error:
            raise VenueError(error) from error

    async def wait_for_message(self, table_id: int) -> int | None:
        """Wait until a table's lobby message, which shows the hash of the deal's secret, is posted.

        Return the ID of the message, or ``None`` if there is none.
        """
        await self._announcer.wait_until_announced(table_id)
        row = await self._messages.find_current_message(table_id, LOBBY_MESSAGE)
        return None if row is None else row.message_id

    async def update_posts(self, tournament: Tournament) -> int:
        """Update a tournament's posts. Return the seconds until the next update, or 0 if none is needed."""
        try:
            channel = await self._find_channel(tournament)
            return 0 if channel is None else await self._update_posts(tournament, channel)
        except (discord.HTTPException, *NO_RESPONSE_ERRORS) as error:
            raise VenueError(error) from error

    @contextmanager
    def lift_edit_limit(self) -> Iterator[None]:
        """Lift the limit on edits of panels in a ``with`` block."""
        self._pace.is_unlimited = True
        try:
            yield
        finally:
            self._pace.is_unlimited = False

    async def _show_panel(self, tournament: Tournament, channel: Channel, w: Words) -> int:
        """Update the panel. Return 0 or, if it was edited too often, the seconds until the next edit."""
        text = write_panel(tournament, self._games[tournament.row.game].title, w)
        known = self._shown.get((tournament.id, PANEL_POST))
        if known not in (None, text) and not self._pace.claim_edit(tournament.id, tournament.state.status):
            return SECONDS_PER_EDIT
        buttons = self._list_panel_buttons(tournament, w)
        await self._send_or_edit_post(tournament, channel, PANEL_POST, text, buttons)
        return 0

    async def _update_posts(self, tournament: Tournament, channel: Channel) -> int:
        """Post or update everything that the tournament's state requires.

        Return the seconds until the panel may be edited, or 0 if it is up to date.
        """
        w = await self.find_words(tournament)
        hosts = [tournament.row.host_id] if tournament.row.host_id else []
        wait = await self._show_panel(tournament, channel, w)
        missed = tournament.missed_start_seq
        if missed is not None:
            post_key, text = f"{MISSED_POST}{missed}", write_missed_start_notice(tournament, w)
            await self._post_announcement_once(tournament, channel, post_key, text, hosts, w)
        gone = tournament.withdrawn_user_ids
        if gone and tournament.state.status != OVER_STATUS:
            post_key = f"{WITHDRAWAL_POST}{len(tournament.state.rounds)}"
            await self._post_announcement_once(
                tournament, channel, post_key, write_withdrawal_notice(tournament, gone, w), gone, w
            )
        if tournament.has_expired:
            text = write_expiry_notice(tournament, w)
            await self._post_announcement_once(tournament, channel, EXPIRY_POST, text, hosts, w)
        for row in tournament.log:
            if row.event.kind == HANDED_OVER_EVENT:
                post_key, text = f"{NEW_HOST_POST}{row.seq}", write_new_host_notice(tournament, row, w)
                await self._post_announcement_once(tournament, channel, post_key, text, hosts, w)
            if row.event.kind == CORRECTED_EVENT and row.event.reason:
                text = write_correction_notice(tournament, row, w)
                people = find_corrected_user_ids(tournament, row)
                await self._post_announcement_once(
                    tournament, channel, f"{CORRECTION_POST}{row.seq}", text, people, w
                )
        if tournament.state.rounds and tournament.state.current_round is not None:
            at = len(tournament.state.rounds) - 1
            if f"{ROUND_POST}{at}" in await self._store.list_posts(tournament.id):
                await self._post_round(tournament, channel, at)
        quiet = await self._tables.channels.get_verbosity(tournament.row.channel_id) == QUIET_VERBOSITY
        finished_count = len(tournament.state.finished_rounds)
        if tournament.state.status == OVER_STATUS:
            if finished_count:
                await self._post_standings(tournament, channel, END_POST, w)
        elif finished_count and not quiet:
            await self._post_standings(tournament, channel, f"{STANDINGS_POST}{finished_count - 1}", w)
        return wait

    async def find_words(self, tournament: Tournament) -> Words:
        """Return the translations in the language of a tournament's channel."""
        row = tournament.row
        return await self._tables.channels.find_words_at(Place(row.channel_id, row.guild_id, row.locale))

    async def _find_channel(self, tournament: Tournament) -> Channel | None:
        """Return the channel of a tournament; ``None`` if the bot can't post there."""
        channel = await self._poster.find_channel(tournament.row.channel_id)
        if channel is None or self._poster.list_missing_permissions(channel):
            return None
        return channel

    async def _post_round(self, tournament: Tournament, channel: Channel, round_index: int) -> int | None:
        """Post or update the announcement of a round. Return the ID of its first message."""
        w = await self.find_words(tournament)
        deal = await self._store.find_deal(tournament.id, round_index)
        text, *more = write_round_pages(
            tournament, round_index, await find_threads(self._store, tournament, round_index), w
        )
        extra = [make_tables_button(tournament, round_index, w)] if more else []
        if deal is not None:
            # The message shows the secret's hash, so the secret is fixed before the message's ID is known.
            identity = make_custom_id("b", "tmf", tournament.id, round_index, compute_commitment(deal.secret))
            extra.append(make_button(identity, w("Fairness"), emoji="⚖️"))
        post_key, again = f"{ROUND_POST}{round_index}", f"{REPLACEMENT_POST}{round_index}"
        message_id = await self._send_or_edit_post(
            tournament, channel, post_key, text, [_make_standings_button(tournament, post_key, w), *extra]
        )
        if self._shown.get((tournament.id, post_key)) != text:
            # The message was deleted. Post another one, but return the ID of the first, because the deal was
            # derived from that ID.
            await self._send_or_edit_post(
                tournament, channel, again, text, [_make_standings_button(tournament, again, w), *extra]
            )
        return message_id

    async def _post_announcement_once(
        self,
        tournament: Tournament,
        channel: Channel,
        post_key: str,
        text: str,
        people: Sequence[int],
        w: Words,
    ) -> None:
        """Post an announcement unless it was posted already. In a quiet channel, mention nobody."""
        posted = (await self._store.list_posts(tournament.id)).get(post_key)
        if posted is not None and posted.message_id is not None:
            return
        quiet = await self._tables.channels.get_verbosity(tournament.row.channel_id) == QUIET_VERBOSITY
        mentioned_ids = () if quiet else people
        await self._send_or_edit_post(
            tournament,
            channel,
            post_key,
            text,
            [_make_standings_button(tournament, post_key, w)],
            mentioned_ids=mentioned_ids,
        )

    async def _post_standings(
        self, tournament: Tournament, channel: Channel, post_key: str, w: Words
    ) -> None:
        """Post the standings with a picture, unless they were posted already."""
        if self._shown.get((tournament.id, post_key)) is not None:
            return
        posted = (await self._store.list_posts(tournament.id)).get(post_key)
        if posted is not None and posted.message_id is not None:
            self._shown[tournament.id, post_key] = ""
            return
        shown = make_standings(tournament, self._games[tournament.row.game], 0, w)
        files: Sequence[discord.File] = ()
        if not self._poster.list_missing_permissions(channel, permissions.PICTURE_PERMISSION):
            alt_text = describe_standings(shown, w)
            files = await self._pictures.draw_upload(lambda: draw_standings(shown, w), "tournament", alt_text)
        items = [_make_standings_button(tournament, post_key, w)]
        await self._send_or_edit_post(
            tournament, channel, post_key, write_standings(tournament, w), items, files
        )

    async def _send_or_edit_post(
        self,
        tournament: Tournament,
        channel: Channel,
        post_key: str,
        text: str,
        items: list[Item],
        files: Sequence[discord.File] = (),
        mentioned_ids: Sequence[int] = (),
    ) -> int | None:
        """Send a post, or edit it if its text has changed. Resend a deleted panel. Return the message ID."""
        key = (tournament.id, post_key)
        posted = (await self._store.list_posts(tournament.id)).get(post_key)
        message_id = None if posted is None else posted.message_id
        if posted is not None and message_id is None:
            message_id = await self._find_lost_post_id(tournament, channel, post_key)
        if message_id is not None:
            if self._shown.get(key) == text:
                return message_id
            if await self._edit_message(channel, message_id, text, items):
                self._shown[key] = text
                return message_id
            # The message was deleted. Repost only panels and messages that had replaced a round's message.
            if post_key != PANEL_POST and not post_key.startswith(REPLACEMENT_POST):
                return message_id
            await self._store.drop_post(tournament.id, post_key)
        await self._store.reserve_post(tournament.id, post_key, self._tables.now())
        # Include the time in the nonce, because Discord posts nothing for the nonce of a deleted message.
        noted = (await self._store.list_posts(tournament.id))[post_key].recorded_at % NONCE_PERIOD_SECONDS
        message = await self._poster.send_message(
            channel,
            text,
            nonce=await self._poster.mark_nonce(
                f"tm{encode_number(tournament.id)}.{post_key}.{encode_number(noted)}"
            ),
            files=files,
            view=make_view(items),
            allowed_mentions=make_allowed_mentions(*mentioned_ids),
        )
        await self._store.confirm_post(tournament.id, post_key, message.id)
        self._shown[key] = text
        return message.id

    async def _edit_message(self, channel: Channel, message_id: int, text: str, items: list[Item]) -> bool:
        """Edit a message; return ``False`` if it was deleted. If Discord refuses the edit, do nothing."""
        try:
            await channel.get_partial_message(message_id).edit(
                content=text, view=make_view(items), allowed_mentions=make_allowed_mentions()
            )
        except discord.HTTPException as error:
            if not is_edit_refused(error):
                raise
            return error.code != UNKNOWN_MESSAGE_CODE
        return True

    async def _find_lost_post_id(self, tournament: Tournament, channel: Channel, post_key: str) -> int | None:
        """Search the channel for an unconfirmed post. If found, confirm it and return its message ID."""
        marker = make_custom_id("b", "tms", tournament.id, post_key)
        async for message in self._recent.read_own_messages(channel):
            if marker in list_custom_ids(message):
                await self._store.confirm_post(tournament.id, post_key, message.id)
                return message.id
        return None

    async def _open_place(self, tournament: Tournament, table: RoundTable) -> Place | None:
        """Find or open a table's thread and store it; ``None`` if the bot can't post in the channel."""
        row = tournament.row
        if table.thread_id is not None:
            known = await self._poster.find_channel(table.thread_id)
            if known is not None:
                return Place(known.id, row.guild_id, row.locale)
        channel = await self._find_channel(tournament)
        if channel is None:
            return None
        thread = None
        if isinstance(channel, discord.TextChannel):
            namesakes = await self._store.count_namesakes(row)
            thread = await open_thread(
                tournament, channel, table, namesakes, await self.find_words(tournament)
            )
        place = channel.id if thread is None else thread.id
        await self._store.store_table(tournament.id, replace(table, thread_id=place))
        return Place(place, row.guild_id, row.locale)

    def _list_panel_buttons(self, tournament: Tournament, w: Words) -> list[Item]:
        state = tournament.state
        items = []
        if state.status != OVER_STATUS and (state.status == OPEN_STATUS or state.allows_late_entry):
            items.append(
                make_button(
                    make_custom_id("b", "tmj", tournament.id),
                    w("Join"),
                    style=discord.ButtonStyle.success,
                    emoji="✋",
                )
            )
        if state.status != OVER_STATUS:
            leave = w("Leave") if state.status == OPEN_STATUS else w("Withdraw")
            items.append(make_button(make_custom_id("b", "tml", tournament.id), leave, emoji="🚪"))
        items.append(_make_standings_button(tournament, PANEL_POST, w))
        items.append(make_button(make_custom_id("b", "tmh", tournament.id), w("How it works"), emoji="❔"))
        items.append(make_button(make_custom_id("b", "tmm", tournament.id), w("Manage…"), emoji="🛠️"))
        return items


def _make_standings_button(tournament: Tournament, post_key: str, w: Words) -> Item:
    return make_button(make_custom_id("b", "tms", tournament.id, post_key), w("Standings"), emoji="🏆")
