"""The strip below a replay: one public sentence in up to two large lines, in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

import pytest
from PIL import ImageChops

from games.core.match import Match
from games.core.picture import GOLD_COLOUR, NAVY_COLOUR
from games.core.texts import Scene
from games.core.words import load_words
from games.drawing import captions, palette, text
from games.drawing.captions import (
    CAPTION_HEIGHT,
    CAPTION_MARGIN,
    CAPTION_SIZE,
    MIN_BRIEF_SIZE,
    MIN_CAPTION_SIZE,
    PROGRESS_BAR_HEIGHT,
    count_words,
    draw_strip,
    fit_caption,
)
from games.drawing.fitting import FittedText
from games.drawing.gaps import Gap
from games.drawing.highlights import MatchTurn, list_entries, list_moved_entries
from games.drawing.replay_frames import Replay
from games.registry import GAMES
from tests.support.cases import join_cases
from tests.support.nightly import defer_to_night
from tests.support.text_sizes import record_text_sizes
from tools.walks import Case

STRIP_WIDTH = 700
TEXT_WIDTH = STRIP_WIDTH - 2 * CAPTION_MARGIN
NAMES = ("Maximiliane von Hohenstein", "Ben")


def make_case(key: str, seat_count: int) -> Case:
    return Case(GAMES[key], seat_count, GAMES[key].get_default_options(), 7, is_rich=True, max_plies=45)


def list_captions(match: Match, names: Sequence[str], locale: str) -> list[list[str]]:
    """Return the captions of every turn."""
    replay = Replay(match, names, load_words(locale))
    return [[" ".join(line.lines) for line in replay.list_captions(turn)] for turn in replay.turns]


def join_lines(caption: str) -> str:
    return caption.replace("\u00a0", " ")


@pytest.mark.parametrize("locale", defer_to_night(["en", "de", "nl"], "en", "nl"))
@pytest.mark.parametrize("key", GAMES)
def test_captions_contain_only_public_information(key: str, locale: str) -> None:
    match = make_case(key, GAMES[key].seat_counts[-1]).match
    names = tuple(f"Person {seat}" for seat in range(match.seat_count))
    replay, said = Replay(match, names, load_words(locale)), match.game.texts
    scene, own = Scene(names, load_words(locale), is_steady=True), 0
    for turn, lines in zip(replay.turns, list_captions(match, names, locale), strict=True):
        events = replay.list_own_events(turn)
        sentences = [
            *said.summarize_events(events, scene),
            *(said.narrate_event(event, scene) for event in events),
        ]
        whole = set(sentences)
        assert not any("**" in sentence for sentence in whole)
        if join_lines(lines[0]) in whole:
            own += join_lines(lines[0]).startswith(names[turn.seat])
        else:
            # The caption is a shortened sentence, without some words between its beginning and its result.
            about, _, result = join_lines(lines[0]).partition(" – ")
            assert any(
                sentence.startswith(re.split(":| · ", about)[0].rstrip("."))
                and result in captions.PARENTHESES_PATTERN.sub("", sentence)
                for sentence in whole
            )
            own += 1
    assert own > len(replay.turns) // 2


def test_captions_name_the_player_who_had_the_seat_then() -> None:
    match = make_case("das_riff", 2).match
    half = match.ply // 2
    before, now = ("Ann", "Ben"), ("Ann", "Cleo")
    replay = Replay(match, now, load_words(), lambda ply: before if ply <= half else now)
    early = " ".join(
        " ".join(replay.list_captions(turn)[0].lines) for turn in replay.turns if turn.ply <= half
    )
    late = " ".join(" ".join(replay.list_captions(turn)[0].lines) for turn in replay.turns if turn.ply > half)
    assert "Ben" in early and "Cleo" not in early
    assert "Cleo" in late and "Ben" not in late


def make_gap(replay: Replay, turn: MatchTurn) -> Gap:
    """Return the scoreboards before and after a turn's aftermath."""
    entries = list_moved_entries(replay.match, turn), list_entries(replay.match, turn.ply)
    return Gap(turn.number, turn.number, *entries)


