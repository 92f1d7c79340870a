"""Learn the weights of ``expert`` in Das Riff: ``python -m tools.fit_das_riff``.

Computers of level ``hard`` play against each other with few iterations. Some positions of each match are
described by the features of ``expert`` (:mod:`games.das_riff.player.insight`): how often each weight is
added, minus how often it is subtracted. A logistic regression finds the weights that, in addition to the
game's own estimate, make the winners likeliest. They are multiplied by :data:`KEPT_SHARE`, because the full
weights predict the winner better but play worse: see ``tests/proof/strength/tried.md``. Without ``--write``
the module of the weights is printed, and ``games/das_riff/player/weights.py`` stays unchanged.

The current weights were learned with this method from 3,100 matches of a much faster, compiled copy of the
game, which isn't part of these sources. The copy uses other random numbers, so a run finds similar but not
equal weights.

``--scale`` instead fits the constant ``LOG_ODDS_PER_LEAD``, which turns the estimate's lead into log-odds of
a win. Computers at level ``normal`` play matches, and each best move's value is compared with the result.
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from math import exp, log
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.core.rng import Chance
from games.core.shapes import ViewLike
from games.das_riff import GAME
from games.das_riff.player import weights
from games.das_riff.player.estimate import LOG_ODDS_PER_LEAD, compute_lead, find_draw_discount
from games.das_riff.player.insight import LeadEstimator
from games.das_riff.player.tuned import TUNED_WEIGHTS
from games.das_riff.rules import RULES
from games.players import Thought, think
from tools.selfplay import PlayedStep, make_parser, play_match, play_matches, write_result

DEFAULT_MATCH_COUNT: Final = 3100
DEFAULT_ITERATIONS: Final = 60
KEPT_SHARE: Final = 0.3
"""Factor by which the fitted weights are multiplied, because the full weights play worse."""
POSITION_STEP: Final = 4
"""One position in this many is used, because consecutive positions are similar."""
PENALTY: Final = 100.0
"""Regularisation that keeps the weights of rare features small."""
NEWTON_STEPS: Final = 8
SCALE_NEWTON_STEPS: Final = 20
MIN_CHANCE: Final = 1e-6
MAX_CONVERGED_CHANGE: Final = 1e-6
"""Largest change of a weight in a step of Newton\'s method after which the weights count as final."""

WEIGHTS_FILE: Final = Path(__file__).parents[1] / "games" / "das_riff" / "player" / "weights.py"
MAX_LINE_LENGTH: Final = 102
"""Maximum line length in the generated module. A longer table starts below its name."""
ROW_LENGTH_BY_TABLE: Final = {
    "NEAREST_MATE_WEIGHTS_BY_BROODS": 7,
    "OPEN_CORAL_WEIGHTS_BY_BROODS": 6,
    "BOAT_WEIGHTS_BY_BROODS": 9,
    "TOTAL_WORM_WEIGHTS_BY_BROODS": 6,
    "TOTAL_WORM_WEIGHTS_BY_BOATS": 7,
    "SECOND_MATE_WEIGHTS": 6,
}
"""Number of weights in each line of a two-dimensional table, by the table's name."""
CURRENT_WEIGHTS_BY_TABLE: Final[Mapping[str, tuple[float, ...]]] = {
    name: table if isinstance(table, tuple) else (table,)
    for name, table in vars(weights).items()
    if name.isupper()
}
"""The current weights by name of their table, in the order of their file."""
WEIGHT_COUNT: Final = sum(map(len, CURRENT_WEIGHTS_BY_TABLE.values()))

Array = NDArray[np.float64]
ValuedLead = tuple[float, float]
"""A seat's lead according to the estimate, and its share of the win."""


class Examples(NamedTuple):
    """Positions to learn from, one per row."""

    features: NDArray[np.float32]
    """How often each weight is added for the active seat, minus how often it is subtracted.

    Both are discounted as in :func:`find_draw_discount`.
    """
    log_odds: Array
    """Log-odds of a win for the active seat, according to the estimate."""
    win_share: Array


