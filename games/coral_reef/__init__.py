"""Coral Reef, by Sharon Cichelli: two to six players empty their hands by adding up cards on stacks."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from games.coral_reef import texts
from games.coral_reef.actions import MAX_OFFERED_SETS
from games.coral_reef.aims import AIMS
from games.coral_reef.events import is_notable, signals_end
from games.coral_reef.lessons import LESSON_STEPS
from games.coral_reef.parts import CARDS_VARIANT, MAX_SEATS, ROUNDS_TO_WIN, TILES_VARIANT
from games.coral_reef.player.estimate import estimate, get_round_number
from games.coral_reef.player.insight import choose_preferred_action, estimate_closely, weigh_hand
from games.coral_reef.player.kinds import are_alike, classify_action, measure_gain
from games.coral_reef.poster import POSTER
from games.coral_reef.records import RECORDS
from games.coral_reef.rules import RULES_BY_VERSION
from games.coral_reef.texts.retold import RETOLD_TEXTS
from games.core.protocol import (
    ComputerSettings,
    FieldSettings,
    GameCredits,
    GameOption,
    GenericGame,
    LevelWeakness,
    SearchSettings,
)
from games.core.words import N_, Msg

HARD_SEARCH: Final = SearchSettings(
    estimate=estimate_closely,
    exploration_weight=0.6,
    max_root_actions=12,
    playout_turns=9,
    choose_by_habit=choose_preferred_action,
)

GAME: Final = GenericGame(
    key="coral_reef",
    title="Coral Reef",
    credits=GameCredits(("Sharon Cichelli",), "Invisible City", 2002),
    summary=Msg(N_("Two to six players play cards that add up to a stack's top card.")),
    tagline=Msg(N_("add up cards")),
    goal=Msg(N_("First empty hand wins a round: add up to stacks' top cards.")),
    chance_noun=Msg(N_("cards")),
    seat_counts=range(2, MAX_SEATS + 1),
    options=(
        GameOption(
            "rounds_to_win",
            ROUNDS_TO_WIN,
            Msg(N_("Rounds to win")),
            (
                Msg(N_("one short round")),
                Msg(N_("two rounds")),
                Msg(N_("three rounds")),
                Msg(N_("five rounds")),
            ),
        ),
        GameOption(
            "corals",
            (CARDS_VARIANT, TILES_VARIANT),
            Msg(N_("Cards or tiles")),
            (
                Msg(N_("playing cards, 104 of them")),
                Msg(N_("number tiles, 80 of them, no faces")),
            ),
        ),
    ),
    field_settings={
        "kind": FieldSettings(layout="buttons"),
        "stack": FieldSettings(layout="buttons", joined_fields=("coral", "top")),
        "coral": FieldSettings(
            is_unordered=True,
            joined_fields=("top",),
            max_joined_values=MAX_OFFERED_SETS,
            max_whole_values=MAX_OFFERED_SETS,
        ),
        "top": FieldSettings(layout="buttons"),
    },
    # A match has at most 25 rounds. In a round, at most 104 cards can be played, and 96 more from each of
    # five new decks. Each action plays at least one card.
    max_plies=15_000,
    rules=RULES_BY_VERSION,
    texts=texts,
    retold_texts=RETOLD_TEXTS,
    is_notable=is_notable,
    signals_end=signals_end,
    drawing_path="games.coral_reef.draw:draw",
    moves_path="games.coral_reef.draw_moves:list_piece_moves",
    close_ups_path="games.coral_reef.draw_close_ups:list_close_ups",
    scoreboard_path="games.coral_reef.draw_close_ups:list_scoreboard_entries",
    aftermath_path="games.coral_reef.texts.aftermath:tell_aftermath",
    prospect_path="games.coral_reef.texts.recap:tell_prospect",
    own_parts_path="games.coral_reef.places:list_own_parts",
    has_hidden_hands=True,
    places_path="games.coral_reef.places:list_places",
    poster=POSTER,
    computer_settings=ComputerSettings(
        estimate=estimate,
        min_puzzle_margin=0.04,
        measure_gain=measure_gain,
        classify_action=classify_action,
        are_alike=are_alike,
        identify_deal=get_round_number,
        hard=HARD_SEARCH,
        expert=replace(HARD_SEARCH, rate_likelihood=weigh_hand),
        weaknesses={"easy": LevelWeakness(50, 0.4), "normal": LevelWeakness(10)},
        ratings={"easy": 20, "normal": 24.5, "hard": 30.5, "expert": 31.5},
    ),
    aims=AIMS,
    records=RECORDS,
    daily_options={"rounds_to_win": "3"},
    # A single round against ``easy`` often ends after two of a beginner's turns; two rounds have about eight.
    first_match_options={"rounds_to_win": "2"},
    signs_text=Msg(N_("Below a stack: its number and height.")),
    lesson_steps=LESSON_STEPS,
)
