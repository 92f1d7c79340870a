"""Computer players of an older revision choose moves in a separate process, as they did in that revision."""

from __future__ import annotations

import io
import pickle
import subprocess

import pytest

from games.core.rng import Chance
from games.core.values import value_class
from games.registry import GAMES
from tests.proof.strength.elsewhere import ROOT, RevisionFailed, ask_revision
from tests.proof.strength.players import Player, parse_player
from tests.proof.strength.serve import ViewUnpickler
from tests.support.game_parts import PUBLISHED_GAMES

GIT_RESULT = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, check=False)
pytestmark = pytest.mark.skipif(GIT_RESULT.returncode != 0, reason="the sources aren't in a Git repository")


@pytest.mark.parametrize("key", GAMES)
def test_players_of_a_commit_play_on_the_current_board(key: str) -> None:
    """The players' choices are legal under the current rules, and the same in each run."""
    known = ["git", "cat-file", "-e", f"HEAD:games/{key}/__init__.py"]
    if (
        key not in PUBLISHED_GAMES
        and subprocess.run(known, cwd=ROOT, capture_output=True, check=False).returncode
    ):
        pytest.skip("this game isn't committed yet")
    game = GAMES[key]
    rules = game.rules[game.version]
    state, _ = rules.setup(2, game.get_default_options(), Chance(b"elsewhere", 0))
    seat = rules.to_act(state)[0]
    committed = parse_player("hard@HEAD:3")

    def choose_token(one: Player) -> str:
        view = rules.view(state, seat)
        return str(one.choose_move(game, game.version, view, seat, Chance(b"dice", 1), 2))

    token = choose_token(committed)
    assert rules.is_legal(state, seat, rules.read(token))
    assert choose_token(committed) == token


def test_a_players_name_includes_the_commit() -> None:
    assert parse_player("hard@HEAD").revision == GIT_RESULT.stdout.decode().strip()[:10]


def test_a_crashed_player_reports_the_reason() -> None:
    revision = parse_player("easy@HEAD").revision
    with pytest.raises(RevisionFailed, match="no_such_game"):
        ask_revision(revision, ("no_such_game", 1, None, 0, "easy", b"", 1))
    test_players_of_a_commit_play_on_the_current_board("reef")


@value_class
class NewComponent:
    """A part of the test's view, with a field that the old revision doesn't have."""

    points: int
    known: tuple[int, ...] = ()


def test_fields_unknown_to_a_revision_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    sent = pickle.dumps((1, NewComponent(3, (4,))))

    @value_class
    class OldComponent:
        points: int

    monkeypatch.setitem(globals(), "NewComponent", OldComponent)
    assert ViewUnpickler(io.BytesIO(sent)).load() == (1, OldComponent(3))
