"""Scripted players: each channel has two people who play one match after the other."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field
from random import Random

from tests.standin.people import Member, Unanswered
from tests.standin.server import Standin
from tests.standin.world import Message

CALL = re.compile(r"<@(\d+)>, it is your turn")
TOOLS = ("vw", "ds", "cu", "mo", "un", "ru", "lg")
"""Verbs of the board that are no moves."""
PANEL_PRESSES = 12


@dataclass(slots=True)
class Sent:
    """A move that somebody typed. ``acknowledged``: its person was told that it is done, in ``answer``."""

    seat: int
    token: str
    acknowledged: bool = False
    answer: str = ""


@dataclass(slots=True)
class Pair:
    """Two people in a channel, or one against the computer (``alone``).

    ``presses``: they play by buttons instead of typing.
    """

    standin: Standin
    channel: int
    people: tuple[Member, Member]
    game: str
    chance: Random
    presses: bool
    alone: bool
    sent: dict[int, list[Sent]] = field(default_factory=dict)
    """What was typed at each table, in order."""
    moves: int = 0
    unanswered: int = 0

    async def play(self, until: asyncio.Event) -> None:
        """Play until told to stop."""
        while not until.is_set():
            if not self.standin.gateway.connected:
                await asyncio.sleep(0.01)
                continue
            try:
                await self._once()
            except Unanswered:
                self.unanswered += 1
            await asyncio.sleep(0)

    def board(self) -> Message | None:
        """Return the newest message of the channel that has buttons."""
        found = [m for m in self.standin.world.public(self.channel) if m.buttons()]
        return found[-1] if found else None

    async def _once(self) -> None:
        board = self.board()
        holder = None if board is None else CALL.search(board.content)
        if board is None or "jo" in verbs(board) or "rem" in verbs(board):
            await self._begin()
            return
        if holder is None:
            # A computer player is thinking, or has just thought.
            await asyncio.sleep(0.05)
            return
        person = next((p for p in self.people if p.user_id == int(holder.group(1))), None)
        if person is None:
            await asyncio.sleep(0.02)
        elif self.presses:
            await self._press(board, person)
        else:
            await self._type(board, person)

    async def _begin(self) -> None:
        """Get a match going, whatever the channel has."""
        anna, ben = self.people
        if self.alone:
            await anna.type(self.channel, "play", game=self.game)
            return
        await anna.type(self.channel, "play", game=self.game, against="people")
        await ben.type(self.channel, "table join")
        await anna.type(self.channel, "table start")
        for _ in range(100):
            board = self.board()
            if board is not None and "jo" not in verbs(board):
                return
            await asyncio.sleep(0.02)

    async def _type(self, board: Message, person: Member) -> None:
        table = table_of(board)
        tokens = await person.complete(self.channel, "move", "action")
        if not tokens:
            await person.type(self.channel, "table show")
            return
        entry = Sent(self.people.index(person), self.chance.choice(tokens))
        self.sent.setdefault(table, []).append(entry)
        made = await person.type(self.channel, "move", action=entry.token)
        shown = made.shown()
        # A refusal has no buttons; what can be done next has.
        entry.acknowledged = shown is not None and bool(shown.components)
        entry.answer = "" if shown is None else shown.content
        self.moves += entry.acknowledged

    async def _press(self, board: Message, person: Member) -> None:
        """Press at random, from the board's first buttons through the private panel."""
        openers = [identity for identity in board.buttons() if identity.split(":")[1] == "go"]
        if not openers:
            await person.type(self.channel, "table show")
            return
        made = await person.press(board, self.chance.choice(openers))
        for _ in range(PANEL_PRESSES):
            panel = made.shown()
            if panel is None:
                return
            wanted = [i for i in panel.buttons() if i.split(":")[1] in ("go", "ac")]
            choices = [(identity, [value]) for identity, values in panel.lists().items() for value in values]
            options: list[tuple[str, list[str] | None]] = [(identity, None) for identity in wanted]
            options += choices
            if not options:
                return
            identity, values = self.chance.choice(options)
            made = await person.press(panel, identity, values)
            self.moves += identity.split(":")[1] == "ac"


def verbs(message: Message) -> set[str]:
    """Return the verbs of a message's buttons."""
    return {identity.split(":")[1] for identity in message.buttons()}


def table_of(board: Message) -> int:
    """Return the table that a board shows."""
    marked = next(identity for identity in board.buttons() if identity.split(":")[1] == "vw")
    return int(marked.split(":")[2], 36)
