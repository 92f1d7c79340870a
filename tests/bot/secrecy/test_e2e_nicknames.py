"""Messages of a match with unusual names differ from others only in those names."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bot.computers.thinker import Thinker
from bot.model.names import make_plain_name
from tests.bot.secrecy.recorder import JobRecorder
from tests.support.at_table import press_at_table, use_command
from tests.support.harbour import (
    THINK_SECONDS,
    Harbour,
    find_custom_id,
    list_buttons,
    list_controls,
    replace_thinker,
)
from tests.support.reading import get_reply, list_sent_payloads, read_text
from tests.support.rendering import render_text

USUAL_NAMES = ("Annabella", "Benvolio")
HOSTILE_NAMES = [
    ("https://evil.example/join", "discord.gg/reefs **free**"),
    ("<#1234> <t:1700000000:R>", "</play:1234> <:x:1234> :smile:"),
    ("# loud\n-# small", "> quoted\n1. first `code`"),
    ("@everyone <@&1234> <id:guide>", "\u202e[a](https://evil.example)\u200b"),
]


MESSAGE_LINK_PATTERN = re.compile(r"(/channels/\d+/\d+/)\d+")


class ShownTexts:
    """All texts that a match showed to people, rendered and plain."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.plain: list[str] = []

    def add_message(self, message: Any) -> None:
        # Drop the message IDs, because they depend on the order of the bot's concurrent work.
        self.texts.append(MESSAGE_LINK_PATTERN.sub(r"\1", read_text(message)))
        for part in list_controls(message):
            self.plain += [part.get("label") or "", part.get("placeholder") or ""]
            for option in part.get("options", ()):
                self.plain += [option["label"], option.get("description") or ""]
        self.plain += [file.description or "" for file in message.attachments]


DISCORD_ID_PATTERN = re.compile(r"\d{17,}")
_usual_texts: list[ShownTexts] = []
"""Cache of the texts from a match played under harmless names, filled by the first test that needs them."""


async def play_as(folder: Path, names: tuple[str, str]) -> ShownTexts:
    """Play a match between people called ``names``, and return all texts that were shown."""
    harbour = await Harbour.open(folder)
    # Use a fast thinker, because the compared texts don't depend on the thinking time.
    replace_thinker(harbour.bot, Thinker(THINK_SECONDS, JobRecorder()))
    seen = ShownTexts()
    try:
        members = harbour.env.backend.get_guild(harbour.guild.id).members
        for person, name in zip((harbour.anna, harbour.ben), names, strict=True):
            members[person.id].nick = name
        seen.add_message(await harbour.open_lobby("coral_reef"))
        await harbour.ben.click(harbour.board, label="Join")
        seen.add_message(harbour.board)
        offer = get_reply(
            await harbour.ben.slash(harbour.channel, "play", game="das_riff", against="people", wait=True)
        )
        seen.add_message(offer)
        await harbour.ben.click(offer, custom_id=find_custom_id(offer, "th"))
        (thread,) = harbour.channel.threads
        seen.plain.append(thread.name or "")
        await harbour.anna.click(harbour.board, label="Start")
        for _ in range(2):
            match = await harbour.find_match()
            await harbour.type_move(match.legal_actions(match.to_act[0])[0].token)
            seen.add_message(harbour.board)
        for person in (harbour.anna, harbour.ben, harbour.dana):
            board = harbour.board
            seen.add_message(get_reply(await person.click(board, label="More…")))
            for label in ("My hand", "Catch me up", "Describe"):
                seen.add_message(get_reply(await harbour.press_tool_button(person, label, board)))
            for command in ("table log", "table leave", "table replay", "mine", "table claim"):
                seen.add_message(get_reply(await use_command(person, harbour.channel, command)))
            answer = get_reply(await person.slash(harbour.channel, "move", action="nonsense"))
            seen.add_message(answer)
            offered = await person.autocomplete(harbour.channel, "move", "action", "")
            seen.plain += [choice["name"] for choice in offered]
        leaving = get_reply(await press_at_table(harbour.ben, harbour.channel, "leave"))
        await harbour.ben.click(leaving, label="Leave: easy")
        await harbour.env.settle()
        seen.add_message(harbour.board)
        offer = get_reply(await press_at_table(harbour.dana, harbour.channel, "take"))
        seen.add_message(offer)
        seen.add_message(
            get_reply(await harbour.dana.click(offer, custom_id=next(iter(list_buttons(offer)))))
        )
        seen.add_message(get_reply(await press_at_table(harbour.dana, harbour.channel, "close")))
        seen.texts += [str(posted["content"]) for posted in list_sent_payloads(harbour)]
    finally:
        await harbour.close()
    return seen


@pytest.mark.parametrize(
    "names",
    [
        HOSTILE_NAMES[0],
        HOSTILE_NAMES[3],
        *(pytest.param(pair, marks=pytest.mark.nightly) for pair in HOSTILE_NAMES[1:3]),
    ],
)
async def test_a_name_never_creates_a_link_mention_or_markup(
    tmp_path_factory: pytest.TempPathFactory, names: tuple[str, str]
) -> None:
    if not _usual_texts:
        _usual_texts.append(await play_as(tmp_path_factory.mktemp("usual"), USUAL_NAMES))
    (usual,) = _usual_texts
    odd = await play_as(tmp_path_factory.mktemp("odd"), names)

    def insert_names(text: str) -> str:
        for honest, name in zip(USUAL_NAMES, names, strict=True):
            text = text.replace(honest, make_plain_name(name))
        return text

    assert len(usual.texts) == len(odd.texts) > 40
    for honest, text in zip(usual.texts, odd.texts, strict=True):
        (reads, made), (reads_now, made_now) = render_text(honest), render_text(text)
        assert made_now == made, text
        # IDs of messages and pictures differ between the two matches.
        assert DISCORD_ID_PATTERN.sub("", reads_now) == DISCORD_ID_PATTERN.sub("", insert_names(reads))
    assert odd.plain == [insert_names(text) for text in usual.plain]
    assert any(USUAL_NAMES[1] in text for text in usual.plain)
