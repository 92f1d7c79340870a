"""A table as it stands: immutable values that the interface reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from bot.model.names import plain_name
from games.core.match import Match, Row
from games.core.protocol import Game
from games.core.shapes import EventLike

Status = Literal["lobby", "playing", "over", "frozen"]
LOBBY: Status = "lobby"
PLAYING: Status = "playing"
OVER: Status = "over"
FROZEN: Status = "frozen"
Begins = Literal["pressed", "full", "asked"]
PRESSED: Begins = "pressed"
FULL: Begins = "full"
ASKED: Begins = "asked"
"""What the match of a lobby waits for: the host, the last seat, or the last of those who are invited."""
CHANNEL = "channel"
"""The level of a seat that everybody of the channel plays, by votes (:func:`is_channel`)."""
NOBODY = 0
"""The user id of computer players, and of people who had themselves erased."""


def is_channel(level: str | None) -> bool:
    """Tell whether a channel plays a seat of this level: no computer thinks for it."""
    return level is not None and level.partition(":")[0] == CHANNEL


def name_guest(channel_id: int) -> str:
    """Return the level of a seat that another channel than the table's plays."""
    return f"{CHANNEL}:{channel_id}"


def is_guest(level: str | None) -> bool:
    """Tell whether another channel than the table's plays a seat of this level."""
    return is_channel(level) and level != CHANNEL


@dataclass(frozen=True, slots=True)
class Person:
    """A Discord user and the plain name shown for them."""

    user_id: int
    name: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", plain_name(self.name))


@dataclass(frozen=True, slots=True)
class Place:
    """The channel (or thread) of a table; ``locale`` is the language of its public texts."""

    channel_id: int
    guild_id: int | None
    locale: str


@dataclass(frozen=True, slots=True)
class Clock:
    """The time that each seat of a table has: ``bank`` seconds, and ``more`` at each of its turns."""

    bank: int
    more: int

    @property
    def text(self) -> str:
        """The clock as it is stored, and as a command takes it."""
        return f"{self.bank}+{self.more}"

    @classmethod
    def of(cls, text: str) -> Clock:
        """Read :attr:`text`.

        :raises ValueError: it is none.
        """
        bank, more = (int(part) for part in text.split("+"))
        return cls(bank, more)


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who sits on a seat: a person, or a computer player of the level ``computer`` (``user_id`` is 0).

    Where the channel votes (:func:`is_channel`) no computer thinks for it.
    """

    seat: int
    user_id: int
    name: str
    computer: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", plain_name(self.name))


def number_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return names, those that are there several times with a number."""
    return tuple(
        f"{name} ({names[: seat + 1].count(name)})" if names.count(name) > 1 else name
        for seat, name in enumerate(names)
    )


