"""Renders a message's text as Discord's clients were observed to do.

At each position the first matching rule applies. Text that matches no rule is unchanged.
"""

from __future__ import annotations

import re

ESCAPED_CHARACTER_PATTERN = re.compile(r"\\([^0-9A-Za-z\s])")
SPAN_RULES_BY_NAME = {
    "code": re.compile(r"(`+)(?P<inner>[\s\S]*?[^`])\1(?!`)"),
    "bold": re.compile(r"\*\*(?P<inner>(?:\\[\s\S]|[^\\])+?)\*\*(?!\*)"),
    "underline": re.compile(r"__(?P<inner>(?:\\[\s\S]|[^\\])+?)__(?!_)"),
    "italics": re.compile(
        r"\b_(?P<low>(?:__|\\[\s\S]|[^\\_])+?)_\b"
        r"|\*(?=\S)(?P<inner>(?:\*\*|\\[\s\S]|\s+(?:\\[\s\S]|[^\s*\\]|\*\*)|[^\s*\\])+?)\*(?!\*)"
    ),
    "struck": re.compile(r"~~(?P<inner>(?:\\[\s\S]|[^\\])+?)~~(?!_)"),
    "spoiler": re.compile(r"\|\|(?P<inner>[\s\S]+?)\|\|"),
}
"""Rules for markup around text. The text may contain other markup, except in code."""
ATOM_RULES_BY_NAME = {
    "link in brackets": re.compile(r"<[^: >]+:/[^ >]+>"),
    "mail": re.compile(r"<[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+>"),
    "telephone": re.compile(r"<\+[\d ()-]+>"),
    "address": re.compile(r"(?:https?|steam)://[^\s<]+[^<.,:;\"'\]\s]", re.IGNORECASE),
    "link with a text": re.compile(r"\[(?:\\.|[^\[\]\\])*\]\(\s*<?[^\s)]+>?[^)]*\)"),
    "mention": re.compile(r"<@[!&]?\d+>|@everyone|@here"),
    "channel": re.compile(r"<#\d+>"),
    "emoji": re.compile(r"<a?:\w+:\d+>"),
    "shortcode": re.compile(r":[^\s:]+?(?:::skin-tone-\d)?:"),
    "time": re.compile(r"<t:-?\d+(?::[A-Za-z])?>"),
    "command": re.compile(r"</[^:>]+:\d+>"),
    "guide": re.compile(r"<id:\w+>"),
    "sound": re.compile(r"<sound:[^>]+>"),
}
"""Rules for markup that contains no other markup."""
BLOCK_RULES_BY_NAME = {
    "quote": re.compile(r" *>(?:>>)? "),
    "heading": re.compile(r" *#{1,3} +(?=\S)"),
    "small": re.compile(r" *-# +(?=\S)"),
    "list": re.compile(r" *(?:[-*+]|\d+[.)]) +(?=\S)"),
}
"""Rules for markup at the beginning of a line."""
RAW_TEXT_RULES_BY_NAME = {
    "invitation": re.compile(
        r"(?:discord(?:app)?\.com/(?:invite|gifts|channels|events)|discord\.(?:gg|gift|new))/\w+",
        re.IGNORECASE,
    ),
    "ping": re.compile(r"<@[!&]?\d+>"),
}
"""Rules that are applied to the whole text before it is rendered."""


def render_text(text: str) -> tuple[str, list[str]]:
    """Return the text that a person reads, and the names of the rules that matched."""
    found = [name for name, rule in RAW_TEXT_RULES_BY_NAME.items() for _ in rule.findall(text)]
    lines = []
    for line in text.split("\n"):
        rest, begun = line, True
        while begun:
            begun = False
            for name, rule in BLOCK_RULES_BY_NAME.items():
                block = rule.match(rest)
                if block:
                    found.append(name)
                    rest, begun = rest[block.end() :], True
        lines.append(_render_inline(rest, found))
    return "\n".join(lines), sorted(found)


def _render_inline(text: str, matched_rules: list[str]) -> str:
    """Render the markup within a line, and add the names of the matching rules to ``matched_rules``."""
    shown, place = "", 0
    while place < len(text):
        escape = ESCAPED_CHARACTER_PATTERN.match(text, place)
        if escape:
            shown, place = shown + escape[1], escape.end()
            continue
        for name, rule in (*ATOM_RULES_BY_NAME.items(), *SPAN_RULES_BY_NAME.items()):
            hit = rule.match(text, place)
            if hit:
                matched_rules.append(name)
                parts = hit.groupdict()
                inner = parts.get("inner") or parts.get("low")
                literal = name == "code" or inner is None
                shown += (inner or hit[0]) if literal else _render_inline(inner or "", matched_rules)
                place = hit.end()
                break
        else:
            shown, place = shown + text[place], place + 1
    return shown
