"""Subscribers of the feed react to stored changes, so that handlers needn't announce them."""

from __future__ import annotations

import ast
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

import bot
from bot.tables.feed import Change, ChangeKind
from games.core.match import ACT_KIND
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour
from tests.support.toy import TOYS

BOT_PACKAGE = Path(bot.__file__).parent
REPAIR_FUNCTIONS = ("refresh_if_stale", "show", "_update_table_messages")
"""Functions that may announce a table, because they repair an outdated board or show it on request."""


@pytest_asyncio.fixture
async def harbour(tmp_path: Path) -> AsyncIterator[Harbour]:
    harbour = await Harbour.open(tmp_path, TOYS)
    yield harbour
    await harbour.close()


def remove_subscription(harbour: Harbour, name: str) -> None:
    del harbour.bot.tables.feed._subscribers[name]


async def test_a_new_subscriber_gets_every_change_of_a_match(harbour: Harbour) -> None:
    heard: list[Change] = []
    harbour.bot.tables.feed.subscribe("spectator", heard.append)
    anna, ben, channel = harbour.anna, harbour.ben, harbour.channel
    await anna.slash(channel, "play", game="toy", opponent=ben.user, wait=True)
    await ben.click(harbour.board, label="Join")
    await anna.click(harbour.board, label="Start")
    await harbour.type_move("add:1")
    await press_at_table(anna, channel, "undo")
    while (match := await harbour.find_match()).outcome is None:
        tokens = [action.token for action in match.legal_actions(match.to_act[0])]
        await harbour.type_move("add:2" if "add:2" in tokens else "roll:0")
    await press_at_table(anna, channel, "rematch")
    table, rematch = await harbour.bot.tables.get(1), await harbour.bot.tables.get(2)
    assert rematch.rematch_of == 1
    kinds = [change.kind for change in heard]
    assert kinds[:5] == [
        ChangeKind.OPENED,
        ChangeKind.SEATED,
        ChangeKind.STARTED,
        ChangeKind.ACTED,
        ChangeKind.UNDONE,
    ]
    assert kinds[-2:] == [ChangeKind.ENDED, ChangeKind.OPENED]
    assert set(kinds[5:-2]) == {ChangeKind.ACTED}
    assert table.match is not None
    # There is one change for each log row.
    assert [change.seq for change in heard if change.table_id == 1][3:] == list(range(1, table.match.seq + 1))
    assert sum(row.kind == ACT_KIND for row in table.match.rows) == kinds.count(ChangeKind.ACTED) + 1


async def test_the_core_services_subscribe_before_the_features(harbour: Harbour) -> None:
    core = ("pictures", "texts", "announcer", "panels", "alarm", "computers")
    # The names of the features follow those of the core services.
    assert tuple(harbour.bot.tables.feed._subscribers)[: len(core)] == core


async def test_without_its_subscription_the_announcer_posts_nothing(harbour: Harbour) -> None:
    remove_subscription(harbour, "announcer")
    await harbour.anna.slash(harbour.channel, "play", game="toy", against="people", wait=True)
    assert (await harbour.find_table()).status == "lobby"
    assert harbour.list_posts() == []


async def test_without_its_subscription_no_computer_plays(harbour: Harbour) -> None:
    remove_subscription(harbour, "computers")
    await harbour.anna.slash(harbour.channel, "play", game="toy")
    await harbour.type_move("roll:0")
    assert (await harbour.find_match()).active_seat == 1 and (await harbour.find_table()).computer_seats == (
        1,
    )
    # Showing the table lets the computer play.
    await press_at_table(harbour.anna, harbour.channel, "show")
    assert (await harbour.find_match()).active_seat == 0


async def test_the_alarm_checks_the_clocks_after_each_change(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harbour.begin_match("toy")
    looks: list[str] = []
    monkeypatch.setattr(harbour.bot.alarm, "start_check", lambda: looks.append("looks"))
    await harbour.type_move("roll:0")
    assert looks == ["looks"]
    remove_subscription(harbour, "alarm")
    await harbour.type_move("roll:0")
    assert looks == ["looks"]


def test_handlers_announce_only_to_repair_or_show_a_board() -> None:
    """The feed already publishes stored changes, so a handler would announce them a second time."""
    found = [
        call for path in list_handlers() for call in find_announcements(ast.parse(path.read_text("utf-8")))
    ]
    assert found == []


def list_handlers() -> Iterator[Path]:
    for folder in ("ui", "cogs"):
        yield from (BOT_PACKAGE / folder).rglob("*.py")


def find_announcements(node: ast.AST, is_repair: bool = False) -> Iterator[str]:
    """Yield the calls of ``announce_table`` that are neither in an ``except`` nor for a repair."""
    is_repair = is_repair or isinstance(node, ast.ExceptHandler)
    is_repair = is_repair or (isinstance(node, ast.AsyncFunctionDef) and node.name in REPAIR_FUNCTIONS)
    announces = (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "announce_table"
    )
    if announces and not is_repair:
        yield ast.unparse(node)
    for child in ast.iter_child_nodes(node):
        yield from find_announcements(child, is_repair)
