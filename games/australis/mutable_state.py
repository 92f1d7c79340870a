"""A mutable copy of a position, used within a step because immutable values are slow to change one by one."""

from __future__ import annotations

from collections.abc import Iterable

from games.australis.events import Event
from games.australis.parts import Card, Die
from games.australis.state import State
from games.australis.view import NO_TASK, STAGES_BETWEEN_TURNS, Board, TurnTask, list_turtle_order
from games.core.rng import Chance


class MutableBoard:
    """A mutable :class:`Board`. Fields that change often are lists."""

    __slots__ = (
        "cards",
        "corals",
        "dice",
        "discarded_food",
        "fish",
        "food",
        "gold",
        "ledger",
        "silver",
        "space",
        "supply",
    )

    def __init__(self, board: Board) -> None:
        self.ledger = list(board.ledger)
        self.space = board.space
        self.food = board.food
        self.discarded_food = board.discarded_food
        self.fish = board.fish
        self.corals = list(board.corals)
        self.supply = board.supply
        self.dice = board.dice
        self.cards = board.cards
        self.gold = board.gold
        self.silver = board.silver

    def freeze(self) -> Board:
        """Return an immutable copy of the board."""
        # Keyword arguments here and in the other ``freeze`` would make every step a tenth slower.
        return Board(
            tuple(self.ledger),
            self.space,
            self.food,
            self.discarded_food,
            self.fish,
            tuple(self.corals),
            self.supply,
            self.dice,
            self.cards,
            self.gold,
            self.silver,
        )


class MutableState:
    """A mutable :class:`State`, which also collects events."""

    __slots__ = (
        "add_event",
        "arrived",
        "board",
        "boards",
        "cards",
        "cards_to_take",
        "dice_taken_count",
        "die",
        "discard",
        "display",
        "draw_pile",
        "fish_left",
        "gold",
        "grey_beside",
        "grey_track",
        "offer",
        "podium",
        "reef",
        "removed_tile_count",
        "rng",
        "round",
        "seat",
        "silver",
        "stage",
        "start",
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
        self.dice_taken_count = state.dice_taken_count
        self.start = state.start
        self.token = state.token
        self.die = state.task.die
        self.cards = list(state.task.cards)
        self.reef = state.task.reef
        self.cards_to_take = state.task.cards_to_take
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
        self.removed_tile_count = state.removed_tile_count
        self.arrived = state.arrived
        self.boards: list[Board | MutableBoard] = [*state.boards]
        self.board = self.boards[state.seat] = MutableBoard(state.boards[state.seat])
        """The editable board of the seat to act."""

    def edit_board(self, seat: int) -> MutableBoard:
        """Return the editable copy of a seat's board. The first call makes the copy."""
        board = self.boards[seat]
        if isinstance(board, Board):
            board = MutableBoard(board)
            self.boards[seat] = board
        return board

    @property
    def turtle_order(self) -> tuple[int, ...]:
        """The seats in order of their turtles, the furthest ahead first."""
        return list_turtle_order([board.space for board in self.boards], self.arrived)

    def return_dice(self, dice: Iterable[Die]) -> None:
        """Put dice back on the gameboard and sort it."""
        self.offer = tuple(sorted((*self.offer, *dice)))

    def discard_cards(self, cards: Iterable[Card]) -> None:
        """Put cards on the discard pile and sort it."""
        self.discard = tuple(sorted((*self.discard, *cards)))

    def take_top_tile(self, is_gold: bool) -> int:
        """Remove the top tile of a pile and return its points."""
        if is_gold:
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
            self.dice_taken_count,
            self.start,
            self.token,
            NO_TASK
            if self.stage in STAGES_BETWEEN_TURNS
            else TurnTask(self.die, tuple(self.cards), self.reef, self.cards_to_take),
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
            self.removed_tile_count,
            self.arrived,
            tuple([board if isinstance(board, Board) else board.freeze() for board in self.boards]),
        )
