"""Names of people in pictures."""

from __future__ import annotations

from tests.proof.mutants.mutant import Mutant

MUTANTS = (
    Mutant(
        "a name is broken within a word though another line would hold it",
        "games/drawing/fitting.py",
        'BREAK: Final = re.compile("(?<=[ _-])")',
        'BREAK: Final = re.compile("(?<=[ ])")',
        "tests/games/drawing/test_fitting.py",
    ),
    Mutant(
        "a broken name bears a hyphen that is not its own",
        "games/drawing/fitting.py",
        "return (content[:end].strip(), *rest)",
        'return (content[:end].strip() + "-", *rest)',
        "tests/games/drawing/test_fitting.py",
    ),
    Mutant(
        "long names are cut in the captions of films",
        "games/drawing/replay.py",
        "NAME_ROOM: Final = 280",
        "NAME_ROOM: Final = 160",
        "tests/games/drawing/test_captions.py",
    ),
    Mutant(
        "pictures on the buttons of a grid break its rows on a phone",
        "games/reef/texts/labels.py",
        'return "📦" if value == STAYS_TEXT else None',
        'return "📦" if value == STAYS_TEXT else CORALS_ICON',
        "tests/bot/ui/play/test_phone.py",
    ),
    Mutant(
        "a chosen start is asked for by one list of twelve",
        "games/reef/__init__.py",
        'START_FIELDS[1]: Field(show="buttons", joins=START_FIELDS[2:3])',
        'START_FIELDS[0]: Field(show="buttons", joins=START_FIELDS[1:2], max_joined=12)',
        "tests/proof/presses/test_presses.py",
    ),
)
