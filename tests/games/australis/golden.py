"""Golden matches: ``python -m tests.games.australis.golden`` plays and writes them."""

from __future__ import annotations

from games.australis import GAME, events
from games.australis.actions import Action
from games.australis.parts import CARD_CODES
from games.australis.state import State
from games.australis.view import View
from games.core.match import DRAW_KIND, RESIGN_KIND, UNDO_KIND, GenericMatch, LoggedRow
from tests.games.recording import Policy, Recorder, make_chooser


def format_event(event: events.Event) -> str:
    """Return an event as text that is never translated, so that golden files stay the same."""
    match event:
        case events.RoundBegan(number, seat, reason):
            return f"round {number} from {seat} by {reason}"
        case events.DieTaken(seat, die):
            return f"{seat} takes {die.code}"
        case events.CardCarriedOut(seat, card, used):
            return f"{seat} {'uses' if used else 'runs'} {CARD_CODES[card]}"
        case events.CardKept(seat, card):
            return f"{seat} keeps {CARD_CODES[card]}"
        case events.CardsLost(seat, count):
            return f"{seat} lapse {count}"
        case events.DisplayRefilled(places, cards):
            return f"refill {' '.join(f'{p}={CARD_CODES[c]}' for p, c in zip(places, cards, strict=True))}"
        case events.DiscardReshuffled(count):
            return f"shuffle {count}"
        case events.PointsGained(seat, points):
            return f"{seat} +{points}"
        case events.FishCaught(seat, fish, shown):
            return f"{seat} fish {fish}/{shown}"
        case events.TurtleMoved(seat, origin, space, has_moved_further):
            return f"{seat} swims {origin}>{space}{'!' if has_moved_further else ''}"
        case events.CubeCollected(seat, grey, space, kept):
            return f"{seat} food {'grey' if grey else 'own'}@{space}{'' if kept else ' gone'}"
        case events.CoralPlaced(seat, reef, origin):
            return f"{seat} coral {origin or ''}>{reef}"
        case events.CoralsKept(seat):
            return f"{seat} coral stays"
        case events.TokenTaken(seat):
            return f"{seat} token"
        case events.ReefScored(reef, awards):
            return f"reef {reef}: {' '.join(f'{seat}+{points}' for seat, points in awards)}"
        case events.RoundPointsScored(seat, reefs, school, fed, turtle):
            return f"{seat} scores {reefs} {school}({fed}) {turtle}"
        case events.CompetitionRolled(number, casts, lowest):
            dice = " ".join(f"{one.seat}{one.die.code}={one.competition_value}" for one in casts)
            return f"roll {number}: {dice} low {lowest}"
        case events.SeatsEliminated(seats):
            return f"out {' '.join(str(seat) for seat in seats)}"
        case events.CompetitionWon(seat, second, is_decided_by_turtles):
            return f"won {seat} {second}{' by turtle' if is_decided_by_turtles else ''}"
        case events.CompetitionSkipped():
            return "no contest"
        case events.TileTaken(seat, gold, points):
            return f"{seat} {'gold' if gold else 'silver'} {points}"
        case events.TileRemoved(gold, points):
            return f"gone {'gold' if gold else 'silver'} {points}"
        case events.FinalPointsScored(seat, corals, token, tiles):
            return f"{seat} final {corals} {token} {tiles}"
        case events.MatchEnded(ending):
            return f"end {ending}"
    raise TypeError(event)


def format_position(state: State) -> list[str]:
    """Return each seat's points by source and the space of its turtle, as lines."""
    return [f"# {seat} {board.ledger} at {board.space}" for seat, board in enumerate(state.boards)]


Match = GenericMatch[State, Action, events.Event, View]
RECORDER = Recorder(GAME, format_event, format_position)
deal, play = RECORDER.deal_match, RECORDER.continue_match


def make_lively_player(seed: int) -> Policy[State, Action]:
    """Return a random player that prefers to keep cards and to take white dice that show two cards."""
    dice = make_chooser(seed)

    def choose_action(state: State, seat: int, actions: tuple[Action, ...]) -> Action:
        kept = [action for action in actions if action.token.startswith(("keep:", "die:w2"))]
        return dice.choice(kept if kept and dice.draw_below(3) else actions)

    return choose_action


def find_match_with_ending(name: str, seat_count: int, first: int, **options: str) -> Match:
    """Return the first match that has the given ending, trying keys in order.

    :param name: the ending, such as ``most_points``.
    :param first: the first key to try.
    :raises LookupError: if none of 2000 keys leads to this ending.
    """
    for key in range(first, first + 2000):
        match = play(deal(key, seat_count, **options), make_lively_player(key))
        if match.outcome and match.outcome.ending == name:
            return match
    raise LookupError(name)


def make_matches() -> dict[str, Match]:
    """Return the golden matches by file name: endings, numbers of seats, options, and an undo."""
    found = {
        f"{name}_{seats}": find_match_with_ending(
            name, seats, 100 * seats, track_end="18" if seats == 3 else "25"
        )
        for seats in (2, 3, 4)
        for name in ("most_points", "turtle_ahead")
    }
    undone = play(deal(7, 2), make_lively_player(7), 20)
    undone = RECORDER.undo_step(undone, make_lively_player, 7)
    # If everybody agrees, even steps that used chance can be undone.
    undone = undone.play_row(LoggedRow(UNDO_KIND, undone.rows[-1].seat, "1"))
    return found | {
        "resigned": play(deal(4, 4), make_lively_player(4), 60).play_row(LoggedRow(RESIGN_KIND, 1)),
        "agreed_draw": play(deal(5, 3), make_lively_player(5), 40).play_row(LoggedRow(DRAW_KIND, 0)),
        "undo": play(undone, make_lively_player(8), undone.seq + 30).play_row(LoggedRow(RESIGN_KIND, 0)),
    }


if __name__ == "__main__":
    RECORDER.main(make_matches())
