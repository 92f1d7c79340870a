"""The scratch copy on which a step is worked out. It never leaves ``apply``: only values go in and out."""

from __future__ import annotations

from games.australis.events import Event
from games.australis.state import State
from games.australis.view import Board, Task, by_turtle
from games.core.rng import Chance


class BoardWork:
    """A board while a step is worked out; fields as in ``Board``."""

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
        self.food = list(board.food)
        self.spilt = list(board.spilt)
        self.fish = board.fish
        self.corals = list(board.corals)
        self.supply = board.supply
        self.dice = list(board.dice)
        self.cards = list(board.cards)
        self.gold = list(board.gold)
        self.silver = list(board.silver)

    def frozen(self) -> Board:
        """Return the board as a value."""
        return Board(
            tuple(self.ledger),
            self.space,
            tuple(self.food),
            tuple(self.spilt),
            self.fish,
            tuple(self.corals),
            self.supply,
            tuple(self.dice),
            tuple(sorted(self.cards)),
            tuple(self.gold),
            tuple(self.silver),
        )


class Work:
    """A state while a step is worked out, with what has happened so far. Fields are those of ``State``."""

    __slots__ = (
        "arrived",
        "boards",
        "cards",
        "die",
        "discard",
        "display",
        "draw_pile",
        "events",
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

    def __init__(self, state: State, rng: Chance) -> None:
        self.rng = rng
        self.events: list[Event] = []
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
        self.offer = list(state.offer)
        self.display = list(state.display)
        self.draw_pile = list(state.draw_pile)
        self.discard = list(state.discard)
        self.grey_track = state.grey_track
        self.grey_beside = state.grey_beside
        self.fish_left = state.fish_left
        self.gold = list(state.gold)
        self.silver = list(state.silver)
        self.gone = state.gone
        self.arrived = list(state.arrived)
        self.boards: list[Board | BoardWork] = list(state.boards)

    @property
    def board(self) -> BoardWork:
        """The board of the seat to act, to be changed."""
        return self.thawed(self.seat)

    def thawed(self, seat: int) -> BoardWork:
        """Return the board of a seat, to be changed. Boards that nobody changes stay the values they are."""
        board = self.boards[seat]
        if isinstance(board, Board):
            board = BoardWork(board)
            self.boards[seat] = board
        return board

    @property
    def ahead(self) -> tuple[int, ...]:
        """The seats, the turtle furthest ahead first."""
        return by_turtle([board.space for board in self.boards], self.arrived)

    def tell(self, event: Event) -> None:
        """Note what has happened."""
        self.events.append(event)

    def score(self, seat: int, origin: int, points: int) -> None:
        """Give points, kept by what they come from (``LEDGER``)."""
        self.thawed(seat).ledger[origin] += points

    def frozen(self) -> State:
        """Return the position as a value."""
        return State(
            self.stage,
            self.seat,
            self.track_end,
            self.round,
            self.taken,
            self.start,
            self.token,
            Task(self.die, tuple(sorted(self.cards)), self.reef, self.takes),
            self.podium,
            tuple(sorted(self.offer)),
            tuple(self.display),
            tuple(self.draw_pile),
            tuple(sorted(self.discard)),
            self.grey_track,
            self.grey_beside,
            self.fish_left,
            tuple(self.gold),
            tuple(self.silver),
            self.gone,
            tuple(self.arrived),
            tuple([board if isinstance(board, Board) else board.frozen() for board in self.boards]),
        )
