"""Rate limits on actions that affect others, such as inviting and posting, and on expensive presses.

Normal play never reaches a limit. Actions that mention people are counted in the database, so their limits
survive a restart. Other actions are counted in memory.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Final, NamedTuple
from weakref import WeakValueDictionary

import discord

from bot.errors.base import TableError
from bot.kit.rate_limits import RateLimit, RateLimits, RecentUses
from bot.model.hours import DAY, HOUR, MINUTE
from bot.storage.mention_requests import MentionRequest, MentionRequests
from bot.ui.ids import drop_renewal
from games.core.words import N_

MAX_CONCURRENT_PRESSES = 4
"""Maximum number of one person's presses handled at the same time."""
EXPENSIVE_COMMAND_EXTRAS: Final = {"expensive": True}
"""The ``extras`` of a command that takes longer than a move.

If the value is an option's name instead of ``True``, only the command with this option takes longer.
"""
_PRESS_LOCK_KEY = "turn"
"""Key in an interaction's ``extras`` for the lock that an expensive press holds until it is answered."""


class ActionLimit(NamedTuple):
    """The rate limits of an action, and the refusal shown to a person who exceeds one."""

    name: str
    limits: RateLimits
    refusal: str = ""
    """Shown to a person who exceeds a limit; empty if callers write their own."""


INVITATION_LIMIT = ActionLimit("call", (RateLimit(3, HOUR), RateLimit(6, DAY)))
"""Limits invitations to people who haven't joined. Callers write the refusal."""
DRAW_LIMIT = ActionLimit(
    "draw",
    (RateLimit(3, HOUR), RateLimit(6, DAY)),
    N_("You've offered a draw here several times. You can offer one again {when}."),
)
UNDO_LIMIT = ActionLimit(
    "undo",
    (RateLimit(4, 15 * MINUTE), RateLimit(20, DAY)),
    N_("You've asked the others several times to take a move back. You can ask again {when}."),
)
"""Limits asking the others to agree to an undo."""
REPOST_LIMIT = ActionLimit(
    "show",
    (RateLimit(4, 10 * MINUTE),),
    N_("You've had this table posted several times. You can have it posted again {when}."),
)
OPENING_LIMIT = ActionLimit(
    "open",
    (RateLimit(10, 10 * MINUTE),),
    N_("You've opened a lot of tables. You can open another {when}."),
)
REPLAY_LIMIT = ActionLimit(
    "replay",
    (RateLimit(3, 10 * MINUTE),),
    N_("You've posted this replay several times. You can post it again {when}."),
)
EXPENSIVE_LIMIT = ActionLimit(
    "expensive",
    (RateLimit(20, 10),),
    N_("That's a lot at once. You can go on {when}."),
)
"""Limits presses and commands that take longer than a move."""


class ActionTooOften(TableError):
    """An action was repeated too often and is allowed again later."""

    def __init__(self, limit: ActionLimit, allowed_at: int) -> None:
        super().__init__(limit.refusal, when=f"<t:{allowed_at}:R>")


class TooManyPresses(TableError):
    """Too many of a person's presses are still being handled."""

    def __init__(self) -> None:
        super().__init__(N_("One thing at a time: I'm still working on what you asked for before."))


