"""Draws the strip below the board of a replay: a progress bar and a caption."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Final

from PIL import Image, ImageDraw

from games.core.picture import GOLD_COLOUR, NAVY_COLOUR, WHITE_COLOUR
from games.drawing import palette, text
from games.drawing.fitting import (
    LINE_HEIGHT_FACTOR,
    TRAILING_SEPARATORS,
    FittedText,
    balance_lines,
    fit_text,
    keep_score_whole,
)
from games.drawing.names import fit_names

CAPTION_HEIGHT: Final = 150
CAPTION_SIZE: Final = 44
"""Font size of captions in one or two lines. Only a caption that is too long is smaller."""
MIN_CAPTION_SIZE: Final = 30
"""Minimum font size, because a phone shows a replay at half its width."""
MIN_READING_TIME: Final = 180
"""Minimum time for a caption, in hundredths of a second."""
WORD_READING_TIME: Final = 100 / 3
"""Time for reading one word of a caption, in hundredths of a second."""
MAX_LINES: Final = 2
SHADE_COUNT: Final = 3
"""Number of shades of the text. It is lower than on a board, so that replays are small files."""
CAPTION_MARGIN: Final = 20
MIN_BRIEF_SIZE: Final = 38
"""Minimum font size of a turn's first caption, which may lose its middle parts."""
MAX_BRIEF_WORDS: Final = 14
"""Maximum number of words in a turn's first caption, so that it can be read quickly."""
BRIEF_NAME_WIDTHS: Final = (280, 200, 140)
"""Maximum name widths in pixels, tried in order until the first caption of a turn fits."""
NAME_WIDTHS: Final = (420, 280, 200)
"""Maximum name widths in pixels, tried in order until the whole caption fits."""
SHORT_NAME_WIDTHS: Final = (280, 200, 140, 100)
"""Maximum name widths in pixels, tried in order for a caption that may lose its middle parts."""
MIN_PARENTHESES_SIZE: Final = 36
"""Minimum font size of a caption with parentheses at its end. At smaller sizes they are dropped."""
PARENTHESES_PATTERN: Final = re.compile(r" \([^()]*\)(?=\W*$)")
"""Matches parentheses at the end of a caption."""
ANY_PARENTHESES_PATTERN: Final = re.compile(r" \([^()]*\)")
"""Matches parentheses anywhere in a caption."""
DETAILED_SENTENCE_PATTERN: Final = re.compile(r"([^:]+): .+( – .+)")
"""Matches a sentence about an action that has details after a colon and the result after a dash."""
LIST_COMMA_PATTERN: Final = re.compile(r"(?:(?<=\b\w)|(?<=\b\w\w)), (?=\w{1,2}\b)")
"""Matches the comma between two short names in a list."""
NUMBER_SPACE_PATTERN: Final = re.compile(r"(?<=[^\W\d]) (?=\d)")
"""Matches the space between a noun and its number."""
ENDING_JOINT_PATTERN: Final = re.compile("[.:] ")
"""Matches the end of the reason before a result."""
NAME_STOP: Final = "\ue000"
"""Replaces full stops in names while a caption is shortened."""
COUNTER_COLOUR: Final = "#9DBFCB"
MAX_ENDING_SIZE: Final = 46
"""Maximum font size of the result. Most results have about this size, in two lines."""
MAX_ENDING_LINES: Final = 4
MIN_TRIPLE_ENDING_SIZE: Final = 40
"""Font size from which a result in three lines is preferred to a larger one in four."""
MIN_DOUBLE_ENDING_SIZE: Final = 38
"""Font size from which a result in two lines is preferred to a larger one in more lines."""
ENDING_PAD: Final = 12
"""Minimum space above and below the result, in pixels."""
PROGRESS_BAR_COLOUR: Final = "#234F70"
PROGRESS_BAR_HEIGHT: Final = 8
COUNTER_SIZE: Final = 30
MAX_NOTE_SIZE: Final = 38
MIN_NOTE_SIZE: Final = 22
NOTE_COLOUR: Final = "#C8EBE4"
"""Maximum and minimum font size of the note beside the turn's number, and its colour."""
_COUNTER_Y: Final = 29
_LINES_Y: Final = 98
_LINE_DISTANCE: Final = 47
_MAX_TEXT_HEIGHT: Final = 94
"""Maximum height of the text, in pixels: enough for two lines at any font size, but not for three."""

