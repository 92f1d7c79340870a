"""The gate, chance that anybody can recompute, records, results and questions: what all games share."""

from __future__ import annotations

from tests.proof.mutants.mutant import Mutant

MATCH, DOOR = "games/core/match.py", "games/core/gate.py"
RNG, RECORD = "games/core/rng.py", "games/core/match_record.py"
NARROW, OUTCOME = "games/core/narrow.py", "games/core/outcome.py"
GATE, DRAWS, FILES, ASKED = (
    "tests/games/core/test_match.py",
    "tests/games/core/test_rng.py",
    "tests/games/core/test_match_record.py",
    "tests/games/core/test_narrow.py",
)
TURNS = "tests/bot/announcing/test_board_turns.py"
FREEZING = "tests/bot/tables/test_tables_frozen.py tests/bot/tables/test_tables_versions.py"

MUTANTS = (
    Mutant(
        "a match goes on after its end", MATCH, "if self.outcome:\nraise MatchOver\nif seq", "if seq", GATE
    ),
    Mutant("an old choice acts", MATCH, "if seq is not None and seq != self.seq:", "if False:", GATE),
    Mutant("a seat acts out of turn", DOOR, "if seat not in rules.to_act(state):", "if False:", GATE),
    Mutant(
        "a token of any length is read",
        DOOR,
        "if len(token) > TOKEN_LIMIT:",
        "if False:",
        f"{GATE} tests/games/test_reader.py",
    ),
    Mutant("what is illegal is done", DOOR, "if not rules.is_legal(state, seat, action):", "if False:", GATE),
    Mutant(
        "a step counts its turns by the position after it alone",
        DOOR,
        "turns = rules.turns_ended(state, after, events)",
        "turns = rules.turns_ended(after, after, events)",
        TURNS,
    ),
    Mutant(
        "a step knows how the match stood before it",
        DOOR,
        "return Step(seat, action, after, events, sealed, drew, uncovered, turns, rules.outcome(after))",
        "return Step(seat, action, after, events, sealed, drew, uncovered, turns, rules.outcome(state))",
        TURNS,
    ),
    Mutant(
        "a match that is over is resigned",
        MATCH,
        "self._require_open()\nreturn self._replace((row,), decided=outcome)",
        "return self._replace((row,), decided=outcome)",
        GATE,
    ),
    Mutant(
        "rows after the end are replayed",
        MATCH,
        "if last.outcome is not None:",
        "if False:",
        f"{GATE} {FREEZING}",
        equal="no seat is to act after the end, so the gate refuses such a row all the same",
    ),
    Mutant(
        "a row of a seat that is not there is played",
        MATCH,
        "if row.kind != CLOSE and not 0 <= row.seat < self.seats:",
        "if False:",
        f"{GATE} {FILES}",
    ),
    Mutant(
        "an unknown switch is dealt with",
        "games/core/protocol.py",
        "if setting not in known.get(name, ()):",
        "if False:",
        GATE,
    ),
    Mutant(
        "every ply draws the same",
        RNG,
        "_COUNTERS.pack(self._ply, self._block)",
        "_COUNTERS.pack(0, self._block)",
        DRAWS,
    ),
    Mutant("draws come again after a block", RNG, "self._block += 1", "pass", DRAWS),
    Mutant(
        "large words are drawn from too",
        RNG,
        "while word >= ceiling:\nword = self._word()\nreturn word",
        "while False:\n    pass\nreturn word",
        DRAWS,
    ),
    Mutant("a draw is not noticed", RNG, "if drawn:\nself.used = True", "pass", DRAWS),
    Mutant(
        "the presses are not mixed in",
        RNG,
        "hmac.new(secret, text, hashlib.sha256)",
        'hmac.new(secret, b"", hashlib.sha256)',
        DRAWS,
    ),
    Mutant(
        "the order of presses is not mixed in",
        RNG,
        '",".join(str(press) for press in presses)',
        '",".join(sorted(str(press) for press in presses))',
        DRAWS,
    ),
    Mutant(
        "another secret than was promised is accepted",
        RECORD,
        "if self.secret is not None and compute_commitment(self.secret) != self.commitment:",
        "if False:",
        FILES,
    ),
    Mutant(
        "another result than comes out is accepted",
        RECORD,
        "if match.outcome != self.outcome:",
        "if False:",
        FILES,
    ),
    Mutant(
        "rows are accepted however they are written",
        RECORD,
        "if match.rows != self.rows:",
        "if False:",
        FILES,
    ),
    Mutant(
        "a file is replayed by the newest rules",
        RECORD,
        "self.options, key, self.version)",
        "self.options, key)",
        f"{FILES} tests/bot/tables/test_tables_versions.py",
    ),
    Mutant("equal seats do not share a place", OUTCOME, "if other > key)", "if other >= key)", GATE),
    Mutant(
        "a closed match is won",
        OUTCOME,
        "if self.ending == CLOSED:",
        "if False:",
        f"{GATE} tests/games/core/test_outcome.py",
    ),
    Mutant("who resigns wins", OUTCOME, "2 if seat == loser else 1", "1 if seat == loser else 2", GATE),
    Mutant(
        "a pick that is not to be had is taken for another",
        NARROW,
        "if pick not in by_text:\nraise NoSuchPick(pick)",
        "pick = pick if pick in by_text else next(iter(by_text))",
        ASKED,
    ),
    Mutant(
        "a tuple that could end must go on",
        NARROW,
        "(*going_on, DONE) if finished else",
        "tuple(going_on) if finished else",
        ASKED,
    ),
    Mutant("a field with one value takes a pick", NARROW, "if len(values) > 1:", "if values:", ASKED),
)
