"""What people do, each in a separate channel, and the expected results."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from bot.kit.server_url import ServerUrl
from bot.model.table import Table
from bot.storage import Store
from games.core.match import ACT, RESIGN, Row
from games.registry import GAMES
from tests.proof.faults.stage import GAME, Stage
from tests.proof.load.stock import add, pattern
from tests.support.at_table import type_at_table
from tests.support.standin.faults import Fault
from tests.support.standin.interactions import Interaction
from tests.support.standin.world import FIRST_CHANNEL, OWNER_ID, Message

Press = Callable[[], Awaitable[Interaction]]
"""The press that a scene is about, ready to be made."""
BELOW = "below"
"""The word by which an answer claims that something has been posted."""


async def join(stage: Stage) -> Press:
    """Take a seat with the lobby's button."""
    return partial(stage.ben.press, *_on_board(stage, "jo"))


async def play(stage: Stage) -> Press:
    """Open a table."""
    return partial(stage.anna.type, stage.channel, "play", game=GAME, against="people", wait=True)


async def thread(stage: Stage) -> Press:
    """Request a table where there is one, and accept the offered thread."""
    made = await stage.anna.type(stage.channel, "play", game=GAME, against="people", wait=True)
    return partial(stage.anna.press, *_on(made.shown(), "th"))


async def move(stage: Stage) -> Press:
    """Type the first move offered."""
    # The board may be behind, and call a player who has moved.
    for person in (stage.holder(), stage.anna, stage.ben):
        tokens = await person.complete(stage.channel, "move", "action")
        if tokens:
            return partial(person.type, stage.channel, "move", action=tokens[0])
    raise AssertionError("nobody can move")


async def choices(stage: Stage) -> Press:
    """Begin to type a move."""
    return partial(stage.holder().offered, stage.channel, "move", "action")


async def panel(stage: Stage) -> Press:
    """Start a move on the board, continue it in the private panel, and return the press that completes it."""
    board = stage.board()
    assert board is not None
    openers = [identity for identity in board.buttons() if identity.startswith("b:go:")]
    person = stage.holder()
    shown = (await person.press(board, openers[-1])).shown()
    assert shown is not None
    while not (final := [i for i in shown.buttons() if i.startswith("b:ac:")]):
        further = [i for i in shown.buttons() if i.startswith("b:go:") and "/" in i]
        shown = (await person.press(shown, further[0])).shown()
        assert shown is not None
    return partial(person.press, shown, final[0])


async def show(stage: Stage) -> Press:
    """Repost the table from its page."""
    page = await stage.anna.type(stage.channel, "table")
    stage.note()
    return partial(stage.anna.press, *_on(page.shown(), "tba"))


async def resign(stage: Stage) -> Press:
    """Resign with the confirming press."""
    made = await type_at_table(stage.anna, stage.channel, "resign")
    return partial(stage.anna.press, *_on(made.shown(), "rs"))


async def end(stage: Stage) -> Press:
    """Make the move that ends a match."""
    _, rows = last_match()
    person = (stage.anna, stage.ben)[rows[-1].seat]
    return partial(person.type, stage.channel, "move", action=rows[-1].text)


async def refusal(stage: Stage) -> Press:
    """Press a button reserved for the host."""
    return partial(stage.ben.press, *_on_board(stage, "ca"))


def _on_board(stage: Stage, verb: str) -> tuple[Message, str]:
    return _on(stage.board(), verb)


def _on(message: Message | None, verb: str) -> tuple[Message, str]:
    assert message is not None
    return message, next(i for i in message.buttons() if i.split(":")[1] == verb)


async def lost_board(stage: Stage) -> None:
    """Make a move whose board arrives without the bot learning so."""
    await stage.begin()
    # The second try reports nothing either.
    fault = stage.standin.faults.order(Fault(stage.channel, "post", "cut", times=2))
    await (await move(stage))()
    await stage.until(lambda: fault.hits == fault.times)
    stage.standin.faults.withdraw(fault)


async def quiet(stage: Stage) -> None:
    """Move in a channel where the board is edited and a separate line calls the next player."""
    await stage.begin()
    shown = (await type_at_table(stage.anna, stage.channel, "settings")).shown()
    assert shown is not None
    form = await stage.anna.press(*_on(shown, "sf"))
    await stage.anna.fill(form, verbosity="quiet")
    await (await move(stage))()
    await stage.until(lambda: stage.shows_seq(1) and len(stage.bare()) == 1)


async def found(stage: Stage) -> None:
    """Wait for the board of a match that is older than the bot's process."""
    await stage.until(lambda: stage.shows_seq(len(last_match()[1]) - 1))


@cache
def last_match() -> tuple[tuple[int, ...], tuple[Row, ...]]:
    """Return the presses and the log of a whole match of two."""
    return pattern(GAMES[GAME], 1, None)


