"""Fits texts into spaces. Long texts are written smaller, in several lines or, if nothing else helps, cut."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.drawing.names import fit_name
from games.drawing.text import MIN_FONT_SIZE, clip_to_width, list_breaks, measure_width

UNLIMITED_WIDTH: Final = 10_000
"""Width in pixels that is enough for any name."""
SIZE_STEP: Final = 2
MAX_SPLIT_FONT_SIZE: Final = 24
"""Maximum font size at which a name may be split into lines. Larger names are written smaller first."""
NAME_BREAK_PATTERN: Final = re.compile("(?<=[ _-])")
"""Possible line breaks in a name."""
NAME_WIDTH_STEP: Final = 8
"""Number of pixels by which the width of a name is reduced in each attempt to cut it."""
LINE_HEIGHT_FACTOR: Final = 1.08
"""Line height, in multiples of the font size."""
MIN_LINE_FONT_SIZE: Final = MIN_FONT_SIZE
"""Default minimum font size of a line that contains a name."""
MAX_WRAPPED_FONT_SIZE: Final = 40
"""Maximum font size at which a line that contains a name may be wrapped."""

TRAILING_SEPARATORS: Final = "·–"
"""Signs that never begin a line."""
PHRASE_ENDS: Final = ".:;!?·–"
"""Punctuation after which a text is preferably broken into two lines."""
MAX_SHORT_WORD: Final = 3
"""Maximum length of words such as "on" and "the", which are kept with the next word."""
INITIAL_PATTERN: Final = re.compile(r"\b[^\W\d]\.$")
"""Matches an initial at the end of a line."""
WORD_BEFORE_NUMBER_PATTERN: Final = re.compile(r"[^\W\d]+\s\d")
"""Matches a word with the number after it, such as "with 6" or "stack 4"."""
LIST_SEPARATOR_PATTERN: Final = re.compile("[,:] ")
SCORE_PATTERN: Final = re.compile(r"−?\d+\s[^\W\d]+\s−?\d+\W?")
"""Matches a score in a sentence, such as "21 to 20."."""
ENDING_SCORE_PATTERN: Final = re.compile(rf"(?<=,) ({SCORE_PATTERN.pattern})$")
"""Matches the score at the end of a sentence, and the space before it."""


class FittedText(NamedTuple):
    """The lines of a fitted text, their font size, and whether the text is whole, that is, wasn't cut."""

    size: int
    lines: tuple[str, ...]
    is_whole: bool


@lru_cache(maxsize=512)
def fit_name_lines(
    names: tuple[str, ...],
    seat: int,
    size: int,
    max_width: int,
    max_height: int,
    min_size: int = MIN_FONT_SIZE,
) -> FittedText:
    """Fit a seat's name into a space ``max_width`` pixels wide and ``max_height`` pixels high.

    :param size: the maximum font size.
    :param min_size: the minimum font size. A name that still doesn't fit is cut.
    """
    sizes = range(size, min_size - 1, -SIZE_STEP)
    for smaller in sizes:
        whole = fit_name(names, seat, smaller, UNLIMITED_WIDTH)
        if measure_width(whole, smaller) <= max_width:
            return FittedText(smaller, (whole,), is_whole=True)
        if smaller <= max(MAX_SPLIT_FONT_SIZE, min_size):
            lines = _wrap_parts(NAME_BREAK_PATTERN.split(whole), "", smaller, max_width, max_height)
            if lines:
                return FittedText(smaller, lines, is_whole=True)
    for smaller in sizes:
        lines = _break_text(
            fit_name(names, seat, smaller, UNLIMITED_WIDTH),
            smaller,
            max_width,
            _count_lines(smaller, max_height),
        )
        if lines:
            return FittedText(smaller, lines, is_whole=True)
    # Cut the name before it is split into lines, because the seat's number after a cut name must stay whole.
    most = _count_lines(min_size, max_height)
    for left in range(most * max_width, max_width, -NAME_WIDTH_STEP):
        lines = _break_text(fit_name(names, seat, min_size, left), min_size, max_width, most)
        if lines:
            return FittedText(min_size, lines, is_whole=False)
    return FittedText(min_size, (fit_name(names, seat, min_size, max_width),), is_whole=False)


