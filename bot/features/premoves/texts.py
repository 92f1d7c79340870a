"""Describes prepared moves to the player who prepared them."""

from __future__ import annotations

from collections.abc import Mapping

from bot.model.table import Table
from bot.ui.escaping import escape_name
from games.core.premoves import PASS_WORD, MoveCondition, PremoveLine, PremoveStage
from games.core.protocol import Game
from games.core.texts import Scene
from games.core.words import Words
from games.players.prospects import PossibleMove, Prospect, TurnPrediction


def make_label_scene(table: Table, seat: int, w: Words) -> Scene:
    """Return a scene for labels. It has the players' names but no events."""
    return Scene(table.names, w, (), None, reader_seat=seat)


def describe_condition(table: Table, stage: PremoveStage, w: Words) -> str:
    """Describe when the moves of a prepared turn are made."""
    if stage.conditions:
        named = w.join_list([describe_awaited_move(table, condition, w) for condition in stage.conditions])
        if not stage.allows_anything:
            named = w("{events} and nothing else", events=named)
        if stage.allows_chance:
            return w("If {events}, whatever comes up", events=named)
        return w("If {events}", events=named)
    if not stage.allows_anything:
        return w("If they do nothing")
    if stage.allows_chance:
        return w("Whatever they do")
    return w("Only without new {chance}", chance=w.msg(table.game.chance_noun))


def describe_awaited_move(table: Table, condition: MoveCondition, w: Words) -> str:
    """Describe another player's move that a prepared move waits for."""
    if condition.seat is None or condition.seat >= len(table.names):
        return w("somebody does `{move}`", move=condition.token_start)
    return w(
        "{name} does `{move}`", name=escape_name(table.names[condition.seat]), move=condition.token_start
    )


def describe_line(
    table: Table, line: PremoveLine, prospects_by_token: Mapping[str, Prospect], seat: int, w: Words
) -> str:
    """Describe a prepared line: its conditions and its moves.

    :param prospects_by_token: predicted moves by token. Other tokens are quoted instead of described.
    """
    return " · ".join(_describe_stage(table, stage, prospects_by_token, seat, w) for stage in line.stages)


def _describe_stage(
    table: Table, stage: PremoveStage, prospects_by_token: Mapping[str, Prospect], seat: int, w: Words
) -> str:
    if stage.is_pass and not stage.conditions and stage.allows_anything:
        if stage.allows_chance:
            return w("Pass, whatever comes up")
        return w("Pass, unless more {chance} come up", chance=w.msg(table.game.chance_noun))
    moves = " → ".join(
        name_move(table.game, token, prospects_by_token, make_label_scene(table, seat, w))
        for token in stage.tokens
    )
    return w("{when}: {moves}", when=describe_condition(table, stage, w), moves=moves)


def name_move(game: Game, token: str, prospects_by_token: Mapping[str, Prospect], scene: Scene) -> str:
    """Describe a move in words. A token that isn't in ``prospects_by_token`` is quoted instead."""
    if token == PASS_WORD:
        return scene.w("Pass")
    prospect = prospects_by_token.get(token)
    if prospect is None:
        return f"`{token}`"
    return game.texts.describe_action(prospect.action, prospect.view, scene)


def index_prospects_by_token(prediction: TurnPrediction) -> dict[str, Prospect]:
    """Return the predicted moves by token."""
    return {prospect.action.token: prospect for prospect in prediction.prospects}


def label_possible_move(table: Table, move: PossibleMove, w: Words) -> str:
    """Return the label of a possible move: the player, and the first two fields of the move."""
    scene = make_label_scene(table, move.view.viewer or 0, w)
    first, *more = move.action.path
    texts, view = table.game.texts, move.view
    name = table.names[move.condition.seat or 0]
    kind = texts.label_value(first.field, _join_value(first.value), view, scene)
    if not more or move.condition.token_start == move.action.token.partition(":")[0]:
        return w("{name}: {choice}", name=name, choice=kind)
    second = texts.label_value(more[0].field, _join_value(more[0].value), view, scene, (first,))
    return w("{name}: {kind} · {choice}", name=name, kind=kind, choice=second)


def _join_value(value: str | tuple[str, ...]) -> str:
    return value if isinstance(value, str) else "+".join(value)
