"""The scenes of the fault matrix: people's actions, each in its own channel, and the expected results."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from bot.kit.server_url import ServerUrl
from bot.model.table import Table
from bot.storage import Store
from games.core.match import ACT_KIND, RESIGN_KIND, LoggedRow
from games.registry import GAMES
from tests.proof.faults.stage import GAME_KEY, Stage
from tests.proof.load.stock import add_table, play_random_match
from tests.support.at_table import press_at_standin_table
from tests.support.standin.faults import Fault
from tests.support.standin.interactions import Interaction
from tests.support.standin.world import FIRST_CHANNEL_ID, OWNER_ID, Message

Press = Callable[[], Awaitable[Interaction]]
"""Function that makes a scene's press or types its command."""
BELOW_TEXT = "below"
"""Word with which an answer claims that something was posted below it."""


async def prepare_join(stage: Stage) -> Press:
    """Return the press that makes Ben join the lobby."""
    return partial(stage.ben.press, *find_board_button(stage, "jo"))


async def prepare_play(stage: Stage) -> Press:
    """Return the command that opens a table."""
    return partial(stage.anna.type_command, stage.channel, "play", game=GAME_KEY, against="people", wait=True)


async def prepare_thread(stage: Stage) -> Press:
    """Request a table in an occupied channel; return the press that accepts the offered thread."""
    interaction = await stage.anna.type_command(
        stage.channel, "play", game=GAME_KEY, against="people", wait=True
    )
    return partial(stage.anna.press, *find_button(interaction.get_answer(), "th"))


async def prepare_move(stage: Stage) -> Press:
    """Return the command that plays the first suggested move of the player whose turn it is."""
    # Try everybody, because an outdated board may call a player who has already moved.
    for person in (stage.find_called_player(), stage.anna, stage.ben):
        tokens = await person.list_suggestions(stage.channel, "move", "action")
        if tokens:
            return partial(person.type_command, stage.channel, "move", action=tokens[0])
    raise AssertionError("nobody can move")


async def prepare_autocomplete(stage: Stage) -> Press:
    return partial(stage.find_called_player().request_suggestions, stage.channel, "move", "action")


async def prepare_confirmation(stage: Stage) -> Press:
    """Choose a card to take, on the board and in the panel. Return the press that confirms it.

    Taking a card must be confirmed because it reveals the next card. Most other moves need no confirmation.
    """
    board = stage.find_board()
    assert board is not None
    opener = next(i for i in board.list_buttons() if i.startswith("b:go:") and i.endswith(":take"))
    person = stage.find_called_player()
    answer = (await person.press(board, opener)).get_answer()
    assert answer is not None
    while not (final := [i for i in answer.list_buttons() if i.startswith("b:ac:")]):
        cards = [i for i in answer.list_buttons() if i.startswith("b:go:") and "/" in i]
        if cards:
            result = await person.press(answer, cards[0])
        else:  # a list replaces the buttons if there are many choices
            identity, values = next(iter(answer.list_menus().items()))
            result = await person.press(answer, identity, values[:1])
        answer = result.get_answer()
        assert answer is not None
    return partial(person.press, answer, final[0])


async def prepare_repost(stage: Stage) -> Press:
    """Open the table's page; return the press that reposts the board."""
    page = await stage.anna.type_command(stage.channel, "table")
    stage.remember_newest_message()
    return partial(stage.anna.press, *find_button(page.get_answer(), "tba"))


async def prepare_resignation(stage: Stage) -> Press:
    """Start resigning; return the press that confirms it."""
    interaction = await press_at_standin_table(stage.anna, stage.channel, "resign")
    return partial(stage.anna.press, *find_button(interaction.get_answer(), "rs"))


async def prepare_last_move(stage: Stage) -> Press:
    """Return the command for the move that ends the match."""
    _, rows = play_whole_match()
    person = (stage.anna, stage.ben)[rows[-1].seat]
    return partial(person.type_command, stage.channel, "move", action=rows[-1].text)


async def prepare_refused_press(stage: Stage) -> Press:
    """Return a press, as Ben, of a button that only the host may press."""
    return partial(stage.ben.press, *find_board_button(stage, "ca"))