def group_weights(row: Sequence[Any]) -> dict[str, Any]:
    """Split a flat list of all weights into tables by name."""
    grouped, first = {}, 0
    for name, table in CURRENT_WEIGHTS_BY_TABLE.items():
        grouped[name] = row[first : first + len(table)]
        first += len(table)
    return grouped | {"LEAD_FACTOR": grouped["LEAD_FACTOR"][0]}


@cache
def make_counting_estimator() -> LeadEstimator:
    """Return an estimator that counts how often each weight is added, instead of adding it."""
    units = np.eye(WEIGHT_COUNT)
    units.flags.writeable = False
    module = ModuleType("units")
    vars(module).update(group_weights(list(units)))
    return LeadEstimator(module)


def think_at_level(
    level: str, iterations: int | None, view: ViewLike, seat: int, rng: Chance
) -> Sequence[Thought]:
    """Return the thoughts of a computer at ``level``, best first.

    :param iterations: iterations of the search; ``None`` for the level's usual number.
    """
    return think(GAME, GAME.version, view, seat, level, rng, lambda: False, iterations)


def play_numbered_match(
    match_number: int, choose: Callable[[ViewLike, int, Chance], Sequence[Thought]]
) -> list[PlayedStep]:
    """Play the match with this number. Return its steps."""
    return list(play_match(GAME, 2, GAME.get_default_options(), f"{GAME.key} {match_number}", choose))


def find_win_share(steps: Sequence[PlayedStep], seat: int) -> float:
    """Return a seat's share of the win: 1 for a sole winner, an equal part for tied winners, otherwise 0."""
    outcome = RULES.outcome(steps[-1].state_after)
    winners = () if outcome is None else outcome.winners
    return (seat in winners) / max(len(winners), 1)


def play_for_examples(match_number: int, iterations: int = DEFAULT_ITERATIONS) -> Examples:
    """Play the match with this number. Return some of its positions as examples."""
    steps = play_numbered_match(match_number, partial(think_at_level, "hard", iterations))
    met = [step.state_before for step in steps[match_number % POSITION_STEP :: POSITION_STEP]]
    rows = [find_draw_discount(state) * make_counting_estimator().compute_lead(state) for state in met]
    known = [
        LOG_ODDS_PER_LEAD * find_draw_discount(state) * compute_lead(state, state.turn.seat, TUNED_WEIGHTS)
        for state in met
    ]
    won = [find_win_share(steps, state.turn.seat) for state in met]
    return Examples(np.array(rows, dtype=np.float32), np.array(known), np.array(won))


def learn_corrections(examples: Sequence[Examples]) -> Array:
    """Learn the weights to add to the estimate, with Newton's method."""
    corrections = np.zeros(WEIGHT_COUNT)
    for _ in range(NEWTON_STEPS):
        slope, bend = -PENALTY * corrections, PENALTY * np.eye(WEIGHT_COUNT)
        for features, known, won in examples:
            likely = compute_chances(known + features @ corrections)
            slope += features.T @ (won - likely)
            bend += (features.T * (likely * (1 - likely))) @ features
        step = np.linalg.solve(bend, slope)
        corrections += step
        if np.abs(step).max() < MAX_CONVERGED_CHANGE:
            break
    return corrections


def compute_chances(lead: Array) -> Array:
    """Return win chances for leads that are given as log-odds."""
    return np.asarray(1 / (1 + np.exp(-lead)))


def reduce_weights(row: Array) -> dict[str, Any]:
    """Return the weights by table, multiplied by :data:`KEPT_SHARE`, and the factor of the estimated lead."""
    by_table = group_weights([round(KEPT_SHARE * float(weight), 4) for weight in row])
    return by_table | {"LEAD_FACTOR": round(LOG_ODDS_PER_LEAD + by_table["LEAD_FACTOR"], 4)}


