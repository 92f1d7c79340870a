"""Immutable snapshots of tables, and the values that they consist of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from bot.model.names import make_plain_name
from games.core.match import LoggedRow, Match
from games.core.protocol import Game
from games.core.shapes import EventLike
from games.core.values import value_class

TableStatus = Literal["lobby", "playing", "over", "frozen"]
TABLE_IN_LOBBY: TableStatus = "lobby"
TABLE_PLAYING: TableStatus = "playing"
TABLE_OVER: TableStatus = "over"
TABLE_FROZEN: TableStatus = "frozen"
StartTrigger = Literal["pressed", "full", "asked"]
START_WHEN_PRESSED: StartTrigger = "pressed"
"""The match starts when the host presses *Start*."""
START_WHEN_FULL: StartTrigger = "full"
"""The match starts when the last seat is taken."""
START_WHEN_ANSWERED: StartTrigger = "asked"
"""The match starts when the last invitation is answered."""
OWN_CHANNEL_PLAYER = "channel"
"""Value of ``computer`` for a seat that the table's own channel plays (:class:`ChannelSeat`)."""
NO_USER_ID = 0
"""User ID of seats without a known user: seats of computers, channels and erased users."""


@value_class
class ChannelSeat:
    """A channel that plays a seat by voting. It is stored as text in place of a computer's level."""

    channel_id: int | None = None
    """``None`` for the table's own channel."""

    @classmethod
    def parse(cls, computer: str | None) -> ChannelSeat | None:
        """Parse the ``computer`` of a seat; return ``None`` if a person or a computer plays the seat."""
        name, _, channel_id = (computer or "").partition(":")
        if name != OWN_CHANNEL_PLAYER:
            return None
        return cls(int(channel_id) if channel_id else None)

    @property
    def is_guest(self) -> bool:
        """Whether a channel other than the table's plays this seat."""
        return self.channel_id is not None

    def __str__(self) -> str:
        return OWN_CHANNEL_PLAYER if self.channel_id is None else f"{OWN_CHANNEL_PLAYER}:{self.channel_id}"


@dataclass(frozen=True, slots=True)
class Person:
    """A Discord user, with their display name made safe to show."""

    user_id: int
    name: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", make_plain_name(self.name))


@value_class
class Place:
    """The channel or thread of a table."""

    channel_id: int
    guild_id: int | None
    locale: str
    """Locale of public texts, unless a language is set for the channel."""


@value_class
class Clock:
    """The time control of a table."""

    bank_seconds: int
    """Seconds of each seat at the start, and the maximum that it can have later."""
    top_up_seconds: int
    """Seconds added to a seat's clock at the start of each of its turns."""

    @property
    def text(self) -> str:
        """The clock as stored and as typed in a command, such as ``3600+60``."""
        return f"{self.bank_seconds}+{self.top_up_seconds}"

    @classmethod
    def parse(cls, text: str) -> Clock:
        """Parse a clock written as :attr:`text`.

        :raises ValueError: ``text`` is malformed.
        """
        bank, top_up = (int(part) for part in text.split("+"))
        return cls(bank, top_up)


@dataclass(frozen=True, slots=True)
class Occupant:
    """The player in a seat: a person, a computer, or a channel."""

    seat: int
    user_id: int
    """:data:`NO_USER_ID` for computers, channels and erased users."""
    name: str
    computer: str | None = None
    """Level of the computer, or the text of a :class:`ChannelSeat`; ``None`` for a person."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", make_plain_name(self.name))

    @property
    def channel(self) -> ChannelSeat | None:
        """The channel that plays the seat, if one does."""
        return ChannelSeat.parse(self.computer)


def number_duplicate_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names, with a number added to each name that occurs several times, such as ``Anna (2)``."""
    if len(set(names)) == len(names):
        return tuple(names)
    return tuple(
        f"{name} ({names[: seat + 1].count(name)})" if names.count(name) > 1 else name
        for seat, name in enumerate(names)
    )


@dataclass(frozen=True, slots=True)
class FormerOccupant:
    """A player who gave up a seat during the match."""

    seat: int
    user_id: int
    name: str
    computer: str | None
    """Level of the computer, or the text of a :class:`ChannelSeat`; ``None`` for a person."""
    seq: int
    """Length of the log at the time when the player gave up the seat."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", make_plain_name(self.name))

    @property
    def channel(self) -> ChannelSeat | None:
        """The channel that played the seat, if one did."""
        return ChannelSeat.parse(self.computer)


@value_class
class Proposal:
    """A proposed draw or undo, to which all seated people must agree."""

    id: int
    kind: Literal["undo", "draw"]
    proposer_seat: int
    proposer_id: int
    ply: int | None
    """Number of steps that remain after the undo; ``None`` for a draw."""
    awaited_ids: tuple[int, ...]
    """IDs of the users who haven't answered yet, in turn order."""


