"""Scripted players. Two people in each channel play one match after another."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field
from random import Random

from bot.ui.ids import MoveChoice, decode_number
from bot.ui.play.guide import read_token
from tests.support.at_table import press_at_standin_table
from tests.support.standin.interactions import Interaction
from tests.support.standin.people import CutOff, Member, Unanswered
from tests.support.standin.server import Standin
from tests.support.standin.world import Message

CALL_PATTERN = re.compile(r"Your turn, <@(\d+)>")
"""Matches the text that calls a player, and captures their user ID."""
MAX_PANEL_PRESSES = 12


@dataclass(slots=True)
class SentMove:
    """A typed move, or a press that may have completed a move."""

    seat: int
    token: str = ""
    """The typed token, or the token in the button's custom_id. Empty for a press that made :attr:`picks`."""
    seq: int | None = None
    """Length of the log at the position that the button belongs to."""
    picks: tuple[str, ...] = ()
    """The picks made so far in this position."""
    is_from_list: bool = False
    """Whether the last pick was chosen from a list."""
    is_acknowledged: bool = False
    """Whether the answer confirmed the move."""
    answer: str = ""


@dataclass(slots=True)
class Pair:
    """Two people in a channel who play each other, or one of whom plays the computer."""

    standin: Standin
    channel: int
    people: tuple[Member, Member]
    game: str
    chance: Random
    uses_buttons: bool
    """Whether the two use buttons instead of typing."""
    plays_computer: bool
    """Whether only the first person plays, against the computer."""
    sent_moves_by_table: dict[int, list[SentMove]] = field(default_factory=dict)
    """Sent moves and presses in order, by table ID."""
    cut_off_count: int = 0
    unanswered_presses: list[str] = field(default_factory=list)
    """Presses that weren't answered in time while the bot was running."""

    async def play_matches_until(self, until: asyncio.Event) -> None:
        """Play one match after another until the event is set."""
        while not until.is_set():
            if not self.standin.gateway.is_connected:
                await asyncio.sleep(0.01)
                continue
            try:
                await self._play_once()
            except CutOff:
                self.cut_off_count += 1
            except Unanswered as error:
                self.unanswered_presses.append(f"channel {self.channel}: {error}")
            await asyncio.sleep(0)

    def find_board(self) -> Message | None:
        """Return the newest message with buttons in the channel."""
        found = [m for m in self.standin.world.list_public_messages(self.channel) if m.list_buttons()]
        return found[-1] if found else None

    async def _play_once(self) -> None:
        """Make one move if it is a person's turn. Begin a match if there is none."""
        board = self.find_board()
        holder = None if board is None else CALL_PATTERN.search(board.content)
        if board is None or "jo" in list_verbs(board) or "rem" in list_verbs(board):
            await self._begin_match()
            return
        if holder is None:
            # It is or was a computer player's turn, so wait.
            await asyncio.sleep(0.05)
            return
        person = next((p for p in self.people if p.user_id == int(holder.group(1))), None)
        if person is None:
            await asyncio.sleep(0.02)
        elif self.uses_buttons:
            await self._press_move(board, person)
        else:
            await self._type_move(board, person)

    async def _begin_match(self) -> None:
        anna, ben = self.people
        if self.plays_computer:
            await anna.type_command(self.channel, "play", game=self.game)
            return
        await anna.type_command(self.channel, "play", game=self.game, against="people", wait=True)
        await press_at_standin_table(ben, self.channel, "join")
        await press_at_standin_table(anna, self.channel, "start")
        for _ in range(100):
            board = self.find_board()
            if board is not None and "jo" not in list_verbs(board):
                return
            await asyncio.sleep(0.02)

    async def _type_move(self, board: Message, person: Member) -> None:
        """Type a random suggested move and record the answer. Without suggestions, repost the board."""
        table = find_table_id(board)
        tokens = await person.list_suggestions(self.channel, "move", "action")
        if not tokens:
            await press_at_standin_table(person, self.channel, "show")
            return
        sent_move = SentMove(self.people.index(person), self.chance.choice(tokens))
        self.sent_moves_by_table.setdefault(table, []).append(sent_move)
        record_answer(sent_move, await person.type_command(self.channel, "move", action=sent_move.token))

    async def _press_move(self, board: Message, person: Member) -> None:
        """Press a random button that begins a move, then random buttons in the private panel.

        Repost the board if it has no such button.
        """
        start_buttons = [identity for identity in board.list_buttons() if identity.split(":")[1] == "go"]
        if not start_buttons:
            await press_at_standin_table(person, self.channel, "show")
            return
        made = await self._press_and_record(person, board, self.chance.choice(start_buttons))
        for _ in range(MAX_PANEL_PRESSES):
            panel = made.get_answer()
            if panel is None:
                return
            wanted = [i for i in panel.list_buttons() if i.split(":")[1] in ("go", "ac")]
            choices = [
                (identity, [value]) for identity, values in panel.list_menus().items() for value in values
            ]
            options: list[tuple[str, list[str] | None]] = [(identity, None) for identity in wanted]
            options += choices
            if not options:
                return
            identity, values = self.chance.choice(options)
            made = await self._press_and_record(person, panel, identity, values)

    async def _press_and_record(
        self, person: Member, message: Message, custom_id: str, values: list[str] | None = None
    ) -> Interaction:
        table, sent_move = read_press(custom_id, values or [])
        self.sent_moves_by_table.setdefault(table, []).append(sent_move)
        interaction = await person.press(message, custom_id, values)
        record_answer(sent_move, interaction)
        return interaction


def read_press(custom_id: str, values: list[str]) -> tuple[int, SentMove]:
    """Return the table ID and the (possibly partial) move that a press represents."""
    _, verb, *parts = custom_id.split(":")
    if verb == "ac":
        table, seq, seat = (decode_number(part) for part in parts[:3])
        return table, SentMove(seat, read_token(":".join(parts[3:])), seq)
    choice = MoveChoice.parse(parts).add_picks(*values)
    return choice.table_id, SentMove(choice.seat, "", choice.seq, choice.picks, is_from_list=bool(values))


def record_answer(sent_move: SentMove, interaction: Interaction) -> None:
    """Record an answer in ``sent_move``. Unless it asks for a confirmation, an answer with components
    acknowledges the move.
    """
    answer = interaction.get_answer()
    if answer is None:
        return
    sent_move.answer = answer.content
    asked = [identity.split(":") for identity in answer.list_buttons()]
    still = any(parts[1] == "ac" and decode_number(parts[3]) == sent_move.seq for parts in asked)
    sent_move.is_acknowledged = bool(answer.components) and not still


def list_verbs(message: Message) -> set[str]:
    """Return the verbs in the custom_ids of a message's buttons."""
    return {identity.split(":")[1] for identity in message.list_buttons()}


def find_table_id(board: Message) -> int:
    """Return the ID of the table that a board shows. The board must have a *My view* button."""
    marked = next(identity for identity in board.list_buttons() if identity.split(":")[1] == "vw")
    return int(marked.split(":")[2], 36)