def test_the_consequences_of_a_turn_follow_it() -> None:
    match = Case(GAMES["australis"], 3, {}, 7, is_rich=True).match
    replay = Replay(match, ("Ann", "Ben", "Cleo"), load_words())
    found = [replay.caption_aftermath(turn, make_gap(replay, turn)) for turn in replay.turns]
    told = [" ".join(caption.lines) for caption in found if caption is not None]
    assert any(line.startswith("Round 2: ") and "lead" in line for line in told)
    assert told[-1].startswith("Final scoring: ")
    assert not any("**" in line for line in told)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("{0} takes it.", "Maximiliane von Hohenstein takes it."),
        (
            "{1}: " + " · ".join(["takes " + "many " * 9] * 3 + ["wins"]),
            "Ben: takes " + "many " * 9 + "· wins",
        ),
        ("{1}: takes " + "many " * 20 + "· wins", "Ben: wins"),
        ("{1}: takes two, " + "many " * 20 + "· wins", "Ben: takes two · wins"),
        ("{1} takes it. {1} has " + "more " * 30 + ".", "Ben takes it."),
        ("{1} takes one, " + "two, " * 30, "Ben takes one, " + "two, " * 14 + "two"),
    ],
)
def test_a_long_sentence_drops_its_least_important_part(line: str, expected: str) -> None:
    found = fit_caption(lambda names: line.format(*names), NAMES, STRIP_WIDTH)
    assert found.is_whole
    assert join_lines(" ".join(found.lines)).split() == expected.split()


@pytest.mark.parametrize(
    "caption", ["", "Ann.", "W" * 300, "سارة wins: 7", "🐟 魚", "one " * 99, "a · " * 60]
)
def test_a_caption_stays_within_its_lines_and_width(caption: str) -> None:
    found = fit_caption(lambda _: caption, NAMES, STRIP_WIDTH)
    assert len(found.lines) <= captions.MAX_LINES
    assert MIN_CAPTION_SIZE <= found.size <= CAPTION_SIZE
    assert all(text.measure_width(line, found.size) <= TEXT_WIDTH for line in found.lines)
    picture = draw_strip(STRIP_WIDTH, "Turn 1 of 2", "… 3 turns later", 0.5, found)
    assert picture.size == (STRIP_WIDTH, CAPTION_HEIGHT)
    assert picture.histogram()[palette.CLEAR_INDEX] == 0


@pytest.mark.parametrize(
    ("line", "size", "lines"),
    [
        ("Ben begins.", CAPTION_SIZE, 1),
        ("Ben plays 2, 4, 5, J on stack 4, 4 on top.", CAPTION_SIZE, 2),
        ("Ben plays 2, 7 on stack 1, 7 on top.", CAPTION_SIZE, 2),
    ],
)
def test_captions_in_one_line_and_in_two_have_the_same_size(line: str, size: int, lines: int) -> None:
    found = fit_caption(repeat_line(line), NAMES, STRIP_WIDTH)
    assert (found.size, len(found.lines)) == (size, lines)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "Ben plays card 2: purple on b1, red on d1 – 2 points (each purple beside red).",
            "Ben plays card 2 – 2 points (each purple beside red).",
        ),
        (
            "Ben: takes a pearl, red female · boat to column 3 · takes two worms · breeds!",
            "Ben: takes a pearl, red female · boat to column 3 · breeds!",
        ),
        (
            "All scored: Ann +6 (reefs 1, fish 1, turtle and star 4), Ben and Cleo +7",
            "All scored: Ann +6, Ben and Cleo +7",
        ),
        ("Ben begins.", "Ben begins."),
    ],
)
def test_the_caption_of_a_turn_leaves_out_details(line: str, expected: str) -> None:
    found = fit_caption(repeat_line(line), NAMES, STRIP_WIDTH, is_brief=True)
    assert " ".join(found.lines) == expected
    assert found.is_whole and captions.MIN_BRIEF_SIZE <= found.size <= CAPTION_SIZE


def test_a_full_stop_in_a_name_is_not_the_end_of_a_sentence() -> None:
    def write(names: tuple[str, ...]) -> str:
        return f"{names[0]} takes " + "many " * 8 + f"things. {names[1]} comes second this time."

    found = fit_caption(write, ("Jonas K.", "Ann B."), STRIP_WIDTH, is_brief=True)
    assert " ".join(found.lines).startswith("Jonas K. takes many")


