"""Makes moves in the real bot's panels, each with as few presses as a person could find.

Each move starts at the buttons of the public board. A button counts as one press. A list counts as two
presses: one to open the list and one to choose. If the panel doesn't show the player's own picture, looking
at it counts as another press.

Moves are intercepted before they are stored, so that every kind of move can be tried in the same position.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from bot.errors.base import TableError
from bot.ui.ids import MoveChoice
from games.core.match import Match
from games.core.narrow import FieldQuestion, NoSuchPick, filter_by_first_value, find_next_question
from games.core.shapes import ActionLike
from games.registry import GAMES
from tests.support.harbour import Harbour, list_buttons, list_controls

MAX_STEPS = 12
BUTTON_PRESSES, LIST_PRESSES, LOOK_PRESSES = 1, 2, 1
"""Number of presses for a button, for a choice from a list, and for looking at one's own picture."""
MAX_POSITIONS_PER_MATCH = 50
"""Maximum number of positions per match."""
MEAN_MOVES_BETWEEN_POSITIONS = 2
"""Average number of random moves between two positions."""


class MoveIntercepted(TableError):
    """A move reached the table, and was refused instead of stored."""

    def __init__(self, token: str) -> None:
        super().__init__(token)
        self.token = token


@dataclass(frozen=True, slots=True)
class PressOption:
    """A press that leads towards a move."""

    custom_id: str
    """The custom_id of the button or list."""
    value: str | None
    """The value to choose from a list, or ``None`` for a button."""
    cost: int
    """Number of presses that this press counts as: 1, or 2 for a choice from a list."""
    chosen_value_count: int
    """Number of the move's values chosen by this press and earlier ones (see :func:`measure_progress`)."""


@dataclass(frozen=True, slots=True)
class CountedMove:
    """A move, and the number of presses that it took."""

    kind: str
    token: str
    press_count: int


@dataclass(frozen=True, slots=True)
class FullTable:
    """A table with a person in every seat."""

    harbour: Harbour
    people: dict[int, Any]
    """The seated people by user ID."""


def classify_action(action: ActionLike) -> str:
    """Return the name of a move's kind. It is the same in every run."""
    return type(action).__name__.lower()


@asynccontextmanager
async def open_full_table(
    game: str, seat_count: int, folder: Path, secret: bytes = bytes(32), **options: Any
) -> AsyncIterator[FullTable]:
    """Open a table with people in every seat, and start the match."""
    harbour = await Harbour.open(folder)
    harbour.bot.tables.core.draw_secret = lambda: secret
    try:
        await harbour.open_lobby(game, **options)
        more = [harbour.ben, harbour.dana, harbour.mod]
        more += [harbour.add_member(name) for name in ("Eva", "Finn")]
        for person in more[: seat_count - 1]:
            await person.click(harbour.board, custom_id=_find_button(harbour.board, "jo"))
        await harbour.anna.click(harbour.board, custom_id=_find_button(harbour.board, "sa"))
        yield FullTable(harbour, {person.id: person for person in (harbour.anna, *more)})
    finally:
        await harbour.close()


def _find_button(message: Any, verb: str) -> str:
    """Return the custom_id of a message's button with this verb, in any language."""
    return next(custom_id for custom_id in list_buttons(message) if custom_id.startswith(f"b:{verb}:"))


async def count_presses_in_positions(
    game: str, position_count: int, seed: int = 1
) -> AsyncIterator[CountedMove]:
    """Count the presses for each kind of move in random positions of random matches."""
    count, match_number = 0, 0
    while count < position_count:
        secret = Random(f"{game}{seed}{match_number}").randbytes(32)
        chance = Random(secret)
        seats = GAMES[game].seat_counts[match_number % len(GAMES[game].seat_counts)]
        options = {"options": "start=chosen"} if game == "reef" and match_number % 4 == 0 else {}
        match_number += 1
        with TemporaryDirectory() as folder:
            async with open_full_table(game, seats, Path(folder), secret, **options) as full_table:
                for _ in range(MAX_POSITIONS_PER_MATCH):
                    match = await full_table.harbour.find_match()
                    if match.outcome is not None or count == position_count:
                        break
                    async for counted in count_presses_in_position(full_table, chance):
                        yield counted
                    count += 1
                    await full_table.harbour.play_random_moves(
                        chance.randrange(1, 2 * MEAN_MOVES_BETWEEN_POSITIONS)
                    )


