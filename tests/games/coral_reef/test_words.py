"""The texts of Coral Reef, including those for positions with the most cards."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from games.coral_reef import GAME, actions, texts
from games.coral_reef.actions import PlayCorals, read_action
from games.coral_reef.events import (
    CardDrawn,
    CoralsPlayed,
    DeckReformed,
    NineSeeded,
    RoundBegan,
    RoundEnded,
    Scene,
    TurnPassed,
)
from games.coral_reef.parts import (
    CARD_COPIES,
    CARDS_VARIANT,
    RANK_LETTERS,
    RANKS_BY_VARIANT,
    TILES_VARIANT,
    list_cards,
    make_card,
)
from games.coral_reef.rules import RULES
from games.coral_reef.texts.nouns import name_ranks, sort_hand
from games.coral_reef.view import ALL_PASSED_ENDING, DECK_SPENT_ENDING, HAND_EMPTY_ENDING
from games.core.narrow import (
    DONE_PICK,
    FieldQuestion,
    add_implied_values,
    find_next_question,
    list_joined_values,
)
from games.core.outcome import AGREED_DRAW_ENDING, Outcome, make_draw
from games.core.shapes import Pick
from games.core.texts import GenericScene
from games.core.words import list_locales, load_words
from tests.games.coral_reef.build import make_position, take_step
from tests.support.cases import join_cases

NAMES = ("Ada", "Bob", "Cleo")
NINE, FIVE, KING = make_card("9", 0), make_card("5", 1), make_card("k", 2)


def make_scene(events: tuple[Any, ...] = (), outcome: Outcome | None = None, locale: str = "en") -> Scene:
    return GenericScene(NAMES, load_words(locale), events, outcome)


@join_cases(
    [
        (RoundBegan(2, 1), "Round 2: Bob begins."),
        (CoralsPlayed(0, 2, (FIVE,), 5, 3), "Ada plays 5 on stack 3. 3 cards left."),
        (
            CoralsPlayed(0, 0, (KING, make_card("4", 0), FIVE), 6, 1),
            "Ada plays 4, 5, K on stack 1, 5 on top. 1 card left.",
        ),
        (CoralsPlayed(0, 0, (FIVE,), 5, 0), "Ada plays 5 on stack 1. The hand is empty!"),
        (
            CoralsPlayed(1, 0, (make_card("5", 0, TILES_VARIANT), make_card("t", 0, TILES_VARIANT)), 5, 2),
            "Bob plays 5, 0 on stack 1, 0 on top. 2 cards left.",
        ),
        (NineSeeded(1, 4, NINE, 2), "Bob lays a nine as stack 5. 2 cards left."),
        (CardDrawn(1, None, True), "Bob can't play, draws a card, and now can."),
        (CardDrawn(1, None, False), "Bob can't play, draws a card, and still can't."),
        (CardDrawn(1, make_card("t", 0), True), "Bob can't play, draws a card (10), and now can."),
        (
            CardDrawn(1, make_card("a", 0, TILES_VARIANT), False),
            "Bob can't play, draws a card (1), and still can't.",
        ),
        (DeckReformed(14, 2), "14 cards from under the tops are the new deck (2 of 5)."),
        (TurnPassed(2), "Cleo can't play, has nothing left to draw, and passes."),
        (
            RoundEnded(HAND_EMPTY_ENDING, (1,), (2, 0, 3), 1, (0, 1, 0)),
            "Bob is out of cards and wins the round.",
        ),
        (
            RoundEnded(ALL_PASSED_ENDING, (1,), (2, 1, 3), 1, (0, 1, 0)),
            "Everybody passed. Bob has the fewest cards, 1, and wins the round.",
        ),
        (
            RoundEnded(DECK_SPENT_ENDING, (0, 1), (2, 2, 3), 1, (1, 1, 0)),
            "The deck is used up for the last time. "
            "Ada and Bob have the fewest cards, 2 each, and share the round.",
        ),
    ]
)
def test_an_event_is_described_in_a_sentence(event: Any, sentence: str) -> None:
    assert texts.narrate_event(event, make_scene()) == sentence


def test_the_end_of_the_last_round_leaves_the_winner_to_the_result() -> None:
    event = RoundEnded(HAND_EMPTY_ENDING, (1,), (2, 0, 3), 1, (0, 1, 0))
    outcome = Outcome(HAND_EMPTY_ENDING, (2, 1, 3), (0, 1, 0))
    assert texts.narrate_event(event, replace(make_scene(), outcome=outcome)) == "Bob is out of cards."


def test_the_status_names_the_active_seat_and_the_winner() -> None:
    view = RULES.view(make_position("45", "9"), None)
    assert texts.describe_status(view, make_scene()) == "Waiting for Ada to play cards or lay a nine."
    won = Outcome(HAND_EMPTY_ENDING, (1, 2, 3), (2, 1, 0))
    assert texts.describe_status(view, make_scene(outcome=won)) == "Ada wins the match with 2 rounds!"
    shared = Outcome(DECK_SPENT_ENDING, (1, 1, 3), (1, 1, 0))
    assert (
        texts.describe_status(view, make_scene(outcome=shared))
        == "Ada and Bob share the win with 1 round each!"
    )
    assert "agreed" in texts.describe_status(view, make_scene(outcome=make_draw(AGREED_DRAW_ENDING, 3)))


def test_texts_about_the_reader_address_them() -> None:
    drew = CardDrawn(0, FIVE, True)
    view = RULES.view(make_position("45", "9"), 0)
    for reader, told, status in (
        (0, "You couldn't play, drew a card (5), and now you can.", "Your turn: play cards."),
        (
            1,
            "Ada can't play, draws a card (5), and now can.",
            "Waiting for Ada to play cards or lay a nine.",
        ),
    ):
        read = replace(make_scene(), reader_seat=reader)
        assert texts.narrate_event(drew, read) == told
        assert texts.describe_status(view, read) == status
    read = replace(make_scene(), reader_seat=0)
    assert (
        texts.narrate_event(CardDrawn(0, FIVE, False), read)
        == "You missed a turn: you drew a card (5) and still couldn't play."
    )


def test_a_drawn_card_is_mentioned_once_in_the_players_own_news_and_status() -> None:
    state = make_position("45", "9")
    view = RULES.view(replace(state, round=replace(state.round, has_drawn=True)), 0)
    own, public = replace(make_scene(), reader_seat=0), make_scene()
    news, status = texts.narrate_event(CardDrawn(0, FIVE, True), own), texts.describe_status(view, own)
    assert (news, status) == (
        "You couldn't play, drew a card (5), and now you can.",
        "Your turn: play cards.",
    )
    assert texts.describe_task(0, view, public) == "you drew a card and can play.", "there is no other news"


@pytest.mark.parametrize(
    ("hand", "own"), [("45", "play cards."), ("459", "play cards or lay a nine."), ("9", "lay a nine.")]
)
def test_only_the_owner_of_a_hand_reads_which_moves_it_allows(hand: str, own: str) -> None:
    state = make_position(hand, "2", stacks="4 8")
    assert texts.describe_task(0, RULES.view(state, 0), make_scene()) == own
    for viewer in (None, 1):
        public = texts.describe_task(0, RULES.view(state, viewer), make_scene())
        assert public == "play cards or lay a nine."


def read_question(hand: str, stacks: str, *picks: str) -> tuple[str, tuple[str, ...]]:
    state = make_position(hand, "9", stacks=stacks)
    found = find_next_question(RULES.legal_actions(state, 0), picks, GAME.field_settings)
    assert isinstance(found, FieldQuestion)
    view = RULES.view(state, 0)
    return texts.format_question(found.field, found.picks, view, make_scene()), found.values


def test_the_panel_asks_stack_then_corals_then_the_top_with_the_running_sum() -> None:
    hand, table = "22334455667788kqjaa", "9 7"
    assert read_question(hand, table) == ("Which stack do you play on?", ("1", "2"))
    text, values = read_question(hand, table, "1")
    assert text == "Stack 1: which cards add up to 9? Pick them one by one."
    assert set(values) == set(hand)
    text, values = read_question(hand, table, "1", "8")
    assert text == "Stack 1: 8, so far 8 of 9. What else?"
    assert DONE_PICK not in values
    text, _ = read_question(hand, table, "1", "8", "k", "2")
    assert text == "Stack 1: 2, 8, K, so far 7 of 9. What else?"
    text, values = read_question(hand, table, "1", "8", "k", "4")
    assert text == "Stack 1: 4, 8, K, so far 9 of 9. What else?"
    assert values[-1] == DONE_PICK
    text, values = read_question(hand, table, "1", "8", "k", "4", DONE_PICK)
    assert text.startswith("Which one goes on top of stack 1?")
    assert text.endswith("are harder to play on.")
    assert set(values) == {"8", "4"}
    text, values = read_question("8k4", "9 9", "1")
    assert text == "Which one goes on top of stack 1?", "the play ends the round"


def test_a_negative_running_sum_has_a_minus() -> None:
    state = make_position("kqj9", "9")
    picked = (Pick("kind", "play"), Pick("stack", "1"), Pick("coral", ("k", "q")))
    text = texts.format_question("coral", picked, RULES.view(state, 0), make_scene())
    assert text == "Stack 1: Q, K, so far −5 of 9. What else?"


def test_labels_hints_and_phrases_have_the_expected_words() -> None:
    state = make_position("45kt9", "9", stacks="9 4t")
    view = RULES.view(state, 0)
    said = make_scene()
    assert texts.label_value("stack", "2", view, said) == "Stack 2 · needs 10"
    assert texts.explain_value("stack", "2", view, said) == "2 cards deep"
    assert texts.label_value("stack", "1,4+5,5", view, said) == "Stack 1: 4, 5 on top"
    assert texts.label_value("stack", "1,9,9", view, said) == "Stack 1: 9"
    assert texts.label_value("coral", "4+5,5", view, said) == "4, 5 on top"
    assert texts.label_action(read_action("play:1:45>5"), view, said) == "Play 4, 5"
    assert texts.label_value("coral", "k", view, said) == "K (−3)"
    assert texts.label_value("coral", "t", view, said) == "10 (0)"
    assert texts.label_value("coral", "4+5+k", view, said) == "4, 5, K"
    assert texts.label_value("coral", "9+t", view, said) == "9, 10 on top"
    assert texts.label_value("stack", "1,4+5", view, said) == "Stack 1: 4, 5"
    assert texts.explain_value("coral", "4+5", view, said) == "leaves 3 cards in your hand"
    assert texts.explain_value("coral", "k", view, said) == "adds −3; you have 1"
    assert texts.label_value("top", "t", view, said) == "10 on top · needs 10"
    assert (
        texts.describe_action(read_action("play:1:45>5"), view, said) == "Stack 1: play 4, 5, with 5 on top"
    )
    assert texts.describe_action(read_action("play:1:9>9"), view, said) == "Stack 1: play 9"
    assert texts.describe_action(read_action("seed"), view, said) == "Lay a nine as stack 3"


@pytest.mark.parametrize(
    ("hand", "stacks", "expected"),
    [
        ("45k", "9 94", ["Stack 1: 4, 5 on top", "Stack 1: 5, 4 on top", "Stack 2: 4"]),
        (
            "459",
            "9 95",
            ["Stack 1: 4, 5 on top", "Stack 1: 5, 4 on top", "Stack 1: 9", "Stack 2: 5"],
        ),
        ("6j8j", "95 8", ["Stack 1: J, 6 on top", "Stack 2: 8"]),
    ],
)
def test_a_play_names_all_its_corals_even_if_no_others_are_playable(
    hand: str, stacks: str, expected: list[str]
) -> None:
    """The panel asks only for the top, but the label must also name the other corals."""
    state = make_position(hand, "9", stacks=stacks)
    plays = [action for action in RULES.legal_actions(state, 0) if isinstance(action, PlayCorals)]
    question = find_next_question(plays, (), GAME.field_settings)
    assert isinstance(question, FieldQuestion)
    assert question.field == "stack"
    view = RULES.view(state, 0)
    spelled = [
        add_implied_values(question, value, GAME.field_settings)
        for value in list_joined_values(question, GAME.field_settings)
    ]
    assert sorted(texts.label_value("stack", value, view, make_scene()) for value in spelled) == expected


def test_every_set_of_corals_names_its_top() -> None:
    """A set with only one possible top names it too. Otherwise the set would seem to have no top."""
    state = make_position("333459jqk", "9", stacks="9 2")
    plays = [one for one in RULES.legal_actions(state, 0) if isinstance(one, PlayCorals) and one.stack == 0]
    question = find_next_question(plays, (), GAME.field_settings)
    assert isinstance(question, FieldQuestion)
    view = RULES.view(state, 0)
    asked = texts.format_question("coral", question.picks, view, make_scene())
    assert asked == "Stack 1: which cards add up to 9?"
    spelled = [
        add_implied_values(question, value, GAME.field_settings)
        for value in list_joined_values(question, GAME.field_settings)
    ]
    said = [texts.label_value("coral", value, view, make_scene()) for value in spelled]
    assert "3, 3, 3 on top" in said and "5, 4 on top" in said and "9" in said
    assert all((" on top" in label) == ("," in label) for label in said)


def test_the_alt_text_names_playable_cards_only_to_their_owner() -> None:
    state = make_position("45k", "9j", stacks="9")
    own = texts.describe_picture(RULES.view(state, 0), make_scene())
    assert "Your hand: 4 5 K." in own
    assert "You can play: 4, 5." in own
    public = texts.describe_picture(RULES.view(state, None), make_scene())
    assert "hand:" not in public
    assert "You can play:" not in public


def test_the_alt_text_states_each_stacks_sum_and_the_next_player() -> None:
    two = texts.describe_picture(RULES.view(make_position("45k", "9j", stacks="9 94"), None), make_scene())
    assert "To play on: stack 1 needs 9, stack 2 needs 4." in two and "is next" not in two
    assert "Round 1. Goal: 1 round." in two
    state = make_position("45k", "9j", "333", stacks="9 94")
    said: Scene = GenericScene(("Anna", "Ben", "Cleo"), load_words(), ())
    assert all(
        "Ben is next." in texts.describe_picture(RULES.view(state, viewer), said) for viewer in (None, 0)
    )


def test_the_description_names_every_card_of_a_stack() -> None:
    deep = "9 2 3 4 5 6 7 8 A 2 3 4 5 6"
    state = make_position("4", "4", stacks=f"9 {deep.replace(' ', '').lower()} 9 9", deck=None)
    for viewer in (None, 0):
        view = RULES.view(state, viewer)
        for text in (texts.describe_picture(view, make_scene()), texts.describe_position(view, make_scene())):
            assert f"Stack 2, 14 cards, lowest first: {deep}." in text


def test_a_description_names_the_only_card_of_a_stack_once() -> None:
    text = texts.describe_position(RULES.view(make_position("4", "4", stacks="9 94 9 9"), 0), make_scene())
    assert text.count("Stack 2") == 2 and text.count("Stack 1") == text.count("Stack 3") == 1
    fresh = texts.describe_position(RULES.view(make_position("4", "4", stacks="9 9 9 9"), 0), make_scene())
    assert "lowest first" not in fresh and not fresh.endswith("\n")


@pytest.mark.parametrize("locale", list_locales())
def test_the_fullest_position_fits(locale: str) -> None:
    hand = "22334455667788kkqqjjaatt4444"
    state = make_position(hand, "9999", stacks="9 9 9 9 a a 3 3 t t kt qt j5 65 66 k7 q7 j2 2a 8", deck=None)
    said: Scene = GenericScene(
        ("A" * 32, "B" * 32), load_words(locale), (CardDrawn(0, KING, True),) * 8, None
    )
    for viewer in (None, 0, 1):
        view = RULES.view(state, viewer)
        assert len(texts.describe_picture(view, said)) <= 1024
        assert len(texts.describe_position(view, said)) <= 6000
    view = RULES.view(state, 0)
    assert name_ranks(sort_hand(view.hand)) in texts.describe_picture(view, said)
    for action in RULES.legal_actions(state, 0)[::500]:
        assert len(texts.describe_action(action, view, said)) <= 90
        assert isinstance(action, PlayCorals)
        picks = (*action.path[:3],)
        assert len(texts.format_question("top", picks, view, said)) < 200
        for value in ("+".join(action.corals), action.corals[0]):
            assert 0 < len(texts.label_value("coral", value, view, said)) <= 80
            assert len(texts.explain_value("coral", value, view, said)) <= 100


def test_every_card_has_a_name() -> None:
    for corals in (CARDS_VARIANT, TILES_VARIANT):
        for each in list_cards(corals):
            assert texts.narrate_event(CardDrawn(0, each, True), make_scene()).count("  ") == 0


def find_quoted_tokens(text: str) -> list[str]:
    """Return the tokens of plays and seeds that a text quotes."""
    return re.findall(r"`(play:\d[^`]*|seed)`", text)


@pytest.mark.parametrize("locale", list_locales())
def test_every_token_quoted_in_the_rules_is_a_possible_play(locale: str) -> None:
    pages = "\n".join(page.text for page in texts.list_rules_pages(load_words(locale)))
    quoted = find_quoted_tokens(pages)
    assert len(quoted) == len(set(quoted)) == 4
    for token in (*quoted, *find_quoted_tokens(actions.__doc__ or "")):
        action = read_action(token)
        held = "29" if not isinstance(action, PlayCorals) else action.corals + "2"
        state = make_position("".join(sorted(held, key=RANK_LETTERS.index)), "9", deck=None)
        assert RULES.is_legal(state, 0, action), token


def test_the_rules_mention_drawn_nines_and_the_number_of_tiles() -> None:
    text = "\n".join(page.text for page in texts.list_rules_pages(load_words()))
    assert "you can always lay a nine that you draw" in text
    tiles = len(RANKS_BY_VARIANT[TILES_VARIANT]) * CARD_COPIES
    assert f"How many tiles there are is reconstructed: {tiles}, {CARD_COPIES} of each." in text


def test_the_end_of_a_round_is_described_before_the_next_round() -> None:
    ended = RoundEnded(HAND_EMPTY_ENDING, (1,), (2, 0, 1), 1, (0, 1, 0))
    played = CoralsPlayed(1, 2, (FIVE,), 5, 0)
    lines = texts.summarize_events((played, ended, RoundBegan(2, 1)), make_scene())
    assert lines == [
        "Bob plays 5 on stack 3.",
        "**Bob is out of cards and wins the round.**",
        "Round 1: Ada 2 cards, Cleo 1 card left. Rounds won: Ada 0, Bob 1, Cleo 0.",
    ]
    # A summary has at most three lines, so a line for later events pushes out the first one.
    further = texts.summarize_events(
        (played, ended, RoundBegan(2, 1), CardDrawn(1, None, False), NineSeeded(2, 4, NINE, 5)), make_scene()
    )
    assert further[:2] == lines[1:]
    assert further[2:] == ["Bob can't play. Cleo lays a nine as stack 5."]


def test_hands_are_shown_once_the_match_is_over() -> None:
    during = RULES.view(make_position("45", "9"), None)
    assert during.hands == ()
    over, _ = take_step(make_position("45", "9"), "play:1:45>5")
    view = RULES.view(over, None)
    assert [len(hand) for hand in view.hands] == [0, 1]
    assert [texts.describe_result(seat, view, make_scene()) for seat in (0, 1)] == ["no cards", "1 card"]
    longer = replace(view, rounds_to_win=2, wins=(1, 1))
    assert texts.describe_result(1, longer, make_scene()) == "1 round · 1 card", "the cards break the tie"
    decided = replace(view, rounds_to_win=2, wins=(2, 1))
    assert texts.describe_result(1, decided, make_scene()) == "1 round"


@pytest.mark.parametrize(
    ("ending", "winners", "left", "expected"),
    [
        (HAND_EMPTY_ENDING, (1,), (2, 0), "**Bob is out of cards.**"),
        (ALL_PASSED_ENDING, (1,), (2, 1), "**Everybody passed. Fewest cards: Bob (1).**"),
        (ALL_PASSED_ENDING, (0, 1), (2, 2), "**Everybody passed. Fewest cards: Ada and Bob (2).**"),
    ],
)
def test_the_recap_of_the_last_round_leaves_the_winner_to_the_result(
    ending: str, winners: tuple[int, ...], left: tuple[int, int], expected: str
) -> None:
    wins = tuple(int(seat in winners) for seat in (0, 1))
    outcome = Outcome(ending, tuple(1 if seat in winners else 2 for seat in (0, 1)), wins)
    scene: Scene = GenericScene(NAMES[:2], load_words(), (), outcome)
    assert texts.summarize_events((RoundEnded(ending, winners, left, 1, wins),), scene) == [expected]
