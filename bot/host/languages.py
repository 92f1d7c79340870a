"""The playground's language, shared by its page, its server and its members."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import simcord

from bot.storage import Store
from bot.storage.settings import BOT_OWNER, PLAYGROUND_PREFIX
from bot.ui.components import Item, make_button
from bot.ui.ids import make_custom_id
from games.core.words import SOURCE_LANGUAGE, Words, list_locales, load_words

SOURCE_LOCALE = "en-US"
LANGUAGE_KEY = f"{PLAYGROUND_PREFIX}language"


class Language:
    """The language of the playground, which can be changed at any time."""

    def __init__(self, locale: str = SOURCE_LOCALE) -> None:
        """Choose the language of a Discord locale, or English if the bot isn't translated into it."""
        self.locale = SOURCE_LOCALE
        self.choose_locale(load_words(locale).locale)

    def choose_locale(self, locale: str) -> None:
        """Change to a language into which the bot is translated, given by its locale."""
        self.locale = SOURCE_LOCALE if locale == SOURCE_LANGUAGE else locale

    @property
    def words(self) -> Words:
        return load_words(self.locale)

    def apply_to_interactions(self, env: simcord.Env) -> None:
        """Make this language the locale of the user and the server in every interaction."""
        env.backend.subscribers.insert(0, self._replace_locales)

    def _replace_locales(self, event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE" and isinstance(payload, dict):
            payload |= {name: self.locale for name in ("locale", "guild_locale") if name in payload}

    def translate_commands(self, env: simcord.Env) -> None:
        """Show the commands' descriptions and choices in this language instead of English."""
        for scope in env.backend.commands.values():
            for command in scope.values():
                for part in _walk_parts(command):
                    for name in {"description", "name"} & part.keys():
                        self._translate_text(part, name)

    def _translate_text(self, part: dict[str, Any], name: str) -> None:
        # Don't translate the names of commands and options, because people type them.
        if name == "name" and "value" not in part:
            return
        texts = dict(part.get(f"{name}_localizations") or {})
        texts.setdefault(SOURCE_LOCALE, part[name])
        part |= {name: texts.get(self.locale, texts[SOURCE_LOCALE]), f"{name}_localizations": texts}

    def make_language_buttons(self, row: int) -> list[Item]:
        """Return a button for each other language, labelled in that language."""
        return [
            make_button(
                make_custom_id("b", "pq", locale),
                load_words(locale).translate_in_context("this language's own name", "English"),
                row=row,
            )
            for locale in list_locales()
            if locale != self.words.locale
        ]


def _walk_parts(part: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield part
    for name in ("options", "choices"):
        for one in part.get(name) or ():
            yield from _walk_parts(one)


async def read_language(store: Store, default: str) -> Language:
    """Return the language that was chosen last, or the default."""
    return Language(await store.channels.get(BOT_OWNER, LANGUAGE_KEY) or default)
