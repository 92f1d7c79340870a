"""Computer players, and how they are measured."""

from __future__ import annotations

from tests.proof.mutants.mutant import Mutant

PLAYERS, STRENGTH = "games/players", "tests/proof/strength"
JUDGE, WEAKNESS, TREE, PLAYOUTS = (
    f"{PLAYERS}/{name}.py" for name in ("judge", "weakness", "tree", "playouts")
)
CONTEST, FIGURES = ("tests/proof/strength/contest.py", "tests/proof/strength/figures.py")
WINS, ERRING, MEASURED, COUNTED, TRUE, ON = (
    "tests/games/players/test_wins.py",
    "tests/games/players/test_weakness.py",
    "tests/games/players/test_strength.py",
    "tests/games/players/test_figures.py",
    "tests/games/players/test_calibration.py",
    "tests/games/players/test_playouts.py",
)

MUTANTS = (
    Mutant("points tell no end from another", JUDGE, "0.5 * lead / (abs(lead) + LARGE_LEAD)", "0", WINS),
    Mutant(
        "a second place is half a win",
        JUDGE,
        "win_shares(outcome)[seat] +",
        "count_beaten(outcome, seat) +",
        WINS,
    ),
    Mutant(
        "a lost match is lost in any place",
        JUDGE,
        "((others - 1) * count_beaten(outcome, seat) + points)",
        "points",
        WINS,
    ),
    Mutant("a sure estimate is better than a win", JUDGE, "SURE + (1 - 2 * SURE) * self", "self", WINS),
    Mutant(
        "a decided match goes by visits", TREE, "if end := find_certainty(found[0].value):", "if False:", WINS
    ),
    Mutant(
        "a win is overlooked",
        WEAKNESS,
        "< of_hundred and find_certainty(thought.value) <= 0",
        "< of_hundred",
        ERRING,
    ),
    Mutant(
        "a win is misjudged",
        WEAKNESS,
        "(error if find_certainty(thought.value) <= 0 else 0.0)",
        "error",
        ERRING,
    ),
    Mutant(
        "a card forgets a height",
        "games/reef/sight.py",
        "range(1, HIGHEST + 1))",
        "range(2, HIGHEST + 1))",
        "tests/games/reef/test_estimate.py",
    ),
    Mutant(
        "values do not add up", "games/core/odds.py", "for other in points", "for other in points[:2]", TRUE
    ),
    Mutant(
        "a lead in Das Riff is taken for more than it is",
        "games/das_riff/player/estimate.py",
        "exp(-SCALE * compute_lead",
        "exp(-compute_lead",
        "tests/games/das_riff/test_fit.py",
    ),
    Mutant(
        "an expert takes the other seat's chance for its own",
        "games/das_riff/player/insight.py",
        "exp(-lead if seat == state.turn.seat else lead)",
        "exp(-lead)",
        "tests/games/das_riff/test_insight.py",
    ),
    Mutant(
        "who lacks many broods hopes like who lacks one",
        "games/das_riff/player/estimate.py",
        "reef.broods != BROODS_TO_WIN - 1",
        "False",
        "tests/games/das_riff/test_tuned.py",
    ),
    Mutant(
        "thinks on where that brings nothing",
        "games/players/__init__.py",
        "most if own is None else min(most, own)",
        "most",
        "tests/games/das_riff/test_tuned.py",
    ),
    Mutant("a habit looks at nobody's likes", TREE, "if judge.habit is not None:", "if False:", ON),
    Mutant("curiosity is the same whatever is at stake", PLAYOUTS, " * (best - worst)", "", ON),
    Mutant(
        "each action is played on from deals of its own",
        PLAYOUTS,
        "number == len(deals) < MAX_DEALS",
        "True",
        ON,
    ),
    Mutant("what is hardly held is dealt as often", PLAYOUTS, "exp(likely(state, seat) or 0.0)", "1.0", ON),
    Mutant(
        "out of habit a seat keeps what it could lay at once",
        "games/coral_reef/player/insight.py",
        "if len(corals) == len(hand):",
        "if False:",
        "tests/games/coral_reef/test_insight.py",
    ),
    Mutant("what is known is played again", CONTEST, "fresh = number not in known", "fresh = True", MEASURED),
    Mutant("equal blocks make an interval sure", FIGURES, "else float(count)", "else float('inf')", COUNTED),
    Mutant("the test is too sure", FIGURES, "bound = log((1 - error) / error)", "bound = 1.0", COUNTED),
)
