"""The texts of Shells: whole sentences with named placeholders, marked for translation with ``w``."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.shapes import Pick
from games.core.texts import Advice, MemorableMoment, RulesPage
from games.core.words import Words, cite_clauses
from tests.games.example.rules import Scene, ShellEvent, Take, View


def label_value(field: str, value: str, view: View, scene: Scene, picks: Sequence[Pick] = ()) -> str:
    """Return the label of a value for a button."""
    w = scene.w
    return w("Take pebbles") if field == "kind" else w.plural("{n} pebble", "{n} pebbles", int(value))


def explain_value(field: str, value: str, view: View, scene: Scene) -> str:
    """Return the text below a value in a list, or an empty string if the value needs no explanation."""
    return ""


def find_icon(field: str, value: str, view: View) -> str | None:
    """Return the emoji of a value."""
    return "🪨"


def format_question(field: str, picks: Sequence[Pick], view: View, scene: Scene) -> str:
    """Return the question for a field."""
    return scene.w("How many pebbles do you take?")


def describe_action(action: Take, view: View, scene: Scene) -> str:
    """Describe an action before it is taken."""
    return scene.w.plural("Take {n} pebble", "Take {n} pebbles", action.number)


def label_action(action: Take, view: View, scene: Scene) -> str:
    """Return the label of the button that performs an action."""
    return scene.w("Take them")


def advise_on_action(action: Take, view: View, scene: Scene) -> Advice:
    """Explain an action, with the clause behind it."""
    w, left = scene.w, view.pebbles - action.number
    if not left:
        return Advice(w("This ends the match."), "EX-3.1")
    return Advice(w.plural("This leaves {n} pebble.", "This leaves {n} pebbles.", left), "EX-2.1")


def contrast_actions(better: Take, played: Take, view: View, scene: Scene) -> str:
    """Say what ``better`` allows that ``played`` doesn't."""
    if better.number == view.pebbles != played.number:
        return scene.w("It ends the match before anybody else takes a pebble.")
    return ""


def narrate_event(event: ShellEvent, scene: Scene) -> str:
    """Narrate a redacted event."""
    w, name = scene.w, scene.names[event.seat]
    if event.pebbles:
        return w.plural("{name} takes {n} pebble.", "{name} takes {n} pebbles.", event.pebbles, name=name)
    if event.pearls is None:
        return w("{name} looks into a shell.", name=name)
    return w("{name}'s pearls: {pearls}.", name=name, pearls=event.pearls)


def summarize_events(events: Sequence[ShellEvent], scene: Scene) -> list[str]:
    """Summarize events in at most three lines."""
    return [line for line in (narrate_event(event, scene) for event in events) if line][-3:]


def describe_task(seat: int, view: View, scene: Scene) -> str:
    """Return the task of a seat, as the rest of a sentence after "Your turn –"."""
    return scene.w("take one, two or three pebbles.")


def describe_result(seat: int, view: View, scene: Scene) -> str:
    """Return a seat's result at the end."""
    return scene.w.plural("{n} pebble", "{n} pebbles", view.taken[seat])


def find_moments(history: Sequence[Sequence[ShellEvent]], scene: Scene) -> list[MemorableMoment]:
    """Return the memorable moment of a match: the taking of the last pebble."""
    taken = [(ply, event) for ply, events in enumerate(history) for event in events if event.pebbles]
    return [
        MemorableMoment(ply, scene.w("{name} took the last pebble.", name=scene.names[event.seat]))
        for ply, event in taken[-1:]
    ]


def describe_status(view: View, scene: Scene) -> str:
    """Return whose turn it is, or how the match ended."""
    w = scene.w
    if scene.outcome:
        winners = w.join_list([scene.names[seat] for seat in scene.outcome.winners])
        return w("Most pebbles and pearls: {names}.", names=winners)
    if scene.reader_seat is not None and scene.reader_seat == view.active_seat:
        return w("It's your turn.")
    return w("It's {name}'s turn.", name=scene.names[view.active_seat or 0])


def describe_picture(view: View, scene: Scene) -> str:
    """Describe the picture."""
    return scene.w.plural("{n} pebble on the beach.", "{n} pebbles on the beach.", view.pebbles)


def describe_position(view: View, scene: Scene) -> str:
    """Describe the whole position, as far as the viewer sees it."""
    w, lines = scene.w, [describe_picture(view, scene)]
    for name, pebbles, pearls in zip(scene.names, view.taken, view.pearls, strict=True):
        shown = w("closed") if pearls is None else str(pearls)
        lines.append(w("{name}: pebbles {own}, pearls {pearls}", name=name, own=pebbles, pearls=shown))
    return "\n".join(lines)


def list_rules_pages(w: Words) -> tuple[RulesPage, ...]:
    """Explain the rules. Every clause that refusals and advice cite must be on a page."""
    deal = w("Each seat looks into its own shell, with up to two pearls.") + cite_clauses(w, "EX", "1.1")
    turn = w("Take one, two or three pebbles.") + cite_clauses(w, "EX", "2.1")
    end = w("With the last pebble, all shells are opened. Most pebbles and pearls win.") + cite_clauses(
        w, "EX", "3.1"
    )
    return (
        RulesPage.from_paragraphs(w("Shells"), deal).with_picture("opening"),
        RulesPage.from_paragraphs(w("Your turn"), turn).with_picture("ShellEvent"),
        RulesPage.from_paragraphs(w("The end"), end),
    )