@dataclass(frozen=True, slots=True)
class Former:
    """Who had a seat until the log had ``seq`` rows."""

    seat: int
    user_id: int
    name: str
    computer: str | None
    seq: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", plain_name(self.name))


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something that all seated people must agree to. ``ply`` is where an ``undo`` goes back to.

    ``agreed`` are user ids, the proposer's first; ``awaiting`` are who has not answered, in turn order.
    """

    id: int
    kind: Literal["undo", "draw"]
    seat: int
    user_id: int
    ply: int | None
    agreed: tuple[int, ...]
    awaiting: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """One table at one moment. A later moment is another value.

    ``match`` is ``None`` in the lobby, for a lobby that was cancelled, and where the log does not
    replay (``status`` is then ``frozen``, or ``over`` once closed). ``seats`` wanted are ``capacity``.
    ``secret`` is hexadecimal, and only there once the match is over. Times are epoch seconds.
    ``former`` are those who gave a seat up during the match; ``follows`` is the table whose rematch it is.
    Without a ``clock`` nobody is hurried. People have been drawn to a table that is ``arranged``: nobody
    is helped there while it is played, and there is no rematch. ``declined`` are those who turned their
    invitation down.
    """

    id: int
    game: Game
    place: Place
    host_id: int
    status: Status
    options: Mapping[str, str]
    capacity: int
    occupants: tuple[Occupant, ...]
    commitment: str
    match: Match | None
    proposal: Proposal | None
    invited: tuple[int, ...]
    secret: str | None
    opened_at: int
    ended_at: int | None
    former: tuple[Former, ...] = ()
    follows: int | None = None
    clock: Clock | None = None
    begins: Begins = PRESSED
    arranged: bool = False
    declined: tuple[int, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The name on each taken seat, numbered where several bear the same."""
        return number_names([occupant.name for occupant in self.occupants])

    @property
    def people(self) -> tuple[int, ...]:
        """The user ids of the persons seated, each once, in turn order; of those erased nothing is known."""
        return tuple(dict.fromkeys(o.user_id for o in self.occupants if o.user_id != NOBODY))

    @property
    def computers(self) -> tuple[int, ...]:
        """The seats of computer players."""
        return tuple(occupant.seat for occupant in self.occupants if occupant.computer is not None)

    @property
    def thinking(self) -> tuple[int, ...]:
        """The seats for which a computer thinks."""
        return tuple(seat for seat in self.computers if not is_channel(self.occupants[seat].computer))

    @property
    def is_voted(self) -> bool:
        """Whether everybody of the channel plays a seat, or has: many know its hidden side."""
        return self.votes or any(is_channel(one.computer) for one in self.former)

    @property
    def channels(self) -> dict[int, int]:
        """The channels that play now, each with its seat."""
        found = {}
        for one in self.occupants:
            if is_channel(one.computer):
                guest = (one.computer or "").partition(":")[2]
                found[int(guest) if guest else self.place.channel_id] = one.seat
        return found

    @property
    def guests(self) -> tuple[int, ...]:
        """The other channels that play now: the match is shown there too."""
        return tuple(channel for channel in self.channels if channel != self.place.channel_id)

    @property
    def votes(self) -> bool:
        """Whether everybody of a channel plays a seat now."""
        return any(is_channel(one.computer) for one in self.occupants)

    @property
    def is_unaided(self) -> bool:
        """Whether everybody plays without help: at an arranged table, until its match has ended."""
        return self.arranged and self.status != OVER

    @property
    def is_attended(self) -> bool:
        """Whether people play, together or by themselves. Computers among themselves do not play on."""
        return bool(self.people) or self.votes

    def unhurried(self, seat: int | None) -> bool:
        """Tell whether the turn of ``seat`` keeps nobody waiting but the one person at the table.

        A computer player lets that person answer for themselves, unless they have set a standing order.
        """
        return seat in self.computers and len(self.people) == 1

    @property
    def host(self) -> Person:
        """The host; of a lobby that was cancelled, the last one."""
        return Person(self.host_id, self.host_name)

    @property
    def host_name(self) -> str:
        """The name of the host; empty for one who has given their seat to the channel."""
        return next((o.name for o in self.occupants if o.user_id == self.host_id), "")

    @property
    def is_complete(self) -> bool:
        """Whether nobody is waited for any more before the match, but perhaps the host."""
        if self.begins == ASKED:
            return not self.invited and len(self.occupants) in self.game.seats
        return len(self.occupants) == self.capacity

    @property
    def free_seats(self) -> int:
        """So many seats are neither taken nor kept for somebody who is invited."""
        return self.capacity - len(self.occupants) - len(self.invited)

    def seats_of(self, user_id: int) -> tuple[int, ...]:
        """Return the seats of a person; empty for a spectator."""
        return tuple(o.seat for o in self.occupants if o.user_id == user_id and o.computer is None)

    def seat_for(self, user_id: int) -> int | None:
        """Return the seat that a person speaks for: the one to act, else the one in turn, else the first."""
        seats = self.seats_of(user_id)
        if self.match is not None:
            wanted = (*self.match.to_act, self.match.turn)
            seats = (*(seat for seat in wanted if seat in seats), *seats)
        return seats[0] if seats else None

    @property
    def is_sealed(self) -> bool:
        """Whether the match is over while others go on that were dealt from the same secret."""
        return self.status == OVER and self.id > 0 and self.match is not None and self.secret is None

    def bares(self, user_id: int) -> bool:
        """Tell whether a person may see what each seat saw: at the end, and for who was not there no sooner
        than nobody is dealt the same any more.
        """
        return self.status == OVER and (not self.is_sealed or bool(self.seats_of(user_id)))

    def waits_for(self, user_id: int) -> bool:
        """Tell whether a person is to act, or would be once standing orders have answered."""
        if self.match is None:
            return False
        seats = self.seats_of(user_id)
        return self.match.turn in seats or any(seat in seats for seat in self.match.to_act)


@dataclass(frozen=True, slots=True)
class Acted:
    """What one press did: the table after it, the match before, and each row added with its events."""

    table: Table
    before: Match
    steps: tuple[tuple[Row, tuple[EventLike, ...]], ...]
