"""Contests of computer players are reproducible and resumable, and the benchmark can read their results."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from games.core.outcome import Outcome
from games.players import SEARCHING_LEVELS, list_levels
from games.registry import GAMES
from tests.proof.bench.harness import Effort
from tests.proof.bench.strength import measure_figures
from tests.proof.strength import budgets, table
from tests.proof.strength.contest import play_blocks
from tests.proof.strength.ladder import find_goal, list_pairings
from tests.proof.strength.matches import Pairing, find_win_share, play_block
from tests.proof.strength.players import BEGINNER, NoSuchPlayer, Player, parse_player
from tests.proof.strength.results import Results
from tests.support.game_parts import PUBLISHED_GAMES
from tests.support.nightly import defer_to_ci

EASY_PAIRING = Pairing("coral_reef", 3, Player("easy"), Player(BEGINNER))


@pytest.fixture
def table_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(table, "TABLE_FILE", tmp_path / "strength.md")
    return tmp_path / "strength.md"


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as found:
        yield found


def test_a_block_is_the_same_in_each_run() -> None:
    first = play_block(EASY_PAIRING, 1)
    assert first == play_block(EASY_PAIRING, 1)
    assert len(first) == 3
    assert all(part in (0, 1 / 3, 0.5, 1) for part in first)


@pytest.mark.parametrize(
    ("key", "level"),
    defer_to_ci(
        [(key, level) for key in GAMES for level in (BEGINNER, "easy")],
        *((key, "easy") for key in GAMES if key != "reef"),
        ("reef", BEGINNER),
    ),
)
def test_an_equal_player_gets_a_fair_share_of_each_deal(key: str, level: str) -> None:
    pairing = Pairing(key, 2, Player(level), Player(level))
    assert sum(play_block(pairing, 0)) == pytest.approx(1)


def test_a_shared_first_place_shares_the_win() -> None:
    outcome = Outcome("end", (1, 2, 1))
    assert [find_win_share(outcome, seat) for seat in range(3)] == [0.5, 0, 0.5]


def test_a_measurement_continues_where_it_stopped(tmp_path: Path, pool: ThreadPoolExecutor) -> None:
    played: list[int] = []

    def record_and_play(pairing: Pairing, number: int) -> tuple[float, ...]:
        played.append(number)
        return (number % 2, 1, 0)

    kept = tmp_path / "results.jsonl"
    before = list(play_blocks(EASY_PAIRING, 4, Results(kept), pool, 1, play=record_and_play))[-1]
    with kept.open("a", encoding="utf-8") as file:
        # Write half a line, as if a process had been killed while it was writing.
        file.write('{"game": "coral_reef", "bl')
    played.clear()
    again = list(play_blocks(EASY_PAIRING, 6, Results(kept), pool, 1, play=record_and_play))[-1]
    assert sorted(played) == [4, 5]
    assert again[:4] == before
    assert Results(kept).read_scores(EASY_PAIRING).keys() == set(range(6))


def test_results_of_other_players_are_kept_apart(tmp_path: Path) -> None:
    results = Results(tmp_path / "results.jsonl")
    results.add_block(EASY_PAIRING, 0, (1, 0, 0))
    assert results.read_scores(Pairing("coral_reef", 3, Player("easy", iterations=2), Player(BEGINNER))) == {}
    assert results.read_scores(Pairing("coral_reef", 2, Player("easy"), Player(BEGINNER))) == {}
    assert results.read_scores(EASY_PAIRING) == {0: (1, 0, 0)}


@pytest.mark.parametrize("processes", [1, 2])
def test_a_measurement_ends_after_the_same_block_with_any_number_of_processes(
    tmp_path: Path, pool: ThreadPoolExecutor, processes: int
) -> None:
    def play_slowly(pairing: Pairing, number: int) -> tuple[float, ...]:
        return (1.0, 1.0, 1.0 if number % 5 else 0.0)

    results = Results(tmp_path / "results.jsonl")
    found = list(play_blocks(EASY_PAIRING, 500, results, pool, processes, (0.4, 0.6), play_slowly))
    assert len(found[-1]) == 12


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("easy", Player("easy")),
        ("hard:60", Player("hard", "", 60)),
        ("beginner", Player("beginner")),
    ],
)
def test_players_are_read_from_their_names(name: str, expected: Player) -> None:
    assert parse_player(name) == expected
    assert expected.name == name


@pytest.mark.parametrize(
    "name", ["god", "hard:0", "hard:", "beginner:6", "hard@no-such-revision", "hard@--all"]
)
def test_unknown_player_names_are_refused(name: str) -> None:
    with pytest.raises(NoSuchPlayer):
        parse_player(name)


def test_a_new_line_replaces_the_older_one(table_path: Path) -> None:
    table_path.write_text("# Strength\n\nWhat was tried.\n", encoding="utf-8")
    reef = Pairing("reef", 2, Player("normal"), Player("easy"))
    riff = Pairing("das_riff", 2, Player("easy"), Player(BEGINNER))
    for pairing, blocks in ((reef, [1.0, 0.5]), (riff, [0.5, 0.5]), (reef, [0.5, 1.0] * 8)):
        table.write_line(table.format_cells(pairing, blocks))
    lines = table_path.read_text(encoding="utf-8").splitlines()
    assert [line.split(" | ")[0] for line in lines if line.startswith("| ")][2:] == ["| das_riff", "| reef"]
    assert [line for line in lines if not line.startswith("|")] == ["# Strength", "", "What was tried."]
    kept = dict(zip(table.HEADINGS, table.read_table()["reef", "2", "normal over easy"], strict=True))
    assert (kept["blocks"], kept["matches"], kept["score"], kept["held"]) == ("16", "32", "75.0%", "yes")


def test_no_goal_is_judged_after_a_few_blocks() -> None:
    riff = Pairing("das_riff", 2, Player("normal"), Player("easy"))
    assert (
        dict(zip(table.HEADINGS, table.format_cells(riff, [0.5, 1.0]), strict=True))["held"]
        == "too few blocks"
    )


def test_the_benchmark_reads_the_stored_table(table_path: Path) -> None:
    riff = Pairing("das_riff", 2, Player("normal"), Player("easy"))
    table.write_line(table.format_cells(riff, [0.5] * 20))
    found = {each.name: each for each in measure_figures(Effort(is_quick=True))}
    assert not found["das_riff, 2 seats: normal over easy (20 blocks)"].meets_goal
    table.write_line(table.format_cells(riff, [0.5, 1.0] * 10))
    found = {each.name: each for each in measure_figures(Effort(is_quick=True))}
    assert found["das_riff, 2 seats: normal over easy (20 blocks)"].meets_goal
    assert len(found) == 1, "a rung that was not played is no row"


def test_every_pairing_for_two_seats_has_a_goal() -> None:
    rungs = list(list_pairings(list(PUBLISHED_GAMES), None))
    assert all(find_goal(rung) for rung in rungs if rung.seat_count == 2)
    assert {(rung.key, rung.seat_count) for rung in rungs} == {
        (key, seats) for key in PUBLISHED_GAMES for seats in GAMES[key].seat_counts
    }


def test_the_search_budget_at_a_table_is_known_for_every_game_and_seat_count() -> None:
    assert budgets.read_stored_measurements()["seconds"] == budgets.THINKING_SECONDS
    for key in PUBLISHED_GAMES:
        game = GAMES[key]
        for level in set(list_levels(game)) & set(SEARCHING_LEVELS):
            assert all(budgets.find_budget(key, seats, level) > 0 for seats in game.seat_counts)


def test_a_machines_search_budget_is_measured() -> None:
    assert budgets.measure_iterations("coral_reef", 2, 0.005, position_count=1) >= 1
