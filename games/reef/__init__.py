"""Reef, by Emerson Matsuuchi: two to four players grow reefs of stacked corals and score patterns on them."""

from __future__ import annotations

from typing import Final

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
from games.reef import texts
from games.reef.actions import START_FIELDS
from games.reef.aims import AIMS
from games.reef.emoji import COLOUR_ICONS
from games.reef.ending import make_move_view
from games.reef.events import is_notable, signals_end
from games.reef.lessons import LESSON_STEPS
from games.reef.parts import CELL_NAMES, MAX_SEATS, READING_ORDER, REEF_SIDE
from games.reef.player.estimate import estimate
from games.reef.player.insight import estimate_closely
from games.reef.player.kinds import are_alike, classify_action, measure_gain
from games.reef.player.promising import list_promising_actions
from games.reef.poster import POSTER
from games.reef.records import RECORDS
from games.reef.rules import RULES
from games.reef.texts.nouns import COLOUR_LABELS
from games.reef.texts.position import choose_likeliest_card, place_picked_coral
from games.reef.texts.retold import RETOLD_TEXTS

_CELL_NAMES_AS_SEEN = tuple(CELL_NAMES[cell] for cell in READING_ORDER)

GAME: Final = GenericGame(
    key="reef",
    title="Reef",
    credits=GameCredits(("Emerson Matsuuchi",), "Next Move", 2018),
    summary=Msg(N_("Two to four players stack reefs. Cards bring corals and score patterns.")),
    tagline=Msg(N_("stack corals")),
    goal=Msg(N_("Lay coral patterns: most points win when a colour runs out.")),
    chance_noun=Msg(N_("cards")),
    seat_counts=range(2, MAX_SEATS + 1),
    options=(
        GameOption(
            "start",
            ("fixed", "chosen"),
            Msg(N_("First corals")),
            (Msg(N_("are laid for you")), Msg(N_("you lay them yourself"))),
        ),
        GameOption(
            "deck",
            ("face_down", "face_up"),
            Msg(N_("Top card of the deck")),
            (Msg(N_("face down")), Msg(N_("face up"))),
        ),
        GameOption(
            "deck_end",
            ("at_once", "finish_round"),
            Msg(N_("When the deck is empty")),
            (Msg(N_("the match ends right away")), Msg(N_("the round is finished"))),
        ),
    ),
    field_settings={
        "kind": FieldSettings(layout="buttons"),
        **{cell: FieldSettings(layout="buttons") for cell in START_FIELDS},
        START_FIELDS[1]: FieldSettings(layout="buttons", joined_fields=START_FIELDS[2:3]),
        "source": FieldSettings(layout="buttons", joined_fields=("onto",), mentions_single_value=True),
        "onto": FieldSettings(layout="buttons"),
        "card": FieldSettings(
            layout="buttons", assumes_likeliest=True, find_likeliest_value=choose_likeliest_card
        ),
        "spaces": FieldSettings(
            layout="grid",
            is_unordered=True,
            column_count=REEF_SIDE,
            grid_values=_CELL_NAMES_AS_SEEN,
            max_whole_values=1,
        ),
        "first": FieldSettings(layout="grid", column_count=REEF_SIDE, grid_values=_CELL_NAMES_AS_SEEN),
        "second": FieldSettings(
            layout="grid",
            column_count=REEF_SIDE,
            grid_values=_CELL_NAMES_AS_SEEN,
            joined_fields=("order",),
            max_joined_values=20,
        ),
        "order": FieldSettings(layout="buttons"),
    },
    max_plies=130,
    rules={RULES.version: RULES},
    texts=texts,
    retold_texts=RETOLD_TEXTS,
    is_notable=is_notable,
    signals_end=signals_end,
    drawing_path="games.reef.draw:draw",
    moves_path="games.reef.draw_moves:list_piece_moves",
    close_ups_path="games.reef.draw_close_ups:list_close_ups",
    sources_path="games.reef.draw_close_ups:list_sources",
    scoreboard_path="games.reef.draw_close_ups:list_scoreboard_entries",
    aftermath_path="games.reef.texts.aftermath:tell_aftermath",
    make_move_view=make_move_view,
    own_parts_path="games.reef.places:list_own_parts",
    has_hidden_hands=True,
    places_path="games.reef.places:list_places",
    preview_picks=place_picked_coral,
    poster=POSTER,
    computer_settings=ComputerSettings(
        estimate=estimate,
        measure_gain=measure_gain,
        classify_action=classify_action,
        are_alike=are_alike,
        list_promising_actions=list_promising_actions,
        playout_turns=6,
        has_round_estimate=True,
        expert=SearchSettings(estimate=estimate_closely),
        weaknesses={"easy": LevelWeakness(72, 2.0), "normal": LevelWeakness(25, 1.0)},
        ratings={"easy": 20, "normal": 24.5, "hard": 32, "expert": 33.5},
    ),
    aims=AIMS,
    records=RECORDS,
    legend=tuple(zip(COLOUR_ICONS, COLOUR_LABELS, strict=True)),
    signs_text=Msg(
        N_(
            "Card: number top right, corals top left, pattern below. Gold: points per pattern; with +, most "
            "points now. Small number: height (+ or higher)."
        )
    ),
    lesson_steps=LESSON_STEPS,
)
