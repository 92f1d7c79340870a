"""The playground's language is chosen with a button on its first message."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.host import playground
from bot.host.first_messages import write_first_post, write_second_channel_post
from bot.host.languages import SOURCE_LOCALE, Language, read_language
from bot.host.playground import PlaygroundBot, World
from games.core.words import list_locales, load_words
from games.registry import GAMES
from tests.support import ports
from tests.support.harbour import find_custom_id, list_buttons
from tests.support.playground import open_playground
from tests.support.reading import read_answer
from tests.support.stores import keep_store_open

OWN_NAMES_BY_LOCALE = {
    locale: load_words(locale).translate_in_context("this language's own name", "English")
    for locale in list_locales()
}


def list_other_languages(chosen: str) -> list[str]:
    """Return the names of all languages but one."""
    return [name for locale, name in OWN_NAMES_BY_LOCALE.items() if locale != chosen]


def get_bot(world: World) -> PlaygroundBot:
    bot = world.env.bot
    assert isinstance(bot, PlaygroundBot)
    return bot


def find_option(world: World, command: str, option: str) -> dict[str, Any]:
    """Return an option of a command as the page shows it."""
    found: dict[str, Any] = next(
        each
        for scope in world.env.backend.commands.values()
        for (name, _), one in scope.items()
        for each in one["options"]
        if name == command and each["name"] == option
    )
    return found


async def test_the_whole_page_is_in_the_chosen_language(tmp_path: Path) -> None:
    async with open_playground(tmp_path / "reefs.db") as world:
        anna, first = world.people[0], world.channel.history()[0]
        bot = get_bot(world)
        assert list(list_buttons(first).values())[1 - len(OWN_NAMES_BY_LOCALE) :] == list_other_languages(
            "en"
        )
        async with await playground.open_preview(world, bot.store, ports.find_free_port()) as preview:
            bot.preview = preview
            await anna.click(first, label="Deutsch")
            assert preview.locale == "de"
        w, first = load_words("de"), world.channel.history()[0]
        assert first.content == write_first_post(GAMES.values(), w)
        assert list(list_buttons(first).values())[1 - len(OWN_NAMES_BY_LOCALE) :] == list_other_languages(
            "de"
        )
        assert world.second_channel.history()[0].content == bot.mentions.link_commands(
            write_second_channel_post(f"<#{world.channel.id}>", w)
        )
        game = await anna.click(first, label="Australis")
        assert w.msg(GAMES["australis"].summary) in read_answer(game)
        assert game.response is not None
        await anna.click(game.response, custom_id=find_custom_id(game.response, "pw"))
        await bot.driver.wait_until_idle()
        await bot.announcer.wait_until_idle()
        await world.env.settle()
        assert "Du bist dran" in world.channel.history()[-1].content
        world.env.raise_errors()


async def test_commands_are_described_in_the_chosen_language_and_keep_their_names(tmp_path: Path) -> None:
    async with open_playground(tmp_path / "reefs.db") as world:
        before = find_option(world, "learn", "game")
        english, choices = before["description"], [dict(one) for one in before["choices"]]
        await world.people[0].click(world.channel.history()[0], label="Deutsch")
        option = find_option(world, "learn", "game")
        assert option["description"] == "Dieses Spiel sofort lernen, in fünf Minuten"
        assert option["choices"][0]["name"] == "Das Riff (2 Personen)"
        assert option["choices"][0]["value"] == choices[0]["value"]
        await world.people[0].slash(world.channel, "learn", game=choices[0]["value"])
        await world.people[0].click(world.channel.history()[0], label="English")
        option = find_option(world, "learn", "game")
        assert option["description"] == english and option["choices"][0]["name"] == choices[0]["name"]
        world.env.raise_errors()


async def test_each_language_has_a_button_and_is_remembered_after_a_restart(tmp_path: Path) -> None:
    path, chosen = tmp_path / "reefs.db", "en"
    for locale in (*reversed(list_locales()), "nl"):
        async with open_playground(path) as world:
            first = world.channel.history()[0]
            assert first.content == write_first_post(GAMES.values(), load_words(chosen))
            if locale != chosen:
                await world.people[0].click(first, label=OWN_NAMES_BY_LOCALE[locale])
            assert world.language.words.locale == locale
        chosen = locale


async def test_the_playground_uses_the_terminals_language_until_another_is_chosen(tmp_path: Path) -> None:
    async with keep_store_open(tmp_path / "reefs.db") as store:
        assert (await read_language(store, "de-AT")).locale == "de"
    assert load_words("de")("The playground is at {url}", url="…") == "Der Spielplatz ist unter …"
    for unknown in ("C", "POSIX", "la-VA", "en-GB"):
        assert Language(unknown).locale == SOURCE_LOCALE
