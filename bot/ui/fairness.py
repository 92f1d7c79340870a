"""What nobody may do to others by doing it again and again: call them, fill a channel, keep them waiting.

Nobody meets a limit in play. What mentions people is counted in the database, so that a restart does not
begin anew; posts that call nobody are counted in memory.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from typing import NamedTuple, TypeVar, cast

from bot.errors import TableError
from bot.kit.cache import Cache
from bot.kit.frequency import Limits, Most, Recent
from bot.kit.turns import TooMany, Turns
from bot.model.hours import DAY, HOUR, MINUTE
from bot.storage.asked import Asked, Question
from games.core.words import N_

T = TypeVar("T")

KEPT = 256
"""So many texts are kept; the longest has some ten thousand characters."""
WAITING = 8
"""How many dear presses of one person may wait while another is worked at."""


class Rule(NamedTuple):
    """Something that is limited, and the sentence for whoever has done it too often."""

    name: str
    limits: Limits
    refusal: str = ""


CALL = Rule("call", (Most(3, HOUR), Most(6, DAY)))
"""A call of one person by another that was not followed. Who has called too often is told by the call."""
DRAW = Rule(
    "draw",
    (Most(3, HOUR), Most(6, DAY)),
    N_("You've offered a draw here several times. You can offer one again {when}."),
)
UNDO = Rule(
    "undo",
    (Most(4, 15 * MINUTE), Most(20, DAY)),
    N_("You've asked the others several times to take a step back. You can ask again {when}."),
)
SHOW = Rule(
    "show",
    (Most(4, 10 * MINUTE),),
    N_("You've had this table posted several times. You can have it posted again {when}."),
)
OPEN = Rule(
    "open",
    (Most(10, 10 * MINUTE),),
    N_("You've opened a lot of tables. You can open another {when}."),
)
FILM = Rule(
    "film",
    (Most(3, 10 * MINUTE),),
    N_("You've posted this replay several times. You can post it again {when}."),
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

    def __init__(self, asked: Asked, clock: Callable[[], float]) -> None:
        self._asked = asked
        self._clock = clock
        self._recent = Recent()
        self._turns = Turns(WAITING)
        self._texts: Cache[Hashable, object] = Cache(KEPT)
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="texts")

    @asynccontextmanager
    async def asking(self, rule: Rule, person: int, table: int) -> AsyncIterator[None]:
        """Let a person ask the others of a table something; it counts unless it is refused.

        :raises TooOften: they have asked too often.
        """
        question = Question(person, rule.name, table, table)
        again = await self._asked.begin(question, rule.limits, int(self._clock()))
        if again is not None:
            raise TooOften(rule, again)
        try:
            yield
        except BaseException:
            await self._asked.failed(question)
            raise

    async def call(self, by: int, person: int, table: int) -> int | None:
        """Note that somebody calls another to a table; where it is too often, return when it goes again."""
        return await self._asked.begin(_call(by, person, table), CALL.limits, int(self._clock()))

    async def next_call(self, by: int, person: int, table: int) -> int | None:
        """Return when somebody may call another; ``None`` where they may now."""
        return await self._asked.again_at(_call(by, person, table), CALL.limits, int(self._clock()))

    async def not_called(self, by: int, person: int, table: int) -> None:
        """Note that the call just begun did not come about."""
        await self._asked.failed(_call(by, person, table))

    @contextmanager
    def posting(self, rule: Rule, person: int, place: int = 0) -> Iterator[None]:
        """Let a person have something posted in a place; it counts unless it is refused.

        :raises TooOften: they have posted too often.
        """
        again = self._recent.begin((rule.name, person, place), rule.limits, int(self._clock()))
        if again is not None:
            raise TooOften(rule, again)
        try:
            yield
        except BaseException:
            self.not_posted(rule, person, place)
            raise

    def not_posted(self, rule: Rule, person: int, place: int = 0) -> None:
        """Note that nothing came of what a person had posted last."""
        self._recent.failed((rule.name, person, place))

    @asynccontextmanager
    async def turn(self, person: int) -> AsyncIterator[None]:
        """Let a person's dear presses through one by one, so that others come in between.

        :raises OneAtATime: too many of them wait already.
        """
        try:
            async with self._turns.of(person):
                yield
        except TooMany:
            raise OneAtATime from None

    async def text(self, person: int, key: Hashable, make: Callable[[], T]) -> T:
        """Return a text for a person, made off the event loop and kept. Equal keys must mean equal texts.

        :raises OneAtATime: too much that they asked for waits already.
        """
        found = self._texts.get(key)
        if found is None:
            async with self.turn(person):
                found = self._texts.get(key)
                if found is None:
                    found = await asyncio.get_running_loop().run_in_executor(self._worker, make)
                    self._texts.put(key, found)
        return cast(T, found)

    def forget(self) -> None:
        """Drop the texts that are kept: somebody's name is not to be shown any more."""
        self._texts.clear()

    def close(self) -> None:
        """Let the text that is being made end, and take no more."""
        self._worker.shutdown(wait=True, cancel_futures=True)


def _call(by: int, person: int, table: int) -> Question:
    return Question(by, CALL.name, person, table, answered_by=person)
