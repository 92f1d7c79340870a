"""Translates the names and descriptions of commands into every language that has a catalogue."""

from __future__ import annotations

from functools import cache

import discord
from discord import app_commands

from games.core.words import SOURCE_LANGUAGE, Msg, list_locales, load_words

NAME_CONTEXT, TEXT_CONTEXT = "command name", "command text"


def L(context: str, msgid: str) -> app_commands.locale_str:  # noqa: N802 - a marker like N_
    """Mark a command's name or description as translatable.

    A name must be in lower case without spaces, with at most 32 characters. A description may have 100.
    """
    return app_commands.locale_str(msgid, context=context)


def make_choice_name(text: Msg) -> app_commands.locale_str:
    """Return a choice's name with the text of a message that is already marked as translatable."""
    return app_commands.locale_str(load_words().msg(text), phrase=text)


@cache
def _find_catalogue(locale: discord.Locale) -> str | None:
    known = list_locales()
    code = locale.value if locale.value in known else locale.value.split("-")[0]
    return None if code == SOURCE_LANGUAGE or code not in known else code


class CatalogueTranslator(app_commands.Translator):
    """Translates command texts with the same catalogues as all other texts."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the text for a locale; ``None`` if the source text should be shown."""
        code = _find_catalogue(locale)
        if code is None:
            return None
        if "phrase" in string.extras:
            return load_words(code).msg(string.extras["phrase"])
        kind = string.extras.get("context")
        translation = (
            load_words(code).translate_in_context(kind, string.message)
            if kind
            else load_words(code)(string.message)
        )
        return translation if translation != string.message else None
