"""Golden matches: ``python -m tests.games.reef.golden`` plays and writes them."""

from __future__ import annotations

from collections.abc import Iterable

from games.core.match import DRAW_KIND, RESIGN_KIND, UNDO_KIND, GenericMatch, LoggedRow
from games.reef import GAME, events
from games.reef.actions import Action, PlayCard
from games.reef.matching import score_card
from games.reef.parts import CARDS, CELL_NAMES, COLOUR_LETTERS, READING_ORDER
from games.reef.stacks import Reef, add_corals, list_corals
from games.reef.state import State
from games.reef.view import View
from tests.games.recording import Policy, Recorder, make_chooser


def format_letters(colours: Iterable[int]) -> str:
    return "".join(COLOUR_LETTERS[colour] for colour in colours)


def format_spaces(patterns: tuple[tuple[int, ...], ...]) -> str:
    return " ".join("-".join(CELL_NAMES[cell] for cell in pattern) for pattern in patterns)


def format_event(event: events.Event) -> str:
    """Return an event as text that is never translated, so that golden files stay the same."""
    match event:
        case events.StartingSeatDrawn(seat):
            return f"start {seat}"
        case events.FirstCoralsChosen(seat, colours):
            return f"{seat} lays {format_letters(colours)}"
        case events.CardTaken(seat, card, points):
            return f"{seat} takes {card} +{points}"
        case events.CardDrawn(seat, card, onto, seen):
            return f"{seat} draws {card}{'!' if seen else ''} >{onto}"
        case events.DisplayRefilled(card):
            return f"open {card}"
        case events.CardPlayed(seat, card, placed):
            return f"{seat} plays {card} " + " ".join(
                f"{COLOUR_LETTERS[c]}@{CELL_NAMES[cell]}" for cell, c in placed
            )
        case events.PatternScored(seat, _, matches, points):
            return f"{seat} +{points} {format_spaces(matches)}".rstrip()
        case events.ColoursRanOut(colours):
            return f"out {format_letters(colours)}"
        case events.DeckRanOut():
            return "deck out"
        case events.HandScored(seat, card, matches, points):
            return f"{seat} hand {card} +{points} {format_spaces(matches)}".rstrip()
        case events.MatchEnded(ending):
            return f"end {ending}"
    raise TypeError(event)


def format_reef(reef: Reef) -> str:
    piles = [format_letters(list_corals(reef[cell])) or "." for cell in READING_ORDER]
    return " / ".join(" ".join(piles[start : start + 4]) for start in range(0, 16, 4))


def format_position(state: State) -> list[str]:
    """Return the points and the reef of each seat as lines of text."""
    return [f"reef {seat} {own.points} {format_reef(own.reef)}" for seat, own in enumerate(state.seats)]


Match = GenericMatch[State, Action, events.Event, View]
RECORDER = Recorder(GAME, format_event, format_position)
deal, play = RECORDER.deal_match, RECORDER.continue_match


def make_keen_player(seed: int) -> Policy[State, Action]:
    """Return a player that half the time makes the best of forty random plays, and otherwise any action."""
    dice = make_chooser(seed)

    def choose_action(state: State, seat: int, actions: tuple[Action, ...]) -> Action:
        plays = [action for action in actions if isinstance(action, PlayCard)]
        others = [action for action in actions if not isinstance(action, PlayCard)]
        if not plays or (others and dice.draw_below(2)):
            return dice.choice(others)
        reef = state.seats[seat].reef
        some = [dice.choice(plays) for _ in range(40)]
        return max(some, key=lambda play: score_card(CARDS[play.card], add_corals(reef, play.placed)))

    return choose_action


def take_card_or_keep_supply_even(state: State, seat: int, actions: tuple[Action, ...]) -> Action:
    """Take a card if possible. Otherwise choose the play that leaves the supply most even."""

    def rate_evenness(action: Action) -> tuple[int, ...]:
        if not isinstance(action, PlayCard):
            return (1,)
        left = list(state.supply)
        for _, colour in action.placed:
            left[colour] -= 1
        return (0, min(left), -max(left))

    return max(actions, key=rate_evenness)


def make_matches() -> dict[str, Match]:
    """Return the golden matches by file name: one for each ending, number of seats and option."""
    undone = play(deal(6, 2), make_keen_player(6), 12)
    undone = undone.play_row(LoggedRow(UNDO_KIND, 0, str(undone.ply - 4)))
    return {
        "supply_out_2": play(deal(1, 2), make_keen_player(1)),
        "supply_out_3_face_up": play(deal(2, 3, deck="face_up"), make_keen_player(2)),
        "supply_out_4_chosen": play(deal(3, 4, start="chosen"), make_keen_player(3)),
        "deck_out_4": play(deal(4, 4), take_card_or_keep_supply_even),
        "deck_out_4_finish_round": play(deal(7, 4, deck_end="finish_round"), take_card_or_keep_supply_even),
        "resigned_3": play(deal(5, 3, start="chosen", deck="face_up"), make_keen_player(5), 30).play_row(
            LoggedRow(RESIGN_KIND, 1)
        ),
        "agreed_draw_4": play(deal(8, 4), make_keen_player(8), 40).play_row(LoggedRow(DRAW_KIND, 0)),
        "undo_2": play(undone, make_keen_player(9)),
    }


if __name__ == "__main__":
    RECORDER.main(make_matches())