async def stock(database: Path | ServerUrl, channels: Sequence[int]) -> None:
    """Put matches that are one move from their end into a new file, in some channels."""
    presses, rows = last_match()
    store = await Store.open(database)
    try:
        for channel in channels:
            first = OWNER_ID + 2 * (channel - FIRST_CHANNEL)
            await add(store, channel, first, GAMES[GAME], presses, rows[:-1], over=False)
    finally:
        await store.close()


@dataclass(frozen=True, slots=True)
class Scene:
    """A single action of a person, and the requests to Discord that it takes.

    ``reach`` does what comes before ``point``, the press in question, by its possible names. ``done`` counts
    in the database how often it happened, which must be ``wanted`` times; ``shown`` returns whether the
    channel shows it. All of ``calls`` are made, and those of ``faulted`` are made to fail.
    """

    name: str
    prepare: Callable[[Stage], Awaitable[None]]
    reach: Callable[[Stage], Awaitable[Press]]
    point: tuple[str, ...]
    done: Callable[[Sequence[Table]], int]
    shown: Callable[[Stage], bool]
    calls: tuple[str, ...]
    faulted: tuple[str, ...]
    wanted: int = 1
    claim: Callable[[Stage], bool] | None = None
    """Return whether what an answer calls :data:`BELOW` is there; ``None`` if no answer says so."""
    again: bool = False
    """Whether it may be done again immediately, and must succeed then."""


def _rows(tables: Sequence[Table], kind: str) -> int:
    match = tables[0].match
    return 0 if match is None else sum(row.kind == kind for row in match.rows)


def _at_seq(seq: int) -> Callable[[Stage], bool]:
    return lambda stage: stage.shows_seq(seq)


TURN = ("acknowledge", "answer", "post", "edit")
"""The old board loses its buttons by an edit."""
SCENES = (
    Scene(
        "join",
        Stage.open,
        join,
        ("jo in the channel",),
        lambda tables: len(tables[0].occupants) - 1,
        lambda stage: stage.shows_seated(stage.anna, stage.ben),
        ("acknowledge", "edit"),
        ("acknowledge", "edit"),
    ),
    Scene(
        "open",
        Stage.nothing,
        play,
        ("/play",),
        len,
        lambda stage: stage.shows_seated(stage.anna),
        ("acknowledge", "answer", "post"),
        ("acknowledge", "answer", "post"),
        claim=lambda stage: stage.shows_seated(stage.anna),
    ),
    Scene(
        "thread",
        Stage.open,
        thread,
        ("th in the private message",),
        lambda tables: len(tables) - 1,
        lambda stage: any(stage.shows_seated(stage.anna, channel=thread) for thread in stage.threads()),
        ("acknowledge", "answer", "thread"),
        ("thread",),
    ),
    Scene(
        "move",
        Stage.begin,
        move,
        ("/move",),
        lambda tables: _rows(tables, ACT),
        _at_seq(1),
        TURN,
        TURN,
    ),
    Scene(
        "panel",
        Stage.begin,
        panel,
        tuple(f"{verb} in the private message" for verb in ("go", "pk", "ac")),
        lambda tables: _rows(tables, ACT),
        _at_seq(1),
        TURN,
        TURN,
    ),
    Scene(
        "choices",
        Stage.begin,
        choices,
        ("choices of /move",),
        lambda tables: _rows(tables, ACT),
        _at_seq(0),
        ("acknowledge",),
        ("acknowledge",),
        wanted=0,
        again=True,
    ),
    Scene(
        "quiet",
        quiet,
        move,
        ("/move",),
        lambda tables: _rows(tables, ACT) - 1,
        lambda stage: stage.shows_seq(2) and len(stage.bare()) == 1,
        (*TURN, "delete"),
        ("post", "edit", "delete"),
    ),
    Scene(
        "show",
        Stage.begin,
        show,
        ("tba in the private message",),
        lambda tables: _rows(tables, ACT),
        _at_seq(0),
        TURN,
        TURN,
        wanted=0,
        claim=Stage.posted_anew,
        again=True,
    ),
    Scene(
        "lost board",
        lost_board,
        show,
        ("tba in the private message",),
        lambda tables: _rows(tables, ACT) - 1,
        _at_seq(1),
        (*TURN, "history"),
        ("history",),
        wanted=0,
        claim=Stage.posted_anew,
        again=True,
    ),
    Scene(
        "resign",
        Stage.begin,
        resign,
        ("rs in the private message",),
        lambda tables: _rows(tables, RESIGN),
        _at_seq(1),
        TURN,
        ("acknowledge", "answer"),
    ),
    Scene(
        "end",
        found,
        end,
        ("/move",),
        lambda tables: _rows(tables, ACT) - len(last_match()[1]) + 1,
        lambda stage: stage.shows_seq(len(last_match()[1])),
        TURN,
        TURN,
    ),
    Scene(
        "refusal",
        Stage.open,
        refusal,
        ("ca in the channel",),
        lambda tables: int(tables[0].status == "over"),
        lambda stage: stage.shows_seated(stage.anna),
        ("acknowledge", "follow up", "edit"),
        ("acknowledge", "follow up"),
        wanted=0,
    ),
)