def find_board_button(stage: Stage, verb: str) -> tuple[Message, str]:
    """Return the board and the custom_id of its button with this verb."""
    return find_button(stage.find_board(), verb)


def find_button(message: Message | None, verb: str) -> tuple[Message, str]:
    """Return a message and the custom_id of its first button with this verb. The message must exist."""
    assert message is not None
    return message, next(i for i in message.list_buttons() if i.split(":")[1] == verb)


async def lose_board(stage: Stage) -> None:
    """Make a move without letting the bot learn that its new board was posted."""
    await stage.begin_match()
    # Fail twice, so that the retry isn't confirmed either.
    fault = stage.standin.faults.inject(Fault(stage.channel, "post", "cut", max_failures=2))
    await (await prepare_move(stage))()
    await stage.wait_until(lambda: fault.failure_count == fault.max_failures)
    stage.standin.faults.remove(fault)


async def move_in_quiet_channel(stage: Stage) -> None:
    """Make the channel quiet and make a move. The board is edited, and a line calls the next player."""
    await stage.begin_match()
    answer = (await press_at_standin_table(stage.anna, stage.channel, "settings")).get_answer()
    assert answer is not None
    form = await stage.anna.press(*find_button(answer, "sf"))
    await stage.anna.submit_form(form, verbosity="quiet")
    await (await prepare_move(stage))()
    await stage.wait_until(lambda: stage.shows_seq(1) and len(stage.list_calls()) == 1)


async def wait_for_found_match(stage: Stage) -> None:
    """Wait until the bot has posted the board of a match that was in its database at the start."""
    await stage.wait_until(lambda: stage.shows_seq(len(play_whole_match()[1]) - 1))


@cache
def play_whole_match() -> tuple[tuple[int, ...], tuple[LoggedRow, ...]]:
    """Return the press IDs and log of a complete match of two."""
    return play_random_match(GAMES[GAME_KEY], 1, None)


async def fill_database(database: Path | ServerUrl, channels: Sequence[int]) -> None:
    """Fill a new database with matches that are one move from the end."""
    presses, rows = play_whole_match()
    store = await Store.open(database)
    try:
        for channel in channels:
            first = OWNER_ID + 2 * (channel - FIRST_CHANNEL_ID)
            await add_table(store, channel, first, GAMES[GAME_KEY], presses, rows[:-1], is_over=False)
    finally:
        await store.close()


@dataclass(frozen=True, slots=True)
class Scene:
    """A person's action, and the requests to Discord that it causes."""

    name: str
    prepare: Callable[[Stage], Awaitable[None]]
    """Sets up the channel, before the fault is injected."""
    prepare_press: Callable[[Stage], Awaitable[Press]]
    """Does everything before the scene's press, and returns the press."""
    press_names: tuple[str, ...]
    """Possible verbs or commands of the press."""
    count_done: Callable[[Sequence[Table]], int]
    """Returns the number of times that the action took place, according to the database."""
    is_shown: Callable[[Stage], bool]
    """Returns whether the channel shows the action."""
    request_names: tuple[str, ...]
    """Names of the requests that the scene makes."""
    faulted_request_names: tuple[str, ...]
    """The requests among :attr:`request_names` that the matrix makes fail."""
    expected_count: int = 1
    """Expected result of ``count_done``."""
    is_claim_true: Callable[[Stage], bool] | None = None
    """Returns whether the message that :data:`BELOW_TEXT` promises exists. ``None`` if no answer has it."""
    repeats_action: bool = False
    """Whether to repeat the action at the end. It must then succeed."""


def count_rows(tables: Sequence[Table], kind: str) -> int:
    """Return the number of rows of a kind in the first table's log, or 0 before its match."""
    match = tables[0].match
    return 0 if match is None else sum(row.kind == kind for row in match.rows)


def make_seq_check(seq: int) -> Callable[[Stage], bool]:
    """Return a check that the board shows the position after ``seq`` rows."""
    return lambda stage: stage.shows_seq(seq)