MakeCaption = Callable[[tuple[str, ...]], str]
"""Returns a caption in which the seats have the given names."""


def add_no_break_spaces(content: str) -> str:
    """Replace spaces at which a line break would be ugly, as in "c2, d1", "stack 1" and "2 × 3"."""
    content = content.replace(NAME_STOP, ".").replace(" × ", "\u00a0×\u00a0")
    return NUMBER_SPACE_PATTERN.sub("\u00a0", LIST_COMMA_PATTERN.sub(",\u00a0", content))


def fit_caption(
    make_caption: MakeCaption, names: Sequence[str], width: int, *, is_brief: bool = False
) -> FittedText:
    """Fit a caption into two lines. If it is too long, shorten names, then leave out parts, and finally cut
    it.

    :param is_brief: whether to prefer a short text in large letters, which is shortened more.
    """
    max_width = width - 2 * CAPTION_MARGIN
    if is_brief:
        fit_large = partial(_fit_brief_text, max_width=max_width)
        large = _fit_shortened_caption(make_caption, names, BRIEF_NAME_WIDTHS, MIN_BRIEF_SIZE, fit_large)
        if large is not None:
            return large
    for across in NAME_WIDTHS:
        shown = make_caption(fit_names(tuple(names), MIN_CAPTION_SIZE, across))
        fitted = _fit_lines(shown, max_width)
        if fitted.is_whole and fitted.size < MIN_PARENTHESES_SIZE:
            fitted = _fit_lines(PARENTHESES_PATTERN.sub("", shown), max_width)
        if fitted.is_whole:
            return fitted
    small = _fit_shortened_caption(
        make_caption, names, SHORT_NAME_WIDTHS, MIN_CAPTION_SIZE, partial(_fit_lines, max_width=max_width)
    )
    if small is not None:
        return small
    shown = make_caption(fit_names(tuple(names), MIN_CAPTION_SIZE, SHORT_NAME_WIDTHS[-1]))
    return FittedText(
        MIN_CAPTION_SIZE, text.wrap_text(shown, MIN_CAPTION_SIZE, max_width, MAX_LINES), is_whole=False
    )


def _fit_shortened_caption(
    make_caption: MakeCaption,
    names: Sequence[str],
    widths: Sequence[int],
    font_size: int,
    fit: Callable[[str], FittedText],
) -> FittedText | None:
    """Return the first caption that fits with shortened names and parts left out, or ``None`` if none fits.

    :param font_size: the font size for which the names are shortened.
    """
    for across in widths:
        # A full stop in a name isn't the end of a sentence.
        short = tuple(name.replace(".", NAME_STOP) for name in fit_names(tuple(names), font_size, across))
        shown = make_caption(short)
        name_length = max((len(name) for name in short if begins_with_name(shown, name)), default=0)
        for shorter in _list_shortened_lines(shown, name_length):
            fitted = fit(shorter.replace(NAME_STOP, "."))
            if fitted.is_whole:
                return fitted
    return None


def _fit_brief_text(content: str, max_width: int) -> FittedText:
    """Fit a text in large letters. The result isn't marked as whole if its words are too many or too wide."""
    fitted = _fit_lines(content, max_width)
    large = fitted.size >= MIN_BRIEF_SIZE and count_words(content) <= MAX_BRIEF_WORDS
    return fitted._replace(is_whole=fitted.is_whole and large)


