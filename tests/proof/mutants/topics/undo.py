"""What can be taken back, by whom, and what becomes of a match then."""

from __future__ import annotations

from tests.proof.mutants.mutant import Mutant

MATCH, DOOR = "games/core/match.py", "games/core/gate.py"
CORE, CONSENT = "tests/games/core/test_match.py", "tests/bot/tables/test_tables_consent.py"

MUTANTS = (
    Mutant(
        "a draw of chance is taken back alone",
        DOOR,
        "drew = rng.used\nuncovered = drew or any(",
        "drew = rng.used\nuncovered = any(",
        f"{CORE} {CONSENT}",
    ),
    Mutant(
        "a turn that passed is taken back alone",
        DOOR,
        "sealed = uncovered or rules.to_act(after) != (seat,) or rules.turn(after) != seat",
        "sealed = uncovered or rules.to_act(after) != (seat,)",
        f"{CORE} {CONSENT}",
    ),
    Mutant(
        "another's question is taken back alone",
        DOOR,
        "sealed = uncovered or rules.to_act(after) != (seat,) or",
        "sealed = uncovered or",
        f"{CORE} {CONSENT}",
    ),
    Mutant(
        "what was shown is taken back alone",
        DOOR,
        "or any(event.reveals for event in events)",
        "",
        f"{CORE} {CONSENT}",
    ),
    Mutant(
        "another's step is taken back",
        MATCH,
        "if not self.steps or self.steps[-1].seat != seat:",
        "if not self.steps:",
        CORE,
    ),
    Mutant(
        "a sealed step is taken back", MATCH, "if self.steps[-1].sealed:", "if False:", f"{CORE} {CONSENT}"
    ),
    Mutant(
        "consent takes back the last step of anybody",
        MATCH,
        "if self.steps[ply - 1].seat == seat:\nreturn ply - 1",
        "return ply - 1",
        f"{CORE} {CONSENT}",
    ),
    Mutant("an undo goes forward", MATCH, "if not 0 <= ply < self.ply:", "if not 0 <= ply:", CORE),
    Mutant(
        "an undo past chance is rated",
        MATCH,
        "seen = any(step.uncovered for step in self.steps[ply:])",
        "seen = False",
        f"{CORE} {CONSENT}",
    ),
    Mutant(
        "every undo is unrated",
        MATCH,
        "seen = any(step.uncovered for step in self.steps[ply:])",
        "seen = True",
        CORE,
    ),
    Mutant(
        "a free undo makes a match rated again",
        MATCH,
        "rated=self.rated and not seen",
        "rated=not seen",
        CORE,
    ),
    Mutant(
        "an undo leaves no row",
        MATCH,
        "(Row(UNDO, seat, str(ply)),), steps=self.steps[:ply]",
        "(), steps=self.steps[:ply]",
        CORE,
    ),
    Mutant(
        "steps taken back count as looked at",
        "bot/model/seat_history.py",
        "ply = min(ply, int(row.text))",
        "pass",
        "tests/bot/ui/play/test_e2e_catchup.py::test_undone_steps_are_no_news",
    ),
)