@value_class
class Table:
    """A snapshot of one table. Times are epoch seconds."""

    id: int
    """Negative for a match imported from a file."""
    game: Game
    place: Place
    host_id: int
    status: TableStatus
    options: Mapping[str, str]
    capacity: int
    """Number of seats, taken or free."""
    occupants: tuple[Occupant, ...]
    """In turn order."""
    commitment: str
    """SHA-256 value of the secret, shown from the start."""
    match: Match | None
    """``None`` in a lobby, even a cancelled one, and if the log can't be replayed.

    In the latter case the status is ``frozen``, or ``over`` once the table is closed.
    """
    proposal: Proposal | None
    invited_ids: tuple[int, ...]
    """Users with an unanswered invitation."""
    secret: str | None
    """The secret in hexadecimal. ``None`` until the match is over and no other table plays its deal."""
    opened_at: int
    ended_at: int | None
    former_occupants: tuple[FormerOccupant, ...] = ()
    """In the order in which they gave up their seats."""
    rematch_of: int | None = None
    clock: Clock | None = None
    """``None`` for no time limit."""
    start_trigger: StartTrigger = START_WHEN_PRESSED
    is_arranged: bool = False
    """Whether the players were assigned, as in a tournament, without hints and rematches."""
    declined_ids: tuple[int, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat. Equal names are numbered."""
        return number_duplicate_names([occupant.name for occupant in self.occupants])

    @property
    def user_ids(self) -> tuple[int, ...]:
        """The distinct user IDs of the people seated, except erased users, in turn order."""
        return tuple(dict.fromkeys(o.user_id for o in self.occupants if o.user_id != NO_USER_ID))

    @property
    def computer_seats(self) -> tuple[int, ...]:
        """The seats of computer players, including seats played by channels."""
        return tuple(occupant.seat for occupant in self.occupants if occupant.computer is not None)

    @property
    def non_channel_computer_seats(self) -> tuple[int, ...]:
        """The seats of computer players, excluding seats played by channels."""
        return tuple(seat for seat in self.computer_seats if self.occupants[seat].channel is None)

    @property
    def had_channel_seat(self) -> bool:
        """Whether a channel plays or has played a seat. Its voters know the seat's hidden information."""
        return self.has_channel_seat or any(one.channel is not None for one in self.former_occupants)

    @property
    def seat_by_channel_id(self) -> dict[int, int]:
        """The seats played by channels, by channel ID."""
        seats = {}
        for one in self.occupants:
            if one.channel is not None:
                guest = one.channel.channel_id
                seats[self.place.channel_id if guest is None else guest] = one.seat
        return seats

    @property
    def guest_channel_ids(self) -> tuple[int, ...]:
        return tuple(channel for channel in self.seat_by_channel_id if channel != self.place.channel_id)

    @property
    def has_channel_seat(self) -> bool:
        return any(one.channel is not None for one in self.occupants)

    @property
    def is_help_forbidden(self) -> bool:
        """Whether hints and similar help are forbidden, as at an arranged table that isn't over."""
        return self.is_arranged and self.status != TABLE_OVER

    @property
    def has_human_player(self) -> bool:
        """Whether any person or channel plays. If only computers play, they stop making moves."""
        return bool(self.user_ids) or self.has_channel_seat

    def is_solo_computer_turn(self, seat: int | None) -> bool:
        """Return whether ``seat`` belongs to a computer or channel at a table with a single person.

        In that seat's turn, the person answers questions themselves unless they have set a standing order.
        """
        return seat in self.computer_seats and len(self.user_ids) == 1

    @property
    def host(self) -> Person:
        """The host, or the last host of a cancelled lobby."""
        return Person(self.host_id, self.host_name)

    @property
    def host_name(self) -> str:
        """The host's name; empty if the host has no seat."""
        return next((o.name for o in self.occupants if o.user_id == self.host_id), "")

    @property
    def is_complete(self) -> bool:
        """Whether everyone needed has joined. The host may still have to press *Start*."""
        if self.start_trigger == START_WHEN_ANSWERED:
            return not self.invited_ids and len(self.occupants) in self.game.seat_counts
        return len(self.occupants) == self.capacity

    @property
    def free_seat_count(self) -> int:
        """The number of seats neither taken nor kept for someone invited."""
        return self.capacity - len(self.occupants) - len(self.invited_ids)

    @property
    def has_open_seat(self) -> bool:
        return self.status == TABLE_IN_LOBBY and self.rematch_of is None and self.free_seat_count > 0

    def list_seats(self, user_id: int) -> tuple[int, ...]:
        """Return the seats of a person; empty for spectators."""
        return tuple(o.seat for o in self.occupants if o.user_id == user_id and o.computer is None)

    def find_acting_seat(self, user_id: int) -> int | None:
        """Return the seat for which a person acts; ``None`` if they have no seat.

        If they have several seats, prefer one that must act now, then the one whose turn it is.
        """
        seats = self.list_seats(user_id)
        if self.match is not None:
            preferred_seats = (*self.match.to_act, self.match.active_seat)
            seats = (*(seat for seat in preferred_seats if seat in seats), *seats)
        return seats[0] if seats else None

    @property
    def is_sealed(self) -> bool:
        """Whether the match is over but its secret stays hidden, because other tables still play the deal."""
        return self.status == TABLE_OVER and self.id > 0 and self.match is not None and self.secret is None

    def is_revealed_to(self, user_id: int) -> bool:
        """Return whether a person may see all hidden information of the match.

        The players may see it once the match is over. Other people must also wait until no other table plays
        the deal.
        """
        return self.status == TABLE_OVER and (not self.is_sealed or bool(self.list_seats(user_id)))

    def is_waiting_for(self, user_id: int) -> bool:
        """Return whether a person has the turn or is asked a question. Standing orders aren't considered."""
        if self.match is None:
            return False
        seats = self.list_seats(user_id)
        return self.match.active_seat in seats or any(seat in seats for seat in self.match.to_act)


@value_class
class ActionResult:
    """A table after an action, with the match before it and the rows that the action added."""

    table: Table
    match_before: Match
    steps: tuple[tuple[LoggedRow, tuple[EventLike, ...]], ...]
    """Each row that the action added to the log, with its events."""