def _restore_spaces(fitted: FittedText) -> FittedText:
    """Return a fitted text with its no-break spaces replaced by ordinary ones."""
    return fitted._replace(lines=tuple(line.replace("\u00a0", " ") for line in fitted.lines))


def _fit_lines(content: str, max_width: int) -> FittedText:
    """Fit a text into one line or, if the letters would be smaller than usual, into two."""
    content = add_no_break_spaces(content)
    for separator in TRAILING_SEPARATORS:
        content = content.replace(f" {separator} ", f"\u00a0{separator} ")
    fitted = fit_text(content, CAPTION_SIZE, max_width, _MAX_TEXT_HEIGHT, MIN_CAPTION_SIZE)
    if len(fitted.lines) > 1:
        fitted = _break_at_dot(balance_lines(fitted, max_width), max_width)
        fitted = keep_score_whole(fitted, CAPTION_SIZE, max_width, MIN_BRIEF_SIZE)
    return _restore_spaces(fitted)


def _break_at_dot(fitted: FittedText, max_width: int) -> FittedText:
    """Move the line break of a text in two lines to a dot between two parts, if both lines then fit."""
    content = " ".join(fitted.lines)
    breaks = [
        (content[: dot.end()].rstrip(), content[dot.end() :]) for dot in re.finditer("\u00a0· ", content)
    ]
    wide = {lines: [text.measure_width(line, fitted.size) for line in lines] for lines in breaks}
    fitting = [lines for lines in breaks if max(wide[lines]) <= max_width]
    best = min(fitting, key=lambda lines: max(wide[lines]), default=fitted.lines)
    return fitted._replace(lines=best)


def fit_ending(make_caption: MakeCaption, names: Sequence[str], width: int) -> FittedText:
    """Fit the result of a match, for :func:`draw_ending`. If it is too long, shorten names."""
    max_width, high = width - 2 * CAPTION_MARGIN, CAPTION_HEIGHT - PROGRESS_BAR_HEIGHT - 2 * ENDING_PAD
    for across in NAME_WIDTHS:
        shown = add_no_break_spaces(make_caption(fit_names(tuple(names), MIN_CAPTION_SIZE, across)))
        line = fit_text(shown, MAX_ENDING_SIZE, max_width, high, MIN_CAPTION_SIZE)
        if line.is_whole:
            return _restore_spaces(line)
    return fit_caption(make_caption, names, width)


def split_ending(ending: str, names: Sequence[str]) -> tuple[str, str]:
    """Return the reason for the end of a match, which names no player, and the rest of the sentence.

    The reason is empty if the sentence begins with the result.
    """
    for joint in ENDING_JOINT_PATTERN.finditer(ending):
        reason, rest = ending[: joint.end()], ending[joint.end() :]
        if any(rest.startswith(name) for name in names):
            return ("", ending) if any(name in reason for name in names) else (reason, rest)
    return "", ending


def _list_shortened_lines(line: str, name_length: int) -> Iterator[str]:
    """Yield a line, then shorter and shorter versions without its middle parts and last clauses.

    :param name_length: number of characters of the name at the start.
    """
    yield line
    result = DETAILED_SENTENCE_PATTERN.fullmatch(line)
    if result is not None and PARENTHESES_PATTERN.search(line):
        yield result[1] + result[2]
    line = PARENTHESES_PATTERN.sub("", line)
    yield line
    yield ANY_PARENTHESES_PATTERN.sub("", line)
    result = DETAILED_SENTENCE_PATTERN.fullmatch(line)
    if result is not None:
        yield result[1] + result[2]
    *others, line = _list_without_parts(line, name_length)
    yield from (*others, line)
    is_sentence = line.endswith(".")
    for joint in ("; ", ". ", ", "):
        while joint in line:
            line = line.rpartition(joint)[0]
            if line.count("(") > line.count(")"):
                line = line.rpartition(" (")[0]
            is_sentence = is_sentence or joint != ", "
            yield line + "." * is_sentence


