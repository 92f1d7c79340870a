"""Each change finds its place by names and calls, and fails unless exactly one place matches."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from tests.proof.mutants.changes import (
    BadChange,
    Change,
    drop_call,
    drop_context_manager,
    drop_element,
    drop_raise,
    force_false,
    force_true,
    postpone_call,
    replace_argument,
    replace_expression,
    replace_text,
    replace_value,
    return_immediately,
    unwrap_call,
)
from tests.proof.mutants.mutant import Mutant, find_definition
from tests.support.cases import join_cases

MODULE_SOURCE = '''
LIMIT = 4
KINDS = {"seat": 1, "name": 2}
ADD = f"""
INSERT INTO {TABLE}
    VALUES (?) AND NOT {OUT}
"""


class Seats:
    async def take(self, user, seat):
        # A comment, which no change needs.
        check_host(
            user,
        )
        if user is None or seat.gone:
            raise Gone(user)
        async with self.lock(seat), self.other:
            await self.store.run("DELETE FROM seats", (seat,))
            await self.publish(seat, quiet=True)
        return [redact(one, user) for one in seat.events if one.seen]
'''


@join_cases(
    [
        ("Seats.take", drop_call("check_host"), "check_host", ""),
        ("Seats.take", drop_call("run", "DELETE FROM seats"), "DELETE", ""),
        ("Seats.take", force_false("gone"), "seat.gone", "if user is None:"),
        ("Seats.take", force_true("user", "gone"), "seat.gone", "if True:"),
        ("Seats.take", force_true("seen"), "seen", "in seat.events]"),
        ("Seats.take", drop_raise("Gone"), "raise", "pass"),
        ("Seats.take", unwrap_call("redact"), "redact", "[one for one in"),
        ("Seats.take", replace_argument("publish", "quiet", None), "quiet", "publish(seat)"),
        ("Seats.take", replace_argument("publish", 0, "None"), "publish(seat", "publish(None, quiet=True)"),
        ("Seats.take", return_immediately("()"), "check_host", "return ()"),
        ("Seats.take", drop_context_manager("lock"), "self.lock", "async with self.other:"),
        ("Seats.take", drop_element("seat"), "(seat,)", "()"),
        ("Seats.take", replace_expression("seat.events", "[]"), "events", "for one in []"),
        ("Seats.take", replace_expression("user", "None", after="run"), "(one, user)", "redact(one, None)"),
        ("Seats.take", replace_text("DELETE FROM seats", "SELECT 1"), "DELETE", "SELECT 1"),
        ("LIMIT", replace_value("5"), "4", "LIMIT = 5"),
        ("KINDS", drop_element("name"), "2", "{'seat': 1}"),
        ("ADD", replace_text("VALUES (?) AND NOT {OUT}", "VALUES (0)"), "OUT", "{TABLE}"),
    ]
)
def test_a_change_removes_and_adds_code_only_where_it_fits(
    name: str, change: Change, removed: str, added: str
) -> None:
    node = find_definition(ast.parse(MODULE_SOURCE), name)
    assert removed in ast.unparse(node)
    change(node)
    source_text = ast.unparse(ast.fix_missing_locations(node))
    assert removed not in source_text
    assert added in source_text


def test_postpone_call_moves_a_statement_after_another() -> None:
    node = find_definition(ast.parse(MODULE_SOURCE), "Seats.take")
    postpone_call("run", "publish")(node)
    source_text = ast.unparse(node)
    assert source_text.index("publish") < source_text.index("run")


def test_formatting_and_comments_do_not_affect_changes() -> None:
    plain = dedent(
        """
        def take(user):
            if first(user) and second(user): return 1
        """
    )
    broken = dedent(
        """
        def take(user):
            if (
                first(
                    user,
                )
                # Both are asked.
                and second(user)
            ):
                return 1
        """
    )
    mutant = Mutant("wrong", "games.code:take", force_true("second"), "tests")
    assert mutant.apply_to(plain).source == mutant.apply_to(broken).source
    assert "if first(user):" in mutant.apply_to(plain).source


@join_cases(
    [
        (change,)
        for change in [
            drop_call("gone"),
            force_false(),
            force_true("missing"),
            unwrap_call("missing"),
            replace_argument("publish", 3, None),
            replace_argument("publish", "loud", None),
            replace_expression("user", "None"),
            replace_expression("user", "None", after="missing"),
            postpone_call("publish", "run"),
            drop_context_manager("missing"),
            replace_text("missing", ""),
            drop_raise("Missing"),
            drop_element("missing"),
            replace_value("5"),
        ]
    ]
)
def test_a_change_that_fits_no_place_or_several_fails(change: Change) -> None:
    with pytest.raises(BadChange):
        change(find_definition(ast.parse(MODULE_SOURCE), "Seats.take"))


def test_a_missing_definition_fails() -> None:
    with pytest.raises(BadChange, match=r"Seats\.gone"):
        find_definition(ast.parse(MODULE_SOURCE), "Seats.gone")


def test_an_sql_script_is_changed_by_text() -> None:
    mutant = Mutant("wrong", "bot/fence.sql", replace_text("AND until > now()", ""), "tests")
    changed = mutant.apply_to("SELECT 1\nWHERE a\n    AND until > now();\n")
    assert changed.source == "SELECT 1\nWHERE a\n    ;\n"
    assert "-    AND until > now();" in changed.diff
