"""Keeps a private message up to date while its reader waits for others.

Discord allows edits of an answer for fifteen minutes. Older messages, and messages of an earlier process,
don't change, but their buttons show the current state.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

import discord

from bot.errors.base import TableError
from bot.errors.storage import StorageError
from bot.kit.keyed_tasks import KeyedTasks, TaskWorker
from bot.model.table import Table
from bot.platform.deadlines import NO_RESPONSE_ERRORS
from bot.platform.http_errors import UNKNOWN_MESSAGE_CODE
from bot.platform.intake import OpenPresses
from bot.tables.feed import Change
from bot.tables.service import Tables
from bot.ui.answers import AnswerTarget, PanelPage, get_answer
from bot.ui.edits import delete_answer, edit_answer
from bot.ui.services import Interaction
from games.core.values import value_class

log = logging.getLogger(__name__)

UPDATE_WINDOW_SECONDS = 14 * 60
"""A little less than Discord allows."""
MAX_PANELS_PER_PERSON = 2
"""Maximum number of one person's messages updated per table. Older ones are deleted or no longer updated."""
MAX_PANELS = 2000
"""Maximum number of messages kept up to date by this process."""
MAX_LAST_ANSWERS = 500
"""Maximum number of answers remembered so that a repetition can replace them."""

_PersonKey = tuple[int, int]
"""The IDs of a table and of a person."""
PageWriter = Callable[[Table], Awaitable[PanelPage | None]]
"""Called with the changed table. Returns the new page, or ``None`` to end the updates."""


@dataclass(slots=True, eq=False)
class _PrivatePanel:
    interaction: Interaction
    message_id: int
    updated_until: int
    """Epoch second at which the updates end."""
    state_key: str
    write_page: PageWriter
    shown_tables: dict[int, Table | None]
    """Each table by ID, as it was at the last update; ``None`` makes the next update write the page again."""
    is_replaceable: bool
    """Whether the message shows the match, and is deleted once the person has several newer ones that do."""
    asks_for_move: bool
    """Whether the message asks for a move or suggests one."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while the message is written, because two of its tables may change simultaneously."""

    @property
    def user_id(self) -> int:
        return self.interaction.user.id


@value_class
class _LastAnswer:
    interaction: Interaction
    deletable_until: int
    """Epoch second after which Discord may refuse to delete the answer."""


