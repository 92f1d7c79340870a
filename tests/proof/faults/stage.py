"""A channel with two people, and checks of the messages shown there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot.ui.ids import encode_number
from tests.proof.drill.players import CALL_PATTERN
from tests.support.at_table import press_at_standin_table
from tests.support.standin.people import Member
from tests.support.standin.server import Standin
from tests.support.standin.world import Message

GAME_KEY = "reef"
"""A game without standing orders, so that each move is exactly one log row."""
WAIT_TIMEOUT_SECONDS = 120.0


class Stage:
    """A channel with two people who play at one table."""

    def __init__(self, standin: Standin, channel: int, first: int) -> None:
        self.standin = standin
        self.channel = channel
        self.anna = Member(standin, first)
        self.ben = Member(standin, first + 1)
        self._noted = 0

    async def prepare_nothing(self) -> None:
        """Do nothing, for scenes that need no preparation."""

    async def open_lobby(self) -> None:
        """Open a lobby as Anna."""
        await self.anna.type_command(self.channel, "play", game=GAME_KEY, against="people", wait=True)
        await self.wait_until(lambda: self.find_board() is not None)

    async def begin_match(self) -> None:
        """Begin a match between the two people, and wait for its board."""
        await self.open_lobby()
        await press_at_standin_table(self.ben, self.channel, "join")
        await press_at_standin_table(self.anna, self.channel, "start")
        await self.wait_until(lambda: "go" in self.list_verbs())

    def find_board(self) -> Message | None:
        """Return the newest public message with buttons, if any."""
        found = [m for m in self.standin.world.list_public_messages(self.channel) if m.list_buttons()]
        return found[-1] if found else None

    def list_calls(self) -> list[Message]:
        """Return the messages that call players but aren't boards."""
        public = self.standin.world.list_public_messages(self.channel)
        return [
            m for m in public if CALL_PATTERN.search(m.content) and not m.list_buttons() and not m.uploads
        ]

    def remember_newest_message(self) -> None:
        """Remember the newest message for :meth:`is_reposted`."""
        self._noted = max((m.id for m in self.standin.world.list_public_messages(self.channel)), default=0)

    def is_reposted(self) -> bool:
        """Return whether the newest message with buttons was posted after :meth:`remember_newest_message`."""
        board = self.find_board()
        return board is not None and board.id > self._noted

    def list_threads(self) -> list[int]:
        found = self.standin.world.threads.items()
        return [number for number, made in found if made["parent_id"] == str(self.channel)]

    def find_called_player(self) -> Member:
        """Return the player called most recently, or Anna."""
        found = [
            CALL_PATTERN.search(message.content)
            for message in self.standin.world.list_public_messages(self.channel)
        ]
        called = [int(call.group(1)) for call in found if call is not None]
        return self.ben if called and called[-1] == self.ben.user_id else self.anna

    def list_verbs(self) -> set[str]:
        """Return the verbs in the custom_ids of the board's buttons."""
        board = self.find_board()
        return set() if board is None else {identity.split(":")[1] for identity in board.list_buttons()}

    def shows_seq(self, seq: int) -> bool:
        """Return whether exactly one board has buttons, and it shows the position after ``seq`` rows."""
        public = self.standin.world.list_public_messages(self.channel)
        found = [i.split(":")[3] for m in public for i in m.list_buttons() if i.startswith("b:vw:")]
        return found == [encode_number(seq)]

    def shows_seated(self, *people: Member, channel: int | None = None) -> bool:
        """Return whether a channel (by default this channel) has exactly one lobby, listing these people."""
        public = self.standin.world.list_public_messages(self.channel if channel is None else channel)
        found = [m.read_text() for m in public if any(i.startswith("b:le:") for i in m.list_buttons())]
        return len(found) == 1 and all(f"<@{person.user_id}>" in found[0] for person in people)

    async def wait_until(self, condition: Callable[[], bool], seconds: float = WAIT_TIMEOUT_SECONDS) -> bool:
        """Wait until a condition is true; return whether it became true in time."""
        for _ in range(int(seconds / 0.02)):
            if condition():
                return True
            await asyncio.sleep(0.02)
        return False
