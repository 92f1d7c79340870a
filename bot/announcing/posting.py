"""Posts, edits and deletes on Discord, each noted in the database so that it can be mended."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

import discord

from bot.announcing import tidying
from bot.announcing.editing import Editor, Outcome
from bot.announcing.laying import Shown, express, is_laid_out
from bot.announcing.refused import is_passing
from bot.model.table import Table
from bot.platform import permissions
from bot.platform.deadlines import again_where_cut, fresh
from bot.platform.emoji import Drawings
from bot.platform.limits import NONCE_MARK
from bot.platform.mentions import Mentions
from bot.storage.engine.backup import EPOCH
from bot.storage.messages import NOTHING, About, MessageRow, Messages
from bot.storage.settings import BOT_OWNER, Settings
from bot.ui.ids import packed

REFUSALS = 3
"""After so many no more messages of a kind are tried at a time."""
MARKS = 36 ** (NONCE_MARK - 1)
"""One a second for half a day."""


Channel = discord.TextChannel | discord.Thread | discord.VoiceChannel | discord.StageChannel
Place = Channel | discord.DMChannel


class Poster:
    """Puts the messages of tables into channels."""

    def __init__(
        self,
        client: discord.Client,
        messages: Messages,
        settings: Settings,
        mentions: Mentions,
        clock: Callable[[], int],
        drawings: Drawings,
    ) -> None:
        """Post as ``client``.

        :param settings: of channels, among them the bot's own.
        :param mentions: makes commands that a text names clickable.
        :param clock: epoch seconds.
        :param drawings: stand in the place of emoji on buttons.
        """
        self._client = client
        self.messages = messages
        self._settings = settings
        self._mentions = mentions
        self._clock = clock
        self._drawings = drawings
        self._editor = Editor(mentions, drawings)
        self.left: set[int] = set()
        """The tables with a message that Discord has not let us put away yet."""

    async def find_channel(self, channel_id: int) -> Channel | None:
        """Return a channel; ``None`` when it is gone or cannot be seen."""
        found: Any = self._client.get_channel(channel_id)
        if found is None:
            try:
                found = await self._client.fetch_channel(channel_id)
            except (discord.NotFound, discord.Forbidden):
                return None
        return found if isinstance(found, Channel) else None

    def lacking(self, channel: Channel, *names: str) -> list[str]:
        """Return which permissions the host lacks in a channel; by default of those for posting."""
        granted = channel.permissions_for(channel.guild.me)
        thread = isinstance(channel, discord.Thread)
        return permissions.missing(granted, thread=thread, names=names or permissions.POSTING)

    async def post(
        self,
        table: Table,
        channel: Channel,
        purpose: str,
        nonce: str,
        seq: int,
        shown: Shown,
        *,
        view: discord.ui.View | None = None,
        files: list[discord.File] | None = None,
        mentions: Sequence[int] = (),
        instead: Sequence[MessageRow] = (),
        about: About = NOTHING,
    ) -> MessageRow:
        """Note a message, post it, and note that it arrived.

        :param shown: a layout mentions nobody, and has its buttons and pictures in itself.
        :param instead: what it takes the place of.
        :return: the confirmed message.
        """
        messages = self.messages
        row = await messages.intend(
            table.id, purpose, channel.id, nonce, seq, self._clock(), [r.id for r in instead], about
        )
        extra: dict[str, Any] = {} if view is None else {"view": view}
        try:
            message = await self.send(
                channel,
                shown,
                nonce=await self.mark(nonce),
                files=files or [],
                allowed_mentions=notify_only(*mentions),
                **extra,
            )
        except discord.HTTPException as error:
            if not is_passing(error):
                # It has surely not arrived.
                await messages.retire([row.id])
            raise
        await messages.confirm(row.id, message.id, self._clock())
        return replace(row, message_id=message.id)

    async def mark(self, nonce: str) -> str:
        """Return a nonce as Discord is to know it: none from before a copy was put back is like it.

        Without a copy put back it stays as it is. Discord forgets a nonce long before a mark comes again.
        """
        epoch = await self._settings.get(BOT_OWNER, EPOCH)
        return nonce if epoch is None else f"{nonce}-{packed(int(epoch) % MARKS)}"

    async def send(
        self, channel: Place, shown: Shown, *, nonce: str, files: Sequence[discord.File] = (), **extra: Any
    ) -> discord.Message:
        """Post something. A post of which nobody knows whether it arrived is repeated: its nonce tells."""
        extra |= express(shown, self._mentions.linked)
        pictures = files if isinstance(shown, str) else shown.files

        def send() -> Awaitable[discord.Message]:
            return channel.send(nonce=nonce, files=fresh(pictures), **extra)

        message = await self._drawings.sent(extra.get("view"), lambda: again_where_cut(send))
        if not isinstance(shown, str):
            self._editor.attached.note(message, pictures)
        return message

    async def find_nonce(
        self, table_id: int, purpose: str, nonce: Callable[[int], str], instead: Sequence[MessageRow] = ()
    ) -> str:
        """Return the nonce of the first attempt that may still arrive or was never made.

        None is that of a message which is to be replaced (``instead``).

        For some minutes Discord answers a nonce that it knows with the message that had it.
        """
        attempt, over = 0, {row.nonce for row in instead}
        while nonce(attempt) in over or await self.messages.is_spent(table_id, purpose, nonce(attempt)):
            attempt += 1
        return nonce(attempt)

    async def edit(
        self,
        channel: Channel,
        row: MessageRow,
        shown: Shown,
        *,
        view: discord.ui.View | None = None,
        files: list[discord.File] | None = None,
    ) -> bool:
        """Edit a message; ``False`` when it is gone (it is retired then) or may not be edited now.

        :param shown: a layout takes the form that the message has.
        """
        return await self._edit(channel, row, shown, view, files) is Outcome.DONE

    async def _edit(
        self,
        channel: Channel,
        row: MessageRow,
        shown: Shown,
        view: discord.ui.View | None = None,
        files: list[discord.File] | None = None,
    ) -> Outcome:
        if row.message_id is None:
            return Outcome.GONE
        message = channel.get_partial_message(row.message_id)
        came = await self._editor.edit(message, row, shown, view, files)
        if came is Outcome.GONE:
            await self.messages.retire([row.id])
        return came

    async def close(
        self,
        channel: Channel,
        rows: Sequence[MessageRow],
        shown: Callable[[MessageRow], Shown],
        *,
        files: Callable[[MessageRow], Awaitable[list[discord.File] | None]] | None = None,
        showing: int | None = None,
    ) -> None:
        """Take the buttons from messages that say for good what became of them, and be done with these.

        One that Discord lets nobody change stays noted, for the next time.

        :param files: what takes the place of the files of one; ``None``: it keeps them.
        :param showing: noted of them as their position instead of being done with them.
        """

        async def close_one(row: MessageRow) -> bool:
            pictures = None if files is None else await files(row)
            return await self._edit(channel, row, shown(row), files=pictures) is not Outcome.REFUSED

        await self._put_away(rows, close_one, showing)

    async def may_arrive(self, row: MessageRow | None, lost: Sequence[MessageRow]) -> bool:
        """Whether a message later than ``row`` may have arrived, where nobody can look for it.

        It is posted once more then, under its nonce.
        """
        if row is None:
            return False
        known = {found.id for found in lost}
        rows = await self.messages.list_live(row.table_id, row.purpose)
        return any(later.id > row.id and later.id not in known for later in rows)

    async def strip_for_good(self, channel: Channel, rows: Sequence[MessageRow]) -> None:
        """Take the buttons from messages and be done with these; otherwise as :meth:`close`."""

        async def strip_one(row: MessageRow) -> bool:
            return await self.strip(channel, row.message_id or 0, laid_out=is_laid_out(row))

        await self._put_away(rows, strip_one)

    async def delete_for_good(self, channel: Channel, rows: Sequence[MessageRow]) -> None:
        """Delete messages and be done with these; otherwise as :meth:`close`."""
        await self._put_away(rows, lambda row: self.delete(channel, row.message_id or 0))

    async def _put_away(
        self,
        rows: Sequence[MessageRow],
        away: Callable[[MessageRow], Awaitable[bool]],
        showing: int | None = None,
    ) -> None:
        refusals = 0
        # The newest first: its buttons are the likeliest to be pressed.
        for row in reversed(rows):
            if row.message_id is None or await away(row):
                if showing is None:
                    await self.messages.retire([row.id])
                else:
                    await self.messages.mark_shown(row.id, showing)
                continue
            self.left.add(row.table_id)
            refusals += 1
            if refusals == REFUSALS:
                return

    async def strip(self, channel: Channel, message_id: int, *, laid_out: bool) -> bool:
        """Take the buttons from a message, if it is there; ``False`` where Discord does not let us now."""
        return await tidying.strip(channel.get_partial_message(message_id), laid_out=laid_out)

    async def delete(self, channel: Channel, message_id: int) -> bool:
        """Delete a message of ours, if it is there; ``False`` where Discord does not let us now."""
        return await tidying.delete(channel.get_partial_message(message_id))


def notify_only(*users: int) -> discord.AllowedMentions:
    """Let a message notify these people and nobody else."""
    people = [discord.Object(user) for user in users]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=people)
