"""Golden matches: ``python -m tests.games.coral_reef.golden`` plays and writes them.

Since version 2, chance decides which of several equal corals is placed. Last positions therefore show the
copy number of each card, and hands in their stored order.
"""

from __future__ import annotations

from games.coral_reef import GAME, events
from games.coral_reef.actions import Action, PlayCorals, format_corals
from games.coral_reef.hands import RANDOM_ORDER
from games.coral_reef.parts import CARD_COPIES, LETTER_BY_CARD, Card, format_letters
from games.coral_reef.state import State
from games.coral_reef.view import View
from games.core.match import DRAW_KIND, RESIGN_KIND, UNDO_KIND, GenericMatch, LoggedRow
from tests.games.recording import Policy, Recorder, make_chooser


def format_event(event: events.Event) -> str:
    """Return an event as text that is never translated, so that golden files stay the same."""
    match event:
        case events.RoundBegan(number, seat):
            return f"round {number} seat {seat}"
        case events.CoralsPlayed(seat, stack, cards, total, left):
            return f"{seat} #{stack + 1} {format_letters(cards)}={total} left {left}"
        case events.NineSeeded(seat, stack, _, left):
            return f"{seat} #{stack + 1} seed left {left}"
        case events.CardDrawn(seat, card, helps):
            return f"{seat} draws {LETTER_BY_CARD[card or 0]}{'!' if helps else ''}"
        case events.DeckReformed(cards, time):
            return f"deck {time} of {cards}"
        case events.TurnPassed(seat):
            return f"{seat} passes"
        case events.RoundEnded(ending, winners, left):
            won = " ".join(map(str, winners))
            return f"end {ending} won by {won} left {' '.join(map(str, left))}"
    raise TypeError(event)


def format_position(state: State) -> list[str]:
    """Return the stacks and the hands as lines of text."""
    if state.ruleset.order == RANDOM_ORDER:
        return [
            f"stacks {' '.join(map(format_copies, state.stacks))}",
            f"hands {' '.join(format_copies(hand) or '-' for hand in state.hands)}",
        ]
    return [
        f"stacks {' '.join(map(format_letters, state.stacks))}",
        f"hands {' '.join(format_corals(format_letters(hand)) or '-' for hand in state.hands)}",
    ]


def format_copies(cards: tuple[Card, ...]) -> str:
    """Return cards with their copy numbers: ``4.0,4.3``."""
    return ",".join(f"{LETTER_BY_CARD[card]}.{card % CARD_COPIES}" for card in cards)


Match = GenericMatch[State, Action, events.Event, View]
RECORDER = Recorder(GAME, format_event, format_position)
deal, play = RECORDER.deal_match, RECORDER.continue_match


def make_random_player(seed: int) -> Policy[State, Action]:
    dice = make_chooser(seed)
    return lambda state, seat, actions: dice.choice(actions)


def play_fewest_cards(state: State, seat: int, actions: tuple[Action, ...]) -> Action:
    return min(actions, key=lambda action: len(action.corals) if isinstance(action, PlayCorals) else 1)


def make_undone_match() -> Match:
    """Return a match in which everybody agreed to undo steps that used chance."""
    match = play(deal(3, 3, corals="tiles"), make_random_player(3), 16)
    match = match.play_row(LoggedRow(UNDO_KIND, match.steps[-1].seat, str(match.ply - 5)))
    return play(match, make_random_player(8), match.seq + 3).play_row(LoggedRow(RESIGN_KIND, 0))


def make_matches() -> dict[str, Match]:
    """Return the golden matches by file name: one for each ending, number of seats and option."""
    ended = {
        f"hand_empty_{seats}": play(
            deal(seats, seats, rounds_to_win=rounds, corals=corals), make_random_player(seats)
        )
        for seats, rounds, corals in (
            (2, "1", "cards"),
            (3, "2", "tiles"),
            (4, "3", "cards"),
            (5, "1", "tiles"),
            (6, "5", "cards"),
        )
    }
    return {
        **ended,
        "deck_spent_2": play(deal(23, 2), play_fewest_cards),
        "deck_spent_4_tiles": play(deal(23, 4, corals="tiles"), play_fewest_cards),
        "resigned": play(deal(13, 4), make_random_player(13), 5).play_row(LoggedRow(RESIGN_KIND, 2)),
        "agreed_draw": play(deal(14, 2, rounds_to_win="2"), make_random_player(14), 6).play_row(
            LoggedRow(DRAW_KIND, 0)
        ),
        "undo": make_undone_match(),
    }


if __name__ == "__main__":
    RECORDER.main(make_matches())
