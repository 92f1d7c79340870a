"""What time is charged, to whom, and when somebody is told."""

from __future__ import annotations

from tests.proof.mutants.mutant import Mutant

MODEL, HOURS, STORED, ALARM, REMINDERS = (
    "bot/model/clocks.py",
    "bot/model/hours.py",
    "bot/storage/clocks.py",
    "bot/announcing/alarm.py",
    "bot/announcing/reminders.py",
)
ARITHMETIC, DAYS, TIMES, GUARDS, MET = (
    "tests/bot/model/test_clocks.py",
    "tests/bot/model/test_hours.py",
    "tests/bot/tables/test_tables_clocks.py",
    "tests/bot/tables/test_tables_guards.py",
    "tests/bot/ui/table/test_e2e_clocks.py",
)

MUTANTS = (
    Mutant("time goes below nothing", MODEL, "max(self.left - spent, 0)", "self.left - spent", ARITHMETIC),
    Mutant(
        "who is not awaited runs out of time",
        MODEL,
        "self.since is not None and self.left_at(at, times) == 0",
        "self.left_at(at, times) == 0",
        f"{ARITHMETIC} {TIMES}",
    ),
    Mutant(
        "who is not awaited is charged",
        MODEL,
        "spent = 0 if self.since is None else",
        "spent = 0 if False else",
        f"{ARITHMETIC} {TIMES}",
    ),
    Mutant(
        "another's move fills an empty bank",
        MODEL,
        "old.seat in acted and left == 0",
        "acted and left == 0",
        GUARDS,
    ),
    Mutant(
        "who moves late has no time again",
        MODEL,
        "old.seat in acted and left == 0",
        "False",
        f"{ARITHMETIC} {TIMES}",
    ),
    Mutant(
        "who takes an empty seat over has no time",
        MODEL,
        "user_id != old.user_id or (old.seat in acted",
        "(old.seat in acted",
        f"{ARITHMETIC} {TIMES}",
    ),
    Mutant(
        "a bank grows beyond its size",
        MODEL,
        "min(left + clock.more, clock.bank))\nreturn left",
        "left + clock.more)\nreturn left",
        ARITHMETIC,
    ),
    Mutant(
        "a turn that is played again brings a top-up",
        MODEL,
        "if waiting and position.turn > old.turn:",
        "if waiting and position.turn != old.turn:",
        ARITHMETIC,
    ),
    Mutant(
        "a turn brings no top-up", MODEL, "if waiting and position.turn > old.turn:", "if False:", ARITHMETIC
    ),
    Mutant("a wait begins anew when another answers", MODEL, "old.began if kept else at", "at", ARITHMETIC),
    Mutant(
        "a reminder comes again within a turn",
        MODEL,
        "again and old.reminded",
        "kept and old.reminded",
        ARITHMETIC,
    ),
    Mutant(
        "one reminder is for all turns", MODEL, "again and old.reminded", "same and old.reminded", ARITHMETIC
    ),
    Mutant("a claim outlives a move", MODEL, "kept and old.empty", "again and old.empty", ARITHMETIC),
    Mutant(
        "new habits count for what has passed",
        MODEL,
        "row.left_at(at, times), since=at)",
        "row.left, since=at)",
        f"{ARITHMETIC} {TIMES}",
    ),
    Mutant(
        "a reminder wakes its person",
        MODEL,
        "find_waking(times, row.began + (times.remind or REMIND_AFTER))",
        "row.began + (times.remind or REMIND_AFTER)",
        f"{ARITHMETIC} {MET}",
    ),
    Mutant(
        "a clock that ran out is told again and again",
        MODEL,
        "not row.empty and ends is not None",
        "ends is not None",
        f"{ARITHMETIC} {MET}",
    ),
    Mutant("quiet hours are charged", HOURS, "total -= min(ends, end) - begins", "pass", f"{DAYS} {TIMES}"),
    Mutant(
        "a clock ends as if there were no quiet hours",
        HOURS,
        "left -= begins - at\nat = ends",
        "pass",
        f"{DAYS} {TIMES}",
    ),
    Mutant("a vacation stops no clock", HOURS, "if times.away > done:", "if False:", f"{DAYS} {TIMES}"),
    Mutant(
        "the quiet hours under way are overlooked",
        HOURS,
        ".date() - timedelta(days=1)",
        ".date()",
        f"{DAYS} {TIMES}",
    ),
    Mutant(
        "what is noted of a wait counts for a later one",
        STORED,
        "AND turn = ? AND since IS ?",
        "AND turn = ? AND coalesce(since, 1) IS NOT ?",
        GUARDS,
    ),
    Mutant(
        "what is noted of a turn counts for a later one",
        STORED,
        "AND turn = ? AND since IS ?",
        "AND turn >= ? AND since IS ?",
        f"{GUARDS} {MET}",
    ),
    Mutant(
        "habits are charged by the new ones",
        STORED,
        "(found.row, found.clock, at, old)",
        "(found.row, found.clock, at, new[user_id])",
        TIMES,
    ),
    Mutant(
        "a frozen table's time runs",
        STORED,
        '"UPDATE clocks SET since = NULL, due = NULL WHERE',
        '"UPDATE clocks SET due = due WHERE',
        f"{TIMES} tests/bot/tables/test_tables_frozen.py",
    ),
    Mutant(
        "time runs for computers",
        "bot/tables/waiting.py",
        "frozenset(seats) - frozenset(table.computers)",
        "frozenset(seats)",
        f"{TIMES} {MET}",
        equal="the clocks let no time run for nobody's user id, which computers have",
    ),
    Mutant(
        "time runs for those whose orders answer",
        "bot/tables/waiting.py",
        "if table.occupants[seat].user_id in asked",
        "",
        f"{TIMES} {GUARDS}",
    ),
    Mutant("a late reminder wakes its person", ALARM, "elif woken > now:", "elif False:", MET),
    Mutant("who wants no reminder is reminded", ALARM, "if times.remind is None:", "if False:", MET),
    Mutant(
        "the others are not told of a clock that ran out",
        ALARM,
        "if empty and not row.empty:",
        "if False:",
        MET,
    ),
    Mutant(
        "each waiting table sends a reminder of its own",
        REMINDERS,
        "for found in waiting:\nawait self._clocks.mark(found, reminded=True)",
        "await self._clocks.mark(due, reminded=True)",
        MET,
    ),
    Mutant(
        "a reminder that arrived is sent again",
        REMINDERS,
        "if now - message.posted_at > NONCE_SECONDS:",
        "if False:",
        MET,
    ),
    Mutant(
        "somebody is reminded of a turn that has passed",
        REMINDERS,
        "row is None or row.since is None or row.turn != turn or channel is None",
        "row is None or channel is None",
        f"{MET} tests/bot/announcing/test_e2e_announcing_guards.py",
    ),
)
