"""People under load: typed moves, buttons and looks, and how long they waited."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from tests.proof.drill.players import CALL
from tests.support.at_table import type_at_table
from tests.support.standin.interactions import Interaction
from tests.support.standin.people import Member
from tests.support.standin.server import Standin
from tests.support.standin.world import Message


@dataclass(slots=True)
class Tally:
    """The measurements: seconds until each acknowledgement and each answer, and the failures."""

    acknowledged: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    """Presses that were not answered, with the reason."""

    def note(self, made: Interaction) -> None:
        """Add the times of an interaction."""
        if made.seconds is not None:
            self.acknowledged.append(made.seconds)
            self.answered.append(time.monotonic() - made.sent)

    def problems(self, number: int) -> list[str]:
        """Check the measurements against the number of presses: each was acknowledged, or is named here."""
        missing = number - len(self.acknowledged) - len(self.failed)
        if missing or not number:
            return [*self.failed, f"of {number} presses {missing} were neither acknowledged nor failed"]
        return self.failed


def find_quantile(values: Sequence[float], part: float) -> float:
    """Return the value below which a share of all lies. There must be one."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


class Crowd:
    """Two people at each of many tables."""

    def __init__(self, standin: Standin, channels: Sequence[int], first: int, seed: int) -> None:
        self._standin = standin
        self._channels = channels
        self._first = first
        self._chance = Random(seed)
        self._busy: set[int] = set()
        self.tally = Tally()

    def counted(self) -> Tally:
        """Return the measurements so far, and start new ones."""
        counted, self.tally = self.tally, Tally()
        return counted

    def board(self, channel: int) -> Message | None:
        """Return the newest board: a review below the last one has buttons too."""
        for message in reversed(self._standin.world.by_channel.get(channel, [])):
            if (
                message.seen_by is None
                and not message.deleted
                and any(identity.startswith("b:vw:") for identity in message.buttons())
            ):
                return message
        return None

    async def press(self) -> None:
        """Do one thing as a person at a table where nobody is acting."""
        free = self._chance.choice(self._channels)
        while free in self._busy:
            free = self._chance.choice(self._channels)
            await asyncio.sleep(0)
        self._busy.add(free)
        try:
            self.tally.note(await self.one(free))
        except Exception as error:
            # Presses that could not be made at all have failed too, not only unanswered ones.
            self.tally.failed.append(f"{type(error).__name__}: {error}")
        finally:
            self._busy.discard(free)

    async def one(self, channel: int) -> Interaction:
        """Do one thing at a table.

        :raises Unanswered: it had no effect.
        """
        first = self._first + 2 * self._channels.index(channel)
        board = self.board(channel)
        called = None if board is None else CALL.search(board.content)
        person = Member(self._standin, first if called is None else int(called.group(1)))
        if board is None:
            return await type_at_table(person, channel, "show")
        kind = self._chance.random()
        openers = [identity for identity in board.buttons() if identity.startswith("b:go:")]
        if kind < 0.2 or not openers or called is None:
            return await person.press(board, next(i for i in board.buttons() if i.startswith("b:vw:")))
        if kind < 0.5:
            return await self.opened(person, channel, board, self._chance.choice(openers))
        tokens = await person.complete(channel, "move", "action")
        if not tokens:
            return await person.type(channel, "hand")
        return await self.typed(person, channel, self._chance.choice(tokens))

    async def opened(self, person: Member, channel: int, board: Message, identity: str) -> Interaction:
        """Press a button of the board that begins a move, or performs the only one."""
        return await person.press(board, identity)

    async def typed(self, person: Member, channel: int, token: str) -> Interaction:
        """Type a move."""
        return await person.type(channel, "move", action=token)

    async def at_rate(self, rate: float, seconds: float) -> int:
        """Press ``rate`` times a second for a while, whether or not earlier presses are answered."""
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

    async def as_fast_as_possible(self, at_once: int, seconds: float) -> tuple[int, float]:
        """Press with a number of hands, each as soon as it was answered; return the count and the rate."""
        begun, number = time.monotonic(), 0

        async def hand() -> None:
            nonlocal number
            while time.monotonic() - begun < seconds:
                await self.press()
                number += 1

        await asyncio.gather(*(hand() for _ in range(at_once)))
        return number, number / (time.monotonic() - begun)
