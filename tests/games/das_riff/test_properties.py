"""Properties of every position of random matches."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.errors import UnreadableToken
from games.core.rng import Chance
from games.core.words import load_words
from games.das_riff.actions import Action, SendShark
from games.das_riff.events import BroodShown, CardFlipped, TableauRefilled
from games.das_riff.parts import COLOUR_LETTERS, WATER_CARD, WORMS_PER_COLOUR, Colour, name_cell
from games.das_riff.public import list_unseen_cards
from games.das_riff.rules import RULES
from games.das_riff.state import FACE_DOWN_OFFSET, River, State, Turn
from games.das_riff.view import ACT_STAGE, EMPTY_CELL, Coral, Reef
from tests.games.clauses import list_clauses
from tests.games.das_riff.build import make_position, make_reef
from tests.support.cases import join_cases

OPTIONS = [
    {"deck": deck, "reshuffle": reshuffle}
    for deck in ("a", "b")
    for reshuffle in ("discard_seven", "deck_below_eight")
]
PAYMENTS = [
    "".join(paid) for size in (1, 2, 3) for paid in combinations_with_replacement(COLOUR_LETTERS + "*", size)
]
CELLS = [name_cell(cell) for cell in range(32)]


def play_randomly(
    seed: int, options: dict[str, str], limit: int = 10_000
) -> Iterator[tuple[State, int, Action]]:
    """Play a match at random; yield each state with the seat to act and its action."""
    key = seed.to_bytes(8, "big")
    chooser = Chance(key, 1 << 32)
    state, _ = RULES.setup(2, options, Chance(key, 0))
    for ply in range(1, limit):
        if not RULES.to_act(state):
            return
        seat = RULES.to_act(state)[0]
        action = chooser.choice(RULES.legal_actions(state, seat))
        yield state, seat, action
        state, _ = RULES.apply(state, seat, action, Chance(key, ply))


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(options.values()))
def test_worms_and_cards_are_conserved_and_quiet_turns_end(options: dict[str, str]) -> None:
    for state, seat, action in play_randomly(7, options):
        held = zip(state.bank, state.reefs[0].worms, state.reefs[1].worms, strict=True)
        assert [sum(counts) for counts in held] == [WORMS_PER_COLOUR] * 6
        assert min(*state.bank, *state.reefs[0].worms, *state.reefs[1].worms) >= 0
        assert state.turn.quiet_turns <= 60
        after, events = RULES.apply(state, seat, action, Chance(b"other", 1))
        assert RULES.count_components(after) == RULES.count_components(state)
        shown = any(event.reveals_hidden_parts for event in events)
        assert shown == any(isinstance(event, CardFlipped | BroodShown | TableauRefilled) for event in events)
    assert RULES.outcome(RULES.apply(state, seat, action, Chance(b"other", 1))[0])


def test_deck_a_always_refills_the_tableau() -> None:
    for seed in range(3):
        for state, seat, action in play_randomly(seed, OPTIONS[seed % 2]):
            if action.token == "end":
                after, _ = RULES.apply(state, seat, action, Chance(b"other", 1))
                assert RULES.outcome(after) or EMPTY_CELL not in after.river.tableau


def test_positions_are_equal_whatever_moves_led_to_them() -> None:
    start = make_position(make_reef("rryy", boats=2, sharks=1), a="pe sh", d="rm")
    orders = [("take:A1:r", "take:A2:y", "shark:D1"), ("shark:D1", "take:A2:y", "take:A1:r")]
    ends = []
    for order in orders:
        state = start
        for move in order:
            state, _ = RULES.apply(state, 0, RULES.read(move), Chance(b"k", 1))
        ends.append(state)
    assert ends[0] == ends[1]
    assert hash(ends[0]) == hash(ends[1])


def test_a_sample_changes_only_hidden_parts() -> None:
    for number, (state, _, _) in enumerate(play_randomly(3, OPTIONS[0], 120)):
        for viewer in (None, 0, 1):
            view = RULES.view(state, viewer)
            other = RULES.sample(view, Chance(b"anew", number))
            assert RULES.view(other, viewer) == view
            assert RULES.count_components(other) == RULES.count_components(state)
            assert other != state
            for seat in (0, 1):
                assert RULES.legal_actions(other, seat) == RULES.legal_actions(state, seat)


def test_a_sampled_face_down_card_can_be_any_unseen_card() -> None:
    state, _ = RULES.setup(2, OPTIONS[0], Chance(b"k", 0))
    view = RULES.view(state, 0)
    seen = {RULES.sample(view, Chance(b"k", draw)).river.tableau[8] - FACE_DOWN_OFFSET for draw in range(400)}
    assert seen == set(list_unseen_cards(view))


@join_cases(
    [
        (token,)
        for token in [
            "",
            "end:",
            "End",
            "end\n",
            " end",
            "worm:",
            "worm:x",
            "worm:rr",
            "take:A1",
            "take:A1:rrrrrrrrr",
            "take:A9:r",
            "take:E1:r",
            "take:A1:yr",
            "take:A1:*r",
            "take:A1:r>0",
            "take:A1:r>6",
            "take:A1:r>",
            "take:a1:r",
            "flip:B1",
            "flip:B1:wr",
            "flip:B1:r>1",
            "shark:",
            "shark:#0",
            "shark:#6",
            "shark:D٤",
            "boat",
            "boat:rrrrrrrrr",
            "boat:pgr",
            "boat:rrr>1",
            "resign",
        ]
    ]
)
def test_invalid_tokens_cannot_be_read(token: str) -> None:
    with pytest.raises(UnreadableToken):
        RULES.read(token)


@st.composite
def draw_rich_position(draw: st.DrawFn) -> State:
    """Draw a position with many worms, gaps, flipped cards and varied reefs."""
    state, _ = RULES.setup(
        2, draw(st.sampled_from(OPTIONS)), Chance(draw(st.binary(min_size=1, max_size=8)), 0)
    )
    tableau = list(state.river.tableau)
    for cell in draw(st.lists(st.integers(0, 31), max_size=12)):
        tableau[cell] = tableau[cell] % FACE_DOWN_OFFSET if tableau[cell] >= FACE_DOWN_OFFSET else EMPTY_CELL
    corals = st.one_of(
        st.just(Coral()),
        st.builds(Coral, parent=st.integers(0, 11)),
        st.builds(Coral, brood=st.sampled_from(state.brood_pile)),
    )
    worms = st.tuples(*[st.integers(0, 3)] * 6)
    reefs = st.builds(
        Reef,
        st.integers(1, 7),
        worms,
        st.integers(0, 3),
        st.integers(0, 2),
        st.lists(corals, max_size=5).map(tuple),
    )
    mine, yours = draw(reefs), draw(reefs)
    bank = tuple(8 - one - two for one, two in zip(mine.worms, yours.worms, strict=True))
    stage = draw(st.sampled_from([ACT_STAGE, ACT_STAGE, ACT_STAGE, "choose", "offer"]))
    flipped = draw(st.sampled_from([None, *[c for c in range(8, 24) if 0 <= tableau[c] < FACE_DOWN_OFFSET]]))
    dice = draw(st.sampled_from([(Colour(0), Colour(0)), (Colour(2), Colour(4))]))
    turn = Turn(stage, draw(st.integers(0, 1)), dice, int(stage == "choose"), flipped, 1)
    river = River(tuple(tableau), state.river.draw_pile, ())
    return State(state.ruleset, turn, river, state.broods, state.brood_pile, bank, (mine, yours))  # type: ignore[arg-type]


cells = st.sampled_from(CELLS)
readable_tokens = st.one_of(
    st.sampled_from([f"worm:{letter}" for letter in COLOUR_LETTERS + "-"]),
    st.builds("take:{}:{}".format, cells, st.sampled_from(PAYMENTS)),
    st.builds("take:{}:{}>{}".format, cells, st.sampled_from(PAYMENTS), st.integers(1, 5)),
    st.builds("flip:{}:{}".format, cells, st.sampled_from(COLOUR_LETTERS + "*")),
    st.builds("shark:{}".format, cells),
    st.builds("shark:#{}".format, st.integers(1, 5)),
    st.builds("boat:{}".format, st.sampled_from([paid for paid in PAYMENTS if len(paid) == 3])),
    st.just("end"),
)


@settings(max_examples=60)
@given(draw_rich_position(), st.lists(readable_tokens, min_size=20, max_size=40))
def test_each_readable_action_is_legal_or_refused_by_a_clause(state: State, moves: list[str]) -> None:
    seat = RULES.to_act(state)[0]
    legal = RULES.legal_actions(state, seat)
    assert len({action.token for action in legal}) == len(legal)
    candidates = RULES.list_candidates(state, seat)
    assert set(candidates) <= set(legal)
    firsts = {
        tuple(pick.value for pick in action.path if pick.field != "pay"): action for action in reversed(legal)
    }
    hunted = {action for action in legal if isinstance(action, SendShark) and action.coral is None}
    assert bool(hunted & set(candidates)) == bool(hunted), "some prey is worth a shark"
    assert set(candidates) | hunted == set(firsts.values()), (
        "the likeliest payment is the first that is listed"
    )
    assert all(RULES.read(action.token) == action for action in legal)
    assert all(RULES.is_legal(state, seat, action) for action in legal)
    assert not any(RULES.is_legal(state, 1 - seat, action) for action in legal)
    first_choices = RULES.list_first_choices(RULES.view(state, None), seat)
    assert {action.token.partition(":")[0] for action in legal} == set(first_choices)
    hidden = _replace_face_down(state)
    for move in moves:
        action = RULES.read(move)
        assert action.token == move
        assert RULES.is_legal(state, seat, action) == (action in legal)
        if action in legal:
            RULES.apply(state, seat, action, Chance(b"a", 1))
            continue
        error = RULES.explain_refusal(state, seat, action)
        assert error.clause in list_clauses("das_riff")
        assert "{" not in load_words().msg(error.message)
        assert str(RULES.explain_refusal(hidden, seat, action)) == str(error), "a refusal tells no secret"


def _replace_face_down(state: State) -> State:
    """Return the position with every face-down card replaced by water."""
    river = state.river
    tableau = tuple(
        FACE_DOWN_OFFSET + WATER_CARD if card >= FACE_DOWN_OFFSET else card for card in river.tableau
    )
    river = River(tableau, river.draw_pile, river.discard)
    return State(state.ruleset, state.turn, river, state.broods, state.brood_pile, state.bank, state.reefs)
