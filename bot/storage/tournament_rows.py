"""Rows of stored tournaments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from games.core.values import value_class
from games.tournament.events import TournamentEvent
from games.tournament.terms import TournamentTerms


@value_class
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
    """Text of the time control (:attr:`bot.model.table.Clock.text`)."""
    terms: TournamentTerms
    opened_at: int
    has_ended: bool = False


@value_class
class EntryRow:
    """A current or former participant of a tournament."""

    entry: int
    user_id: int
    name: str
    press_id: int
    """ID of the press with which the participant joined."""


@value_class
class TournamentLogRow:
    """An event in a tournament's log."""

    seq: int
    event: TournamentEvent
    user_id: int
    """ID of the user who caused the event; 0 if it was automatic or the user's data was erased."""
    name: str
    """Name of the user who caused the event; empty if it was automatic."""
    happened_at: int
    """Epoch second."""

    @property
    def is_automatic(self) -> bool:
        """Whether the bot caused the event. ``name`` is a placeholder if a person's data was erased."""
        return not self.user_id and self.name in ("", "?")


@value_class
class RoundTable:
    """A table of a tournament's round."""

    round: int
    """Counted from 0."""
    number: int
    """Number within the round, counted from 0."""
    thread_id: int | None = None
    """``None`` until the table's thread exists."""
    match_id: int | None = None
    """``None`` until the table is opened."""


@value_class
class TournamentPost:
    """A message posted for a tournament."""

    key: str
    """Identifies the message within the tournament."""
    message_id: int | None
    """``None`` until Discord has confirmed the post."""
    recorded_at: int
    """Epoch second."""


@value_class
class SharedDeal:
    """The secret that all tables of a round share, so that they get equal cards and dice."""

    round: int
    """Counted from 0."""
    secret: bytes = field(repr=False)
