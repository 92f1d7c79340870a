"""Computes the next event of a tournament, in a subprocess if the tournament is large.

Pairing a round of many entrants can take seconds.
"""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import signal
import subprocess
import sys

from bot import config
from games.tournament.events import TournamentEvent
from games.tournament.pairing import PairRound
from games.tournament.state import TournamentState
from games.tournament.steps import find_next_event

log = logging.getLogger(__name__)

MIN_SUBPROCESS_ENTRANTS = 24
"""Minimum number of active entrants for pairing a round in a subprocess."""
MAX_SUBPROCESS_SECONDS = 300.0
"""Includes the subprocess's start."""
SUBPROCESS_NICENESS = 10
"""Gives the bot itself priority."""
SUBPROCESS_CODE = (
    "import sys; sys.path[:] = {path!r}; "
    "from bot.features.tournaments.next_event import serve_next_event; serve_next_event()"
)


async def compute_next_event(state: TournamentState, pair: PairRound | None) -> TournamentEvent | None:
    """Compute a tournament's next automatic event, if any, without blocking the event loop.

    :param pair: passed to :func:`games.tournament.steps.find_next_event`.
    """
    if len(state.active_entries) >= MIN_SUBPROCESS_ENTRANTS and state.current_round is None:
        try:
            return await asyncio.to_thread(_find_next_event_in_subprocess, state, pair)
        except (OSError, subprocess.SubprocessError, pickle.PickleError, EOFError) as error:
            log.warning("pairing subprocess failed", extra={"fields": {"reason": repr(error)}})
    return await asyncio.to_thread(find_next_event, state, pair)


def _find_next_event_in_subprocess(state: TournamentState, pair: PairRound | None) -> TournamentEvent | None:
    process = subprocess.run(
        [sys.executable, "-c", SUBPROCESS_CODE.format(path=sys.path)],
        input=pickle.dumps((state, pair)),
        stdout=subprocess.PIPE,
        env=config.pick_inherited_variables(),
        timeout=MAX_SUBPROCESS_SECONDS,
        check=True,
    )
    event: TournamentEvent | None = pickle.loads(process.stdout)
    return event


def serve_next_event() -> None:
    """In the subprocess, read a tournament from standard input and write its next event, both pickled."""
    # Ctrl-C interrupts all processes of a terminal. Ignore it here, because the bot waits for this
    # subprocess.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(SUBPROCESS_NICENESS)
    state, pair = pickle.load(sys.stdin.buffer)
    event = find_next_event(state, pair)
    sys.stdout.buffer.write(pickle.dumps(event))
