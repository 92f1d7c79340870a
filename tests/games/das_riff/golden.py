"""Golden matches: ``python -m tests.games.das_riff.golden`` plays and writes them."""

from __future__ import annotations

from collections.abc import Iterable

from games.core.match import DRAW_KIND, RESIGN_KIND, UNDO_KIND, GenericMatch, LoggedRow
from games.das_riff import GAME, events
from games.das_riff.actions import Action, TakeCard
from games.das_riff.parts import (
    COLOUR_LETTERS,
    COLUMN_COUNT,
    CORAL_CARD,
    Brood,
    get_colour,
    get_sex,
    is_fish,
    name_cell,
)
from games.das_riff.state import State
from games.das_riff.view import EMPTY_CELL, FACE_DOWN_CARD, View
from tests.games.recording import Policy, Recorder, make_chooser


def format_card(kind: int) -> str:
    if is_fish(kind):
        return get_colour(kind).letter + "mf"[get_sex(kind)]
    return ("coral", "pearl", "shark", "water")[kind - CORAL_CARD]


def format_brood(pair: Brood) -> str:
    return "".join(COLOUR_LETTERS[colour] for colour in pair)


def format_cells(places: Iterable[int]) -> str:
    return " ".join(name_cell(place) for place in places)


def format_event(event: events.Event) -> str:
    """Return an event as text that is never translated, so that golden files stay the same."""
    match event:
        case events.StartingSeatDrawn(seat):
            return f"start {seat}"
        case events.DiceRolled(seat, dice, _):
            return f"{seat} rolls {dice[0].letter}{dice[1].letter}"
        case events.WormTaken(seat, colour, is_rolled):
            return f"{seat} +{colour.letter}{'' if is_rolled else '?'}"
        case events.WormDeclined(seat):
            return f"{seat} +-"
        case events.PricePaid(seat, worms, pearls):
            spent = "".join(letter * count for letter, count in zip(COLOUR_LETTERS, worms, strict=True))
            return f"{seat} -{spent}{'*' * pearls}"
        case events.CardFlipped(_, cell, kind):
            return f"flip {name_cell(cell)}={format_card(kind)}"
        case events.CardTaken(_, cell, kind, coral):
            return f"take {name_cell(cell)}={format_card(kind)}" + ("" if coral is None else f">{coral + 1}")
        case events.FishBred(seat, coral, pair):
            return f"{seat} breeds {format_brood(pair)}>{coral + 1}"
        case events.BroodShown(pair):
            return f"show {format_brood(pair)}"
        case events.BoatBought(seat, boats):
            return f"{seat} boats {boats}"
        case events.CardHunted(_, kind, cell, coral):
            return (
                f"hunt {format_card(kind)}@{'#' + str((coral or 0) + 1) if cell is None else name_cell(cell)}"
            )
        case events.WaterFlowed(water):
            return f"flow {water}"
        case events.DiscardReshuffled(count):
            return f"shuffle {count}"
        case events.TableauRefilled(places):
            return f"fill {format_cells(places)}"
        case events.MatchEnded(ending):
            return f"end {ending}"
    raise TypeError(event)


def format_position(state: State) -> list[str]:
    """Return a line with the rows of the public tableau."""
    symbols = {FACE_DOWN_CARD: "?", EMPTY_CELL: "."}
    cells = GAME.rules[GAME.version].view(state, None).tableau
    rows = (cells[start : start + COLUMN_COUNT] for start in range(0, len(cells), COLUMN_COUNT))
    shown = (" ".join(symbols.get(cell) or format_card(cell) for cell in row) for row in rows)
    return [f"tableau {' / '.join(shown)}"]


Match = GenericMatch[State, Action, events.Event, View]
RECORDER = Recorder(GAME, format_event, format_position)
deal, play = RECORDER.deal_match, RECORDER.continue_match


def make_lively_player(seed: int) -> Policy[State, Action]:
    """Return a player that breeds if possible and otherwise plays at random."""
    dice = make_chooser(seed)

    def choose_action(state: State, seat: int, actions: tuple[Action, ...]) -> Action:
        corals = state.reefs[seat].corals
        for action in actions:
            if (
                isinstance(action, TakeCard)
                and action.coral is not None
                and corals[action.coral].parent is not None
            ):
                return action
        return dice.choice(actions)

    return choose_action


def play_idly(state: State, seat: int, actions: tuple[Action, ...]) -> Action:
    """Choose the last legal action. It declines a worm or ends the turn."""
    return actions[-1]


def make_matches() -> dict[str, Match]:
    """Return the golden matches by file name: one for each ending, each option and an undo."""
    agreed = play(deal(5, reshuffle="deck_below_eight"), make_lively_player(5), 60)
    undone = play(deal(6), make_lively_player(6), 12)
    undone = RECORDER.undo_step(undone, make_lively_player, 6)
    # If everybody agrees, even steps that used chance can be undone.
    undone = undone.play_row(LoggedRow(UNDO_KIND, undone.rows[-1].seat, str(undone.ply - 8)))
    return {
        "five_broods": play(deal(1), make_lively_player(1)),
        "five_broods_deck_b": play(deal(2, deck="b", reshuffle="deck_below_eight"), make_lively_player(2)),
        "no_progress": play(play(deal(3), make_lively_player(3), 80), play_idly),
        "resigned": play(deal(4, deck="b"), make_lively_player(4), 60).play_row(LoggedRow(RESIGN_KIND, 1)),
        "agreed_draw": agreed.play_row(LoggedRow(DRAW_KIND, 0)),
        "undo": play(undone, make_lively_player(7), undone.seq + 30).play_row(LoggedRow(RESIGN_KIND, 0)),
    }


if __name__ == "__main__":
    RECORDER.main(make_matches())
