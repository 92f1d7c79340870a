"""Commands in messages are mentions, so that Discord shows them in each reader's language."""

from __future__ import annotations

import re
from collections import defaultdict

import discord
import pytest

from bot.model.clocks import CLOCK_PRESETS
from bot.platform import mentions
from bot.platform.commands import collect_payloads
from bot.platform.limits import MAX_MESSAGE_LENGTH
from bot.platform.mentions import CommandMentions
from bot.platform.registration import COMMAND_IDS_KEY
from bot.storage.settings import BOT_OWNER
from bot.ui.escaping import escape_name
from games.core.words import LOCALES_FOLDER
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour
from tests.support.learning import open_about
from tests.support.reading import read_answer, read_text

COMMAND_IN_BACKTICKS_PATTERN = re.compile(r"`/([^`]+)`")


async def test_a_public_text_mentions_commands_instead_of_naming_them(harbour: Harbour) -> None:
    await harbour.begin_match("reef", clock=CLOCK_PRESETS[0].text)
    await harbour.store.channels.set(harbour.channel.id, "locale", "de")
    await harbour.pass_time(24 * 30)
    await press_at_table(harbour.dana, harbour.channel, "show")
    last = [message for message in harbour.list_posts() if message.attachments][-1].content
    assert harbour.make_mention("table") in last and "/tisch" not in last


async def test_private_answers_and_refusals_mention_commands(harbour: Harbour) -> None:
    assert harbour.make_mention("me") in read_text(await open_about(harbour.anna, harbour.channel))
    refused = read_answer(await press_at_table(harbour.anna, harbour.channel, "show"))
    assert refused == f"There's no table here. {harbour.make_mention('play')} opens one."


async def test_command_ids_survive_a_restart_without_a_sync(harbour: Harbour) -> None:
    await harbour.restart()
    assert harbour.make_mention("play") in read_answer(await harbour.anna.slash(harbour.channel, "mine"))
    # Without stored IDs, as after an update from an old version, the bot sends its commands and gets IDs.
    await harbour.store.channels.clear(BOT_OWNER, COMMAND_IDS_KEY)
    await harbour.kill()
    assert harbour.make_mention("play") in read_answer(await harbour.anna.slash(harbour.channel, "mine"))


async def test_every_command_named_in_a_catalogue_exists(harbour: Harbour) -> None:
    sent = await collect_payloads(harbour.bot.tree)
    called = defaultdict(set)
    for command in sent:
        for path in mentions.walk_commands(command):
            for locale in (None, *discord.Locale):
                called[mentions.spell_command(path, locale)].add(mentions.spell_command(path))
    assert {name for name, commands in called.items() if len(commands) > 1} == set()
    for catalogue in sorted(LOCALES_FOLDER.glob("*.po")):
        named = COMMAND_IN_BACKTICKS_PATTERN.findall(catalogue.read_text("utf-8").replace('"\n"', ""))
        assert len(named) > 20 and set(named) <= set(called), catalogue.name


@pytest.fixture
def known_mentions() -> CommandMentions:
    found = CommandMentions()
    found.set_commands([{"name": "play", "type": 1, "name_localizations": {"de": "spielen"}}], {"play": 7})
    return found


def test_other_texts_in_backticks_are_unchanged(known_mentions: CommandMentions) -> None:
    assert known_mentions.link_commands("`/play`, `/spielen`") == "</play:7>, </play:7>"
    for text in ("/play", "`/player`", "`a=b`/`play`", "`x` /play `y`", escape_name("`/play`")):
        assert known_mentions.link_commands(text) == text


def test_without_ids_the_plain_name_is_used(known_mentions: CommandMentions) -> None:
    assert CommandMentions().link_commands("`/play`") == "`/play`"
    known_mentions.set_commands([{"name": "rules", "type": 1}], {})
    assert known_mentions.link_commands("`/play` `/rules`") == "`/play` `/rules`"


def test_no_message_exceeds_discords_limit(known_mentions: CommandMentions) -> None:
    short = "`/play`"
    for room in (2, 1):
        text = short + "x" * (MAX_MESSAGE_LENGTH - room - len(short))
        assert known_mentions.link_commands(text) == (text.replace(short, "</play:7>") if room == 2 else text)
