"""Prepared moves in words, for their own person."""

from __future__ import annotations

from collections.abc import Mapping

from bot.model.table import Table
from bot.ui.escaping import escape_name
from games.core.premoves import PASS, Condition, PremoveLine, Stage
from games.core.protocol import Game
from games.core.texts import Scene
from games.core.words import Words
from games.players.prospects import Outlook, PossibleEvent, Prospect


def make_scene_of(table: Table, seat: int, w: Words) -> Scene:
    """Return a scene in which nothing has happened yet, for labels."""
    return Scene(table.names, w, (), None, reader=seat)


def tell_when(table: Table, stage: Stage, w: Words) -> str:
    """Say what must happen before a turn."""
    if stage.needs:
        named = w.listed([tell_event(table, event, w) for event in stage.needs])
        if not stage.anything:
            named = w("{events} and nothing else", events=named)
        if stage.chance:
            return w("If {events}, whatever comes up", events=named)
        return w("If {events}", events=named)
    if not stage.anything:
        return w("If they do nothing")
    return w("Whatever they do") if stage.chance else w("Unless dice or cards come up")


def tell_event(table: Table, event: Condition, w: Words) -> str:
    """Name what somebody does."""
    if event.seat is None or event.seat >= len(table.names):
        return w("somebody does `{move}`", move=event.token)
    return w("{name} does `{move}`", name=escape_name(table.names[event.seat]), move=event.token)


def tell_line(table: Table, line: PremoveLine, known: Mapping[str, Prospect], seat: int, w: Words) -> str:
    """Say a whole line: when, and what is done then.

    :param known: the actions that can be put into words, by token.
    """
    return " · ".join(_tell_stage(table, stage, known, seat, w) for stage in line.stages)


def _tell_stage(table: Table, stage: Stage, known: Mapping[str, Prospect], seat: int, w: Words) -> str:
    if stage.passes and not stage.needs and stage.anything:
        return w("Pass, whatever comes up") if stage.chance else w("Pass, unless cards or more dice come up")
    moves = " → ".join(
        name_move(table.game, token, known, make_scene_of(table, seat, w)) for token in stage.plays
    )
    return w("{when}: {moves}", when=tell_when(table, stage, w), moves=moves)


def name_move(game: Game, token: str, known: Mapping[str, Prospect], scene: Scene) -> str:
    """Say a move in words where that is possible, else as its token."""
    if token == PASS:
        return scene.w("Pass")
    prospect = known.get(token)
    if prospect is None:
        return f"`{token}`"
    return game.texts.phrase(prospect.action, prospect.view, scene)


def know(outlook: Outlook) -> dict[str, Prospect]:
    """Return the actions of an outlook by token."""
    return {prospect.action.token: prospect for prospect in outlook.prospects}


def label_happening(table: Table, happening: PossibleEvent, w: Words) -> str:
    """Name what somebody may do, in a list: who, and the first two things that are chosen."""
    scene = make_scene_of(table, happening.view.viewer or 0, w)
    first, *more = happening.action.path
    texts, view = table.game.texts, happening.view
    name = table.names[happening.event.seat or 0]
    kind = texts.label(first.field, _write(first.value), view, scene)
    if not more or happening.event.token == happening.action.token.partition(":")[0]:
        return w("{name}: {choice}", name=name, choice=kind)
    second = texts.label(more[0].field, _write(more[0].value), view, scene, (first,))
    return w("{name}: {kind} · {choice}", name=name, kind=kind, choice=second)


def _write(value: str | tuple[str, ...]) -> str:
    return value if isinstance(value, str) else "+".join(value)
