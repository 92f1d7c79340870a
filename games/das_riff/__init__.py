"""Das Riff, by Christine and Wolfgang Lehmann: two players breed fish beside a river of cards."""

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
    StandingOrder,
)
from games.core.words import N_, Msg
from games.das_riff import texts
from games.das_riff.aims import AIMS
from games.das_riff.emoji import WORM_ICONS
from games.das_riff.events import is_notable
from games.das_riff.lessons import LESSON_STEPS
from games.das_riff.parts import (
    COLOUR_LETTERS,
    COLUMN_COUNT,
    DECKS,
    PEARL_CARD,
    ROW_COUNT,
    SHARK_CARD,
    WATER_CARD,
    name_cell,
)
from games.das_riff.player import insight, tuned
from games.das_riff.player.collecting import choose_collecting_action
from games.das_riff.player.estimate import estimate
from games.das_riff.player.kinds import are_alike, classify_action, measure_gain
from games.das_riff.poster import POSTER
from games.das_riff.records import RECORDS
from games.das_riff.rules import RULES
from games.das_riff.texts.nouns import COLOUR_LABELS
from games.das_riff.texts.retold import RETOLD_TEXTS


def _format_deck_label(name: str) -> Msg:
    """Return the label of a deck: its name and its numbers of pearls, sharks and water cards."""
    counts = DECKS[name]
    return Msg(
        N_("{name}, reconstructed ({pearls} pearls, {sharks} sharks, {water} water)"),
        {
            "name": name.upper(),
            "pearls": counts[PEARL_CARD],
            "sharks": counts[SHARK_CARD],
            "water": counts[WATER_CARD],
        },
    )


PREY_CELLS: Final = tuple(
    name_cell(row * COLUMN_COUNT + column) for column in range(COLUMN_COUNT) for row in range(ROW_COUNT)
)
"""All cells, those at the sea edge first, where a shark is most often used."""
GAME: Final = GenericGame(
    key="das_riff",
    title="Das Riff",
    credits=GameCredits(("Christine Lehmann", "Wolfgang Lehmann"), "Kosmos", 2000),
    summary=Msg(N_("Two players fish a river of cards and breed fish in corals.")),
    tagline=Msg(N_("breed fish")),
    goal=Msg(N_("Five broods (fish pairs) win; fish cost worms.")),
    seat_counts=range(2, 3),
    options=(
        GameOption(
            "reshuffle",
            ("discard_seven", "deck_below_eight"),
            Msg(N_("Reshuffle")),
            (
                Msg(N_("when seven cards are discarded")),
                Msg(N_("when the draw pile has fewer than eight cards")),
            ),
        ),
        GameOption(
            "deck",
            tuple(DECKS),
            Msg(N_("Deck")),
            tuple(map(_format_deck_label, DECKS)),
        ),
    ),
    field_settings={
        "kind": FieldSettings(layout="buttons"),
        "colour": FieldSettings(layout="buttons", skips_confirmation=True),
        "cell": FieldSettings(
            layout="buttons",
            label_shorteners=(texts.compact_label, texts.shorten_label),
            joined_fields=("coral",),
            max_joined_values=20,
        ),
        "prey": FieldSettings(
            mentions_single_value=True, label_shorteners=(texts.shorten_prey_label,), likely_values=PREY_CELLS
        ),
        "coral": FieldSettings(layout="buttons"),
        "pay": FieldSettings(offers_likeliest_action=True, is_unordered=True, max_whole_values=30),
    },
    max_plies=6000,
    rules={RULES.version: RULES},
    texts=texts,
    retold_texts=RETOLD_TEXTS,
    is_notable=is_notable,
    drawing_path="games.das_riff.draw:draw",
    moves_path="games.das_riff.draw_moves:list_piece_moves",
    close_ups_path="games.das_riff.draw_close_ups:list_close_ups",
    sources_path="games.das_riff.draw_close_ups:list_sources",
    prospect_path="games.das_riff.texts.recap:tell_prospect",
    scoreboard_path="games.das_riff.draw_close_ups:list_scoreboard_entries",
    own_parts_path="games.das_riff.places:list_own_parts",
    places_path="games.das_riff.places:list_places",
    poster=POSTER,
    computer_settings=ComputerSettings(
        estimate=estimate,
        measure_gain=measure_gain,
        classify_action=classify_action,
        are_alike=are_alike,
        choose_odd_action=choose_collecting_action,
        hard=SearchSettings(estimate=tuned.estimate, exploration_weight=0.0095, max_iterations=600),
        expert=SearchSettings(estimate=insight.estimate, exploration_weight=0.0095),
        weaknesses={"easy": LevelWeakness(40, 0.08), "normal": LevelWeakness(8, 0.03)},
        hint_comparison_walks=48,
        ratings={"easy": 20, "normal": 24, "hard": 32, "expert": 34},
    ),
    aims=AIMS,
    records=RECORDS,
    standing_orders=(
        StandingOrder("least", Msg(N_("Take the rolled colour I have least of"))),
        StandingOrder(
            "mine", Msg(N_("My order of colours")), tuple(COLOUR_LETTERS), COLOUR_LABELS, WORM_ICONS
        ),
        StandingOrder("wait", Msg(N_("Always wait for me"))),
    ),
    legend=tuple(zip(WORM_ICONS, COLOUR_LABELS, strict=True)),
    signs_text=Msg(
        N_(
            "Your boat stands at the last column you reach. Beside the dice is the deck, "
            "below it the discards."
        )
    ),
    lesson_steps=LESSON_STEPS,
)
