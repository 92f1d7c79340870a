"""Ratings, boards, cards and histories."""

from __future__ import annotations

from tests.mutants.mutant import Mutant

ROOM = "bot/standing"
STORED, READS = "bot/storage/standing.py", "bot/storage/standing_reads.py"
RESULTS, FOLDING, COUNTER, SHOWN, PEOPLE = (
    f"tests/standing/test_{name}.py" for name in ("results", "folding", "counter", "e2e_standing", "rating")
)

MUTANTS = (
    Mutant(
        "a table that never began is replayed",
        f"{ROOM}/reader.py",
        "or row.version is None or",
        "or",
        "tests/tide/test_e2e_challenges.py::test_one_that_never_began_is_no_fault_to_anybody",
    ),
    Mutant("an unrated match counts", f"{ROOM}/results.py", "if not match.rated:", "if False:", RESULTS),
    Mutant(
        "a match counts in which somebody has not moved",
        f"{ROOM}/results.py",
        "!= set(range(match.seats))",
        "== set()",
        RESULTS,
    ),
    Mutant(
        "a move and a resignation count",
        f"{ROOM}/results.py",
        "if not why and was_cut_short(table, match, outcome, turns):",
        "if False:",
        RESULTS,
    ),
    Mutant(
        "what a computer did after somebody left counts as theirs",
        f"{ROOM}/results.py",
        "last = _count_steps(match, starter.seq) if isinstance(starter, Former) else match.ply",
        "last = match.ply",
        RESULTS,
    ),
    Mutant(
        "two accounts play for ratings all day",
        STORED,
        "all(played[pair] < MOST_A_DAY for pair in pairs)",
        "True",
        FOLDING,
    ),
    Mutant(
        "erasing an account opens another three matches",
        STORED,
        "if computer is None:\n            people.append(int(user))",
        "if computer is None and user:\n    people.append(int(user))",
        FOLDING,
    ),
    Mutant(
        "a match too many sets records",
        READS,
        "AND s.counts = 1 AND s.user_id <> 0 AND f.value",
        "AND s.user_id <> 0 AND f.value",
        FOLDING,
    ),
    Mutant(
        "who leaves gets the result of who plays on",
        f"{ROOM}/results.py",
        "place = last if left else",
        "place = last if False else",
        RESULTS,
    ),
    Mutant(
        "who takes a seat over is judged",
        f"{ROOM}/results.py",
        "starter = find_starter(table, occupant.seat)",
        "starter = occupant",
        RESULTS,
    ),
    Mutant(
        "people beat themselves",
        f"{ROOM}/results.py",
        "if any(count > 1 for count in people.values()):",
        "if False:",
        RESULTS,
    ),
    Mutant(
        "a seat that changed hands sets records",
        f"{ROOM}/results.py",
        "whole -= {former.seat for former in table.former}",
        "whole -= set()",
        RESULTS,
    ),
    Mutant(
        "what ended later stays as it was when a match turns up late",
        STORED,
        "await transaction.run(_FROM, (game, *first))",
        "pass",
        FOLDING,
    ),
    Mutant(
        "results are folded by the number of their table",
        STORED,
        'ORDER BY s.ended_at, s.match_id, s.seat"',
        'ORDER BY s.match_id, s.seat"',
        FOLDING,
    ),
    Mutant(
        "who stays out is rated",
        STORED,
        "if user == NOBODY or await self._is_out(transaction, user):",
        "if user == NOBODY:",
        FOLDING,
    ),
    Mutant(
        "staying out changes nothing of the past",
        STORED,
        '"UPDATE result_seats SET folded = 0 WHERE user_id = ? AND counts = 1", (user_id,)',
        '"UPDATE result_seats SET folded = 0 WHERE user_id = ? AND counts = 9", (user_id,)',
        FOLDING,
    ),
    Mutant(
        "erasing leaves the results of others without the seat",
        "bot/storage/people.py",
        "await transaction.run(DERIVED, (user_id,))",
        "pass",
        SHOWN,
    ),
    Mutant(
        "a match is counted in each process",
        f"{ROOM}/counter.py",
        "missing = await mine(missing)",
        "pass",
        COUNTER,
    ),
    Mutant(
        "one that stands by counts",
        f"{ROOM}/counter.py",
        "return not self._stopped and self._hosts()",
        "return not self._stopped",
        COUNTER,
    ),
    Mutant(
        "what a failure left is not looked for",
        f"{ROOM}/counter.py",
        'self._all = True log.warning("not counted"',
        'log.warning("not counted"',
        COUNTER,
    ),
    Mutant(
        "who stays out is on the board",
        READS,
        "AND s.ended_at >= ?3 AND s.ended_at < ?4 AND NOT {IS_OUT}",
        "AND s.ended_at >= ?3 AND s.ended_at < ?4",
        f"{FOLDING}::test_who_stays_out_is_an_unknown_to_others_and_comes_back_with_the_same_numbers",
    ),
    Mutant(
        "a card of somebody who stays out is shown",
        f"{ROOM}/cards.py",
        "if out and not own:",
        "if False:",
        SHOWN,
    ),
    Mutant(
        "anybody posts anybody's card",
        f"{ROOM}/cards.py",
        "if page_of(parts, 0) != person.id or interaction.guild_id is None:",
        "if interaction.guild_id is None:",
        SHOWN,
    ),
    Mutant(
        "histories show hidden channels",
        f"{ROOM}/histories.py",
        "return [one for one in known if can_read(interaction, one)]",
        "return known",
        SHOWN,
    ),
    Mutant(
        "who resigned has a medal",
        "bot/ui/medals.py",
        "return medal if place == 1 else QUIT.get(ending, medal)",
        "return medal",
        f"{SHOWN}::test_who_resigned_has_no_medal_in_a_history_either",
    ),
    Mutant(
        "films of hidden channels are shown",
        f"{ROOM}/histories.py",
        "if table.ended_at is None or not (seen or interaction.user.id in table.people):",
        "if table.ended_at is None:",
        SHOWN,
    ),
    Mutant(
        "computer players of all levels are equally strong",
        f"{ROOM}/counter.py",
        "grades.get(level, LEVELS.get(level, MEAN))",
        "MEAN",
        PEOPLE,
    ),
)
