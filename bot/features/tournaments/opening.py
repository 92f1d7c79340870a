"""Opens tournaments, for the command ``/club tournament``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import discord

from bot.errors.tables import UnknownGameOption
from bot.features.tournaments.creators import CreatorRole
from bot.features.tournaments.errors import IncompatibleTerms
from bot.features.tournaments.service import TournamentService
from bot.features.tournaments.settings import (
    EVENT_NEEDS_TIME_TEXT,
    TournamentSettings,
    can_create_events,
    write_missing_event_permission,
)
from bot.features.tournaments.texts import name_format, write_start_line
from bot.model.names import make_plain_name
from bot.platform import obstacles
from bot.storage.tournament_rows import TournamentRow
from bot.ui import replies
from bot.ui.action_limits import OPENING_LIMIT
from bot.ui.people import get_person
from bot.ui.places import get_place
from bot.ui.services import Interaction
from bot.ui.table.clocks import read_clock
from games.core.protocol import Game
from games.core.values import value_class
from games.core.words import N_
from games.tournament.terms import SWISS_FORMAT, TournamentTerms

THREADS_REQUIRED_TEXT = N_(
    "For the same deal at all tables I need a thread for each: let me create threads here."
)
UNPLAYABLE_SEAT_COUNT_TEXT = N_("This game isn't played with that many.")
FORMAT_SETS_ROUNDS_TEXT = N_(
    "*{format}* has as many rounds as it needs, so your number of rounds doesn't count: only Swiss takes one."
)
DEFAULT_ROUND_COUNT = 5
CLOCK_REQUIRED_TEXT = N_("A tournament needs a clock, so that it ends.")


@value_class
class TournamentChoices:
    """A user's choices for a new tournament."""

    title: str
    game: Game
    format: Any
    """One of :data:`games.tournament.terms.Format`."""
    seat_count: int
    round_count: int | None
    """Only for a Swiss tournament; ``None`` for the default."""
    clock: str
    absent_rule: Any
    """One of :data:`games.tournament.terms.AbsenceRule`."""
    is_duplicate: bool
    """Whether all tables of a round get the same deal."""
    options: Mapping[str, str]
    start: str = ""
    """As typed; empty if the host begins the tournament."""
    wants_event: bool = False


class TournamentOpener:
    """Checks a user's choices and opens the tournament."""

    def __init__(
        self,
        service: TournamentService,
        creators: CreatorRole,
        settings: TournamentSettings,
        wake: Callable[[int], None],
        wait_until_updated: Callable[[int], Any],
        now: Callable[[], int],
    ) -> None:
        """Create the tournament opener.

        :param wake: starts posting a new tournament, given its ID.
        :param wait_until_updated: waits briefly until a new tournament is posted, given its ID.
        """
        self._service, self._creators, self._settings = service, creators, settings
        self._wake, self._wait_until_updated, self._now = wake, wait_until_updated, now

    async def open_tournament(self, interaction: Interaction, choices: TournamentChoices) -> None:
        """Open a tournament in the current channel.

        :raises CreatorRoleRequired: the user may not create one in this server.
        :raises IncompatibleTerms: the choices don't fit together.
        :raises UnknownGameOption: the game has no such option or value.
        :raises UnreadableTime: the start time can't be read.
        :raises TimeOutOfRange: the start time is too early or too late.
        :raises TooManyOwnTournaments: the user hosts the maximum number of tournaments in this server.
        :raises TooManyTournamentsHere: the server has the maximum number of tournaments.
        """
        await self._creators.require_may_create(interaction)
        w = replies.get_words(interaction)
        terms = _make_terms(choices)
        if choices.is_duplicate and not _can_open_threads(interaction):
            raise IncompatibleTerms(THREADS_REQUIRED_TEXT)
        starts_at = await self._settings.parse_start_time(interaction, choices.start)
        if choices.wants_event and not starts_at:
            raise IncompatibleTerms(EVENT_NEEDS_TIME_TEXT)
        event = choices.wants_event and can_create_events(interaction)
        obstacle = await obstacles.find_obstacle(interaction)
        if obstacle is not None:
            await replies.refuse(interaction, obstacle.describe(w))
            return
        place, host, clock = get_place(interaction), get_person(interaction), read_clock(choices.clock)
        if clock is None:
            raise IncompatibleTerms(CLOCK_REQUIRED_TEXT)
        with interaction.client.services.action_limits.limit_posts(OPENING_LIMIT, interaction.user.id):
            tournament = await self._service.create_tournament(
                TournamentRow(
                    id=0,
                    guild_id=place.guild_id or 0,
                    channel_id=place.channel_id,
                    locale=place.locale,
                    host_id=host.user_id,
                    title=make_plain_name(choices.title),
                    game=choices.game.key,
                    options=dict(choices.options),
                    clock=clock.text,
                    terms=terms,
                    opened_at=self._now(),
                ),
                starts_at,
                host,
                wants_event=event,
            )
        self._wake(tournament.id)
        await self._wait_until_updated(tournament.id)
        text = w("Your tournament is below. When everybody's in, begin it: **{manage}**", manage=w("Manage…"))
        if starts_at:
            text = w("Your tournament is below. {begins}", begins=write_start_line(tournament, w))
        lines = [text]
        if choices.round_count is not None and terms.format != SWISS_FORMAT:
            lines.append(w(FORMAT_SETS_ROUNDS_TEXT, format=name_format(tournament, w)))
        if choices.wants_event:
            lines.append(
                await self._settings.write_event_line(tournament, w)
                if event
                else write_missing_event_permission(w)
            )
        await replies.show(interaction, "\n".join(lines))


def _make_terms(choices: TournamentChoices) -> TournamentTerms:
    """Return the terms of the tournament that the user wants.

    :raises UnknownGameOption: the game has no such option or value.
    :raises IncompatibleTerms: the game doesn't allow that many seats.
    """
    game = choices.game
    for name, value in choices.options.items():
        if not any(option.name == name and value in option.values for option in game.options):
            raise UnknownGameOption(name, value, (f"{o.name}={v}" for o in game.options for v in o.values))
    if choices.seat_count not in game.seat_counts:
        raise IncompatibleTerms(UNPLAYABLE_SEAT_COUNT_TEXT)
    sizes = tuple(sorted(game.seat_counts))
    return TournamentTerms(
        choices.format,
        choices.round_count or DEFAULT_ROUND_COUNT,
        choices.seat_count,
        sizes,
        choices.is_duplicate,
        choices.absent_rule,
    )


def _can_open_threads(interaction: Interaction) -> bool:
    granted = interaction.app_permissions
    may = granted.create_public_threads or granted.create_private_threads
    return isinstance(interaction.channel, discord.TextChannel) and may and granted.send_messages_in_threads
