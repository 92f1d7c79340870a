"""A mutable copy of a position, used within ``apply`` because changing immutable values step by step is
slow.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.australis.events import Event
from games.australis.parts import Card, Die
from games.australis.state import State
from games.australis.view import NO_TASK, STAGES_BETWEEN_TURNS, Board, TurnTask, order_by_turtle
from games.core.rng import Chance


class BoardWork:
    """A mutable :class:`Board`, used within a step. Fields that change often are lists."""

    __slots__ = (
        "cards",
        "corals",
        "dice",
        "fish",
        "food",
        "gold",
        "ledger",
        "silver",
        "space",
        "spilt",
        "supply",
    )

    def __init__(self, board: Board) -> None:
        self.ledger = list(board.ledger)
        self.space = board.space
        self.food = board.food
        self.spilt = board.spilt
        self.fish = board.fish
        self.corals = list(board.corals)
        self.supply = board.supply
        self.dice = board.dice
        self.cards = board.cards
        self.gold = board.gold
        self.silver = board.silver

    def freeze(self) -> Board:
        """Return an immutable copy of the board."""
        return Board(
            tuple(self.ledger),
            self.space,
            self.food,
            self.spilt,
            self.fish,
            tuple(self.corals),
            self.supply,
            self.dice,
            self.cards,
            self.gold,
            self.silver,
        )


class Work:
    """A mutable :class:`State`, used within a step, with the events so far."""

    __slots__ = (
        "add_event",
        "arrived",
        "board",
        "boards",
        "cards",
        "die",
        "discard",
        "display",
        "draw_pile",
        "fish_left",
        "gold",
        "gone",
        "grey_beside",
        "grey_track",
        "offer",
        "podium",
        "reef",
        "rng",
        "round",
        "seat",
        "silver",
        "stage",
        "start",
        "taken",
        "takes",
        "token",
        "track_end",
    )

    def __init__(self, state: State, rng: Chance, events: list[Event]) -> None:
        """Copy a position.

        :param events: the list to which ``add_event`` appends.
        """
        self.rng = rng
        self.add_event = events.append
        self.stage = state.stage
        self.seat = state.seat
        self.track_end = state.track_end
        self.round = state.round
        self.taken = state.taken
        self.start = state.start
        self.token = state.token
        self.die = state.task.die
        self.cards = list(state.task.cards)
        self.reef = state.task.reef
        self.takes = state.task.takes
        self.podium = state.podium
        self.offer = state.offer
        self.display = list(state.display)
        self.draw_pile = state.draw_pile
        self.discard = state.discard
        self.grey_track = state.grey_track
        self.grey_beside = state.grey_beside
        self.fish_left = state.fish_left
        self.gold = state.gold
        self.silver = state.silver
        self.gone = state.gone
        self.arrived = state.arrived
        self.boards: list[Board | BoardWork] = [*state.boards]
        self.board = self.boards[state.seat] = BoardWork(state.boards[state.seat])
        """The editable board of the seat to act."""

    def edit_board(self, seat: int) -> BoardWork:
        """Return the editable copy of a seat's board. The first call makes the copy."""
        board = self.boards[seat]
        if isinstance(board, Board):
            board = BoardWork(board)
            self.boards[seat] = board
        return board

    @property
    def ahead(self) -> tuple[int, ...]:
        """The seats in order of their turtles, the furthest ahead first."""
        return order_by_turtle([board.space for board in self.boards], self.arrived)

    def return_dice(self, dice: Iterable[Die]) -> None:
        """Put dice back on the gameboard and sort it."""
        self.offer = tuple(sorted((*self.offer, *dice)))

    def discard_cards(self, cards: Iterable[Card]) -> None:
        """Put cards on the discard pile and sort it."""
        self.discard = tuple(sorted((*self.discard, *cards)))

    def take_top_tile(self, gold: bool) -> int:
        """Remove the top tile of a pile and return its points."""
        if gold:
            points, *left = self.gold
            self.gold = tuple(left)
        else:
            points, *left = self.silver
            self.silver = tuple(left)
        return points

    def freeze(self) -> State:
        """Return an immutable copy of the position."""
        return State(
            self.stage,
            self.seat,
            self.track_end,
            self.round,
            self.taken,
            self.start,
            self.token,
            NO_TASK
            if self.stage in STAGES_BETWEEN_TURNS
            else TurnTask(self.die, tuple(self.cards), self.reef, self.takes),
            self.podium,
            self.offer,
            tuple(self.display),
            self.draw_pile,
            self.discard,
            self.grey_track,
            self.grey_beside,
            self.fish_left,
            self.gold,
            self.silver,
            self.gone,
            self.arrived,
            tuple([board if isinstance(board, Board) else board.freeze() for board in self.boards]),
        )