MOVE_REQUESTS = ("acknowledge", "answer", "post", "edit")
"""The requests that a move makes. The edit removes the old board's buttons."""
SCENES = (
    Scene(
        "join",
        Stage.open_lobby,
        prepare_join,
        ("jo in the channel",),
        lambda tables: len(tables[0].occupants) - 1,
        lambda stage: stage.shows_seated(stage.anna, stage.ben),
        ("acknowledge", "edit"),
        ("acknowledge", "edit"),
    ),
    Scene(
        "open",
        Stage.prepare_nothing,
        prepare_play,
        ("/play",),
        len,
        lambda stage: stage.shows_seated(stage.anna),
        ("acknowledge", "answer", "post"),
        ("acknowledge", "answer", "post"),
        is_claim_true=lambda stage: stage.shows_seated(stage.anna),
    ),
    Scene(
        "thread",
        Stage.open_lobby,
        prepare_thread,
        ("th in the private message",),
        lambda tables: len(tables) - 1,
        lambda stage: any(stage.shows_seated(stage.anna, channel=thread) for thread in stage.list_threads()),
        ("acknowledge", "answer", "thread"),
        ("thread",),
    ),
    Scene(
        "move",
        Stage.begin_match,
        prepare_move,
        ("/move",),
        lambda tables: count_rows(tables, ACT_KIND),
        make_seq_check(1),
        MOVE_REQUESTS,
        MOVE_REQUESTS,
    ),
    Scene(
        "panel",
        Stage.begin_match,
        prepare_confirmation,
        tuple(f"{verb} in the private message" for verb in ("go", "pk", "ac")),
        lambda tables: count_rows(tables, ACT_KIND),
        make_seq_check(1),
        MOVE_REQUESTS,
        MOVE_REQUESTS,
    ),
    Scene(
        "choices",
        Stage.begin_match,
        prepare_autocomplete,
        ("choices of /move",),
        lambda tables: count_rows(tables, ACT_KIND),
        make_seq_check(0),
        ("acknowledge",),
        ("acknowledge",),
        expected_count=0,
        repeats_action=True,
    ),
    Scene(
        "quiet",
        move_in_quiet_channel,
        prepare_move,
        ("/move",),
        lambda tables: count_rows(tables, ACT_KIND) - 1,
        lambda stage: stage.shows_seq(2) and len(stage.list_calls()) == 1,
        (*MOVE_REQUESTS, "delete"),
        ("post", "edit", "delete"),
    ),
    Scene(
        "show",
        Stage.begin_match,
        prepare_repost,
        ("tba in the private message",),
        lambda tables: count_rows(tables, ACT_KIND),
        make_seq_check(0),
        MOVE_REQUESTS,
        MOVE_REQUESTS,
        expected_count=0,
        is_claim_true=Stage.is_reposted,
        repeats_action=True,
    ),
    Scene(
        "lost board",
        lose_board,
        prepare_repost,
        ("tba in the private message",),
        lambda tables: count_rows(tables, ACT_KIND) - 1,
        make_seq_check(1),
        (*MOVE_REQUESTS, "history"),
        ("history",),
        expected_count=0,
        is_claim_true=Stage.is_reposted,
        repeats_action=True,
    ),
    Scene(
        "resign",
        Stage.begin_match,
        prepare_resignation,
        ("rs in the private message",),
        lambda tables: count_rows(tables, RESIGN_KIND),
        make_seq_check(1),
        MOVE_REQUESTS,
        ("acknowledge", "answer"),
    ),
    Scene(
        "end",
        wait_for_found_match,
        prepare_last_move,
        ("/move",),
        lambda tables: count_rows(tables, ACT_KIND) - len(play_whole_match()[1]) + 1,
        lambda stage: stage.shows_seq(len(play_whole_match()[1])),
        MOVE_REQUESTS,
        MOVE_REQUESTS,
    ),
    Scene(
        "refusal",
        Stage.open_lobby,
        prepare_refused_press,
        ("ca in the channel",),
        lambda tables: int(tables[0].status == "over"),
        lambda stage: stage.shows_seated(stage.anna),
        ("acknowledge", "follow up", "edit"),
        ("acknowledge", "follow up"),
        expected_count=0,
    ),
)
