"""Tournaments: who meets, what counts, who may, and the deal that others still play from."""

from __future__ import annotations

from tests.mutants.mutant import Mutant

PURE, ROOM = "games/tournament", "bot/tournament"
PAIRING, SCORING, HALL, SHOWN, EVENTS, PLANS, REPEATS = (
    f"tests/tournament/test_{name}.py"
    for name in (
        "pairing",
        "scoring",
        "simulation",
        "e2e_tournament",
        "e2e_events",
        "round_robin",
        "repeats",
    )
)

MUTANTS = (
    Mutant(
        "a tournament that has a time waits for its host",
        f"{PURE}/steps.py",
        "if state.status != OPEN or not state.starts_at or now < state.starts_at:",
        "if True:",
        EVENTS,
    ),
    Mutant(
        "a kill makes an event twice",
        f"{ROOM}/calendar.py",
        "event = None if row.mark is None else await self._find(row, guild)",
        "event = None",
        EVENTS,
    ),
    Mutant(
        "an event stays when its tournament is over",
        f"{ROOM}/calendar.py",
        "if not wanted or not course.starts_at:",
        "if not course.starts_at:",
        EVENTS,
    ),
    Mutant(
        "what people have deleted is made again",
        f"{ROOM}/calendar.py",
        "if event is None and row.event_id is not None:",
        "if False:",
        EVENTS,
    ),
    Mutant(
        "whose end was not told is forgotten",
        f"{ROOM}/keeper.py",
        "self._store.running(self._tables.now() - LATELY)",
        "self._store.running(self._tables.now() + LATELY)",
        EVENTS,
    ),
    Mutant(
        "a plan is taken in which two don't meet",
        f"{PURE}/round_robin.py",
        "return not self.missing",
        "return True",
        PLANS,
    ),
    Mutant(
        "people change places for the worse",
        f"{PURE}/groups.py",
        "self._gain(one, other) < 0:",
        "self._gain(one, other) < -AGAIN:",
        REPEATS,
    ),
    Mutant(
        "the library takes two rounds without a game for two of one colour",
        f"{ROOM}/swiss.py",
        "            floats[entry].append(NONE)",
        "            colours[entry].append(NONE)\n            floats[entry].append(NONE)",
        PAIRING,
    ),
    Mutant(
        "people who have met are drawn again",
        f"{PURE}/pairing.py",
        "if not find_faults(state, found):",
        "if True:",
        PAIRING,
    ),
    Mutant(
        "byes don't go round",
        f"{PURE}/pairing.py",
        "if any(byes.get(entry, 0) > least for entry in found.byes):",
        "if False:",
        PAIRING,
    ),
    Mutant(
        "the first to move goes on from a draw",
        f"{PURE}/scoring.py",
        "_, last = min((places[seat], -seat) for seat in there)",
        "_, last = min((places[seat], -seat) for seat in there[:1])",
        PAIRING,
    ),
    Mutant(
        "who was absent is given points",
        f"{PURE}/scoring.py",
        "if seat in result.absent:\n        return 0",
        "if False:\n        return 0",
        SCORING,
    ),
    Mutant(
        "a duplicate is scored as any other round",
        f"{PURE}/scoring.py",
        "if others:",
        "if False:",
        SCORING,
    ),
    Mutant(
        "a table is scored twice",
        f"{PURE}/events.py",
        "if _find(state, event).result is not None:",
        "if _find(state, event) is None:",
        SCORING,
    ),
    Mutant(
        "a result is changed after others have played on from it",
        f"{PURE}/events.py",
        "if state.terms.format == KNOCKOUT and event.round != len(state.rounds) - 1:",
        "if False:",
        SCORING,
    ),
    Mutant(
        "a paused tournament draws on",
        f"{PURE}/steps.py",
        "if state.status != RUNNING or state.current is not None:",
        "if state.current is not None:",
        SCORING,
    ),
    Mutant(
        "who is never there is drawn for ever",
        f"{PURE}/steps.py",
        "return len(seen) >= SILENT_ROUNDS and all(seen[:SILENT_ROUNDS])",
        "return False",
        PAIRING,
    ),
    Mutant(
        "the secret of a deal is shown while others play from it",
        "bot/tables/store.py",
        "secret = None if stored.sealed else stored.secret.hex()",
        "secret = stored.secret.hex()",
        SHOWN,
    ),
    Mutant(
        "it is shown once the table is read again",
        "bot/tables/reading.py",
        "if over and row.version is not None and not row.sealed else None",
        "if over and row.version is not None else None",
        SHOWN,
    ),
    Mutant(
        "it stands in the export",
        "bot/tables/exports.py",
        "return record_of(table.match, row.secret, presses, sealed=row.sealed)",
        "return record_of(table.match, row.secret, presses)",
        SHOWN,
    ),
    Mutant(
        "the secret of a deal is promised for the end of one match",
        "bot/ui/table/export.py",
        "if not sealed:",
        "if True:",
        SHOWN,
    ),
    Mutant(
        "anybody is the host",
        f"{ROOM}/rights.py",
        "if interaction.user.id != found.row.host_id and not interaction.permissions.manage_guild:",
        "if False:",
        SHOWN,
    ),
    Mutant(
        "nobody acts for who is absent",
        f"{ROOM}/keeper.py",
        "if not late:\n            return None",
        "if late or not late:\n            return None",
        SHOWN,
    ),
    Mutant(
        "a table is opened twice after a kill",
        f"{ROOM}/seating.py",
        "if not await self._is_ours(taken.table, people, told):",
        "if True:",
        HALL,
    ),
    Mutant(
        "the same result is noted twice",
        f"{ROOM}/keeper.py",
        "if found.course.rounds[at].tables[number].result is not None:\n                return None",
        "if False:\n                return None",
        HALL,
        equal="the fold refuses a second result as well, and the next look finds the first",
    ),
    Mutant(
        "an open tournament has as many rounds as there are people for",
        "bot/tournament/texts.py",
        "terms.rounds if opened else count_rounds(found.course)",
        "count_rounds(found.course)",
        "tests/tournament/test_e2e_tournament.py::"
        "test_an_open_panel_says_what_was_chosen_and_names_its_buttons_once",
    ),
    Mutant(
        "tournaments of one title share their threads",
        "bot/tournament/threads.py",
        "if namesakes else found.row.title",
        "if False else found.row.title",
        "tests/tournament/test_e2e_tournament.py::test_a_second_tournament_of_a_title_has_threads_of_its_own",
    ),
    Mutant(
        "fewer rounds than were chosen are explained to nobody",
        "bot/tournament/texts.py",
        "lines.append(write_fewer(found, w))",
        "",
        "tests/tournament/test_e2e_tournament.py::test_fewer_rounds_than_were_chosen_are_explained",
    ),
    Mutant(
        "who opens a tournament is not told of its event",
        "bot/tournament/dock.py",
        "await calendar.settle_one(tournament_id, POSTED_SECONDS)",
        "",
        "tests/tournament/test_e2e_events.py::test_who_opens_it_is_told_of_the_event_and_where_it_is",
    ),
)
