"""Makes the views and scenes that texts and pictures are made from.

A view contains what a viewer may see. A scene contains the players' names, the language and the reader.
"""

from __future__ import annotations

from dataclasses import replace

from bot.errors.tables import MatchNotStarted, TableFrozen, TableOver
from bot.model.seat_history import make_name_lookup
from bot.model.table import TABLE_FROZEN, TABLE_OVER, Table
from bot.ui.escaping import escape_name
from games.core.match import Match, get_view_before_deal, view_at
from games.core.shapes import EventLike, ViewLike
from games.core.texts import Scene
from games.core.words import Words


def require_match(table: Table) -> Match:
    """Return the match of a table.

    :raises MatchNotStarted: the match has not started yet.
    :raises TableOver: the table was closed without a match.
    :raises TableFrozen: the match can't be read.
    """
    if table.match is not None:
        return table.match
    if table.status == TABLE_FROZEN:
        raise TableFrozen
    raise TableOver if table.status == TABLE_OVER else MatchNotStarted


def redact_events(
    match: Match, ply: int, viewer: int | None, until: int | None = None
) -> tuple[EventLike, ...]:
    """Return the events of the steps after ``ply``, up to ``until``, as ``viewer`` may know them.

    If ``ply`` is negative, the setup is included.

    :param viewer: a seat; ``None`` for spectators.
    """
    steps = match.steps[max(ply, 0) : until]
    events: list[EventLike] = list(match.opening_events) if ply < 0 else []
    for step in steps:
        events.extend(step.events)
    return tuple(match.rules.redact(event, viewer) for event in events)


def make_scene(
    table: Table, match: Match, viewer: int | None, w: Words, since: int | None = None
) -> tuple[ViewLike, Scene]:
    """Return the view and the scene for a seat or, if ``viewer`` is ``None``, for spectators.

    :param since: the ply since which changes are outlined. By default the newest step is outlined.
    """
    return make_tableless_scene(match, table.names, viewer, w, since)


def make_tableless_scene(
    match: Match, names: tuple[str, ...], viewer: int | None, w: Words, since: int | None = None
) -> tuple[ViewLike, Scene]:
    """Return the view and the scene for ``viewer`` of a match without a table.

    :param names: the players' names by seat.
    :param since: the ply since which changes are outlined. By default the newest step is outlined.
    """
    before = None if since is None else match.rules.view(match.state_at(since), viewer)
    events = redact_events(match, match.ply - 1, viewer)
    scene = Scene(names, w, events, match.outcome, before, reader_seat=viewer)
    return view_at(match, match.ply, viewer), scene


def make_scene_at(table: Table, match: Match, ply: int, w: Words) -> tuple[ViewLike, Scene]:
    """Return the public view and scene after the first ``ply`` steps that have not been undone.

    The scene has the events of the last of these steps.
    """
    events = redact_events(match, ply - 1, None, ply) if ply else redact_events(match, -1, None, 0)
    outcome = match.outcome if ply == match.ply else None
    return view_at(match, ply, None), Scene(table.names, w, events, outcome)


def find_newest_deal_step(match: Match, since: int, until: int) -> int | None:
    """Return the newest step after ``since`` up to ``until`` that dealt new cards or dice, if any."""
    deals = (ply for ply in range(until, since, -1) if get_view_before_deal(match, ply) is not None)
    return next(deals, None)


def make_scene_before_deal(table: Table, match: Match, ply: int, w: Words) -> tuple[ViewLike, Scene]:
    """Return the public view and scene just before new cards or dice were dealt within the step ``ply``."""
    view_and_events = get_view_before_deal(match, ply)
    assert view_and_events is not None
    position, events = view_and_events
    return position, Scene(make_name_lookup(table, match)(ply), w, events)


def escape_scene(scene: Scene) -> Scene:
    """Return a scene for message text, with names escaped. Labels, pictures and alt texts need no escapes."""
    names = tuple(map(escape_name, scene.names))
    return scene if names == scene.names else replace(scene, names=names)


def narrate_steps(
    table: Table,
    match: Match,
    viewer: int | None,
    w: Words,
    since: int,
    until: int | None = None,
    *,
    private_only: bool = False,
) -> list[str]:
    """Narrate the steps after ``since`` up to ``until`` to ``viewer``, one sentence per event.

    Each step uses the names of the players seated at that time.

    :param private_only: include only events that spectators may not know in full.
    """
    names = make_name_lookup(table, match)
    last = match.ply if until is None else min(until, match.ply)
    lines, scenes = [], dict[tuple[str, ...], Scene]()
    for step in range(max(since, -1) + 1, last + 1):
        then = names(step)
        scene = scenes.get(then)
        if scene is None:
            # A former player's private events don't address the person who has the seat now.
            reader = viewer if viewer is not None and then[viewer] == table.names[viewer] else None
            scene = scenes[then] = escape_scene(Scene(then, w, (), match.outcome, reader_seat=reader))
        events = redact_events(match, step - 1, viewer, step)
        if private_only:
            public = redact_events(match, step - 1, None, step)
            events = tuple(own for own, other in zip(events, public, strict=True) if own != other)
        lines += [match.game.texts.narrate_event(event, scene) for event in events]
    return [line for line in lines if line]


def narrate_news(table: Table, match: Match, viewer: int | None, w: Words) -> list[str]:
    """Narrate the viewer's private events, starting at their last step in the current deal."""
    if viewer is None:
        return []
    ply, deal = match.ply, match.game.computer_settings.identify_deal or (lambda state: None)
    while ply and match.steps[ply - 1].seat != viewer and deal(match.state_at(ply - 1)) == deal(match.state):
        ply -= 1
    return narrate_steps(table, match, viewer, w, ply - 1, private_only=True)
