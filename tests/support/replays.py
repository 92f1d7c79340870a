"""Plans replays as the bot does, for tests that look at single shots."""

from __future__ import annotations

from games.drawing.highlights import rank_turns
from games.drawing.replay_cut import choose_cut
from games.drawing.replay_frames import Replay
from games.drawing.replay_shots import ReplayShot


def plan_highlights(replay: Replay) -> tuple[ReplayShot, ...]:
    """Return the shots of a replay of the highlights, within the maximum duration."""
    return replay.plan_shots(choose_cut(replay, rank_turns(replay.match)))
