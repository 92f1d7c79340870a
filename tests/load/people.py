"""What people do under load: moves by typing and by buttons, looks, and how long they waited."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from tests.drill.players import CALL
from tests.standin.interactions import Interaction
from tests.standin.people import Member, Unanswered
from tests.standin.server import Standin
from tests.standin.world import Message


@dataclass(slots=True)
class Tally:
    """What was measured: seconds until each acknowledgement and each answer, and what failed."""

    acknowledged: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    def note(self, made: Interaction) -> None:
        """Take over what an interaction took."""
        if made.seconds is not None:
            self.acknowledged.append(made.seconds)
            self.answered.append(time.monotonic() - made.sent)


def share(values: Sequence[float], part: float) -> float:
    """Return the value below which a share of all lie; 0 without any."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0


class Crowd:
    """Two people at each of many tables."""

    def __init__(self, standin: Standin, channels: Sequence[int], first: int, seed: int) -> None:
        self._standin = standin
        self._channels = channels
        self._first = first
        self._chance = Random(seed)
        self._busy: set[int] = set()
        self.tally = Tally()

    def board(self, channel: int) -> Message | None:
        """Return the newest message with buttons."""
        for message in reversed(self._standin.world.by_channel.get(channel, [])):
            if message.seen_by is None and not message.deleted and message.buttons():
                return message
        return None

    async def press(self) -> None:
        """Have somebody at a table where nobody is just acting do one thing."""
        free = self._chance.choice(self._channels)
        while free in self._busy:
            free = self._chance.choice(self._channels)
            await asyncio.sleep(0)
        self._busy.add(free)
        try:
            made = await self._one(free)
            if made is not None:
                self.tally.note(made)
        except Unanswered as error:
            self.tally.failed.append(str(error))
        finally:
            self._busy.discard(free)

    async def _one(self, channel: int) -> Interaction | None:
        first = self._first + 2 * self._channels.index(channel)
        board = self.board(channel)
        called = None if board is None else CALL.search(board.content)
        person = Member(self._standin, first if called is None else int(called.group(1)))
        if board is None:
            return await person.type(channel, "table show")
        kind = self._chance.random()
        openers = [identity for identity in board.buttons() if identity.startswith("b:go:")]
        if kind < 0.2 or not openers or called is None:
            return await person.press(board, next(i for i in board.buttons() if i.startswith("b:vw:")))
        if kind < 0.5:
            return await person.press(board, self._chance.choice(openers))
        tokens = await person.complete(channel, "move", "action")
        if not tokens:
            return await person.type(channel, "hand")
        return await person.type(channel, "move", action=self._chance.choice(tokens))

    async def at_rate(self, rate: float, seconds: float) -> int:
        """Press ``rate`` times a second for so long, whether or not earlier presses are answered."""
        begun, number = time.monotonic(), 0
        doing: set[asyncio.Task[None]] = set()
        while (now := time.monotonic() - begun) < seconds:
            while number < rate * now:
                task = asyncio.create_task(self.press())
                doing.add(task)
                task.add_done_callback(doing.discard)
                number += 1
            await asyncio.sleep(0.005)
        await asyncio.gather(*doing)
        return number

    async def as_fast_as_possible(self, at_once: int, seconds: float) -> float:
        """Press with so many hands, each as soon as it was answered; return presses a second."""
        begun, number = time.monotonic(), 0

        async def hand() -> None:
            nonlocal number
            while time.monotonic() - begun < seconds:
                await self.press()
                number += 1

        await asyncio.gather(*(hand() for _ in range(at_once)))
        return number / (time.monotonic() - begun)
