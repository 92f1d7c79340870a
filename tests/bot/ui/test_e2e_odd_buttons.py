"""Malformed or outdated buttons and commands are answered in a sentence and cause no error."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from simcord import interactions as simulated
from simcord.results import InteractionResult

from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, list_buttons, list_menus
from tests.support.reading import KeptMessage, get_reply, read_answer

ODD_PARTS = ("", "zzzzzzzzzzzzz", "-1", "0", "1", "99", "take", "/", "٣", "y", "reef", "zz/zz")
"""Replacements for parts of custom_ids, most of them not valid in that part."""
ODD_VALUES: tuple[list[str], ...] = ([], [""], ["0"], ["none"], ["x" * 100], ["٣"], ["-1"])
"""Choices that most select menus don't offer."""


async def collect_custom_ids(harbour: Harbour) -> list[str]:
    """Return the custom_ids of a lobby, a board, its menu, and several private panels."""
    messages: list[Any] = [await harbour.open_lobby("das_riff")]
    found: list[str] = []
    for message in messages:
        found += [*list_buttons(message), *list_menus(message)]
    await harbour.ben.click(harbour.board, label="Join")
    await harbour.anna.click(harbour.board, label="Start")
    board = harbour.board
    answers = [
        board,
        get_reply(await harbour.anna.click(board, label="More…")),
        get_reply(await harbour.press_tool_button((await harbour.find_player()), "Catch me up", board)),
        get_reply(await press_at_table((await harbour.find_player()), harbour.channel, "show")),
        get_reply(await press_at_table(harbour.anna, harbour.channel, "settings")),
        get_reply(await press_at_table(harbour.anna, harbour.channel, "clock")),
        get_reply(await harbour.anna.slash(harbour.channel, "me")),
        get_reply(await press_at_table(harbour.anna, harbour.channel, "leave")),
    ]
    for message in answers:
        found += [*list_buttons(message), *list_menus(message)]
    return sorted(set(found))


def make_malformed_id(custom_id: str, verbs: Sequence[str], chance: Random) -> str:
    """Return a custom_id with another verb, or with a part changed, lost or added."""
    kind, verb, *parts = custom_id.split(":")
    change = chance.randrange(4)
    if change == 0:
        parts = parts[: chance.randrange(len(parts) + 1)]
    elif change == 1 and parts:
        parts[chance.randrange(len(parts))] = chance.choice(ODD_PARTS)
    elif change == 2:
        parts.append(chance.choice(ODD_PARTS))
    else:
        # Take a random verb and random parts, as if the format had changed.
        verb, parts = chance.choice(verbs), [chance.choice(ODD_PARTS) for _ in range(3)]
    return ":".join((kind, verb, *parts))[:100]


async def test_a_missing_table_is_reported_in_a_sentence(
    harbour: Harbour, caplog: pytest.LogCaptureFixture
) -> None:
    await harbour.begin_match()
    message = KeptMessage(harbour, harbour.board)
    caplog.clear()
    for verb, press in sorted(harbour.bot.router.press_handlers.items()):
        if press.table_id_index is not None and not press.handles_form:
            parts = ["on", "zz", "0", "0", ""][1 - press.table_id_index :]
            values = (
                ["1"] if verb in ("pk", "op", "ck", "lc", "lx", "in", "lu", "ivu", "ivx", "ahe") else None
            )
            answer = await message.forge_press(harbour.anna, ":".join(("b", verb, *parts)), values)
            assert read_answer(answer) == "There's no such table.", verb
    assert not [
        r.getMessage() for r in caplog.records if r.name.startswith("bot") or r.levelno > logging.INFO
    ]


@pytest.mark.parametrize("custom_id", ["x:foo", "b", "nonsense", "vw:1:0", ":::"])
async def test_an_unreadable_custom_id_is_answered(harbour: Harbour, custom_id: str) -> None:
    await harbour.begin_match()
    answer = await KeptMessage(harbour, harbour.board).forge_press(harbour.anna, custom_id)
    assert read_answer(answer).startswith("This button is out of date.")


COMMANDS: list[dict[str, Any]] = [
    {"name": "nonsense"},
    {"name": "table", "options": [{"name": "dance", "type": 1}]},
    {"name": "play", "options": [{"name": "spiel", "type": 3, "value": "x", "focused": True}]},
    {"name": "nonsense", "type": 2, "target_id": "1", "resolved": {}},
]


@pytest.mark.parametrize("command", COMMANDS)
async def test_a_command_of_another_version_is_answered_in_a_sentence(
    harbour: Harbour, caplog: pytest.LogCaptureFixture, command: dict[str, Any]
) -> None:
    answer = await send_interaction(harbour, 2, {"id": "1", "type": 1, **command})
    assert read_answer(answer) == "This command has changed. Restart Discord and try again."
    assert not [record for record in caplog.records if record.levelno > logging.INFO or record.exc_info]


@pytest.mark.parametrize("command", COMMANDS[:3])
async def test_autocompletion_for_a_command_of_another_version_gets_no_message(
    harbour: Harbour, caplog: pytest.LogCaptureFixture, command: dict[str, Any]
) -> None:
    answer = await send_interaction(harbour, 4, {"id": "1", "type": 1, **command})
    assert answer.response is None and not answer.followups
    assert not [record for record in caplog.records if record.levelno > logging.INFO or record.exc_info]


async def send_interaction(harbour: Harbour, kind: int, data: dict[str, Any]) -> InteractionResult:
    """Send a command or an autocompletion request, like a client with an outdated command list."""
    record, payload = simulated.base_payload(
        harbour.env.backend,
        type=kind,
        channel_id=harbour.channel.id,
        guild_id=harbour.guild.id,
        user_id=harbour.anna.id,
        data=data,
    )
    harbour.env.backend.emit("INTERACTION_CREATE", payload)
    await harbour.env.settle()
    return InteractionResult(harbour.env, record)


async def test_a_malformed_button_is_answered(harbour: Harbour, caplog: pytest.LogCaptureFixture) -> None:
    chance = Random(7)
    known = await collect_custom_ids(harbour)
    assert len({custom_id.split(":")[1] for custom_id in known}) > 12
    message = KeptMessage(harbour, harbour.board)
    with caplog.at_level(logging.ERROR):
        for _ in range(30):
            custom_id = make_malformed_id(
                chance.choice(known), sorted(harbour.bot.router.press_handlers), chance
            )
            values = chance.choice(ODD_VALUES) if custom_id[0] in "su" else None
            person = chance.choice((harbour.anna, harbour.dana))
            answer = await message.forge_press(person, custom_id, values)
            assert answer.acknowledged, custom_id
            assert not caplog.records, f"{custom_id} {values}"
