"""Says what happens to the scores in the turns that a replay leaves out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, auto
from typing import Final, NamedTuple

from games.core.picture import ScoreboardEntry
from games.core.words import Words
from games.drawing.captions import COUNTER_SIZE
from games.drawing.highlights import find_leaders
from games.drawing.text import measure_width

MAX_NOTE_WIDTH: Final = 420
"""Maximum width of a note, in pixels, because the turn's number is in the same line."""


class LeadDuration(Enum):
    """How long the seat that leads after some turns stays ahead."""

    OPEN = auto()
    """Another seat catches up later, or no single seat wins."""
    LASTING = auto()
    """The seat that leads stays ahead until the end, and wins."""
    FINAL = auto()
    """The match ends, and the seat that leads wins."""


class Gap(NamedTuple):
    """The turns that a replay leaves out before a turn, and the scoreboards before and after them."""

    first: int
    """Number of the first turn that is left out."""
    last: int
    before: tuple[ScoreboardEntry, ...]
    after: tuple[ScoreboardEntry, ...]

    @property
    def is_quiet(self) -> bool:
        """Whether no score changes, so that a note is enough."""
        return all(
            (old.value, old.stars) == (new.value, new.stars)
            for old, new in zip(self.before, self.after, strict=True)
        )

    @property
    def round_winners(self) -> tuple[int, ...]:
        """The seats that win a round. If there are any, a note about the turns isn't enough."""
        pairs = zip(self.before, self.after, strict=True)
        return tuple(seat for seat, (old, new) in enumerate(pairs) if new.stars > old.stars)

    @property
    def changes_leader(self) -> bool:
        """Whether the turns give the lead to a single seat that didn't lead alone before."""
        leaders = find_leaders(self.after)
        return len(leaders) == 1 and leaders != find_leaders(self.before)

    @property
    def draws_level(self) -> bool:
        """Whether the turns let a seat draw level with the one that leads."""
        leaders = find_leaders(self.after)
        return len(leaders) > 1 and not leaders <= find_leaders(self.before)

    @property
    def tells_lead(self) -> bool:
        """Whether the turns let a seat take the lead or draw level."""
        return self.changes_leader or self.draws_level

    @property
    def is_opening(self) -> bool:
        """Whether the turns are the first ones, before which a replay hasn't said who leads."""
        return self.first == 1


def name_turns(gap: Gap, w: Words) -> str:
    """Return the numbers of the turns that are left out, as text."""
    if gap.first == gap.last:
        return w("Turn {n}", n=gap.first)
    return w("Turns {first}–{last}", first=gap.first, last=gap.last)


def write_note(gap: Gap, names: Sequence[str], w: Words, *, follows_scoring: bool = False) -> str:
    """Return a note about a gap that has no shot: who leads, or else how many turns are left out.

    :param follows_scoring: whether the last caption has said who leads. If no score has changed since, the
        note doesn't repeat that.
    """
    results = [entry.stars or entry.value for entry in gap.after]
    most, told = max(results, default=0), ""
    is_led = results.count(most) == 1
    if is_led and not gap.changes_leader and not (follows_scoring and gap.is_quiet):
        leader = results.index(most)
        other = max(result for seat, result in enumerate(results) if seat != leader)
        told = _tell_lead(gap, {"name": names[leader], "own": most, "other": other}, w)
    elif results and not gap.is_quiet:
        told = tell_gap(gap, names, w)
    if note := shorten_note(told):
        return note
    if gap.is_quiet:
        n = gap.last - gap.first + 1
        return w.plural("… {n} turn later", "… {n} turns later", n)
    own, other = sorted(results, reverse=True)[:2]
    return w(
        "{turns}: {result}", turns=name_turns(gap, w), result=w("{own} to {other}", own=own, other=other)
    )


def shorten_note(told: str) -> str:
    """Return a sentence as a note, or an empty string if it is too long for one."""
    note = told.removesuffix(".")
    return note if measure_width(note, COUNTER_SIZE) <= MAX_NOTE_WIDTH else ""


def tell_gap(gap: Gap, names: Sequence[str], w: Words, duration: LeadDuration = LeadDuration.OPEN) -> str:
    """Return a sentence about who won rounds in a gap, or else who leads after it. The scoreboard shows the
    changes.

    :param duration: how long the seat that leads after the gap stays ahead.
    """
    won = gap.round_winners
    if won:
        rounds = sum(gap.after[seat].stars - gap.before[seat].stars for seat in won)
        if rounds == 1 and (entry := gap.after[won[0]]).goal:
            values = {"name": names[won[0]], "wins": entry.stars, "goal": entry.goal}
            return w("{name} wins a round: {wins} of {goal}.", **values)
        told = w.join_list([names[seat] for seat in won])
        return w.plural("A round goes to {names}.", "{n} rounds go to {names}.", rounds, names=told)
    leaders = sorted(find_leaders(gap.after))
    most = gap.after[leaders[0]].value
    if len(leaders) > 1:
        return w(
            "{names} are level at {points}.",
            names=w.join_list([names[seat] for seat in leaders]),
            points=most,
        )
    (leader,) = leaders
    values = {
        "name": names[leader],
        "own": most,
        "other": max(entry.value for seat, entry in enumerate(gap.after) if seat != leader),
    }
    was_ahead = find_leaders(gap.before) == {leader}
    if duration is LeadDuration.FINAL:
        if was_ahead:
            return w("{name} wins, {own} to {other}.", **values)
        return w("{name} takes the lead and wins, {own} to {other}.", **values)
    if was_ahead:
        return _tell_lead(gap, values, w)
    if duration is LeadDuration.LASTING:
        return w("{name} takes the lead for good, {own} to {other}.", **values)
    return w("{name} takes the lead, {own} to {other}.", **values)


def _tell_lead(gap: Gap, values: Mapping[str, object], w: Words) -> str:
    """Return a sentence about a seat that led before a gap and leads after it."""
    if gap.is_opening:
        return w("{name} leads, {own} to {other}.", **values)
    return w("{name} still leads, {own} to {other}.", **values)


def mark_changes(
    before: Sequence[ScoreboardEntry], after: Sequence[ScoreboardEntry]
) -> tuple[ScoreboardEntry, ...]:
    """Return the entries after a turn, with the change of each seat's score and value."""
    return tuple(
        entry._replace(change=entry.value - old.value, has_changed=entry.score != old.score)
        for old, entry in zip(before, after, strict=True)
    )
