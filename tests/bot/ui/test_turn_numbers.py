"""Texts about the same position give the same number of turns, whatever page shows them."""

from __future__ import annotations

import re
from random import Random

import pytest

from bot.features.follow.pings import write_ping
from bot.model.table import Occupant, Table
from bot.ui.play import catchup, ending, history, match_log, replay
from bot.ui.table import tabs
from games.core.match import Match
from games.core.words import load_words
from games.drawing.highlights import list_turns
from games.registry import GAMES
from tests.support.tables_kit import make_place


def read_turn(pattern: str, text: str) -> int:
    """Return the number of turns that a text gives."""
    found = re.search(pattern, text)
    assert found, text
    return int(found[1])


def make_table(match: Match) -> Table:
    people = tuple(Occupant(seat, 11 * (seat + 1), name) for seat, name in enumerate(("Ann", "Ben")))
    place, options = make_place(), match.options
    return Table(
        1, match.game, place, 11, "playing", options, 2, people, "", match, None, (), None, 1000, None
    )


@pytest.mark.parametrize("key", GAMES)
def test_every_page_gives_the_same_number_of_turns(key: str) -> None:
    game, chance, w = GAMES[key], Random(3), load_words()
    match = Match.begin(game, 2, game.daily_options, bytes(32))
    while match.ply < 40 and match.outcome is None:
        seat = match.to_act[0]
        match = match.act(seat, chance.choice(match.rules.list_candidates(match.state, seat)).token)
        table, last = make_table(match), list_turns(match)[-1].number
        position = history.write_position_text(table, match, match.ply, w)
        assert read_turn(r"\nTurn (\d+) of ", position) == read_turn(r" of (\d+)[,·\s]", position) == last
        assert read_turn(r"Before turn 1 of (\d+)", history.write_position_text(table, match, 0, w)) == last
        assert read_turn(r"-# (\d+) turn", replay.write_caption(table, match, w)) == last
        assert read_turn(r"match: (\d+) turn", catchup.write_catchup(table, match, None, None, w)) == last
        numbered = [text for text in match_log.write_log_texts(table, match, w) if text.startswith("**Turn")]
        assert read_turn(r"\*\*Turn (\d+)", numbered[-1]) == last
        if match.outcome is None:
            assert read_turn(r"^(\d+) turns? so far", tabs.write_history_lines(table, w)[0]) == last
            assert read_turn(r", turn (\d+), ", write_ping(table, match, [], "", w)) == last
            over = match.resign(0)
            assert (
                read_turn(r" · (\d+) turn", ending.write_ending(make_table(over), over, over.ply, w)) == last
            )


def test_the_select_leads_to_at_most_25_evenly_spaced_positions() -> None:
    game, chance = GAMES["das_riff"], Random(3)
    match = Match.begin(game, 2, {}, bytes(32))
    while match.outcome is None and (not match.ply or list_turns(match)[-1].number < 60):
        seat = match.to_act[0]
        match = match.act(seat, chance.choice(match.rules.list_candidates(match.state, seat)).token)
        table, ends = make_table(match), {turn.number: turn.ply for turn in list_turns(match)}
        jumps, interval = history._list_jumps(match, load_words())
        assert len(jumps) <= 25 and interval == max(1, 1 + (len(ends) - 2) // 23)
        assert jumps[0] == (0, "First") and jumps[-1] == (history.NEWEST_PLY, "Newest")
        for ply, label in jumps[1:-1]:
            assert ply == ends[read_turn(r"^Turn (\d+)$", label)] < match.ply
            assert read_turn(r"(\d+)$", label) % interval == 0
            assert f"{label} of" in history.write_position_text(table, match, ply, load_words())
        assert jumps == sorted(jumps)
        assert len(jumps) - 2 == (len(ends) - 1) // interval, "no other turn is left out"
        select = history.list_position_buttons(match, 0, load_words(), "hi", 1)[2:]
        placeholders = [item.item.placeholder for item in select]
        expected = f"Jump to… (every {interval} turns)" if interval > 1 else "Jump to…"
        assert placeholders == [expected][: match.ply - 1], "it says which turns it has"
