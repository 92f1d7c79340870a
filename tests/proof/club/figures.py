"""Computes statistics of a simulated club."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

from bot.model.hours import DAY
from tests.proof.club.border import RecordedRequest
from tests.proof.club.club import START_TIME, Club

MAX_REQUESTS_PER_SECOND = 50
MAX_MESSAGES_PER_SPAN, SPAN_SECONDS = 5, 5.0
"""Maximum number of messages per channel in ``SPAN_SECONDS`` seconds, an undocumented limit of Discord."""


def measure_club(club: Club, day_count: int) -> dict[str, Any]:
    tally, world, people = club.tally, club.world, len(club.people)
    person_days = people * day_count
    calls = [call for call in world.calls if call.sent_at >= START_TIME]
    posts = [post for post in world.posts if post.sent_at >= START_TIME]
    kinds = Counter(
        "direct" if post.reader_id is not None else "reminder" if post.marker else "channel" for post in posts
    )
    mentions: Counter[tuple[int, int]] = Counter()
    for post in posts:
        for user in post.notified_ids:
            mentions[user, int((post.sent_at - START_TIME) // DAY)] += 1
    loads = sorted(mentions[habit.user_id, day] for habit in club.people for day in range(day_count))
    seconds = Counter(int(call.sent_at) for call in calls)
    minutes = Counter(int(call.sent_at // 60) for call in calls)
    sends = [call for call in calls if call.kind == "post"]
    grown = tally.database_sizes[-1] - tally.database_sizes[0]
    return {
        "people": people,
        "days": day_count,
        "visits": tally.visit_count,
        "moves": tally.action_count,
        "matches_begun": tally.begun_match_count,
        "matches_ended": tally.ended_match_count,
        "matches_resigned": tally.resigned_match_count,
        "tables_live_most": max(tally.live_table_counts),
        "tables_live_at_the_end": tally.live_table_counts[-1],
        "messages_per_person_day": round(len(posts) / person_days, 2),
        "messages_in_channels": kinds["channel"],
        "reminders_in_channels": kinds["reminder"],
        "direct_messages": kinds["direct"],
        "mentions_per_person_day": round(sum(loads) / person_days, 2),
        "mentions_of_a_person_in_a_day_p95": loads[int(0.95 * len(loads))],
        "mentions_of_a_person_in_a_day_most": loads[-1],
        "mentions_beyond_what_was_chosen": len(tally.faults),
        "requests": len(calls),
        "requests_in_the_worst_second": max(seconds.values(), default=0),
        "requests_in_the_worst_minute": max(minutes.values(), default=0),
        "requests_a_second_that_discord_takes": MAX_REQUESTS_PER_SECOND,
        "sends_in_a_channel_in_5_s_most": find_busiest_span(sends, SPAN_SECONDS),
        "sends_in_a_channel_in_5_s_that_discord_takes": MAX_MESSAGES_PER_SPAN,
        "edits": sum(call.kind == "patch" for call in calls),
        "edits_of_messages_over_an_hour_old": sum(call.edits_old_message for call in calls),
        "edits_of_such_in_a_channel_in_20_s_most": find_busiest_span(
            [call for call in calls if call.edits_old_message], 20.0
        ),
        "database_bytes": tally.database_sizes[-1],
        "database_bytes_per_match_begun": round(grown / max(tally.begun_match_count, 1)),
        "database_bytes_per_move": round(grown / max(tally.action_count, 1)),
        "database_bytes_per_day": round(grown / day_count),
        "violations": len(world.violations),
    }


def find_busiest_span(requests: Iterable[RecordedRequest], seconds: float) -> int:
    """Return the greatest number of requests about one channel within ``seconds`` seconds."""
    times: dict[int, list[float]] = defaultdict(list)
    for call in requests:
        times[call.channel].append(call.sent_at)
    return max(
        (
            at - bisect_left(found, found[at] - seconds) + 1
            for found in times.values()
            for at in range(len(found))
        ),
        default=0,
    )