def repeat_line(line: str) -> captions.MakeCaption:
    return lambda _: line


def test_a_separating_dot_is_left_out_only_at_a_line_break() -> None:
    line = "Octopus takes the blue 4 · turtle on space 4"
    for width in range(300, 1000, 20):
        for brief in (False, True):
            found = fit_caption(repeat_line(line), NAMES, width, is_brief=brief)
            shown = captions.drop_trailing_separators(found.lines)
            expected = (line.replace(" · ", " "), line.partition(" · ")[0])
            assert not found.is_whole or " ".join(shown).replace(" · ", " ") in expected


def test_no_line_begins_with_a_dot() -> None:
    for count in range(1, 40):
        line = "x" * count + " · " + "y" * 20 + " · zz"
        found = fit_caption(repeat_line(line), NAMES, STRIP_WIDTH)
        assert not any(shown.startswith("·") for shown in found.lines)


def test_only_words_count_as_reading_time() -> None:
    assert count_words("Ben: takes B1, D1 (coral) · boat – 2 points!") == 8
    assert count_words("") == 0


def test_the_progress_bar_follows_the_match() -> None:
    def count_filled(share: float) -> int:
        row = draw_strip(STRIP_WIDTH, "", "", share, FittedText(CAPTION_SIZE, (), is_whole=True))
        return (
            row.crop((0, PROGRESS_BAR_HEIGHT // 2, STRIP_WIDTH, PROGRESS_BAR_HEIGHT // 2 + 1))
            .tobytes()
            .count(palette.find_index(GOLD_COLOUR))
        )

    assert count_filled(0) == 0
    assert count_filled(1) == STRIP_WIDTH
    assert abs(count_filled(0.5) - STRIP_WIDTH / 2) < 4


def test_a_long_but_ordinary_name_fits_a_caption() -> None:
    assert text.measure_width(NAMES[0], MIN_CAPTION_SIZE) <= captions.NAME_WIDTHS[0]


def test_the_counter_and_the_note_fit_side_by_side() -> None:
    for locale in ("en", "de", "nl"):
        w = load_words(locale)
        counter = w("Turn {n} of {all}", n=188, all=188)
        note = w.plural("… {n} turn later", "… {n} turns later", 88)
        wide = text.measure_width(counter, captions.COUNTER_SIZE) + text.measure_width(
            note, captions.COUNTER_SIZE
        )
        assert wide < TEXT_WIDTH - 20


def test_a_line_does_not_cover_the_line_above_it() -> None:
    both = FittedText(38, ("plays on purple", "green yes"), is_whole=True)
    one = FittedText(38, ("plays on purple",), is_whole=True)
    double, single = (captions.draw_strip(700, "", "", 0, told) for told in (both, one))
    # The first of two lines is half a line higher than a single line.
    shift = captions._LINE_DISTANCE // 2
    first = double.crop((0, 60 - shift, 700, 112 - shift)).convert("L").point([0] * 200 + [255] * 56)
    alone = single.crop((0, 60, 700, 112)).convert("L").point([0] * 200 + [255] * 56)
    missing = ImageChops.subtract(alone, first)
    assert missing.getbbox() is None


def test_a_caption_in_two_lines_does_not_end_with_a_single_word() -> None:
    found = captions.fit_caption(
        lambda names: "Cleo plays 3, 3, 6, J, Q on stack 4, 3 on top.", ("Cleo",), 700
    )
    assert len(found.lines) == 2
    assert len(found.lines[1]) > len(found.lines[0]) / 2


@join_cases(
    [
        (
            "Ann: white die: 1 card and 1 point · keeps yellow card, 2 points",
            "Ann: white die: 1 card and 1 point ·",
        ),
        ("Ann plays card 25: red on c3, green on b1 – 2 points.", "Ann plays card 25: red on c3,"),
        ("Ann plays 2, 4, 6, K on stack 3, 6 on top.", "Ann plays 2, 4, 6, K"),
        ("Ann plays 2, 7 on stack 1, and the match is over now.", "Ann plays 2, 7 on stack 1,"),
        ("Ann plays card 25: red on c2, d1 and then green.", "Ann plays card 25:"),
        ("Round 3: Jonas K. still leads, 64 to 63.", "Round 3: Jonas K. still leads,"),
        ("Runde 3: Jonas K. führt weiter, −4 zu −6.", "Runde 3: Jonas K. führt weiter,"),
        ("Round 1: Ann takes the lead, 12 to 11.", "Round 1: Ann takes the lead,"),
        ("Round 10: Bartholomew K. still leads, 110 to 109.", "Round 10: Bartholomew K."),
        ("Cards in hand: Jonas K. wins, 50 to 40.", "Cards in hand:"),
        ("Ben makes exactly 9 with 6 cards.", "Ben makes exactly 9"),
        ("Cleo makes exactly 5: 5 + 0. Tens add 0.", "Cleo makes exactly 5:"),
        ("Ben (drew a card) plays 9 on stack 4.", "Ben (drew a card)"),
        ("Ann (drew a card) makes exactly 9: 5 − 3 + 7.", "Ann (drew a card)"),
    ]
)
def test_a_caption_in_two_lines_is_broken_at_the_end_of_a_phrase(line: str, expected: str) -> None:
    assert fit_caption(repeat_line(line), NAMES, STRIP_WIDTH).lines[0] == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Marlene takes the lead, 18 to 17.", ("Marlene takes the lead, 18 to 17.",)),
        ("Round 2: Marlene still leads, 52 to 39.", ("Round 2: Marlene still leads,", "52 to 39.")),
        ("Round 1: Marlene takes the lead, 17 to 16.", ("Round 1: Marlene takes the lead,", "17 to 16.")),
        ("Marlene takes the lead for good, 26 to 18.", ("Marlene takes the lead for good,", "26 to 18.")),
        ("Cards in hand: Jonas K. wins, 50 to 40.", ("Cards in hand:", "Jonas K. wins, 50 to 40.")),
        ("Marlene übernimmt die Führung, 18 zu 17.", ("Marlene übernimmt die Führung,", "18 zu 17.")),
    ],
)
def test_a_sentence_with_a_score_is_whole_or_broken_before_the_score(
    line: str, expected: tuple[str, ...]
) -> None:
    found = fit_caption(lambda _: line, NAMES, STRIP_WIDTH, is_brief=True)
    assert found.lines == expected
    assert found.size >= MIN_BRIEF_SIZE


