"""The commands that learn weights from matches."""

from __future__ import annotations

from tests.proof.mutants.mutant import Mutant

SHARED, DAS_RIFF, REEF = (f"tools/{name}.py" for name in ("selfplay", "fit_das_riff", "fit_reef"))
COMMANDS, FITTED = "tests/games/test_fits.py", "tests/games/das_riff/test_fit.py"

TUNE, TUNED = "tools/tune_das_riff.py", "tests/games/das_riff/test_tuned.py"

MUTANTS = (
    Mutant("weights go to the side that loses", TUNE, "(2 * score - 1)", "(1 - 2 * score)", TUNED),
    Mutant(
        "each deal is played from one seat",
        TUNE,
        "(other, one), iterations, 1)",
        "(one, other), iterations, 1)",
        TUNED,
    ),
    Mutant("what is nought is moved", TUNE, "0.0 if place in UNMOVED.get(name, ()) else size", "size", TUNED),
    Mutant("the coins of all steps fall alike", TUNE, "[0], step)", "[0], 0)", TUNED),
    Mutant("what is to be printed is written", SHARED, "if asked.write:", "if True:", COMMANDS),
    Mutant(
        "every seed plays the same matches",
        SHARED,
        "range(asked.seed, asked.seed + asked.matches)",
        "range(asked.matches)",
        COMMANDS,
    ),
    Mutant("all matches are one", SHARED, '(f"fit {about}".encode())', '(b"fit")', COMMANDS),
    Mutant("no matches are asked for", SHARED, " or not int(text):", ":", COMMANDS),
    Mutant("nothing taught is gone by", REEF, "if taught:", "if False:", COMMANDS),
    Mutant("all that was found is kept", DAS_RIFF, "KEPT_SHARE * float(weight)", "float(weight)", FITTED),
    Mutant(
        "what was learned replaces the estimate",
        DAS_RIFF,
        'round(SCALE + by_table["LEAD"], 4)',
        'by_table["LEAD"]',
        FITTED,
    ),
    Mutant(
        "the estimate is learned again",
        DAS_RIFF,
        "compute_chances(known + features @ found)",
        "compute_chances(features @ found)",
        FITTED,
    ),
    Mutant(
        "the other seat's win is learned",
        DAS_RIFF,
        "find_share(steps, state.turn.seat) for state in met",
        "find_share(steps, 1 - state.turn.seat) for state in met",
        FITTED,
    ),
)
