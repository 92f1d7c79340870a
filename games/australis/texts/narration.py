"""Narrates events, and says whose turn it is and what that player must do."""

from __future__ import annotations

from typing import Final

from games.australis import events as e
from games.australis.events import Scene
from games.australis.names import name_die, name_numbered_die
from games.australis.parts import DICE_PER_SEAT, ROUND_COUNT, Colour
from games.australis.score import TURTLE_AHEAD_ENDING
from games.australis.texts.nouns import (
    format_cards,
    format_fish,
    format_points,
    name_card,
)
from games.australis.view import CHOOSE_STAGE, DRAFT_STAGE, ORDER_STAGE, TILE_STAGE, View
from games.core.outcome import Outcome, describe_ending

MAX_NAMED_CARDS: Final = 2
"""Maximum number of new cards to name. More cards are only counted."""


def narrate_event(event: e.Event, scene: Scene) -> str:
    """Narrate an event in one sentence. The text is empty if the event isn't worth mentioning."""
    if isinstance(event, e.CompetitionRolled):
        return _narrate_roll(event, scene)
    if isinstance(
        event, e.SeatsEliminated | e.CompetitionWon | e.CompetitionSkipped | e.TileTaken | e.TileRemoved
    ):
        return _narrate_competition(event, scene)
    if isinstance(event, e.RoundBegan | e.DisplayRefilled | e.DiscardReshuffled | e.MatchEnded):
        return _narrate_setup(event, scene)
    if isinstance(event, e.ReefScored | e.RoundPointsScored | e.FinalPointsScored):
        return _narrate_score(event, scene)
    if isinstance(event, e.TurtleMoved | e.CubeCollected):
        return _narrate_track(event, scene)
    return _narrate_action(event, scene)


def _narrate_action(
    event: e.DieTaken
    | e.CardCarriedOut
    | e.CardKept
    | e.CardsLost
    | e.PointsGained
    | e.FishCaught
    | e.CoralPlaced
    | e.CoralsKept
    | e.TokenTaken,
    scene: Scene,
) -> str:
    w, name = scene.w, scene.names[event.seat]
    if isinstance(event, e.DieTaken):
        return w("{name} takes the {die}.", name=name, die=name_die(event.die))
    if isinstance(event, e.CardCarriedOut):
        card = name_card(w, event.card)
        if event.is_from_display:
            return w("{name} uses a card once: {card}.", name=name, card=card)
        return w("{name} uses a card: {card}.", name=name, card=card)
    if isinstance(event, e.CardKept):
        return w("{name} keeps a card: {card}.", name=name, card=name_card(w, event.card))
    if isinstance(event, e.CardsLost):
        return w(
            "{name} can't take any more cards and loses {cards}.",
            name=name,
            cards=format_cards(w, event.card_count),
        )
    if isinstance(event, e.PointsGained):
        # The name of the die or card says how many points it brings.
        return ""
    if isinstance(event, e.FishCaught):
        if event.fish == event.shown:
            return ""
        return w("{name} catches {fish}: the supply is empty.", name=name, fish=format_fish(w, event.fish))
    if isinstance(event, e.CoralPlaced):
        if event.origin:
            return w(
                "{name} moves a coral from reef {origin} to reef {reef}.",
                name=name,
                origin=event.origin,
                reef=event.reef,
            )
        return w("{name} places a coral on reef {reef}.", name=name, reef=event.reef)
    if isinstance(event, e.CoralsKept):
        return w("{name} has no coral left and moves none.", name=name)
    return w("{name} takes the first-player token.", name=name)


def _narrate_track(event: e.TurtleMoved | e.CubeCollected, scene: Scene) -> str:
    w, name = scene.w, scene.names[event.seat]
    if isinstance(event, e.TurtleMoved):
        if event.origin == event.space:
            return w("{name}'s turtle stays on the last space.", name=name)
        if event.has_moved_further:
            return w(
                "{name}'s turtle drifts on to the next free space, {space}.", name=name, space=event.space
            )
        return w(
            "{name}'s turtle swims from {origin} to {space}.",
            name=name,
            origin=event.origin,
            space=event.space,
        )
    if not event.is_kept:
        return w("{name} has no room for another food cube: it leaves the game.", name=name)
    if event.is_grey:
        return w("{name} gets a grey food cube.", name=name)
    return w("{name} collects their food cube from space {space}.", name=name, space=event.space)


