"""The reader and draws written from file-format.md alone agree with the program in hundreds of matches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any

import pytest

from games.australis import parts as australis
from games.australis.events import CompetitionRolled as Competed
from games.australis.events import DiscardReshuffled as PileReplaced
from games.australis.events import DisplayRefilled as LaidOut
from games.australis.events import RoundBegan as DiceCast
from games.australis.view import EMPTY_PLACE
from games.coral_reef.events import CardDrawn, DeckReformed, RoundBegan
from games.coral_reef.parts import CARD_COPIES, FIRST_TILE
from games.core.match import Match
from games.core.match_record import MatchRecord, record_match
from games.core.rng import derive_match_key as true_key
from games.das_riff.events import DiceRolled, DiscardReshuffled
from games.das_riff.state import FACE_DOWN_OFFSET
from games.registry import GAMES
from tests.format import draws, reader
from tests.format.examples import PAGE_PATH
from tests.format.reader import Chance
from tests.support.game_parts import PUBLISHED_GAMES
from tests.support.nightly import defer_to_ci
from tools.walks import Case, Walker

MAX_PLIES = 160
MATCH_COUNTS_BY_GAME = {"das_riff": 16, "coral_reef": 3, "australis": 16, "reef": 7}
"""Number of random matches, by game, for every number of seats and choice of options."""
OTHER_GAMES = [key for key in reader.ENDINGS_BY_GAME if key != "das_riff"]
END_FUNCTIONS: tuple[Callable[[Match], Match], ...] = (
    lambda match: match.resign(match.seat_count - 1),
    lambda match: match.forfeit(0),
    lambda match: match.agree_draw(0),
    lambda match: match.close(),
    lambda match: match.undo(0, match.ply // 2).resign(0),
)


def make_cases() -> Iterator[Case]:
    for key, game in GAMES.items():
        for seats in game.seat_counts:
            for values in product(*(option.values for option in game.options)):
                options = dict(zip((option.name for option in game.options), values, strict=True))
                for seed in range(MATCH_COUNTS_BY_GAME.get(key, 0)):
                    yield Case(game, seats, options, seed, is_rich=bool(seed % 2), max_plies=MAX_PLIES)


@cache
def play_matches(key: str) -> list[tuple[Case, Match]]:
    return [(case, case.match) for case in make_cases() if case.game.key == key]


def read_record(case: Case, match: Match) -> tuple[MatchRecord, dict[str, Any]]:
    record = record_match(match, case.secret, case.presses)
    return record, reader.parse_record(record.to_json())


def make_chances(case: Case, match: Match) -> Callable[[int], Chance]:
    """Return a function that makes the reader's draws of a ply."""
    record = {"secret": case.secret.hex(), "presses": [str(press) for press in case.presses]}
    key = reader.compute_match_key(record)
    assert key == true_key(case.secret, case.presses) == match.key
    return lambda ply: Chance(key, ply)


@pytest.mark.parametrize(
    ("key", "step"),
    # Few matches of Das Riff end within the limit, so all of them are read.
    [
        ("das_riff", 1),
        *defer_to_ci(
            [(key, step) for key in OTHER_GAMES for step in (4, 1)], *((key, 1) for key in OTHER_GAMES)
        ),
    ],
)
def test_every_record_can_be_read_whatever_its_ending(key: str, step: int) -> None:
    """Each match is read in full, cut short, and as ended by its players after the cut.

    Every ``step``-th match is read.
    """
    seen = set()
    for number, (case, whole) in list(enumerate(play_matches(key)))[::step]:
        some = case.begin_match().replay(whole.rows[: 1 + number % max(1, len(whole.rows) - 1)])
        ends = () if some.outcome is not None else (END_FUNCTIONS[number % len(END_FUNCTIONS)](some),)
        for match in (whole, some, *ends):
            record, found = read_record(case, match)
            assert reader.compute_record_hash(found) == record.digest
            if match.outcome is not None:
                assert reader.has_published_secret(found)
                seen.add(match.outcome.ending)
            steps = [[row[1], row[2]] for row in reader.list_remaining_steps(found)]
            assert steps == [[step.seat, step.action.token] for step in match.steps]
    assert seen >= set(reader.ENDINGS_BY_ROW_KIND.values()) and seen & set(reader.ENDINGS_BY_GAME[key])


