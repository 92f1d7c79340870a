"""The caption strip of a film: what has happened, in the reader's language, within its space."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from PIL import Image

from games.core.match import Match
from games.core.picture import GOLD
from games.core.texts import Scene
from games.core.words import words
from games.drawing import captions, palette, text
from games.drawing.captions import HEIGHT, MARGIN, SIZE, Sentence, chosen, strip
from games.drawing.replay import NAME_ROOM, film, shots
from games.registry import GAMES
from tools.walks import Case

WIDTH = 700
LONG = "Anna takes everything that there is in the whole wide sea, and a worm."


def case_of(key: str, seats: int) -> Case:
    return Case(GAMES[key], seats, GAMES[key].defaults(), 7, rich=True, most=45)


def filmed(
    match: Match, names: Sequence[str], locale: str, monkeypatch: pytest.MonkeyPatch, *more: Any
) -> list[tuple[str, float, str]]:
    """Return the caption of each frame of a film."""
    told: list[tuple[str, float, str]] = []

    def recorded(width: int, counter: str, share: float, caption: str) -> Image.Image:
        told.append((counter, share, caption))
        return strip(width, counter, share, caption)

    monkeypatch.setattr("games.drawing.captions.strip", recorded)
    b"".join(film(match, names, words(locale), *more))
    return told


@pytest.mark.parametrize("locale", ["en", "de", "nl"])
@pytest.mark.parametrize("key", GAMES)
def test_each_frame_tells_what_everybody_may_hear(
    key: str, locale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats, w = GAMES[key].seats[-1], words(locale)
    match = case_of(key, seats).match
    names = tuple(f"Person {seat}" for seat in range(seats))
    told, planned = filmed(match, names, locale, monkeypatch), shots(match)
    assert len(told) == len(planned)
    scene, said, view = Scene(names, w), match.game.texts, match.rules.view
    for (counter, share, caption), shot in zip(told, planned, strict=True):
        if shot.ply == match.ply and match.outcome:
            assert caption == said.status(view(match.state, None), Scene(names, w, (), match.outcome))
        else:
            events = [event for step in match.steps[shot.since : shot.ply] for event in step.events]
            events = events if shot.ply else list(match.opening_events)
            left = caption
            for event in events:
                sentence = said.tell(match.rules.redact(event, None), scene)
                left = left.removeprefix(sentence).strip() if sentence else left
            assert caption and not left, caption
        if shot.turn:
            assert counter == w("Turn {n} of {all}", n=shot.turn, all=shot.turns)
            assert share == shot.turn / shot.turns
    assert told[0][1] == 0
    assert told[-1][1] == 1


@pytest.mark.parametrize("key", ["coral_reef", "reef"])
def test_a_turn_of_one_step_is_told_from_its_move_on(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = case_of(key, 2).match
    names, said = ("Ann", "Ben"), match.game.texts
    for (_, _, caption), shot in zip(filmed(match, names, "en", monkeypatch), shots(match), strict=True):
        if shot.ply and not (shot.ply == match.ply and match.outcome):
            (step,) = match.steps[shot.since : shot.ply]
            move = said.tell(match.rules.redact(step.events[0], None), Scene(names, words()))
            assert caption.startswith(move)


def test_each_step_is_told_of_who_sat_there_then(monkeypatch: pytest.MonkeyPatch) -> None:
    match = case_of("das_riff", 2).match
    half = match.ply // 2
    before, now = ("Ann", "Ben"), ("Ann", "Cleo")
    told = filmed(match, now, "en", monkeypatch, lambda ply: before if ply <= half else now)
    early = " ".join(
        caption for (_, _, caption), shot in zip(told, shots(match), strict=True) if shot.ply <= half
    )
    late = " ".join(
        caption for (_, _, caption), shot in zip(told, shots(match), strict=True) if shot.since >= half
    )
    assert "Ben" in early and "Cleo" not in early
    assert "Cleo" in late and "Ben" not in late


def test_what_is_notable_is_told_first_and_all_in_order() -> None:
    some = [Sentence("Ann rolls.", False), Sentence("Ann takes a fish.", True), Sentence("", False)]
    assert chosen(some, WIDTH) == "Ann rolls. Ann takes a fish."
    many = [Sentence(f"{LONG} {number}.", number in (3, 5)) for number in range(8)]
    assert chosen(many, 2 * WIDTH) == f"{LONG} 0. {LONG} 3. {LONG} 5."
    assert chosen(many, 10) == f"{LONG} 3."
    assert chosen([], WIDTH) == ""


@pytest.mark.parametrize("caption", [LONG, LONG * 9, "W" * 300, "Ann.", "", "سارة wins: 7", "🐟 魚"])
def test_a_caption_keeps_to_its_lines_and_its_room(caption: str) -> None:
    room = WIDTH - 2 * MARGIN
    lines = text.wrapped(caption, SIZE, room, captions.LINES)
    assert len(lines) <= captions.LINES
    assert all(text.width(line, SIZE) <= room for line in lines)
    if len(caption) < 80:
        assert " ".join(lines) == caption
    made = strip(WIDTH, "Turn 1 of 2", 0.5, caption)
    assert made.size == (WIDTH, HEIGHT)
    assert made.histogram()[palette.CLEAR] == 0


def test_what_is_chosen_has_room_uncut() -> None:
    for number in range(1, 50):
        told = chosen([Sentence("Ann takes it.", False), Sentence("b" * number + ".", False)] * 9, WIDTH)
        assert "…" not in "".join(text.wrapped(told, SIZE, WIDTH - 2 * MARGIN, captions.LINES))


def test_the_rail_is_filled_as_far_as_the_match_has_come() -> None:
    def filled(share: float) -> int:
        row = strip(WIDTH, "", share, "").crop((0, 17, WIDTH, 18)).tobytes()
        return row.count(palette.index(GOLD))

    whole = filled(1)
    assert filled(0) == 0
    assert whole > 500
    assert abs(filled(0.5) - whole / 2) < 4


def test_a_usual_long_name_is_whole_in_a_caption() -> None:
    assert text.width("Maximiliane von Hohenstein", SIZE) <= NAME_ROOM