@lru_cache(maxsize=512)
def fit_text(
    content: str, size: int, max_width: int, max_height: int = 0, min_size: int = MIN_FONT_SIZE
) -> FittedText:
    """Fit a text at the largest possible size, in several lines if the height allows it.

    :param size: the maximum font size.
    :param min_size: the minimum font size. A text that still doesn't fit is cut.
    """
    for smaller in range(size, min_size - 1, -SIZE_STEP):
        lines = _wrap_parts(content.split(" "), " ", smaller, max_width, max_height)
        if lines:
            return FittedText(smaller, lines, is_whole=True)
    return FittedText(min_size, (clip_to_width(content, min_size, max_width),), is_whole=False)


def keep_score_whole(fitted: FittedText, size: int, max_width: int, min_size: int) -> FittedText:
    """Fit a sentence in two lines that ends with a score, as in "Ann takes the lead, 21 to 20.", into one. If
    it is too long, put only the score into the second line, unless the first one ends with a phrase. If
    neither fits, or the sentence doesn't end with a score, return the text as it is.

    :param size: the maximum font size.
    :param min_size: the minimum font size.
    """
    content = " ".join(fitted.lines)
    score = ENDING_SCORE_PATTERN.search(content)
    if score is None:
        return fitted
    tries = (
        [(content,)]
        if fitted.lines[0][-1] in PHRASE_ENDS
        else [(content,), (content[: score.start()], score[1])]
    )
    for lines in tries:
        fitted_lines = [fit_text(line, size, max_width, 0, min_size) for line in lines]
        if all(one.is_whole for one in fitted_lines):
            return FittedText(min(one.size for one in fitted_lines), lines, is_whole=True)
    return fitted


def balance_lines(fitted: FittedText, max_width: int) -> FittedText:
    """Move the line break of a text in two lines to the end of a phrase, or else to the middle."""
    parts = " ".join(fitted.lines).split(" ")
    if len(fitted.lines) != 2:
        return fitted
    breaks = [
        (" ".join(parts[:end]), " ".join(parts[end:]))
        for end in range(1, len(parts))
        if parts[end] not in TRAILING_SEPARATORS
    ]
    widths = {lines: tuple(measure_width(line, fitted.size) for line in lines) for lines in breaks}
    fitting = [lines for lines in breaks if max(widths[lines]) <= max_width]
    # Breaks after a phrase are preferred if the lines don't differ too much in length, or before a score.
    ended = [
        lines
        for lines in fitting
        if _ends_phrase(lines)
        and (3 * min(widths[lines]) >= max(widths[lines]) or SCORE_PATTERN.fullmatch(lines[1]))
    ]

    def rate_break(lines: tuple[str, ...]) -> tuple[bool, float]:
        return _splits_word_pair(lines), max(measure_width(line, fitted.size) for line in lines)

    if not fitting:
        return fitted
    best = min(ended or fitting, key=rate_break)
    return fitted._replace(lines=best)


def _splits_word_pair(lines: tuple[str, ...]) -> bool:
    """Return whether a line break separates a short word such as "on", or a number, from the next word, a
    name from its initial, or the last word before a score from its verb, as in "still leads, 21 to 20".
    """
    last, (following, _, rest) = lines[0].split(" ")[-1], lines[1].partition(" ")
    if INITIAL_PATTERN.fullmatch(following) or (following[-1] == "," and SCORE_PATTERN.fullmatch(rest)):
        return True
    if last[-1:].isdigit():
        # A word before another number, as in "9 with 6 cards", begins a new phrase.
        is_noun = WORD_BEFORE_NUMBER_PATTERN.match(lines[1]) is None
        return is_noun and following[:1].isalpha() and len(following) > MAX_SHORT_WORD
    return last.isalpha() and last.islower() and len(last) <= MAX_SHORT_WORD


def _ends_phrase(lines: tuple[str, str]) -> bool:
    """Return whether the first line ends a phrase or a parenthesis, or the second one begins with one."""
    first, second = lines
    # A comma between single words separates items of a list, which are better kept together.
    items = LIST_SEPARATOR_PATTERN.split(first[:-1])[-1], LIST_SEPARATOR_PATTERN.split(second)[0]
    listed = first[-1] == "," and all(" " in item for item in items)
    # The full stop of an initial, as in "Jonas K.", doesn't end a sentence.
    is_initial = INITIAL_PATTERN.search(first) is not None
    return listed or (first[-1] in PHRASE_ENDS and not is_initial) or first[-1] == ")" or second[0] == "("


