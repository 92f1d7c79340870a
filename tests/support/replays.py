"""Plans replays as the bot does, for tests that look at single shots."""

from __future__ import annotations

from collections.abc import Sequence

from games.drawing.highlights import rank_turns
from games.drawing.replay_cut import choose_cut
from games.drawing.replay_frames import Replay
from games.drawing.replay_shots import ReplayShot


def plan_highlights(replay: Replay) -> tuple[ReplayShot, ...]:
    """Return the shots of a replay of the highlights, within the maximum duration."""
    return replay.plan_shots(choose_cut(replay, rank_turns(replay.match)))


def join_settled_shots(shots: Sequence[ReplayShot]) -> tuple[ReplayShot, ...]:
    """Return shots in which a shot without sprites that have just disappeared is joined with the one before
    it, because both have the same caption.
    """
    joined = list[ReplayShot]()
    for shot in shots:
        if joined and shot.is_settled and shot.caption == joined[-1].caption:
            joined[-1] = joined[-1]._replace(ticks=joined[-1].ticks + shot.ticks)
        else:
            joined.append(shot)
    return tuple(joined)
