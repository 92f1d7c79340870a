"""Each feature is notified, resumed, tidied and stopped even if another one fails."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from discord.ext import commands

from bot import app
from bot.errors.storage import DatabaseFailed
from bot.features.contract import Feature, FeatureServices
from bot.model.table import Table
from bot.tables.feed import Change, ChangeKind
from bot.ui import replies
from bot.ui.components import Item, make_button
from bot.ui.ids import make_custom_id
from bot.ui.offers import MenuEntry
from bot.ui.presses import PressHandler
from bot.ui.services import Interaction
from games.core.words import Words
from tests.support.harbour import Harbour, list_buttons
from tests.support.reading import get_reply, read_answer
from tests.support.toy import TOYS


class Listener:
    """A feature's worker that records which of its methods are called."""

    def __init__(self) -> None:
        self.heard: list[Change] = []
        self.calls: list[str] = []
        self.hosts: Callable[[], bool] = lambda: False

    def create_feature(self, services: FeatureServices) -> Feature:
        self.hosts = services.is_hosting
        return Feature(
            name="listener", cogs=(commands.Cog(),), workers=(self,), daily_cleanups=(self.clean_up,)
        )

    def handle_change(self, change: Change) -> None:
        self.heard.append(change)

    async def resume(self) -> None:
        self.calls.append("resume")

    async def clean_up(self) -> None:
        self.calls.append("clean_up")

    async def wait_until_idle(self) -> None:
        self.calls.append("wait_until_idle")

    def stop(self) -> None:
        self.calls.append("stop")


class FailingWorker:
    """A worker in which every call except `stop` fails."""

    def handle_change(self, change: Change) -> None:
        raise RuntimeError("the feature fails to handle a change")

    async def resume(self) -> None:
        raise RuntimeError("the feature fails")

    async def wait_until_idle(self) -> None:
        raise RuntimeError("the feature fails")

    def stop(self) -> None:
        """Stop without an error, because nothing catches errors while the bot stops."""


def create_failing_feature(services: FeatureServices) -> Feature:
    broken = FailingWorker()
    return Feature(name="broken", workers=(broken,), daily_cleanups=(broken.resume,))


async def test_a_worker_runs_although_another_worker_of_its_feature_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listener = Listener()
    both = Feature(
        name="both",
        workers=(FailingWorker(), listener),
        daily_cleanups=(FailingWorker().resume, listener.clean_up),
    )
    monkeypatch.setattr(app, "FEATURES", (lambda services: both,))
    harbour = await Harbour.open(tmp_path, TOYS)
    await harbour.begin_match("toy")
    await harbour.bot.features.run_daily_cleanups()
    await harbour.close()
    assert {"resume", "clean_up", "stop", "wait_until_idle"} <= set(listener.calls)
    assert [change.kind for change in listener.heard][-1] == ChangeKind.STARTED


async def test_a_feature_runs_although_another_feature_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listener = Listener()
    monkeypatch.setattr(app, "FEATURES", (create_failing_feature, listener.create_feature))
    harbour = await Harbour.open(tmp_path, TOYS)
    try:
        # The daily work calls ``clean_up`` concurrently, so ``resume`` isn't always the first call.
        assert "resume" in listener.calls and listener.hosts()
        await harbour.begin_match("toy")
        assert [change.kind for change in listener.heard][-1] == ChangeKind.STARTED
        await harbour.bot.features.run_daily_cleanups()
        assert listener.calls[-1] == "clean_up"
    finally:
        await harbour.close()
    assert "stop" in listener.calls and listener.calls[-1] == "wait_until_idle"
    assert not listener.hosts(), "a stopped bot doesn't act any more"


async def test_a_feature_that_cannot_read_the_database_is_resumed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[int] = []

    class FailingOnceListener(Listener):
        """A listener whose first call of :meth:`resume` fails."""

        async def resume(self) -> None:
            tries.append(1)
            if len(tries) == 1:
                raise DatabaseFailed("disk I/O error")

    monkeypatch.setattr(
        app, "FEATURES", (lambda services: Feature(name="late", workers=(FailingOnceListener(),)),)
    )
    monkeypatch.setattr(app, "RESUME_RETRY_SECONDS", 0.0)
    harbour = await Harbour.open(tmp_path, TOYS)
    await harbour.close()
    assert len(tries) == 2


async def answer_button(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Answer a press of the feature's button."""
    await replies.show(interaction, "The reef is humming.")


async def test_the_menu_shows_a_features_button_if_it_fits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def make_listen_button(table: Table, user_id: int, w: Words, row: int) -> Item:
        return make_button(make_custom_id("b", "zzl", table.id), "Listen", row=row)

    def make_dream_button(table: Table, user_id: int, w: Words, row: int) -> Item:
        return make_button(make_custom_id("b", "zzd", table.id), "Dream", row=row)

    async def never_fits(table: Table, user_id: int) -> bool:
        return False

    listener = Feature(
        name="listener",
        press_handlers=(PressHandler("zzl", answer_button),),
        menu_entries=(MenuEntry(make_listen_button), MenuEntry(make_dream_button, should_show=never_fits)),
    )
    monkeypatch.setattr(app, "FEATURES", (lambda services: listener,))
    harbour = await Harbour.open(tmp_path, TOYS)
    try:
        await harbour.begin_match("toy")
        menu = get_reply(await harbour.anna.click(harbour.board, label="More…"))
        labels = set(list_buttons(menu).values())
        assert "Listen" in labels and "Dream" not in labels
        assert read_answer(await harbour.anna.click(menu, label="Listen")) == "The reef is humming."
    finally:
        await harbour.close()