def _list_without_parts(line: str, name_length: int) -> Iterator[str]:
    """Yield versions of a line with fewer and fewer of its parts, which are separated by dots. The last part,
    the result of the turn, stays longest.

    :param name_length: number of characters of the name at the start.
    """
    start = name_length + 2 if line[name_length : name_length + 2] == ": " else 0
    head, parts = line[:start], line[start:].split(" · ")
    yield line
    # Keep the first part as long as possible, because it has the verb or continues the name.
    for count in range(len(parts) - 2, 0, -1):
        yield head + " · ".join((*parts[:count], parts[-1]))
    if head and len(parts) > 1:
        first = parts[0]
        while ", " in first:
            first = first.rpartition(", ")[0]
            yield f"{head}{first} · {parts[-1]}"
        yield head + parts[-1]
    elif len(parts) > 1:
        yield parts[0]


def count_words(content: str) -> int:
    """Return the number of words in a text. Punctuation on its own doesn't count."""
    return sum(any(sign.isalnum() for sign in word) for word in content.split())


def measure_reading_time(caption: FittedText) -> int:
    """Return the time for which a caption is shown, in hundredths of a second."""
    return max(MIN_READING_TIME, round(WORD_READING_TIME * count_words(" ".join(caption.lines))))


def begins_with_name(line: str, name: str) -> bool:
    """Return whether a line begins with a name."""
    rest = line.removeprefix(name)
    return rest != line and not rest[:1].isalnum()


def add_strips(board: Image.Image, *strips: Image.Image | None) -> Image.Image:
    """Return a picture with strips below it, from top to bottom."""
    shown = [board, *(strip for strip in strips if strip is not None)]
    whole = Image.new("P", (board.width, sum(one.height for one in shown)))
    whole.putpalette(palette.to_bytes())
    top = 0
    for one in shown:
        whole.paste(one, (0, top))
        top += one.height
    return whole