@pytest.mark.parametrize(
    ("key", "endings"),
    [(key, set(endings)) for key, endings in reader.ENDINGS_BY_GAME.items()],
)
def test_the_page_has_every_ending_of_the_rules(key: str, endings: set[str]) -> None:
    assert all(f"`{ending}`" in PAGE_PATH.read_text("utf-8") for ending in endings)
    assert {match.outcome.ending for _, match in play_matches(key) if match.outcome is not None} <= endings


def test_the_page_names_the_published_games() -> None:
    assert set(PUBLISHED_GAMES) <= set(reader.ENDINGS_BY_GAME) and set(MATCH_COUNTS_BY_GAME) == set(
        PUBLISHED_GAMES
    )


def test_das_riff_draws_what_the_page_says() -> None:
    shuffles = 0
    for case, match in play_matches("das_riff"):
        chance = make_chances(case, match)
        deal = draws.deal_riff(chance(0), case.options["deck"])
        first: Any = match.state_at(0)
        assert list(first.river.draw_pile) == deal.cards[32:]
        assert list_face_up_cards(first.river.tableau) == deal.cards[:32]
        assert [tuple(brood) for brood in (*first.broods, *first.brood_pile)] == deal.broods
        assert (first.turn.seat, tuple(first.turn.dice)) == (deal.seat, deal.dice)
        for ply, step in enumerate(match.steps, 1):
            rolled = next((event for event in step.events if isinstance(event, DiceRolled)), None)
            if rolled is None:
                continue
            before: Any = match.state_at(ply - 1)
            after: Any = match.state_at(ply)
            went = next((event for event in step.events if isinstance(event, DiscardReshuffled)), None)
            discard = None
            if went is not None:
                # Open water removed in this step was discarded before the shuffle.
                water = went.card_count - len(before.river.discard)
                discard = [*before.river.discard, *[15] * water]
                shuffles += 1
            pile, dice = draws.draw_riff_turn(chance(ply), before.river.draw_pile, discard)
            assert dice == tuple(rolled.dice)
            left = list(after.river.draw_pile)
            assert pile[len(pile) - len(left) :] == left
    assert shuffles > 10


def list_face_up_cards(cells: Sequence[int]) -> list[int]:
    return [cell - FACE_DOWN_OFFSET if cell >= FACE_DOWN_OFFSET else cell for cell in cells]


def read_coral(card: int) -> draws.Coral:
    kind = card % FIRST_TILE
    return kind // CARD_COPIES, kind % CARD_COPIES


@pytest.mark.parametrize("version", [1, 2])
def test_coral_reef_draws_what_the_page_says(version: int) -> None:
    drew = rounds = reformed = 0
    for case, whole in play_matches("coral_reef"):
        match = whole if version == whole.rules.version else play_under_version(case, version)
        chance = make_chances(case, match)
        stream = chance(0)
        starter = stream.draw_below(match.seat_count)
        hands: list[list[draws.Coral]] = []
        deck: list[draws.Coral] = []
        stacks: list[list[draws.Coral]] = []
        for ply in range(match.ply + 1):
            if ply:
                stream = chance(ply)
                draws.play_corals(hands[match.steps[ply - 1].seat], stacks, match.steps[ply - 1].action.token)
            for event in match.steps[ply - 1].events if ply else match.opening_events:
                if isinstance(event, RoundBegan):
                    rounds += 1
                    assert event.seat == (starter + event.number - 1) % match.seat_count
                    hands, deck = draws.deal_round(stream, match.seat_count, case.options["corals"], version)
                    stacks = [[(draws.RANKS.index("9"), number)] for number in range(4)]
                elif isinstance(event, CardDrawn):
                    drew += 1
                    assert draws.draw_coral(stream, deck, hands[event.seat], version) == read_coral(
                        event.card or 0
                    )
                elif isinstance(event, DeckReformed):
                    reformed += 1
                    deck = sorted(card for stack in stacks for card in stack[:-1])
                    stacks = [stack[-1:] for stack in stacks]
            after: Any = match.state_at(ply)
            assert hands == [[read_coral(card) for card in hand] for hand in after.hands]
            assert deck == [read_coral(card) for card in after.deck]
            assert [stack[-1] for stack in stacks] == [read_coral(stack[-1]) for stack in after.stacks]
    assert drew > 500 and rounds > len(play_matches("coral_reef")) and reformed > 5