class Panels(TaskWorker):
    """Updates private messages of this process whose readers wait for others. Nothing is stored."""

    def __init__(self, tables: Tables, wait_until_announced: Callable[[int], Awaitable[object]]) -> None:
        """Create the object without any messages to update.

        :param wait_until_announced: waits until a table's public messages are up to date.
        """
        self._tables = tables
        self._wait_until_announced = wait_until_announced
        self._panels: dict[int, dict[int, _PrivatePanel]] = {}
        self._by_message: dict[int, _PrivatePanel] = {}
        self._replaced: dict[_PersonKey, list[_PrivatePanel]] = {}
        """Messages to delete."""
        self._open_presses = OpenPresses()
        self._write_locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """By message ID, held while a message is edited or deleted."""
        self._last_answers: dict[int, _LastAnswer] = {}
        """By message ID, the last answer to each person in each channel, of those to be shown only once."""
        # A hint may take seconds, and nobody should wait for another person's hint.
        tasks: KeyedTasks[_PersonKey] = KeyedTasks("panels", self._update_panels, _log_failure)
        super().__init__(tasks)

    def keep_answer_updated(
        self,
        interaction: Interaction,
        table: Table,
        state_key: str,
        write: PageWriter,
        *,
        is_replaceable: bool = False,
        asks_for_move: bool = False,
    ) -> None:
        """Keep an answer up to date with one table (:class:`bot.ui.services.PanelUpdater`)."""
        if asks_for_move:
            self._replace_questions(interaction, table.id)
        self._keep_panel_updated(
            interaction,
            (table,),
            state_key,
            write,
            is_replaceable=is_replaceable,
            asks_for_move=asks_for_move,
        )

    def keep_list_updated(
        self, interaction: Interaction, tables: Sequence[Table], state_key: str, write: PageWriter
    ) -> None:
        """Keep an answer up to date with several tables."""
        self._keep_panel_updated(interaction, tables, state_key, write, is_replaceable=False)

    def has_newer_answer(self, interaction: Interaction, table_id: int) -> bool:
        """Return whether the person has a newer updated message that shows the same match."""
        panel = self._by_message.get(get_answer(interaction).message_id or 0)
        return panel is not None and bool(self._list_newer_panels(panel, table_id))

    def has_other_question(self, interaction: Interaction, table_id: int) -> bool:
        """Return whether another updated message asks the person for a move or suggests one."""
        own = self._list_panels(table_id, interaction.user.id)
        message_id = get_answer(interaction).message_id
        return any(one.asks_for_move and one.message_id != message_id for one in own)

    def find_state_key(self, interaction: Interaction) -> str:
        """Return the state key of the page that an answer shows; empty if it isn't kept up to date."""
        panel = self._by_message.get(get_answer(interaction).message_id or 0)
        return "" if panel is None else panel.state_key

    async def delete_equal_answer(self, interaction: Interaction) -> None:
        """Delete the person's last such answer in this channel if it says the same."""
        answer, until = get_answer(interaction), self._tables.now() + UPDATE_WINDOW_SECONDS
        if answer.message_id is None:
            return
        last_id = self._find_last_answer(interaction)
        last = self._last_answers.pop(last_id, None)
        self._last_answers[answer.message_id] = _LastAnswer(interaction, until)
        while len(self._last_answers) > MAX_LAST_ANSWERS:
            del self._last_answers[next(iter(self._last_answers))]
        if last is None or last.deletable_until <= self._tables.now():
            return
        if get_answer(last.interaction).text == answer.text and last_id != answer.message_id:
            try:
                await delete_answer(last.interaction)
            except (discord.HTTPException, *NO_RESPONSE_ERRORS) as error:
                log.info("equal answer not deleted", extra={"fields": {"reason": str(error)}})

    def _find_last_answer(self, interaction: Interaction) -> int:
        """Return the message ID of the person's last such answer in the channel, or 0 if there is none."""
        place = (interaction.user.id, interaction.channel_id)
        for message_id, last in self._last_answers.items():
            if (last.interaction.user.id, last.interaction.channel_id) == place:
                return message_id
        return 0

    def _replace_questions(self, interaction: Interaction, table_id: int) -> None:
        """Delete the person's earlier panels of a table that ask for a move or suggest one."""
        answer = get_answer(interaction)
        for panel in self._list_panels(table_id, interaction.user.id):
            if panel.is_replaceable and panel.asks_for_move and panel.message_id != answer.message_id:
                self.stop_updating(panel.message_id)
                self._replaced.setdefault((table_id, panel.user_id), []).append(panel)

    def _keep_panel_updated(
        self,
        interaction: Interaction,
        tables: Sequence[Table],
        state_key: str,
        write: PageWriter,
        *,
        is_replaceable: bool,
        asks_for_move: bool = False,
    ) -> None:
        """Keep an answer up to date. If there are too many answers, drop the oldest."""
        message_id, until = get_answer(interaction).message_id, self._tables.now() + UPDATE_WINDOW_SECONDS
        if message_id is None or not tables:
            return
        self.stop_updating(message_id)
        for table in tables:
            own = self._list_panels(table.id, interaction.user.id)
            for gone in own[: len(own) + 1 - MAX_PANELS_PER_PERSON]:
                newer = self._list_newer_panels(gone, table.id)
                self.stop_updating(gone.message_id)
                if gone.is_replaceable and len(newer) + is_replaceable >= MAX_PANELS_PER_PERSON:
                    self._replaced.setdefault((table.id, gone.user_id), []).append(gone)
        while len(self._by_message) >= MAX_PANELS:
            self.stop_updating(next(iter(self._by_message)))
        panel = _PrivatePanel(
            interaction,
            message_id,
            until,
            state_key,
            write,
            {table.id: table for table in tables},
            is_replaceable,
            asks_for_move,
        )
        self._register(panel)
        for table in tables:
            # Update the message once, because the table may have changed before the message was sent.
            self._tasks.wake((table.id, panel.user_id))

    def _register(self, panel: _PrivatePanel) -> None:
        self._by_message[panel.message_id] = panel
        for table_id in panel.shown_tables:
            self._panels.setdefault(table_id, {})[panel.message_id] = panel

    def stop_updating(self, message_id: int) -> None:
        """Stop updating a message, and don't delete it if it was about to be deleted."""
        self._last_answers.pop(message_id, None)
        panel = self._by_message.pop(message_id, None)
        for table_id in () if panel is None else panel.shown_tables:
            panels = self._panels[table_id]
            del panels[message_id]
            if not panels:
                del self._panels[table_id]
        for replaced in self._replaced.values():
            replaced[:] = [one for one in replaced if one.message_id != message_id]

    def mark_answering(self, user_id: int) -> AbstractContextManager[None]:
        """Edit and delete none of a person's messages while the context is active and not too slow.

        The answer may use one of the messages, or be a newer message to which an older one yields.
        """
        return self._open_presses.mark(user_id)

    async def wait_until_written(self, message_id: int) -> None:
        """Wait until a message isn't being edited or deleted any more, so that neither affects its answer."""
        if lock := self._write_locks.get(message_id):
            async with lock:
                pass

    def _lock_message(self, message_id: int) -> asyncio.Lock:
        lock = self._write_locks.get(message_id)
        if lock is None:
            lock = self._write_locks[message_id] = asyncio.Lock()
        return lock

    def handle_change(self, change: Change) -> None:
        """Update the messages of a table after a stored change."""
        self._wake_people(change.table_id)

    def refresh_table(self, table_id: int) -> None:
        """Update the messages of a table after a change that :meth:`handle_change` isn't called for."""
        for panel in self._list_panels(table_id):
            panel.shown_tables[table_id] = None
        self._wake_people(table_id)

    def _wake_people(self, table_id: int) -> None:
        for user_id in {panel.user_id for panel in self._list_panels(table_id)}:
            self._tasks.wake((table_id, user_id))

    def _list_panels(self, table_id: int, user_id: int | None = None) -> list[_PrivatePanel]:
        """Return the panels about a table, of one person or of all, the oldest first."""
        panels = self._panels.get(table_id, {}).values()
        return [one for one in panels if user_id is None or one.user_id == user_id]

    def _list_newer_panels(self, panel: _PrivatePanel, table_id: int) -> list[_PrivatePanel]:
        """Return the person's newer messages that show the same match. A list of tables isn't one of them."""
        own = self._list_panels(table_id, panel.user_id)
        return [one for one in own[own.index(panel) + 1 :] if one.is_replaceable]

    async def _update_panels(self, key: _PersonKey) -> None:
        """Update a person's messages one after another, because one may be deleted for the next."""
        await self._delete_replaced_panels(key)
        table_id, user_id = key
        # Wait for the public message first, so that no private message reveals the news earlier.
        await self._wait_until_announced(table_id)
        await self._open_presses.wait_until_answered(user_id)
        table = await self._tables.get(table_id)
        for panel in self._list_panels(table_id, user_id):
            if panel.updated_until <= self._tables.now():
                self.stop_updating(panel.message_id)
            elif panel.shown_tables[table_id] is not table:
                panel.shown_tables[table_id] = table
                async with panel.lock:
                    await self._update_panel(panel, table)

    async def _delete_replaced_panels(self, key: _PersonKey) -> None:
        while self._replaced.get(key):
            await self._open_presses.wait_until_answered(key[1])
            # A press on one of these panels removes it from the list.
            if not self._replaced[key]:
                break
            panel = self._replaced[key].pop(0)
            # After ``updated_until``, Discord refuses the deletion.
            if self._tables.now() < panel.updated_until:
                try:
                    async with self._lock_message(panel.message_id):
                        await delete_answer(panel.interaction)
                except (discord.HTTPException, *NO_RESPONSE_ERRORS) as error:
                    log.info("panel not deleted table=%d", key[0], extra={"fields": {"reason": str(error)}})
        self._replaced.pop(key, None)

    async def _update_panel(self, panel: _PrivatePanel, table: Table) -> None:
        page = await panel.write_page(table)
        if page is None:
            self.stop_updating(panel.message_id)
            return
        if page.state_key == panel.state_key:
            return
        files = None if page.draw is None else await page.draw()
        await self._open_presses.wait_until_answered(panel.user_id)
        if not self._is_updated(panel):
            # Usually, one of the message's buttons was pressed and it shows another page now.
            return
        will_repeat = self._tasks.is_woken((table.id, panel.user_id))
        if will_repeat and await self._tables.get(table.id) is not table:
            # The table has changed since the page was made, so the next run makes another one.
            panel.shown_tables[table.id] = None
            return
        panel.state_key, panel.asks_for_move = page.state_key, page.asks_for_move
        async with self._lock_message(panel.message_id):
            await self._write_page(panel, table, page, files)

    async def _write_page(
        self, panel: _PrivatePanel, table: Table, page: PanelPage, files: Sequence[discord.File] | None
    ) -> None:
        """Show a new page in a message, or below the board, unless the message yields to a newer one."""
        try:
            newer = self._list_newer_panels(panel, table.id)
            # A newer question may have been asked while this page was written.
            has_newer_question = page.asks_for_move and any(one.asks_for_move for one in newer)
            if has_newer_question or (page.yields_to_newer and newer):
                self.stop_updating(panel.message_id)
                await delete_answer(panel.interaction)
            elif page.moves_below:
                await self._move_below(panel, page, files)
            else:
                await edit_answer(panel.interaction, page.text, page.view, files)
        except (discord.HTTPException, *NO_RESPONSE_ERRORS) as error:
            # The message was dismissed or is too old to edit. Pressing its buttons shows the current state.
            log.info("panel left as it is table=%d", table.id, extra={"fields": {"reason": str(error)}})
            self.stop_updating(panel.message_id)

    async def _move_below(
        self, panel: _PrivatePanel, page: PanelPage, files: Sequence[discord.File] | None
    ) -> None:
        """Delete a message and send its new page at the end of the channel.

        The message is deleted first, so that there are never two. If it can't be deleted, edit it instead.
        """
        interaction, answer = panel.interaction, get_answer(panel.interaction)
        try:
            await delete_answer(interaction)
        except (discord.HTTPException, *NO_RESPONSE_ERRORS) as error:
            if not isinstance(error, discord.NotFound) or error.code != UNKNOWN_MESSAGE_CODE:
                # If only Discord's response was lost, the message was deleted all the same.
                with suppress(discord.NotFound):
                    await edit_answer(interaction, page.text, page.view, files)
                    return
        if not self._is_updated(panel):
            # The message was pressed in the meantime, so the answer to that press is sent below.
            return
        answer.target, answer.message_id = AnswerTarget.BELOW, None
        await edit_answer(interaction, page.text, page.view, files or ())
        sent_id = answer.message_id or 0
        is_sent_pressed = sent_id in self._by_message  # Before Discord had confirmed it.
        if not is_sent_pressed and not self._is_updated(panel):
            # The answer to a press on the earlier message is sent below.
            await delete_answer(interaction)
            return
        self.stop_updating(panel.message_id)
        if not is_sent_pressed:
            panel.message_id = sent_id
            self._register(panel)

    def _is_updated(self, panel: _PrivatePanel) -> bool:
        """Return whether the updates of a message haven't ended."""
        return self._by_message.get(panel.message_id) is panel


def _log_failure(key: _PersonKey, error: Exception) -> bool:
    """Log an error. Return ``False``, because a failed update isn't retried."""
    if isinstance(error, (TableError, StorageError)):
        log.info("panels left as they are table=%d", key[0], extra={"fields": {"reason": str(error)}})
    else:
        log.exception("panels left as they are table=%d", key[0])
    return False