def test_no_line_ends_with_a_separator() -> None:
    assert captions.drop_trailing_separators(("Ann plays card 8 –", "7 points.")) == (
        "Ann plays card 8",
        "7 points.",
    )
    assert captions.drop_trailing_separators(("Ann: coral ·", "boat ·")) == ("Ann: coral", "boat ·")
    assert captions.drop_trailing_separators(()) == ()


def test_a_caption_too_long_for_its_width_omits_parentheses() -> None:
    sentence = "Maximiliane plays green on b3, purple on a1 and gets 4 points"
    line = f"{sentence} (corner to corner: yellow 2+, red 2+)."
    found = fit_caption(repeat_line(line), NAMES, STRIP_WIDTH)
    assert join_lines(" ".join(found.lines)) == f"{sentence}."
    assert found.size >= captions.MIN_PARENTHESES_SIZE
    short = "Ann plays card 2: purple on a1 – 1 point (each yellow)."
    assert "(each yellow)" in join_lines(" ".join(fit_caption(repeat_line(short), NAMES, STRIP_WIDTH).lines))


@pytest.mark.parametrize(
    ("line", "name", "words"),
    [
        ("Ben plays 2.", "Ben", 1),
        ("Ben: takes a pearl", "Ben", 1),
        ("Anna Lena plays 2.", "Anna Lena", 2),
        ("Maximiliane von Ho… plays 2.", "Maximiliane von Hohenstein", 3),
        ("Benno plays 2.", "Ben", 0),
        ("… and so on", "Ben", 0),
        ("Round 2", "", 0),
    ],
)
def test_the_name_that_a_caption_begins_with_is_golden(line: str, name: str, words: int) -> None:
    assert captions.count_name_words(line, name) == words
    gold = palette.find_index(GOLD_COLOUR)
    picture = draw_strip(
        STRIP_WIDTH, "", "", 0, FittedText(MIN_CAPTION_SIZE, (line,), is_whole=True), name=name
    )
    assert bool(picture.histogram()[gold]) == bool(words)


