"""Every verb has exactly one handler, and ``bot.ui.verbs`` lists the press handlers of every module."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from inspect import getsource
from pathlib import Path

import pytest

from bot import ui
from bot.ui import verbs
from bot.ui.presses import PressHandler, Router
from bot.ui.services import Interaction
from tests.support.harbour import Harbour

UI_PACKAGE = Path(str(ui.__file__)).parent


async def do_nothing(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Do nothing, in place of a press's handler."""


def iterate_declared_presses() -> Iterator[PressHandler]:
    """Yield the presses that modules in the packages of ``bot.ui`` declare."""
    for path in sorted(UI_PACKAGE.glob("*/*.py")):
        yield from getattr(import_module(f"bot.ui.{path.parent.name}.{path.stem}"), "PRESS_HANDLERS", ())


def test_the_press_handlers_of_every_module_are_listed() -> None:
    assert sorted(press.verb for press in verbs.PRESS_HANDLERS) == sorted(
        press.verb for press in iterate_declared_presses()
    )


def test_a_verb_has_one_handler() -> None:
    with pytest.raises(ValueError, match="two handlers for 'vw': open_view and do_nothing"):
        Router((*verbs.PRESS_HANDLERS, PressHandler("vw", do_nothing)))


def test_an_unknown_verb_is_not_expensive() -> None:
    router = Router([PressHandler("zz", do_nothing, is_expensive=True)])
    assert router.is_expensive("zz") and not router.is_expensive("yy")


def test_the_bot_handles_all_presses_of_modules_and_features(harbour: Harbour) -> None:
    known = harbour.bot.router.press_handlers
    presses = (*verbs.PRESS_HANDLERS, *harbour.bot.features.press_handlers)
    assert {press.verb: press for press in presses} == known
    assert all(press.handler.__doc__ for press in known.values())


def test_only_presses_without_a_declared_acknowledgement_have_handlers_that_acknowledge(
    harbour: Harbour,
) -> None:
    wrong = {
        press.verb
        for press in harbour.bot.router.press_handlers.values()
        if ("acknowledge(" in getsource(press.handler) or "send_form(" in getsource(press.handler))
        != (press.acknowledge is None)
    }
    assert not wrong