def _count_lines(size: int, max_height: int) -> int:
    """Return the number of lines of a font size that fit into a height."""
    return 1 + max(0, int((max_height - size) / (size * LINE_HEIGHT_FACTOR)))


def _wrap_parts(
    parts: Sequence[str], separator: str, size: int, max_width: int, max_height: int
) -> tuple[str, ...]:
    """Join parts into lines that are as full as possible; return no lines if these don't fit."""
    lines = [""]
    for part in parts:
        longer = separator.join((lines[-1], part)) if lines[-1] else part
        if measure_width(longer.strip(), size) > max_width and lines[-1]:
            lines.append(part)
        else:
            lines[-1] = longer
    shown = tuple(line.strip() for line in lines)
    fits = len(shown) <= _count_lines(size, max_height) and all(
        measure_width(line, size) <= max_width for line in shown
    )
    return shown if fits else ()


def _break_text(content: str, size: int, max_width: int, max_lines: int) -> tuple[str, ...]:
    """Break a text into lines; return no lines if it needs more than ``max_lines``.

    Words are kept whole, except in scripts without capitals, many of which have no spaces between words.
    """
    if measure_width(content, size) <= max_width:
        return (content,)
    if max_lines < 2:
        return ()
    places = [end for end in list_breaks(content) if not _is_within_word(content, end)]
    far = next(
        (end for end in reversed(places) if measure_width(content[:end].strip(), size) <= max_width), 0
    )
    between = max(
        (name_break.end() for name_break in NAME_BREAK_PATTERN.finditer(content) if name_break.end() <= far),
        default=0,
    )
    # Prefer a break between words if the rest of the text then fits.
    for end in dict.fromkeys((between, far)):
        rest = _break_text(content[end:].strip(), size, max_width, max_lines - 1) if end else ()
        if rest:
            return (content[:end].strip(), *rest)
    return ()


def _is_within_word(content: str, end: int) -> bool:
    """Return whether an index lies inside a word of a script that has capitals, or inside a number."""
    before, after = content[end - 1], content[end]
    return (
        NAME_BREAK_PATTERN.match(content, end) is None
        and not after.isspace()
        and (_is_unbreakable(before) or _is_unbreakable(after))
    )


def _is_unbreakable(character: str) -> bool:
    """Return whether a character belongs to a word that mustn't be broken."""
    return character.isascii() or character.lower() != character.upper()


def fit_line(
    make_line: Callable[[str], str],
    names: tuple[str, ...],
    seat: int,
    size: int,
    max_width: int,
    max_height: int = 0,
    min_size: int = MIN_LINE_FONT_SIZE,
) -> FittedText:
    """Fit a line that contains a seat's name: smaller, or in two lines, if the name is long.

    :param make_line: returns the line for a name.
    :param min_size: the minimum font size. If the line still doesn't fit, the name is cut.
    """
    for smaller in range(size, min_size - 1, -SIZE_STEP):
        line = make_line(fit_name(names, seat, smaller, UNLIMITED_WIDTH))
        if measure_width(line, smaller) <= max_width:
            return FittedText(smaller, (line,), is_whole=True)
        if smaller <= MAX_WRAPPED_FONT_SIZE:
            lines = _wrap_parts(line.split(" "), " ", smaller, max_width, max_height)
            if lines:
                return balance_lines(FittedText(smaller, lines, is_whole=True), max_width)
    lines = _break_text(
        make_line(fit_name(names, seat, MIN_LINE_FONT_SIZE, UNLIMITED_WIDTH)),
        min_size,
        max_width,
        _count_lines(min_size, max_height),
    )
    if lines:
        return FittedText(min_size, lines, is_whole=True)
    count = _count_lines(min_size, max_height)
    around = measure_width(make_line(""), min_size)
    if count > 1:
        # Cut the name to the width that the rest of the text leaves in all lines together.
        for left in range(count * max_width - around, measure_width("MM", min_size), -NAME_WIDTH_STEP):
            lines = _break_text(make_line(fit_name(names, seat, min_size, left)), min_size, max_width, count)
            if lines:
                return FittedText(min_size, lines, is_whole=False)
    left = max_width - around
    return FittedText(
        min_size,
        (clip_to_width(make_line(fit_name(names, seat, min_size, left)), min_size, max_width),),
        is_whole=False,
    )
