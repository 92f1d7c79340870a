"""Five things that people do, each in a channel of its own, and what must have come of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from bot.storage import Store
from bot.tables import Table, Tables
from bot.ui.ids import packed
from games.registry import GAMES
from tests.drill.players import CALL
from tests.standin.interactions import Interaction
from tests.standin.people import Member, Unanswered
from tests.standin.server import Standin
from tests.standin.world import Message

GAME = "reef"
"""Nobody answers anything by a standing order in it, so one move is one row."""
WAIT_SECONDS = 120.0


class Stage:
    """A channel with two people at one table."""

    def __init__(self, standin: Standin, channel: int, first: int) -> None:
        self.standin = standin
        self.channel = channel
        self.anna = Member(standin, first)
        self.ben = Member(standin, first + 1)

    async def open(self) -> None:
        """Open a lobby with one person in it."""
        await self.anna.type(self.channel, "play", game=GAME, against="people")
        await self.until(lambda: self.board() is not None)

    async def begin(self) -> None:
        """Get a match going and answer what is asked first."""
        await self.open()
        await self.ben.type(self.channel, "table join")
        await self.anna.type(self.channel, "table start")
        await self.until(lambda: "go" in self.verbs())

    def board(self) -> Message | None:
        """Return the newest public message with buttons."""
        found = [m for m in self.standin.world.public(self.channel) if m.buttons()]
        return found[-1] if found else None

    def holder(self) -> Member:
        """Return the person in turn."""
        board = self.board()
        called = None if board is None else CALL.search(board.content)
        return self.ben if called is not None and int(called.group(1)) == self.ben.user_id else self.anna

    def verbs(self) -> set[str]:
        """Return what the board's buttons do."""
        board = self.board()
        return set() if board is None else {identity.split(":")[1] for identity in board.buttons()}

    def shows_seq(self, seq: int) -> bool:
        """Whether one board has buttons, and these are of the position of ``seq`` rows."""
        public = self.standin.world.public(self.channel)
        found = [i.split(":")[3] for m in public for i in m.buttons() if i.startswith("b:vw:")]
        return found == [packed(seq)]

    def shows_seated(self, *people: Member) -> bool:
        """Whether one lobby has buttons, and these people are in it."""
        public = self.standin.world.public(self.channel)
        found = [m.content for m in public if any(i.startswith("b:le:") for i in m.buttons())]
        return len(found) == 1 and all(f"<@{person.user_id}>" in found[0] for person in people)

    async def until(self, holds: Callable[[], bool], seconds: float = WAIT_SECONDS) -> bool:
        """Wait until something holds; ``False`` where it never does."""
        for _ in range(int(seconds / 0.02)):
            if holds():
                return True
            await asyncio.sleep(0.02)
        return False


Doing = Callable[[Stage], Awaitable[Interaction]]


async def join(stage: Stage) -> Interaction:
    """Take a seat by the lobby's button."""
    board = stage.board()
    assert board is not None
    return await stage.ben.press(board, next(i for i in board.buttons() if i.startswith("b:jo:")))


async def move(stage: Stage) -> Interaction:
    """Type the first move that is offered."""
    try:
        tokens = await stage.holder().complete(stage.channel, "move", "action")
    except Unanswered:
        # An empty list of choices: the person types another letter.
        tokens = await stage.holder().complete(stage.channel, "move", "action")
    return await stage.holder().type(stage.channel, "move", action=tokens[0])


async def panel(stage: Stage) -> Interaction:
    """Press a first field on the board, then the next one in the private panel: that is a move."""
    board = stage.board()
    assert board is not None
    openers = [identity for identity in board.buttons() if identity.startswith("b:go:")]
    made = await stage.holder().press(board, openers[-1])
    shown = made.shown()
    if shown is None:
        return made
    for identity, values in shown.lists().items():
        return await stage.holder().press(shown, identity, values[:1])
    further = [i for i in shown.buttons() if i.startswith("b:ac:") or (i.startswith("b:go:") and "/" in i)]
    return await stage.holder().press(shown, further[0]) if further else made


async def end(stage: Stage) -> Interaction:
    """Resign, and confirm it."""
    made = await stage.anna.type(stage.channel, "table resign")
    shown = made.shown()
    if shown is None or not shown.buttons():
        return made
    return await stage.anna.press(shown, next(iter(shown.buttons())))


async def refusal(stage: Stage) -> Interaction:
    """Press what only the host may."""
    board = stage.board()
    assert board is not None
    return await stage.ben.press(board, next(i for i in board.buttons() if i.startswith("b:ca:")))


def _moved(stage: Stage) -> bool:
    return stage.shows_seq(1)


@dataclass(frozen=True, slots=True)
class Scene:
    """Something that a person does once, and the calls of Discord that this takes.

    ``done`` counts in the database how often it happened; ``shown`` tells whether the channel shows it.
    """

    name: str
    prepare: Callable[[Stage], Awaitable[None]]
    do: Doing
    done: Callable[[Table], int]
    shown: Callable[[Stage], bool]
    calls: tuple[str, ...]


TURN_CALLS = ("acknowledge", "answer", "post", "edit")
"""The old board loses its buttons by an edit."""
SCENES = (
    Scene(
        "lobby",
        Stage.open,
        join,
        lambda table: len(table.occupants) - 1,
        lambda stage: stage.shows_seated(stage.anna, stage.ben),
        ("acknowledge", "edit"),
    ),
    Scene("move", Stage.begin, move, lambda table: _rows(table, "act"), _moved, TURN_CALLS),
    Scene("panel", Stage.begin, panel, lambda table: _rows(table, "act"), _moved, TURN_CALLS),
    Scene("end", Stage.begin, end, lambda table: _rows(table, "resign"), _moved, TURN_CALLS),
    Scene(
        "refusal",
        Stage.open,
        refusal,
        lambda table: 2 * (table.status == "over"),
        lambda stage: stage.shows_seated(stage.anna),
        ("acknowledge", "follow up", "edit"),
    ),
)


def _rows(table: Table, kind: str) -> int:
    return 0 if table.match is None else sum(row.kind == kind for row in table.match.rows)


@dataclass(slots=True)
class Result:
    """What a person saw: an answer, or that the interaction failed."""

    made: Interaction | None
    failed: str = ""

    @property
    def text(self) -> str:
        """The newest answer."""
        shown = None if self.made is None else self.made.shown()
        return "" if shown is None else shown.content


async def tried(stage: Stage, scene: Scene) -> Result:
    """Do it as a person would, and note what the person saw."""
    try:
        return Result(await scene.do(stage))
    except Unanswered as error:
        return Result(None, str(error))


async def table_in(database: Any, channel: int) -> Table:
    """Return a channel's newest table from the file, the bot being stopped."""
    store = await Store.open(database)
    try:
        table = await Tables(store, GAMES).latest_at(channel)
    finally:
        await store.close()
    assert table is not None
    return table
