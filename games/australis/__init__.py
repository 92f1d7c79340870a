"""Australis, by Alessandro Zucchini and Leo Colovini: dice, fish and turtles in an ocean current."""

from __future__ import annotations

from typing import Final

from games.australis import texts
from games.australis.aims import AIMS
from games.australis.events import is_notable
from games.australis.lessons import LESSON_STEPS
from games.australis.parts import DIE_BY_CODE, TRACK_ENDS
from games.australis.player import insight
from games.australis.player.estimate import estimate
from games.australis.player.kinds import classify_action, measure_gain
from games.australis.poster import POSTER
from games.australis.records import RECORDS
from games.australis.rules import RULES
from games.australis.texts.retold import RETOLD_TEXTS
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

GAME: Final = GenericGame(
    key="australis",
    title="Australis",
    credits=GameCredits(("Alessandro Zucchini", "Leo Colovini"), "Kosmos", 2024),
    summary=Msg(N_("Two to four players draft dice for five rounds.")),
    tagline=Msg(N_("draft dice")),
    goal=Msg(N_("Most points win: fish, turtle and reefs score each round.")),
    seat_counts=range(2, 5),
    options=(
        GameOption(
            "track_end",
            tuple(str(space) for space in TRACK_ENDS),
            Msg(N_("Last space of the current")),
            (Msg(N_("space 25")), Msg(N_("space 18"))),
        ),
    ),
    field_settings={
        # Each of the six displayed cards can be kept or used, which makes twelve values.
        "kind": FieldSettings(
            layout="buttons",
            joined_fields=("how",),
            max_joined_values=12,
            short_values=tuple(DIE_BY_CODE),
            label_shorteners=(texts.shorten_label,),
        ),
        "how": FieldSettings(layout="buttons", skips_confirmation=True),
        "origin": FieldSettings(layout="buttons", mentions_single_value=True),
        "reef": FieldSettings(layout="buttons"),
    },
    max_plies=500,
    rules={RULES.version: RULES},
    texts=texts,
    retold_texts=RETOLD_TEXTS,
    is_notable=is_notable,
    drawing_path="games.australis.draw:draw",
    moves_path="games.australis.draw_moves:list_piece_moves",
    close_ups_path="games.australis.draw_close_ups:list_close_ups",
    sources_path="games.australis.draw_close_ups:list_sources",
    scoreboard_path="games.australis.draw_close_ups:list_scoreboard_entries",
    aftermath_path="games.australis.texts.aftermath:tell_aftermath",
    own_parts_path="games.australis.places:list_own_parts",
    places_path="games.australis.places:list_places",
    poster=POSTER,
    computer_settings=ComputerSettings(
        estimate=estimate,
        measure_gain=measure_gain,
        classify_action=classify_action,
        playout_turns=6,
        expert=SearchSettings(estimate=insight.estimate, playout_turns=4),
        weaknesses={"easy": LevelWeakness(45, 0.15), "normal": LevelWeakness(20, 0.2)},
        ratings={"easy": 20, "normal": 24, "hard": 32, "expert": 36},
    ),
    aims=AIMS,
    records=RECORDS,
    signs_text=Msg(N_("Above the dice: tiles to win. 🃏 cards, 🐟 fish, 🐢 spaces, 🪸 highest reef.")),
    lesson_steps=LESSON_STEPS,
)
