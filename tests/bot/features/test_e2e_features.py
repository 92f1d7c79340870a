"""What docks on is told, resumed, tidied and stopped, whatever goes wrong with another feature."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from discord.ext import commands

from bot import app
from bot.errors.storage import DatabaseFailed
from bot.features.contract import Feature, House
from bot.tables.feed import Change, Kind
from bot.ui.components import button
from bot.ui.ids import custom_id
from bot.ui.table import elsewhere, menu
from tests.support.harbour import Harbour, buttons
from tests.support.reading import shown
from tests.support.toy import TOYS


class Listener:
    """A feature that writes down what it is asked."""

    def __init__(self) -> None:
        self.heard: list[Change] = []
        self.asked: list[str] = []
        self.hosts: Callable[[], bool] = lambda: False

    def dock(self, house: House) -> Feature:
        self.hosts = house.hosts
        return Feature(
            "listener",
            cogs=(commands.Cog(),),
            hear=self.heard.append,
            resume=self._note("resume"),
            tidy=self._note("tidy"),
            settle=self._note("settle"),
            stop=lambda: self.asked.append("stop"),
        )

    def _note(self, what: str) -> Callable[[], Awaitable[None]]:
        async def note() -> None:
            self.asked.append(what)

        return note


def dock_broken(house: House) -> Feature:
    async def fail() -> None:
        raise RuntimeError("a feature that cannot")

    def shout(change: Change) -> None:
        raise RuntimeError("a feature that cannot hear")

    return Feature("broken", hear=shout, resume=fail, tidy=fail, settle=fail)


async def test_a_feature_is_told_and_asked_whatever_another_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listener = Listener()
    monkeypatch.setattr(app, "FEATURES", (dock_broken, listener.dock))
    # What another bot of this process has offered would be asked, and that one has stopped.
    monkeypatch.setattr(elsewhere, "OPENERS", {})
    harbour = await Harbour.open(tmp_path, TOYS)
    try:
        # The day's work begins beside it: either may come first.
        assert "resume" in listener.asked and listener.hosts()
        await harbour.begin("toy")
        assert [change.kind for change in listener.heard][-1] == Kind.STARTED
        await harbour.bot.features.tidy()
        assert listener.asked[-1] == "tidy"
    finally:
        await harbour.close()
    assert "stop" in listener.asked and listener.asked[-1] == "settle"
    assert not listener.hosts(), "one that has stopped acts no more"


async def test_a_feature_that_cannot_read_the_database_is_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[int] = []

    async def resume() -> None:
        tries.append(1)
        if len(tries) == 1:
            raise DatabaseFailed("disk I/O error")

    monkeypatch.setattr(app, "FEATURES", (lambda house: Feature("late", resume=resume),))
    monkeypatch.setattr(app, "MEND_SECONDS", 0.0)
    harbour = await Harbour.open(tmp_path, TOYS)
    await harbour.close()
    assert len(tries) == 2


async def test_a_features_button_stands_in_the_menu(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(menu, "OFFERED", {})
    menu.offer(
        "listener", lambda table, user_id, w, row: button(custom_id("b", "mo", table.id), "Listen", row=row)
    )
    await harbour.begin("reef")
    answer = await harbour.anna.click(harbour.board, label="More…")
    assert "Listen" in buttons(shown(answer)).values()