@pytest.mark.parametrize(
    "line", ["Ben wins!", "A colour ran out, ending the match. Ben wins with 9!", "W" * 300]
)
@pytest.mark.parametrize("height", [CAPTION_HEIGHT, CAPTION_HEIGHT + 88])
def test_the_result_fills_the_strip_below_the_final_board(line: str, height: int) -> None:
    caption = fit_caption(repeat_line(line), NAMES, STRIP_WIDTH)
    shown, navy = captions.draw_ending(STRIP_WIDTH, height, caption), palette.find_index(NAVY_COLOUR)
    box = shown.crop((0, PROGRESS_BAR_HEIGHT, STRIP_WIDTH, height)).point(
        [0 if i == navy else 255 for i in range(256)]
    )
    left, top, right, bottom = box.getbbox() or (0, 0, 0, 0)
    assert left > 0 and right < STRIP_WIDTH and top > 0 and bottom < height - PROGRESS_BAR_HEIGHT
    if " with " in line:
        assert (right - left) > 0.8 * STRIP_WIDTH or (bottom - top) > 0.6 * height


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("Ben wins the match with 3 rounds!", 2),
        ("Red and green ran out. Ben wins on patterns, 32 to 26.", 2),
        ("Red, yellow and purple ran out. Ben wins on the largest patterns, 132 to 126.", 3),
    ],
)
def test_a_result_has_three_lines_only_if_two_would_be_small(line: str, lines: int) -> None:
    shown = captions.draw_ending(
        STRIP_WIDTH, CAPTION_HEIGHT + 88, fit_caption(repeat_line(line), NAMES, STRIP_WIDTH)
    )
    gold = palette.find_index(GOLD_COLOUR)
    box = (0, captions.PROGRESS_BAR_HEIGHT, STRIP_WIDTH, shown.height)
    letters = shown.crop(box).point([255 * (index == gold) for index in range(256)])
    rows = [any(letters.crop((0, y, STRIP_WIDTH, y + 1)).tobytes()) for y in range(letters.height)]
    assert sum(now and not before for before, now in pairwise((False, *rows))) == lines
    assert captions.MIN_DOUBLE_ENDING_SIZE >= 38


def test_a_long_note_keeps_its_distance_from_the_number_of_the_turn() -> None:
    counter, caption = "Beurt 44 van 85", FittedText(MIN_CAPTION_SIZE, ("Ben wins!",), is_whole=True)
    picture = draw_strip(STRIP_WIDTH, counter, "Beurten 41–43: geen broedsels", 0.5, caption)
    navy, left = palette.find_index(NAVY_COLOUR), captions.CAPTION_MARGIN
    end = left + text.measure_width(counter, captions.COUNTER_SIZE) + 4
    gap = picture.crop((round(end), captions.PROGRESS_BAR_HEIGHT, round(end) + 12, 50))
    assert set(gap.tobytes()) == {navy}


def test_a_note_is_larger_than_the_number_of_the_turn_if_there_is_room() -> None:
    caption = FittedText(MIN_CAPTION_SIZE, ("Ben wins!",), is_whole=True)
    sizes = list[float]()
    for note in ("Ben still leads, 5 to 3", "Maximilian still leads, 145 to 131"):
        with record_text_sizes() as found:
            captions._draw_word.cache_clear()
            draw_strip(STRIP_WIDTH, "Turn 44 of 85", note, 0.5, caption)
        sizes.append(next(found_text.size for found_text in found if found_text.content == "leads,"))
    assert sizes[0] == captions.MAX_NOTE_SIZE > sizes[1] > captions.MIN_NOTE_SIZE


@pytest.mark.parametrize(
    ("ending", "reason"),
    [
        ("After 5 rounds: Jonas K. wins with 9!", "After 5 rounds: "),
        ("Red ran out. Ben wins.", "Red ran out. "),
        ("Ben wins. Jonas K. comes second.", ""),
        ("Jonas K. wins: Ben is out.", ""),
        ("Nobody wins: 3 to 3.", ""),
    ],
)
def test_the_reason_for_an_end_is_what_precedes_the_first_player(ending: str, reason: str) -> None:
    assert captions.split_ending(ending, ("Ben", "Jonas K.")) == (reason, ending.removeprefix(reason))
