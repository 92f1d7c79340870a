"""Messages show names literally, whatever markup Discord could see in them."""

from __future__ import annotations

import re
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.model.names import NAMELESS_TEXT, make_plain_name
from bot.model.table import FormerOccupant, Occupant, Person
from bot.ui.escaping import escape_name, strip_markup
from bot.ui.scenes import escape_scene
from games.core.texts import Scene
from games.core.words import load_words
from tests.support.cases import join_cases
from tests.support.rendering import render_text

MARKUP_BY_HOSTILE_NAME = {
    "https://evil.example/x": "address",
    "HTTP://EVIL.example": "address",
    "discord.gg/reefs": "invitation",
    "DISCORD.com/invite/reefs": "invitation",
    "<https://evil.example>": "link in brackets",
    "<a@evil.example>": "mail",
    "<+15551234567>": "telephone",
    "[Anna](https://evil.example)": "link with a text",
    "@everyone": "mention",
    "@here": "mention",
    "<@1234>": "mention",
    "<@&1234>": "mention",
    "<#1234>": "channel",
    "<t:1700000000:R>": "time",
    "</play:1234>": "command",
    "<:x:1234>": "emoji",
    "<a:x:1234>": "emoji",
    ":smile:": "shortcode",
    "<id:guide>": "guide",
    "<sound:1234>": "sound",
    "**a**": "bold",
    "__a__": "underline",
    "*a*": "italics",
    "_a_": "italics",
    "~~a~~": "struck",
    "||a||": "spoiler",
    "`a`": "code",
    "# a": "heading",
    "### a": "heading",
    "-# a": "small",
    "- a": "list",
    "* a": "list",
    "1. a": "list",
    "12. a": "list",
    "> a": "quote",
    ">>> a": "quote",
    "a\n# b": "heading",
    "a\u2028> b": "",
    "\\": "",
    "a\\": "",
    "\\*a\\*": "",
    "\u202eevil": "",
    "\u200b@everyone": "mention",
    "h\u2060ttps://evil.example": "",
}
"""Names that contain markup, and the kind of markup as which Discord would render each without escaping."""
MESSAGE_TEMPLATES = (
    "{0}",
    "> {0} takes a die.",
    "**{0}**: 3",
    "-# ⌛ {0}'s time has run out.",
    "- ⏳ **{0}**: 3 left",
    "1. {0} (computer, easy)",
    "*From turn 3, {0} plays {1}'s seat.*",
    "## Reef\n{0}\n{1}",
    "{0}, {1}: 3 ({0})",
    "**Turn 1** · {0} · `take:B3`",
    "<@77> now plays",
)
ISOLATES = dict.fromkeys(map(ord, "\u2068\u2069"))
JOINER_PATTERN = re.compile("[\u200c\u200d\U000e0020-\U000e007f]")
name_lists = st.lists(
    st.one_of(
        st.sampled_from([*MARKUP_BY_HOSTILE_NAME, *"\\*_~|`<>[]()#@:/-+.!&0 \n"]),
        st.text(max_size=6),
    ),
    max_size=5,
).map("".join)


@join_cases([(name,) for name in MARKUP_BY_HOSTILE_NAME])
def test_the_reference_renders_each_hostile_name_as_discord_would(name: str) -> None:
    made = MARKUP_BY_HOSTILE_NAME[name]
    assert made in render_text(name)[1] if made else not render_text(name)[1]


@cache
def render_placeholders(template: str) -> tuple[str, list[str]]:
    """Fill a template with placeholder names, and render it as Discord would."""
    return render_text(template.format("\0", "\1"))


@given(name_lists, name_lists)
@settings(max_examples=150, deadline=None)
def test_a_name_is_shown_literally_everywhere(one: str, other: str) -> None:
    names = escape_name(one), escape_name(other)
    for template in MESSAGE_TEMPLATES:
        text, made = render_text(template.format(*names))
        plain, usual = render_placeholders(template)
        assert made == usual, (template, names)
        shown = text.translate(ISOLATES)
        assert shown == plain.replace("\0", make_plain_name(one)).replace("\1", make_plain_name(other))


@given(name_lists)
@settings(max_examples=150, deadline=None)
def test_a_plain_name_is_one_visible_line(name: str) -> None:
    plain = make_plain_name(name)
    assert plain == make_plain_name(plain)
    assert plain and plain == " ".join(plain.split())
    assert JOINER_PATTERN.sub("", plain).isprintable()
    plain.encode()
    for value in (Person(1, name), Occupant(0, 1, name), FormerOccupant(0, 1, name, None, 0)):
        assert value.name == plain


@join_cases(
    [
        (name,)
        for name in [
            "Anna",
            "Jürgen-Ørsted 3.",
            "山田太郎",
            "نور",
            "می‌خواهم",
            "क्‍ष",
            "🐠",
            "👩🏽‍🚀",
            "❤️‍🔥",
            "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
            "Zoë (she/her)",
        ]
    ]
)
def test_an_ordinary_name_is_unchanged(name: str) -> None:
    assert make_plain_name(name) == name


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("", NAMELESS_TEXT),
        ("\u200b\u3164\u2800", NAMELESS_TEXT),
        ("\ufe0f", NAMELESS_TEXT),
        ("\U000e0041", NAMELESS_TEXT),
        ("\ud800", NAMELESS_TEXT),
        ("a\u202eb\u2066c\u200fd", "abcd"),
        ("a\u200db", "ab"),
        (" a \r\n\t b\u2029c ", "a b c"),
        ("a\x00\x1b[31mb", "a[31mb"),
    ],
)
def test_invisible_characters_are_removed(name: str, plain: str) -> None:
    assert make_plain_name(name) == plain


def test_a_name_without_markup_is_not_escaped() -> None:
    for name in ("Anna", "Jürgen-Ørsted", "Dr. No", "J.R.", "Anna (2)", "🐠 & co!"):
        assert escape_name(name) == name


@pytest.mark.parametrize("name", ["نور", "נועה", "Anna نور", "٣"])
def test_a_name_from_right_to_left_doesnt_move_what_follows(name: str) -> None:
    assert escape_name(name) == f"\u2068{name}\u2069"
    assert strip_markup(escape_name(name)) == name


def test_a_terminal_shows_no_markup() -> None:
    text = "**Competition:** *Anna*, `take:D8:r*`\n-# <:red:12> Gold\\_fish"
    assert strip_markup(text) == "Competition: Anna, take:D8:r*\nGold_fish"


@join_cases([(name,) for name in MARKUP_BY_HOSTILE_NAME])
def test_a_terminal_shows_names_as_they_are(name: str) -> None:
    assert strip_markup(escape_name(name)) == make_plain_name(name)


def test_a_scene_is_copied_only_if_a_name_needs_escapes() -> None:
    plain = Scene(("Anna", "Bob"), load_words(), ())
    assert escape_scene(plain) is plain
    assert escape_scene(Scene(("Anna", "*Bob*"), plain.w, ())).names == ("Anna", r"\*Bob\*")
