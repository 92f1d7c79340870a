"""What nobody may do to others by doing it again and again: call them, fill a channel, keep them waiting.

Nobody meets a limit in play. What mentions people is counted in the database, so that a restart does not
begin anew; posts that call nobody are counted in memory.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Final, NamedTuple
from weakref import WeakValueDictionary

import discord

from bot.errors.base import TableError
from bot.kit.rate_limits import Limit, Limits, RecentUses
from bot.model.hours import DAY, HOUR, MINUTE
from bot.storage.mention_requests import MentionRequest, MentionRequests
from games.core.words import N_

AT_ONCE = 4
"""So many presses of one person are worked at; more come only from who does not wait for an answer."""
DEAR_COMMAND: Final = {"dear": True}
"""The ``extras`` of a command that takes longer than a move, like :attr:`bot.ui.presses.Press.dear`."""
_TURN = "turn"


class Rule(NamedTuple):
    """Something that is limited, and the sentence for whoever has done it too often."""

    name: str
    limits: Limits
    refusal: str = ""


CALL = Rule("call", (Limit(3, HOUR), Limit(6, DAY)))
"""A call of one person by another that was not followed. Who has called too often is told by the call."""
DRAW = Rule(
    "draw",
    (Limit(3, HOUR), Limit(6, DAY)),
    N_("You've offered a draw here several times. You can offer one again {when}."),
)
TAKE_BACK = Rule(
    "undo",
    (Limit(4, 15 * MINUTE), Limit(20, DAY)),
    N_("You've asked the others several times to take a step back. You can ask again {when}."),
)
SHOW = Rule(
    "show",
    (Limit(4, 10 * MINUTE),),
    N_("You've had this table posted several times. You can have it posted again {when}."),
)
OPEN = Rule(
    "open",
    (Limit(10, 10 * MINUTE),),
    N_("You've opened a lot of tables. You can open another {when}."),
)
FILM = Rule(
    "film",
    (Limit(3, 10 * MINUTE),),
    N_("You've posted this replay several times. You can post it again {when}."),
)
DEAR = Rule(
    "dear",
    (Limit(20, 10),),
    N_("That's a lot at once. You can go on {when}."),
)


class TooOften(TableError):
    """Somebody has done something so often that it has to wait."""

    def __init__(self, rule: Rule, again: int) -> None:
        super().__init__(rule.refusal, when=f"<t:{again}:R>")


class OneAtATime(TableError):
    """A person has pressed so much that no more is taken until some of it is answered."""

    def __init__(self) -> None:
        super().__init__(N_("One thing at a time: I'm still working on what you asked for before."))


class Fairness:
    """Counts what people do to others, and makes them take turns at what is dear."""

    def __init__(self, asked: MentionRequests, clock: Callable[[], float]) -> None:
        self._asked = asked
        self._clock = clock
        self._recent = RecentUses()
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._pressing: dict[int, int] = {}

    @asynccontextmanager
    async def asking(self, rule: Rule, person: int, table: int) -> AsyncIterator[None]:
        """Let a person ask the others of a table something; it counts unless it is refused.

        :raises TooOften: they have asked too often.
        """
        question = MentionRequest(person, rule.name, table, table)
        again = await self._asked.record(question, rule.limits, int(self._clock()))
        if again is not None:
            raise TooOften(rule, again)
        try:
            yield
        except BaseException:
            await self._asked.remove_latest(question)
            raise

    async def call(self, by: int, person: int, table: int) -> int | None:
        """Note that somebody calls another to a table; where it is too often, return when it goes again."""
        return await self._asked.record(_make_call(by, person, table), CALL.limits, int(self._clock()))

    async def next_call(self, by: int, person: int, table: int) -> int | None:
        """Return when somebody may call another; ``None`` where they may now."""
        return await self._asked.find_next_allowed(
            _make_call(by, person, table), CALL.limits, int(self._clock())
        )

    async def not_called(self, by: int, person: int, table: int) -> None:
        """Note that the call just begun did not come about."""
        await self._asked.remove_latest(_make_call(by, person, table))

    @contextmanager
    def posting(self, rule: Rule, person: int, place: int = 0) -> Iterator[None]:
        """Let a person have something posted in a place; it counts unless it is refused.

        :raises TooOften: they have posted too often.
        """
        again = self._recent.record((rule.name, person, place), rule.limits, int(self._clock()))
        if again is not None:
            raise TooOften(rule, again)
        try:
            yield
        except BaseException:
            self.not_posted(rule, person, place)
            raise

    def not_posted(self, rule: Rule, person: int, place: int = 0) -> None:
        """Note that nothing came of what a person had posted last."""
        self._recent.remove_latest((rule.name, person, place))

    @contextmanager
    def pressing(self, interaction: discord.Interaction[Any]) -> Iterator[None]:
        """Count a press that is being answered, and end the turn that it had then."""
        person = interaction.user.id
        self._pressing[person] = self._pressing.get(person, 0) + 1
        try:
            yield
        finally:
            turn: asyncio.Lock | None = interaction.extras.pop(_TURN, None)
            if turn is not None:
                turn.release()
            self._pressing[person] -= 1
            if not self._pressing[person]:
                del self._pressing[person]

    def admit(self, interaction: discord.Interaction[Any]) -> None:
        """Let a press be worked at, before anything is done for it.

        :raises OneAtATime: too many of the person's presses wait for their answers.
        :raises TooOften: the person has pressed too much of late that is dear.
        """
        person = interaction.user.id
        if self._pressing.get(person, 0) > AT_ONCE:
            raise OneAtATime
        if _is_dear(interaction):
            with self.posting(DEAR, person):
                pass

    async def turn(self, interaction: discord.Interaction[Any]) -> None:
        """Wait until the person's dear presses before this one are answered: others come in between."""
        if not _is_dear(interaction):
            return
        person = interaction.user.id
        turn = self._turns.get(person)
        if turn is None:
            turn = self._turns[person] = asyncio.Lock()
        await turn.acquire()
        interaction.extras[_TURN] = turn


def _is_dear(interaction: discord.Interaction[Any]) -> bool:
    if interaction.command is not None:
        return "dear" in interaction.command.extras
    data: Any = interaction.data or {}
    verb = str(data.get("custom_id", "")).partition(":")[2].partition(":")[0]
    return bool(interaction.client.services.router.is_dear(verb))


def _make_call(by: int, person: int, table: int) -> MentionRequest:
    return MentionRequest(by, CALL.name, person, table, answered_by=person)