def draw_strip(
    width: int,
    counter: str,
    note: str,
    share: float,
    caption: FittedText,
    height: int = CAPTION_HEIGHT,
    name: str = "",
) -> Image.Image:
    """Draw the strip below the board of a replay.

    :param counter: the number of the turn.
    :param note: a text with the number of turns left out before this turn.
    :param share: the fraction of the match that has been shown, from 0 to 1.
    :param height: the height of the strip, at least :data:`CAPTION_HEIGHT`.
    :param name: the name of the person that the caption is about, golden if the caption begins with it.
    """
    image, lower = _draw_progress_bar(width, height, share), (height - CAPTION_HEIGHT) // 2
    _write_line(image, counter, CAPTION_MARGIN, _COUNTER_Y + lower // 2, COUNTER_SIZE, COUNTER_COLOUR)
    if note:
        room = width - 3 * CAPTION_MARGIN - text.measure_width(counter, COUNTER_SIZE)
        size = fit_text(note, MAX_NOTE_SIZE, room, 0, MIN_NOTE_SIZE).size
        left = width - CAPTION_MARGIN - text.measure_width(note, size)
        _write_line(image, note, round(left), _COUNTER_Y + lower // 2, size, NOTE_COLOUR)
    top = _LINES_Y + lower - _LINE_DISTANCE * (len(caption.lines) - 1) // 2
    for number, line in enumerate(drop_trailing_separators(caption.lines)):
        golden, y = 0 if number else count_name_words(line, name), top + _LINE_DISTANCE * number
        _write_line(image, line, CAPTION_MARGIN, y, caption.size, WHITE_COLOUR, golden)
    return image


def draw_ending(width: int, height: int, caption: FittedText) -> Image.Image:
    """Draw the strip below the final board: the result, as large as fits in up to four lines."""
    image, high = _draw_progress_bar(width, height, 1.0), height - PROGRESS_BAR_HEIGHT
    max_width, content = width - 2 * CAPTION_MARGIN, add_no_break_spaces(" ".join(caption.lines))
    shown = caption
    sizes = range(MAX_ENDING_SIZE, MIN_CAPTION_SIZE - 1, -2)
    # Use more lines only if the text would be small in fewer, because the last line often has only one word.
    tries = [(size, MAX_LINES) for size in sizes if size >= MIN_DOUBLE_ENDING_SIZE]
    tries += [(size, MAX_LINES + 1) for size in sizes if size >= MIN_TRIPLE_ENDING_SIZE]
    for size, most in (*tries, *((size, MAX_ENDING_LINES) for size in sizes)):
        fitted = fit_text(content, size, max_width, high - 2 * ENDING_PAD, size)
        if fitted.is_whole and len(fitted.lines) <= most:
            shown = _restore_spaces(balance_lines(fitted, max_width))
            break
    step = round(shown.size * LINE_HEIGHT_FACTOR)
    top = PROGRESS_BAR_HEIGHT + high // 2 - step * (len(shown.lines) - 1) // 2
    for number, line in enumerate(drop_trailing_separators(shown.lines)):
        left = (width - text.measure_width(line, shown.size)) / 2
        _write_line(image, line, round(left), top + step * number, shown.size, GOLD_COLOUR)
    return image


def count_name_words(line: str, name: str) -> int:
    """Return the number of words at the start of a line that belong to a name, which may be shortened."""
    rest = line.removeprefix(name)
    if name and rest != line:
        return len(name.split()) if not rest[:1].isalnum() else 0
    short, mark, _ = line.partition("…")
    return len(short.split()) if mark and short and name.startswith(short) else 0


def drop_trailing_separators(lines: tuple[str, ...]) -> tuple[str, ...]:
    """Strip trailing ``·`` and ``–`` from every line but the last, because line breaks replace them."""
    return (*(line.rstrip(f" {TRAILING_SEPARATORS}") for line in lines[:-1]), *lines[-1:])


def _write_line(
    image: Image.Image, line: str, x: int, middle: int, size: int, colour: str, gold_word_count: int = 0
) -> None:
    """Write a line centred vertically on ``middle``, word by word.

    :param gold_word_count: the number of words at the start of the line to write in gold.
    """
    space = text.measure_word(" ", size)
    for number, word in enumerate([line] if text.has_right_to_left_text(line) else line.split()):
        tile, shape = _draw_word(word, size, GOLD_COLOUR if number < gold_word_count else colour)
        image.paste(tile, (x, middle - tile.height // 2), shape)
        x += text.measure_word(word, size) + space


def _draw_progress_bar(width: int, height: int, progress: float) -> Image.Image:
    """Return an empty strip with the progress of the match at its upper edge."""
    image = _draw_blank_strip(width, height).copy()
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, width, PROGRESS_BAR_HEIGHT - 1), palette.find_index(PROGRESS_BAR_COLOUR))
    if progress > 0:
        done_part = (0, 0, round(width * progress) - 1, PROGRESS_BAR_HEIGHT - 1)
        pen.rectangle(done_part, palette.find_index(GOLD_COLOUR))
    return image


@lru_cache(maxsize=1024)
def _draw_word(word: str, size: int, ink: str) -> tuple[Image.Image, Image.Image]:
    """Return a word as a picture, and a mask of its letters, so that it doesn't cover the line above.

    The results are cached, because most captions consist of the same few words.
    """
    image = text.draw(word, size, ink, NAVY_COLOUR, SHADE_COUNT).image
    ground = palette.find_index(NAVY_COLOUR)
    return image, image.point([0 if level == ground else 255 for level in range(256)], "1")


@lru_cache(maxsize=4)
def _draw_blank_strip(width: int, height: int) -> Image.Image:
    return Image.new("P", (width, height), palette.find_index(NAVY_COLOUR))