def format_module(weights_by_table: Mapping[str, Any], origin: str, source: str) -> str:
    """Return the source code of the module with new weights.

    :param origin: description of the data that the weights were fitted to.
    :param source: current source code of the module.
    """
    head = textwrap.fill(
        f"Fitted by ``python -m tools.fit_das_riff`` to {origin}, and reduced to three tenths, "
        "because the full weights predict the winner better but play worse.",
        110,
    )
    first = source.index('"""', 3)
    title = source[: source.index("\n")]
    source = f"{title}\n\n{head}\n{source[first:]}"
    for name, table in weights_by_table.items():
        source = re.sub(
            rf"^{name}: Final = (?:_parse_weights\(.*?\)|\S+)$",
            partial(_format_table, name, table),
            source,
            flags=re.M | re.S,
        )
    return source


def _format_table(name: str, table: float | Sequence[float], _: re.Match[str]) -> str:
    if isinstance(table, float):
        return f"{name}: Final = {table:g}"
    written = [f"{number:g}" for number in table]
    numbers = " ".join(written)
    line = f'{name}: Final = _parse_weights("{numbers}")'
    if len(line) <= MAX_LINE_LENGTH:
        return line
    if row_length := ROW_LENGTH_BY_TABLE.get(name):
        rows = [written[first : first + row_length] for first in range(0, len(written), row_length)]
        wrapped = "\n".join(["    " + " ".join(row) for row in rows])
    else:
        wrapped = textwrap.fill(numbers, MAX_LINE_LENGTH, initial_indent="    ", subsequent_indent="    ")
    return f'{name}: Final = _parse_weights(\n    """\n{wrapped}\n    """\n)'


def collect_leads(match_number: int) -> list[ValuedLead]:
    """Play a match between computers at level ``normal``.

    Return the lead of each best move, with its seat's share of the win.
    """
    steps = play_numbered_match(match_number, partial(think_at_level, "normal", None))
    return [
        (_compute_lead(max([thought.value for thought in step.thoughts])), find_win_share(steps, step.seat))
        for step in steps
        if len(step.thoughts) > 1
    ]


def _compute_lead(value: float) -> float:
    likely = min(max(value, MIN_CHANCE), 1 - MIN_CHANCE)
    return log(likely / (1 - likely)) / LOG_ODDS_PER_LEAD


def fit_scale(valued_leads: Iterable[ValuedLead]) -> float:
    """Return the scale that makes the results likeliest, using Newton's method."""
    known = list(valued_leads)
    scale = LOG_ODDS_PER_LEAD
    for _ in range(SCALE_NEWTON_STEPS):
        slope = bend = 0.0
        for lead, won in known:
            likely = 1 / (1 + exp(-scale * lead))
            slope += lead * (won - likely)
            bend += lead * lead * likely * (1 - likely)
        scale += slope / bend
    return scale


def main(arguments: Sequence[str] | None = None) -> int:
    """Learn weights from matches and write or print them, or print the scale of the estimate."""
    parser = make_parser("fit_das_riff", __doc__, DEFAULT_MATCH_COUNT)
    parser.add_argument(
        "--iterations",
        type=int,
        default=DEFAULT_ITERATIONS,
        help=f"iterations of each move in the matches ({DEFAULT_ITERATIONS})",
    )
    parser.add_argument("--scale", action="store_true", help="print the scale of the estimate instead")
    options = parser.parse_args(arguments)
    if options.scale:
        values = [one for match in play_matches(collect_leads, options, "scale") for one in match]
        print(
            f"LOG_ODDS_PER_LEAD {fit_scale(values):.3f} by {len(values)} values of "
            f"{options.matches} matches; it is {LOG_ODDS_PER_LEAD} now"
        )
        return 0
    examples = list(
        play_matches(partial(play_for_examples, iterations=options.iterations), options, "weights")
    )
    origin = (
        f"how {options.matches:,} matches of ``hard`` with {options.iterations} iterations against itself "
        "ended, on top of the estimate"
    )
    write_result(
        format_module(
            reduce_weights(learn_corrections(examples)), origin, WEIGHTS_FILE.read_text(encoding="utf-8")
        ),
        WEIGHTS_FILE,
        options,
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