def _narrate_score(event: e.ReefScored | e.RoundPointsScored | e.FinalPointsScored, scene: Scene) -> str:
    w = scene.w
    if isinstance(event, e.ReefScored):
        parts = [
            w("{name} {points}", name=scene.names[seat], points=format_points(w, points))
            for seat, points in event.awards
        ]
        return w("Reef {reef}: {awards}.", reef=event.reef, awards=", ".join(parts))
    name = scene.names[event.seat]
    if isinstance(event, e.RoundPointsScored):
        return w(
            "{name} scores {sum}: reefs {reefs}, fish {school} ({fed} fed), turtle {turtle}.",
            name=name,
            sum=event.reefs + event.school + event.turtle,
            reefs=event.reefs,
            fed=event.fed_fish,
            school=event.school,
            turtle=event.turtle,
        )
    return w(
        "At the end {name} gets {corals} for corals, {token} for the token and {tiles} for tiles.",
        name=name,
        corals=event.corals,
        token=event.token,
        tiles=event.tiles,
    )


def _narrate_roll(event: e.CompetitionRolled, scene: Scene) -> str:
    w = scene.w
    parts = []
    for seat in dict.fromkeys(one.seat for one in event.casts):
        dice = []
        for cast in (one for one in event.casts if one.seat == seat):
            name = w.msg(name_numbered_die(Colour(cast.die.colour), cast.die.value))
            raised = cast.competition_value > cast.die.value
            dice.append(w("{die} counts {value}", die=name, value=cast.competition_value) if raised else name)
        parts.append(w("{name}: {dice}", name=scene.names[seat], dice=", ".join(dice)))
    return w(
        "Roll {number}. {dice}. Dice worth {lowest} are out.",
        number=event.number,
        dice="; ".join(parts),
        lowest=event.lowest,
    )


def _narrate_competition(
    event: e.SeatsEliminated | e.CompetitionWon | e.CompetitionSkipped | e.TileTaken | e.TileRemoved,
    scene: Scene,
) -> str:
    w = scene.w
    if isinstance(event, e.CompetitionSkipped):
        return w("Nobody has a die for the competition: both tiles leave the game.")
    if isinstance(event, e.TileRemoved):
        return w("Nobody is second: the other tile leaves the game.")
    if isinstance(event, e.SeatsEliminated):
        names = [scene.names[seat] for seat in event.seats]
        if len(names) == 1:
            return w("{name} is out.", name=names[0])
        return w("{names} are out.", names=w.join_list(names))
    name = scene.names[event.seat]
    if isinstance(event, e.TileTaken):
        points = format_points(w, event.points)
        if event.is_gold:
            return w("{name} takes the gold tile: {points} at the end.", name=name, points=points)
        return w("{name} takes the silver tile: {points} at the end.", name=name, points=points)
    if event.second is None:
        return w("{name} wins the competition unopposed.", name=name)
    second = scene.names[event.second]
    if event.is_decided_by_turtles:
        return w(
            "{name} wins the competition, {second} is second; the turtle further ahead broke the tie.",
            name=name,
            second=second,
        )
    return w("{name} wins the competition, {second} is second.", name=name, second=second)