def play_under_version(case: Case, version: int) -> Match:
    """Return a random match of at most ``MAX_PLIES`` plies under an earlier version of the rules."""
    walker = Walker(case.game.rules[version], case.seed, is_rich=case.is_rich)
    match = Match.begin(case.game, case.seat_count, case.options, case.match.key, version)
    while match.outcome is None and match.ply < MAX_PLIES:
        match = match.act(*walker.choose_action(match))
    return match


def test_australis_draws_what_the_page_says() -> None:
    replaced = competed = 0
    for case, match in play_matches("australis"):
        chance = make_chances(case, match)
        seat, cards, dice = draws.deal_australis(chance(0), match.seat_count)
        first: Any = match.state_at(0)
        assert first.start == seat
        assert [australis.CARD_CODES[card] for card in (*first.display, *first.draw_pile)] == cards
        assert sorted(die.code for die in first.offer) == sorted(dice)
        for ply, step in enumerate(match.steps, 1):
            stream = chance(ply)
            after: Any = match.state_at(ply)
            events = list(step.events)
            for index, event in enumerate(events):
                if isinstance(event, Competed):
                    competed += 1
                    colours = "".join(one.die.colour.letter for one in event.casts)
                    assert draws.roll_again(stream, colours) == [one.die.code for one in event.casts]
                    seats = [one.seat for one in event.casts]
                    assert seats == sorted(seats)
                elif isinstance(event, DiceCast):
                    thrown = draws.roll_all_dice(stream, match.seat_count)
                    assert sorted(thrown) == sorted(die.code for die in after.offer)
                elif isinstance(event, PileReplaced):
                    replaced += 1
                    later = [one for one in events[index:] if isinstance(one, LaidOut)]
                    check_pile(stream, event.card_count, later, match, ply)
    assert replaced > 5 and competed > 100


def check_pile(stream: Chance, size: int, later: list[Any], match: Match, ply: int) -> None:
    """Check the order of a pile shuffled from ``size`` discards: the cards dealt from it, then the rest."""
    after: Any = match.state_at(ply)
    out = [card for event in later for card in event.cards]
    # Drop the first cards, which were dealt before the previous pile was used up.
    whole = [*out, *after.draw_pile][-size:]
    codes = [australis.CARD_CODES[card] for card in whole]
    assert EMPTY_PLACE not in whole and draws.shuffle_advantages(stream, codes) == codes


def test_reef_draws_what_the_page_says() -> None:
    for case, match in play_matches("reef"):
        seat, hands, display, deck = draws.deal_reef(make_chances(case, match)(0), match.seat_count)
        first: Any = match.state_at(0)
        assert first.starter == seat
        assert [sorted(hand) for hand in hands] == [list(one.hand) for one in first.seats]
        assert display == [lying.card for lying in first.display]
        assert deck == list(first.deck)


def test_hundreds_of_matches_are_compared() -> None:
    assert sum(len(play_matches(key)) for key in GAMES) >= 400
