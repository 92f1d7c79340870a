"""Check that *What if* agrees with the rules: ``python -m tests.proof.whatif --positions 10000``.

Each of many positions is forked as a random viewer, and continued with a few random steps by any seat.

- At the start, the viewer must see the same view and legal actions as in the match, and no component may be
  missing.
- Each step must lead to the same position as ``apply``.
- Undoing a step must give the previous fork, and replaying the steps must give the same fork.
- Unparseable steps must be refused.
- Redealing the parts hidden from the viewer must not change the fork.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from dataclasses import replace
from random import Random
from time import monotonic
from typing import Any

from games.core.errors import RuleError
from games.core.fork import can_fork, fork_match, format_steps, make_fork_key, replay_steps, undo_step
from games.core.match import Match
from games.core.protocol import Game
from games.core.rng import Chance
from games.registry import GAMES
from tests.support.arguments import make_integer_type

MAX_STEPS = 6
"""Number of random steps by which a fork is continued."""
POSITION_COUNT = 10_000
POSITIONS_PER_MATCH = 8
"""Number of positions checked per match."""


def play_match_to_ply(
    game: Game, seat_count: int, seed: int, ply_count: int, options: dict[str, str] | None = None
) -> Match:
    """Play a random match for a number of plies, or to its end."""
    chance = Random(f"{game.key} {seat_count} {seed}")
    match: Match = Match.begin(game, seat_count, options or {}, make_fork_key("test", seed))
    while match.ply < ply_count and match.to_act:
        seat = chance.choice(match.to_act)
        actions = match.rules.list_candidates(match.state, seat)
        match = match.act(seat, chance.choice(actions).token)
    return match


def pick_position(game: Game, number: int) -> tuple[Match, int, int | None]:
    """Return a random match, a random ply at which it can be forked, and a random viewer."""
    match, chance = make_random_match(game, number), Random(f"position {number}")
    return pick_ply_and_viewer(match, chance)


def make_random_match(game: Game, number: int) -> Match:
    """Return a random match with random options, up to 60 plies long."""
    chance = Random(f"{game.key} {number}")
    options = {option.name: chance.choice(option.values) for option in game.options}
    return play_match_to_ply(game, chance.choice(game.seat_counts), number, chance.randint(0, 60), options)


def pick_ply_and_viewer(match: Match, chance: Random) -> tuple[Match, int, int | None]:
    """Return the match, a random ply at which it can be forked, and a random viewer."""
    plies = [ply for ply in range(match.ply + 1) if can_fork(match, ply)]
    return match, chance.choice(plies), chance.choice((None, *range(match.seat_count)))


def find_faults(game: Game, number: int) -> list[str]:
    """Return the disagreements between the rules and the fork of a random position, given by its number."""
    return compare_fork(*pick_position(game, number), Random(f"steps {number}"))


def compare_fork(match: Match, ply: int, viewer: int | None, chance: Random) -> list[str]:
    """Return the disagreements between the rules and the fork of a position."""
    found: list[str] = []

    def require(problem: str, condition: bool) -> None:
        if not condition:
            found.append(f"{match.game.key} ply {ply} of {match.ply}, viewer {viewer}: {problem}")

    rules, state = match.rules, match.state_at(ply)
    key = make_fork_key(match.game.key, ply, chance.randrange(10**6))
    forked = begun = fork_match(match, ply, viewer, key)
    require("the viewer sees something else", rules.view(begun.state, viewer) == rules.view(state, viewer))
    require("a component is missing", rules.count_components(begun.state) == rules.count_components(state))
    require("other seats must act", rules.to_act(begun.state) == rules.to_act(state))
    if viewer is not None:
        own = rules.legal_actions(state, viewer) if viewer in rules.to_act(state) else ()
        require("the viewer's legal actions differ", begun.legal_actions(viewer) == own)
    require(
        "hidden parts make a difference",
        begun == fork_match(_redeal_hidden_parts(match, ply, viewer), ply, viewer, key),
    )
    position: Any = begun.state
    for number in range(1, MAX_STEPS + 1):
        if not forked.to_act:
            break
        seat = chance.choice(forked.to_act)
        action = chance.choice(rules.list_candidates(position, seat))
        before, forked = forked, forked.act(seat, action.token)
        position, events = rules.apply(position, seat, action, Chance(key, number))
        require(
            f"step {number} leads to another position", forked.state == position and forked.events == events
        )
        if rules.find_unasked_action(before.state, seat) is None:
            require("undoing a step gives another position", undo_step(forked) == before)
        require("it does not follow from its steps", replay_steps(begun, format_steps(forked)) == forked)
    require(
        "it disagrees about whether the match is over",
        (rules.outcome(position) is None) == bool(forked.to_act),
    )
    require("unreadable steps are accepted", _is_refused(forked, "nonsense"))
    return found


def _is_refused(forked: Match, steps: str) -> bool:
    try:
        replay_steps(forked, steps)
    except RuleError:
        return True
    return False


def _redeal_hidden_parts(match: Match, ply: int, viewer: int | None) -> Match:
    """Return a match in which everything hidden from a viewer at this ply is redealt."""
    state = match.rules.sample(match.rules.recall(match.state_at(ply), viewer), Chance(b"elsewhere", ply))
    if not ply:
        return replace(match, key=bytes(32), opening_state=state)
    steps = list(match.steps)
    steps[ply - 1] = replace(steps[ply - 1], state=state)
    return replace(match, key=bytes(32), steps=tuple(steps))


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return 1 if there are faults."""
    parser = argparse.ArgumentParser(prog="python -m tests.proof.whatif", description=__doc__)
    parser.add_argument("--positions", type=make_integer_type(1), default=POSITION_COUNT)
    parser.add_argument("--first", type=make_integer_type(0), default=0, help="number of the first match")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    began, counted, faults = monotonic(), Counter[str](), list[str]()
    number = options.first
    while counted.total() < options.positions:
        game = list(GAMES.values())[number % len(GAMES)]
        match = make_random_match(game, number)
        for which in range(min(POSITIONS_PER_MATCH, options.positions - counted.total())):
            chance = Random(f"{number} {which}")
            faults += compare_fork(*pick_ply_and_viewer(match, chance), chance)
            counted[game.key] += 1
        number += 1
    summary = {
        "positions": counted.total(),
        "games": dict(counted),
        "matches": number - options.first,
        "seconds": round(monotonic() - began),
        "faults": faults,
    }
    print(json.dumps(summary) if options.json else "\n".join([*faults, _format_summary(summary)]))
    return int(bool(faults))


def _format_summary(summary: dict[str, Any]) -> str:
    games = ", ".join(f"{key} {count}" for key, count in summary["games"].items())
    return (
        f"{summary['positions']} positions ({games}) of {summary['matches']} matches:"
        f" {len(summary['faults'])} faults"
    )


if __name__ == "__main__":
    sys.exit(main())
