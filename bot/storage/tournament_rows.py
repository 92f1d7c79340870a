"""The rows in which tournaments are stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.core.values import value
from games.tournament.events import Event
from games.tournament.terms import Terms


@value
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


@value
class EntryRow:
    """A current or former participant."""

    entry: int
    user_id: int
    name: str
    press: int


@value
class LogRow:
    """An event of a tournament, with the person who caused it and the time."""

    seq: int
    event: Event
    user_id: int
    name: str
    at: int

    @property
    def is_automatic(self) -> bool:
        """Whether nobody caused the event. Events caused by erased people have a placeholder name, so they
        don't count as automatic.
        """
        return not self.user_id and self.name in ("", "?")


@value
class RoundTable:
    """A table of a round; its thread and match are ``None`` until they exist."""

    round: int
    number: int
    thread_id: int | None = None
    match_id: int | None = None


@value
class Post:
    """A post of a tournament, identified by ``what``. ``message_id`` is ``None`` until it is confirmed."""

    what: str
    message_id: int | None
    at: int


@dataclass(frozen=True, slots=True)
class Deal:
    """The secret that all tables of a round share. It is kept out of the repr."""

    round: int
    secret: bytes = field(repr=False)