async def count_presses_in_position(full_table: FullTable, chance: Random) -> AsyncIterator[CountedMove]:
    """Count the presses for one random move of each kind in the current position."""
    harbour = full_table.harbour
    table, match = await harbour.find_table(), await harbour.find_match()
    for seat in {*match.to_act, *([] if match.active_seat is None else [match.active_seat])}:
        ahead = await harbour.bot.tables.wait_finder.apply_standing_orders(table, seat)
        kinds: dict[str, list[ActionLike]] = {}
        for action in ahead.legal_actions(seat):
            kinds.setdefault(classify_action(action), []).append(action)
        for kind, actions in kinds.items():
            action = chance.choice(actions)
            yield CountedMove(kind, action.token, await count_presses(full_table, ahead, seat, action))


async def count_presses(full_table: FullTable, match: Match, seat: int, action: ActionLike) -> int:
    """Press towards a move, starting at the board, until it would be stored; return the number of presses."""
    harbour = full_table.harbour
    person = full_table.people[(await harbour.find_table()).occupants[seat].user_id]
    caught: list[str] = []
    legal = match.legal_actions(seat)

    async def intercept(table_id: int, user_id: int, token: str, seq: int | None, **kwargs: Any) -> None:
        """Stand in for ``Play.perform_action``, recording the move and refusing it."""
        caught.append(token)
        raise MoveIntercepted(token)

    play = harbour.bot.tables.play
    play.perform_action, real = intercept, play.perform_action  # type: ignore[method-assign, assignment]
    try:
        shown: Any = harbour.board
        presses, looked = 0, False
        for _ in range(MAX_STEPS):
            ways = list(find_press_options(shown, match, seat, legal, action))
            offered = [part["custom_id"] for part in list_controls(shown)]
            assert ways, f"no button leads to {action.token}: {shown.content} {offered}"
            option = min(ways, key=lambda option: (-option.chosen_value_count, option.cost))
            if option.value is None:
                answer = await person.click(shown, custom_id=option.custom_id)
            else:
                answer = await person.select(shown, [option.value], custom_id=option.custom_id)
            presses += option.cost
            if caught:
                assert caught == [action.token], f"{caught} instead of {action.token}"
                return presses
            shown = answer.response
            assert shown is not None
            if not looked and not shown.attachments:
                presses += LOOK_PRESSES
            looked = True
        raise AssertionError(f"{action.token} was not done: {shown.content}")
    finally:
        play.perform_action = real  # type: ignore[method-assign]


def find_press_options(
    message: Any, match: Match, seat: int, legal: tuple[ActionLike, ...], action: ActionLike
) -> Iterator[PressOption]:
    """Yield the buttons and list entries of a message that lead towards an action."""
    for part in list_controls(message):
        _, verb, *rest = part["custom_id"].split(":")
        if part.get("disabled") or verb not in ("go", "pk", "ac"):
            continue
        if verb == "ac":
            if ":".join(rest[3:]) == action.token:
                yield PressOption(part["custom_id"], None, BUTTON_PRESSES, MAX_STEPS)
            continue
        stands = MoveChoice.parse(rest)
        if stands.seat != seat or (part.get("emoji") or {}).get("name") == "◀️":
            continue
        values = [option["value"] for option in part.get("options", ())] if verb == "pk" else [None]
        for value in values:
            choice = stands if value is None else stands.add_picks(value)
            settled = measure_progress(match, legal, choice, action)
            # A button without a choice opens the panel, which then asks the first question.
            if settled or not choice.values:
                yield PressOption(
                    part["custom_id"], value, BUTTON_PRESSES if value is None else LIST_PRESSES, settled
                )


def measure_progress(
    match: Match, legal: tuple[ActionLike, ...], choice: MoveChoice, action: ActionLike
) -> int:
    """Return the number of values of ``action`` that have been chosen.

    Return 0 if the choice excludes ``action``, and ``MAX_STEPS`` if it excludes all other actions.
    """
    if not choice.values:
        return 0
    fitting = filter_by_first_value(legal, choice.values[0])
    if not fitting:
        return 0
    try:
        found = find_next_question(fitting, choice.values[1:], match.game.field_settings)
    except NoSuchPick:
        return 0
    if isinstance(found, FieldQuestion):
        return len(choice.values) if action in found.actions else 0
    return MAX_STEPS if found == action else 0
