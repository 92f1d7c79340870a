"""The people of a club, with their visiting times, favourite games and notification preferences."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

from bot.model.hours import DAY, HOUR, MINUTE, REMIND_DIRECTLY, REMIND_IN_CHANNEL, TimeSettings
from tests.support.standin.world import OWNER_ID

ZONES = (
    *("Europe/Berlin",) * 4,
    *("Europe/Amsterdam",) * 3,
    *("Europe/London", "America/New_York", "America/New_York", "America/Los_Angeles"),
    *("Asia/Tokyo", "Australia/Sydney", "America/Sao_Paulo"),
)
REMINDER_DELAYS = (None, 4 * HOUR, 12 * HOUR, 24 * HOUR, 24 * HOUR, 24 * HOUR, 48 * HOUR)
WEIGHTS_BY_GAME = {"reef": 4, "coral_reef": 4, "australis": 3, "das_riff": 1}
"""Relative frequency of each game. ``das_riff`` is rare, because its matches are eight times as long."""


@dataclass(frozen=True, slots=True)
class Habit:
    user_id: int
    name: str
    times: TimeSettings
    visits_per_day: float
    """Average number of visits on a day that isn't skipped."""
    waking_hour: int
    games: tuple[str, ...]
    max_matches: int
    """Maximum number of matches that the person plays at a time."""
    skip_probability: float
    computer_probability: float
    """Probability that a match is against computers."""
    wants_next: bool
    """Whether the person wants *You're next* messages."""

    def list_visits(self, day: int, began: int, chance: Random) -> list[int]:
        """Return the times of the person's visits on a day, in epoch seconds.

        :param began: the start of the first day, in epoch seconds.
        """
        if chance.random() < self.skip_probability:
            return []
        zone = ZoneInfo(self.times.zone)
        midnight = datetime.fromtimestamp(began + day * DAY, zone).replace(hour=0, minute=0, second=0)
        count = int(self.visits_per_day) + (chance.random() < self.visits_per_day % 1)
        hours = [
            chance.triangular(self.waking_hour, self.waking_hour + 16, self.waking_hour + 12)
            for _ in range(count)
        ]
        first = began + day * DAY
        moments = (int((midnight + timedelta(hours=hour)).timestamp()) for hour in hours)
        # Wrap visits into the simulated day, because the person's day starts at another time.
        return sorted(first + (moment - first) % DAY for moment in moments)


def make_people(count: int, seed: int) -> list[Habit]:
    """Return the people of a club. Equal seeds give equal people."""
    chance = Random(seed)
    return [_make_person(number, chance) for number in range(count)]


def _make_person(number: int, chance: Random) -> Habit:
    quiet = None
    wakes = chance.choice((6, 7, 7, 8, 9))
    if chance.random() < 0.5:
        quiet = ((wakes + 15) % 24 * MINUTE, wakes * MINUTE)
    games = chance.sample(list(WEIGHTS_BY_GAME), k=chance.randint(1, len(WEIGHTS_BY_GAME)))
    by = REMIND_DIRECTLY if chance.random() < 0.3 else REMIND_IN_CHANNEL
    return Habit(
        user_id=OWNER_ID + number,
        name=f"Person {number + 1}",
        times=TimeSettings(chance.choice(ZONES), quiet, 0, chance.choice(REMINDER_DELAYS), by),
        visits_per_day=min(max(chance.lognormvariate(0.3, 0.6), 0.3), 5),
        waking_hour=wakes,
        games=tuple(chance.choices(games, [WEIGHTS_BY_GAME[game] for game in games], k=8)),
        max_matches=chance.choice((1, 1, 1, 2, 2, 3)),
        skip_probability=chance.choice((0.0, 0.1, 0.1, 0.3)),
        computer_probability=chance.choice((0.0, 0.1, 0.2, 0.5)),
        wants_next=by == REMIND_DIRECTLY and chance.random() < 0.5,
    )
