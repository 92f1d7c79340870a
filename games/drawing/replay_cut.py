"""Chooses what a replay shows within its maximum duration."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from games.drawing import highlights
from games.drawing.gaps import Gap
from games.drawing.highlights import MatchTurn
from games.drawing.replay_plan import ReplayPlan
from games.drawing.replay_shots import BRISK_RESULT_TIME, USUAL_RESULT_TIME, Cut, ReplayShot

MAX_DURATION: Final = 6000
"""Maximum duration of a replay, in hundredths of a second."""
MIN_FULL_TURNS: Final = 3
"""Minimum number of turns with all of their captions. Other turns may get only one, to save time."""
MAX_GAP_SHOTS: Final = 3
"""Maximum number of gaps with a shot that says who leads."""
MAX_NOTED_TURNS: Final = 10
"""Number of turns left out in a row for which a small note is enough."""


def choose_cut(plan: ReplayPlan, turns: Sequence[int]) -> Cut:
    """Return the fullest cut of a replay that is no longer than allowed, or else the shortest one.

    :param turns: indices of the turns, the most important first.
    """
    for cut in _list_cuts(plan, turns):
        if measure_duration(plan, plan.plan_shots(cut)) <= MAX_DURATION:
            return cut
    return make_shortest_cut(plan, turns)


def make_shortest_cut(plan: ReplayPlan, turns: Sequence[int]) -> Cut:
    """Return the cut with only the most important turn and the scorings."""
    return Cut(
        tuple(turns[:1]),
        summed_up=highlights.find_scoring_turns(plan.match),
        full_count=1,
        result_time=BRISK_RESULT_TIME,
    )


def _list_cuts(plan: ReplayPlan, turns: Sequence[int]) -> Iterator[Cut]:
    """Yield the cuts of a replay, from the fullest to one with a single turn.

    Captions are dropped first, then some of the time to look at each turn, and then turns. All changes of the
    lead between the turns are shown, and all scorings. The ends of all rounds are shown as well unless these
    alone take too much time.
    """
    scorings = highlights.find_scoring_turns(plan.match)
    rounds = scorings | highlights.find_round_turns(plan.match)
    for summed_up in dict.fromkeys((rounds, scorings)):
        needed = highlights.count_turns_of_rounds(turns, summed_up)
        steps = (
            *((USUAL_RESULT_TIME, full, len(turns)) for full in range(len(turns), MIN_FULL_TURNS, -1)),
            *(
                (time, MIN_FULL_TURNS, count)
                for count in range(len(turns), 0, -1)
                for time in (
                    (USUAL_RESULT_TIME, BRISK_RESULT_TIME) if count >= needed else (BRISK_RESULT_TIME,)
                )
            ),
        )
        for time, full, count in steps:
            chosen = tuple(turns[:count])
            yield Cut(chosen, plan.find_changes_of_lead(chosen), summed_up, full, time)


def list_cuts_with_gap_shots(plan: ReplayPlan, cut: Cut) -> list[Cut]:
    """Return cuts in which shots say who leads after the longest gaps, as far as there is time for them. The
    cut with the most such shots is first.
    """
    cuts_with_gap = list[Cut]()
    for turn in _find_turns_after_long_gaps(plan.plan_shots(cut))[:MAX_GAP_SHOTS]:
        longer = cut._replace(turns_with_gap_shot=cut.turns_with_gap_shot | {turn})
        if measure_duration(plan, plan.plan_shots(longer)) <= MAX_DURATION:
            cut = longer
            cuts_with_gap.insert(0, cut)
    return cuts_with_gap


def _find_turns_after_long_gaps(shots: Sequence[ReplayShot]) -> list[MatchTurn]:
    """Return the turns before which more than :data:`MAX_NOTED_TURNS` turns are left out with only a note
    although somebody has scored, those after the longest gaps first. Gaps in which a seat takes the lead
    don't count, because a turn shows that.
    """
    lengths = dict[MatchTurn, int]()
    for earlier, shot in pairwise(shots):
        if shot.turn is not None and shot.is_before_turn and not (shot.is_gap or earlier.is_gap):
            gap = Gap(earlier.number + 1, shot.number - 1, earlier.entries, shot.entries)
            length = gap.last - gap.first + 1
            is_told = any(entry.value for entry in gap.after) and not gap.changes_leader
            if length > MAX_NOTED_TURNS and is_told:
                lengths[shot.turn] = length
    return sorted(lengths, key=lambda turn: -lengths[turn])


def measure_duration(plan: ReplayPlan, shots: Sequence[ReplayShot]) -> int:
    """Return the duration of shots and the movements between them, in hundredths of a second."""
    moving = sum(
        plan.motion.measure_duration(plan.list_tracks(shot.turn))
        for shot in shots
        if shot.turn is not None and shot.is_before_turn and not shot.is_gap
    )
    return sum(shot.ticks for shot in shots) + moving
