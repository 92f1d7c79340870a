"""The index of verbs tells the truth, and a room of its own can bring more."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest

from bot.host import playground
from bot.ui import presses, verbs
from bot.ui.presses import HANDLERS, TABLE_AT, Handler
from bot.ui.verbs import INDEX, VERBS, Verb

REEF = """
from bot.ui.presses import press


@press("zz", table=None)
async def open_reef(interaction, parts, values):
    pass
"""


@pytest.fixture(autouse=True)
def loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Load the host's own verbs; what a test adds is gone after it."""
    verbs.load()
    for module, name in ((presses, "HANDLERS"), (presses, "TABLE_AT"), (verbs, "INDEX")):
        monkeypatch.setattr(module, name, dict(getattr(module, name)))


def find_handler(handler: Handler) -> str:
    """Return a handler as the index names it; one within a function by that function."""
    return f"{handler.__module__}:{handler.__qualname__.partition('.')[0]}"


def test_the_index_names_what_answers_each_verb() -> None:
    assert INDEX.keys() == HANDLERS.keys()
    assert {verb: entry.handler for verb, entry in INDEX.items()} == {
        verb: find_handler(handler) for verb, handler in HANDLERS.items()
    }


@pytest.mark.parametrize("verb", [*VERBS, *playground.VERBS])
def test_every_entry_leads_to_a_function(verb: str) -> None:
    module, _, name = {**VERBS, **playground.VERBS}[verb].handler.partition(":")
    assert callable(getattr(import_module(module), name))


def test_another_room_brings_its_own_verbs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "new_reef.py").write_text(REEF, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    more = {"zz": Verb("open a reef", "new_reef:open_reef")}
    try:
        verbs.load(more)
        verbs.load(more)
    finally:
        sys.modules.pop("new_reef", None)
    assert find_handler(presses.HANDLERS["zz"]) == "new_reef:open_reef"
    assert presses.TABLE_AT["zz"] is None and "zz" not in TABLE_AT


def test_no_two_tables_have_the_same_verb() -> None:
    with pytest.raises(ValueError, match=r"two handlers for 'vw': .* and a:b"):
        verbs.load({"vw": Verb("something else", "a:b")})
    assert verbs.INDEX["vw"] == VERBS["vw"]
