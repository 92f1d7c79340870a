"""Simulated people who type moves, press buttons and view tables, and a record of their waiting times."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from tests.proof.drill.players import CALL_PATTERN
from tests.support.at_table import press_at_standin_table
from tests.support.standin.interactions import Interaction
from tests.support.standin.people import Member
from tests.support.standin.server import Standin
from tests.support.standin.world import Message


@dataclass(slots=True)
class Tally:
    """Seconds until each acknowledgement and answer, and the failed presses."""

    acknowledgement_seconds: list[float] = field(default_factory=list)
    answer_seconds: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    """The error of each failed press."""

    def record_answer(self, interaction: Interaction) -> None:
        if interaction.acknowledgement_seconds is not None:
            self.acknowledgement_seconds.append(interaction.acknowledgement_seconds)
            self.answer_seconds.append(time.monotonic() - interaction.sent_at)

    def find_problems(self, press_count: int) -> list[str]:
        """Return the failed presses, and a problem unless all ``press_count`` presses were recorded.

        A run without presses is a problem as well.
        """
        missing = press_count - len(self.acknowledgement_seconds) - len(self.failures)
        if missing or not press_count:
            return [
                *self.failures,
                f"of {press_count} presses {missing} were neither acknowledged nor failed",
            ]
        return self.failures


def find_quantile(values: Sequence[float], quantile: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(quantile * len(ordered)))]


class Crowd:
    """People who press random buttons at many tables, two people at each."""

    def __init__(self, standin: Standin, channels: Sequence[int], first: int, seed: int) -> None:
        self._standin = standin
        self._channels = channels
        self._first = first
        self._chance = Random(seed)
        self._busy: set[int] = set()
        self.tally = Tally()

    def take_tally(self) -> Tally:
        """Return the current tally, and begin a new one."""
        counted, self.tally = self.tally, Tally()
        return counted

    def find_board(self, channel: int) -> Message | None:
        """Return a channel's newest board, ignoring reviews posted below it."""
        for message in reversed(self._standin.world.messages_by_channel.get(channel, [])):
            if (
                message.seen_by is None
                and not message.deleted
                and any(identity.startswith("b:vw:") for identity in message.list_buttons())
            ):
                return message
        return None

    async def act_once(self) -> None:
        """Act once at a random table where nobody else is acting, and record the result."""
        free = self._chance.choice(self._channels)
        while free in self._busy:
            free = self._chance.choice(self._channels)
            await asyncio.sleep(0)
        self._busy.add(free)
        try:
            self.tally.record_answer(await self.act_in_channel(free))
        except Exception as error:
            # A press that couldn't be made counts as failed, too.
            self.tally.failures.append(f"{type(error).__name__}: {error}")
        finally:
            self._busy.discard(free)

    async def act_in_channel(self, channel: int) -> Interaction:
        """As the player whose turn it is, type a move, press a button or view the table.

        :raises Unanswered: the bot didn't answer.
        """
        first = self._first + 2 * self._channels.index(channel)
        board = self.find_board(channel)
        called = None if board is None else CALL_PATTERN.search(board.content)
        person = Member(self._standin, first if called is None else int(called.group(1)))
        if board is None:
            return await press_at_standin_table(person, channel, "show")
        kind = self._chance.random()
        start_buttons = [identity for identity in board.list_buttons() if identity.startswith("b:go:")]
        if kind < 0.2 or not start_buttons or called is None:
            return await person.press(board, next(i for i in board.list_buttons() if i.startswith("b:vw:")))
        if kind < 0.5:
            return await self.press_start_button(person, channel, board, self._chance.choice(start_buttons))
        tokens = await person.list_suggestions(channel, "move", "action")
        if not tokens:
            return await person.type_command(channel, "hand")
        return await self.type_move(person, channel, self._chance.choice(tokens))

    async def press_start_button(
        self, person: Member, channel: int, board: Message, custom_id: str
    ) -> Interaction:
        return await person.press(board, custom_id)

    async def type_move(self, person: Member, channel: int, token: str) -> Interaction:
        return await person.type_command(channel, "move", action=token)

    async def press_at_rate(self, rate: float, seconds: float) -> int:
        """Press ``rate`` times a second, whether or not earlier presses have been answered.

        Return the number of presses.
        """
        begun, number = time.monotonic(), 0
        doing: set[asyncio.Task[None]] = set()
        while (now := time.monotonic() - begun) < seconds:
            while number < rate * now:
                task = asyncio.create_task(self.act_once())
                doing.add(task)
                task.add_done_callback(doing.discard)
                number += 1
            await asyncio.sleep(0.005)
        await asyncio.gather(*doing)
        return number

    async def press_fast(self, person_count: int, seconds: float) -> tuple[int, float]:
        """Let ``person_count`` users press buttons, each again as soon as the last press was answered.

        Return the number of presses, and the presses per second.
        """
        begun, number = time.monotonic(), 0

        async def press_repeatedly() -> None:
            nonlocal number
            while time.monotonic() - begun < seconds:
                await self.act_once()
                number += 1

        await asyncio.gather(*(press_repeatedly() for _ in range(person_count)))
        return number, number / (time.monotonic() - begun)