class ActionLimits:
    """Counts limited actions, and handles a person's expensive presses one after another."""

    def __init__(self, requests: MentionRequests, get_time: Callable[[], float]) -> None:
        self._requests = requests
        self._get_time = get_time
        self.get_press_time = get_time
        """Returns the time, in seconds, by which presses are limited. The playground replaces this function,
        because its simulated time hardly advances."""
        self._recent = RecentUses()
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._pressing: dict[int, int] = {}

    @asynccontextmanager
    async def limit_question(self, limit: ActionLimit, user_id: int, table_id: int) -> AsyncIterator[None]:
        """Count a question to a table's other players towards ``limit``, unless the block fails.

        :raises ActionTooOften: the person has asked too often.
        """
        question = MentionRequest(user_id, limit.name, table_id, table_id)
        again = await self._requests.record_request(question, limit.limits, int(self._get_time()))
        if again is not None:
            raise ActionTooOften(limit, again)
        try:
            yield
        except BaseException:
            await self._requests.remove_latest_request(question)
            raise

    async def record_invitation(self, inviter_id: int, user_id: int, table_id: int) -> int | None:
        """Count an invitation to a table.

        :returns: ``None``, or the epoch second at which the invitation is allowed if it exceeds the limit.
        """
        return await self._requests.record_request(
            _make_invitation(inviter_id, user_id, table_id), INVITATION_LIMIT.limits, int(self._get_time())
        )

    async def find_next_invitation_time(self, inviter_id: int, user_id: int, table_id: int) -> int | None:
        """Return the epoch second from which an invitation is allowed; ``None`` if it is allowed now."""
        return await self._requests.find_next_allowed_time(
            _make_invitation(inviter_id, user_id, table_id), INVITATION_LIMIT.limits, int(self._get_time())
        )

    async def forget_invitation(self, inviter_id: int, user_id: int, table_id: int) -> None:
        """Don't count the newest invitation towards the limit, because it wasn't sent."""
        await self._requests.remove_latest_request(_make_invitation(inviter_id, user_id, table_id))

    @contextmanager
    def limit_posts(self, limit: ActionLimit, user_id: int, place_id: int = 0) -> Iterator[None]:
        """Count a person's post towards ``limit``, unless the block fails.

        :param place_id: ID of a channel or table with a separate limit; 0 for one limit everywhere.
        :raises ActionTooOften: the person has posted too often.
        """
        now = int(self.get_press_time())
        again = self._recent.record_use((limit.name, user_id, place_id), limit.limits, now)
        if again is not None:
            raise ActionTooOften(limit, int(self._get_time()) + again - now)
        try:
            yield
        except BaseException:
            self.forget_post(limit, user_id, place_id)
            raise

    def forget_post(self, limit: ActionLimit, user_id: int, place_id: int = 0) -> None:
        """Don't count the person's newest post towards the limit, because it wasn't sent."""
        self._recent.remove_latest_use((limit.name, user_id, place_id))

    @contextmanager
    def count_press(self, interaction: discord.Interaction[Any]) -> Iterator[None]:
        """Count a press while it is answered, then let the person's next expensive press continue."""
        user_id = interaction.user.id
        self._pressing[user_id] = self._pressing.get(user_id, 0) + 1
        try:
            yield
        finally:
            turn: asyncio.Lock | None = interaction.extras.pop(_PRESS_LOCK_KEY, None)
            if turn is not None:
                turn.release()
            self._pressing[user_id] -= 1
            if not self._pressing[user_id]:
                del self._pressing[user_id]

    def check_press(self, interaction: discord.Interaction[Any]) -> None:
        """Check the limits of the person who pressed, before the press is handled.

        :raises TooManyPresses: too many of the person's presses are still being handled.
        :raises ActionTooOften: the person has made too many expensive presses recently.
        """
        user_id = interaction.user.id
        if self._pressing.get(user_id, 0) > MAX_CONCURRENT_PRESSES:
            raise TooManyPresses
        if _is_expensive(interaction):
            with self.limit_posts(EXPENSIVE_LIMIT, user_id):
                pass

    async def wait_for_earlier_presses(self, interaction: discord.Interaction[Any]) -> None:
        """If a press is expensive, wait until the person's earlier expensive presses are answered."""
        if not _is_expensive(interaction):
            return
        user_id = interaction.user.id
        turn = self._turns.get(user_id)
        if turn is None:
            turn = self._turns[user_id] = asyncio.Lock()
        await turn.acquire()
        interaction.extras[_PRESS_LOCK_KEY] = turn


def _is_expensive(interaction: discord.Interaction[Any]) -> bool:
    if interaction.command is not None:
        expensive = interaction.command.extras.get("expensive", False)
        if isinstance(expensive, str):
            return getattr(interaction.namespace, expensive, None) is not None
        return bool(expensive)
    data: Any = interaction.data or {}
    verb = drop_renewal(str(data.get("custom_id", ""))).partition(":")[2].partition(":")[0]
    return bool(interaction.client.services.router.is_expensive(verb))


def _make_invitation(inviter_id: int, user_id: int, table_id: int) -> MentionRequest:
    return MentionRequest(inviter_id, INVITATION_LIMIT.name, user_id, table_id, answered_by=user_id)