def _narrate_setup(
    event: e.RoundBegan | e.DisplayRefilled | e.DiscardReshuffled | e.MatchEnded, scene: Scene
) -> str:
    w = scene.w
    if isinstance(event, e.MatchEnded):
        # The status already says that the match has ended.
        return ""
    if isinstance(event, e.DisplayRefilled):
        if len(event.cards) > MAX_NAMED_CARDS:
            return w.plural("{n} new card is shown.", "{n} new cards are shown.", len(event.cards))
        names = "; ".join(name_card(w, card) for card in event.cards)
        return w("New on display: {cards}.", cards=names)
    if isinstance(event, e.DiscardReshuffled):
        return w.plural(
            "{n} discarded card is the new draw pile.",
            "{n} discarded cards are the new draw pile.",
            event.card_count,
        )
    name = scene.names[event.seat]
    if event.reason == "turtle":
        return w(
            "Round {round} of {rounds}: {name} begins, with the turtle furthest back.",
            round=event.round,
            rounds=ROUND_COUNT,
            name=name,
        )
    return w("Round {round} of {rounds}: {name} begins.", round=event.round, rounds=ROUND_COUNT, name=name)


def narrate_result(scene: Scene) -> str:
    """Return a sentence about who won the match and why."""
    w, outcome = scene.w, scene.outcome
    if outcome is None:
        return w("The match has ended.")
    by_people = describe_ending(outcome, scene.names, w)
    if by_people is not None:
        return by_people
    if scene.is_steady:
        # A replay also says why the match ended.
        result = _narrate_winner(outcome, scene)
        return w("After {rounds} rounds: {result}", rounds=ROUND_COUNT, result=result)
    return _narrate_winner(outcome, scene)


def _narrate_winner(outcome: Outcome, scene: Scene) -> str:
    w, winner = scene.w, outcome.winners[0]
    name, points = scene.names[winner], format_points(w, outcome.scores[winner])
    if outcome.ending == TURTLE_AHEAD_ENDING:
        return w("{name} wins with {points}: tied, but with the turtle ahead!", name=name, points=points)
    return w("{name} wins with {points}!", name=name, points=points)


def describe_status(view: View, scene: Scene) -> str:
    """Return whose turn it is and what that player must do or, after the match, the result."""
    w = scene.w
    if scene.outcome is not None or view.active_seat is None:
        return narrate_result(scene)
    where = w(
        "Round {round} of {rounds}, {taken} of {dice} dice taken.",
        round=view.round,
        rounds=ROUND_COUNT,
        taken=view.dice_taken_count,
        dice=DICE_PER_SEAT * view.seat_count,
    )
    if view.active_seat == scene.reader_seat:
        what = w("Your turn: {task}", task=describe_task(view.active_seat, view, scene))
    else:
        what = _describe_turn(view, view.active_seat, scene)
    return f"{where} {what}"


def _describe_turn(view: View, active_seat: int, scene: Scene) -> str:
    w, name = scene.w, scene.names[active_seat]
    if view.stage == DRAFT_STAGE:
        return w("Waiting for {name} to take a die.", name=name)
    if view.stage == ORDER_STAGE:
        return w("Waiting for {name} to choose the next card.", name=name)
    if view.stage == CHOOSE_STAGE:
        return w(
            "Waiting for {name} to take {cards}.", name=name, cards=format_cards(w, view.task.cards_to_take)
        )
    if view.stage == TILE_STAGE:
        return w("{name} has won the competition. Waiting for gold or silver.", name=name)
    if view.boards[active_seat].supply:
        return w(
            "Waiting for {name} to place a coral on reef {reef} or lower.", name=name, reef=view.task.reef
        )
    return w("{name} may move a coral to reef {reef} or lower.", name=name, reef=view.task.reef)


def describe_task(seat: int, view: View, scene: Scene) -> str:
    """Return a text about what the active seat must do."""
    w = scene.w
    if view.stage == DRAFT_STAGE:
        return w("take a die.")
    if view.stage == ORDER_STAGE:
        return w("choose which of your cards comes next.")
    if view.stage == CHOOSE_STAGE:
        return w("take {cards}.", cards=format_cards(w, view.task.cards_to_take))
    if view.stage == TILE_STAGE:
        return w("choose gold or silver!")
    if view.boards[seat].supply:
        return w("place a coral on reef {reef} or lower.", reef=view.task.reef)
    return w("move a coral to reef {reef} or lower, or leave it.", reef=view.task.reef)
