"""What is stored of a tournament, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.tournament.events import Event
from games.tournament.terms import Terms


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """A tournament as its host set it up."""

    id: int
    guild_id: int
    channel_id: int
    locale: str
    host_id: int
    title: str
    game: str
    options: Mapping[str, str]
    clock: str
    terms: Terms
    opened_at: int
    ended: bool = False


@dataclass(frozen=True, slots=True)
class EntryRow:
    """Somebody who takes part, or did."""

    entry: int
    user_id: int
    name: str
    press: int


@dataclass(frozen=True, slots=True)
class LogRow:
    """Something that happened, by whom and when."""

    seq: int
    event: Event
    user_id: int
    name: str
    at: int

    @property
    def by_itself(self) -> bool:
        """Whether nobody did it; who had themselves erased has another name than nobody."""
        return not self.user_id and self.name in ("", "?")


@dataclass(frozen=True, slots=True)
class RoundTable:
    """A table of a round: where it is, and what is played there; ``None`` as long as there is none."""

    round: int
    number: int
    thread_id: int | None = None
    match_id: int | None = None


@dataclass(frozen=True, slots=True)
class Post:
    """Something that was posted, or was about to be when the host stopped (``message_id`` is ``None``)."""

    what: str
    message_id: int | None
    at: int


@dataclass(frozen=True, slots=True)
class Deal:
    """What all tables of a round are dealt from. Whoever prints one does not print that."""

    round: int
    secret: bytes = field(repr=False)
