"""Summarizes recent events in at most three lines: plays, draws, and how a round ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from games.coral_reef.events import (
    CardDrawn,
    CoralsPlayed,
    DeckReformed,
    Event,
    NineSeeded,
    RoundBegan,
    RoundEnded,
    Scene,
    TurnPassed,
    signals_end,
)
from games.coral_reef.parts import CARDS_VARIANT, format_letters
from games.coral_reef.texts.narration import explain_last_round, name_actor, narrate_event
from games.coral_reef.texts.nouns import (
    NO_BREAK_SPACE,
    find_variant,
    format_corals,
    format_terms,
    list_terms,
    name_rank,
)
from games.coral_reef.view import ALL_PASSED_ENDING, View
from games.core.values import value_class
from games.core.words import Words

MAX_LINES: Final = 3
MAX_LINE_LENGTH: Final = 200
"""Maximum number of characters in a line of several sentences."""
MAX_NAMED_CORALS: Final = 2
"""Maximum number of corals to name in a short sentence about a play. More corals are only counted."""

MAX_SUM_TERMS: Final = 5
"""Maximum number of values in a sum. With more corals, a replay only counts them."""


@value_class
class RecapSentence:
    """A sentence about a play or its consequences."""

    text: str
    stuck_names: tuple[str, ...] = ()
    """Names of the players who couldn't act, according to the sentence."""
    starts_line: bool = True
    """Whether the sentence starts a line. Otherwise it continues the previous line if it fits."""


def summarize_events(events: Sequence[Event], scene: Scene) -> list[str]:
    """Summarize several steps in up to :data:`MAX_LINES` lines. Some sentences may share a line."""
    end = max((n for n, event in enumerate(events) if isinstance(event, RoundEnded)), default=None)
    if end is None:
        return _fit_lines(list(_list_sentences(events, scene)), MAX_LINES, scene.w)
    ended = events[end]
    assert isinstance(ended, RoundEnded)
    lines = list(_narrate_round_end(ended, scene))
    after = list(
        _list_sentences([event for event in events[end:] if not isinstance(event, RoundBegan)], scene)
    )
    if after:
        return [*lines, *_fit_lines(after, MAX_LINES - len(lines), scene.w)]
    if ended.ending != ALL_PASSED_ENDING:
        return [*_join_last_turns(events[:end], scene), *lines]
    # Leave out the passes at the end of a round, because the reason for the end says that everyone passed.
    while end and isinstance(events[end - 1], TurnPassed):
        end -= 1
    return [*_join_last_turns(events[:end], scene), *lines]


def _join_last_turns(events: Sequence[Event], scene: Scene) -> list[str]:
    """Return one line about a round's last turns and draws. The oldest are left out if the line gets long."""
    sentences = list(_list_sentences(events, scene, tells_draws=True))
    return _join_newest_sentences(sentences, len(sentences), scene.w)


def _fit_lines(sentences: list[RecapSentence], max_count: int, w: Words) -> list[str]:
    """Return at most ``max_count`` lines: one for each sentence or, if there are too many, one for each play.

    If players couldn't act after several plays, the first line names all these players.
    """
    if len(sentences) <= max_count:
        return [sentence.text for sentence in sentences]
    if max_count == 1:
        return _join_newest_sentences(sentences, MAX_LINES, w)
    plays = _join_consequences(sentences)
    stuck_plays = [play for play in plays if play.stuck_names]
    if not stuck_plays:
        return [play.text for play in plays[-max_count:]]
    if len(plays) < max_count and len(stuck_plays) == 1:
        return [play.text for play in plays]
    # Always name players who couldn't act, so that they learn that they missed a turn.
    newest = _join_consequences([sentence for sentence in sentences if not sentence.stuck_names])[
        -max_count + 1 :
    ]
    return [_write_stuck_sentence(sentences, w), *[play.text for play in newest]]


def _join_newest_sentences(sentences: list[RecapSentence], max_count: int, w: Words) -> list[str]:
    """Return a line with up to ``max_count`` of the newest sentences.

    If older sentences are left out, the line starts with the players who couldn't act in those.
    """
    if not sentences:
        return []
    stuck_sentence = _write_stuck_sentence(sentences[:-max_count], w)
    newest = [sentence.text for sentence in sentences[-max_count:]]
    line = " ".join([stuck_sentence, *newest] if stuck_sentence else newest)
    return (
        [line]
        if len(line) <= MAX_LINE_LENGTH or max_count == 1
        else _join_newest_sentences(sentences, max_count - 1, w)
    )


def _join_consequences(sentences: list[RecapSentence]) -> list[RecapSentence]:
    """Join each play's sentence with those about its consequences, as many as fit in a line."""
    plays: list[RecapSentence] = []
    for sentence in sentences:
        joined_text = f"{plays[-1].text} {sentence.text}" if plays else ""
        if joined_text and not sentence.starts_line and len(joined_text) <= MAX_LINE_LENGTH:
            sentence = RecapSentence(joined_text, (*plays.pop().stuck_names, *sentence.stuck_names))
        plays.append(sentence)
    return plays


def _write_stuck_sentence(sentences: list[RecapSentence], w: Words) -> str:
    """Return a sentence naming the players who couldn't act, or an empty string if all could."""
    names = list(dict.fromkeys(name for sentence in sentences for name in sentence.stuck_names))
    if not names:
        return ""
    return w.plural(
        "{names} missed a turn.",
        "{names} missed a turn.",
        len(names),
        names=w.join_list(names),
    )


def _list_sentences(
    events: Sequence[Event], scene: Scene, *, tells_draws: bool = False
) -> Iterator[RecapSentence]:
    """Yield a sentence for each play, seed and series of draws. Several sentences are kept short.

    :param tells_draws: whether even a short sentence about a player who couldn't act says that they drew.
    """
    shown_events = [
        event
        for event in events
        if isinstance(event, CoralsPlayed | NineSeeded | CardDrawn | TurnPassed)
        and not _is_playable_draw(event)
    ]
    brief = len(shown_events) > 1
    outdated = [event for index, event in enumerate(events) if _draws_later(event, events[index:])]
    if brief:
        events = [
            event for event in events if not (isinstance(event, RoundBegan) or _is_playable_draw(event))
        ]
    for kind, group in groupby(events, type):
        same = list(group)
        if kind is CardDrawn:
            draws = [event for event in same if isinstance(event, CardDrawn)]
            yield from _narrate_draws(draws, scene, is_brief=brief and not tells_draws)
            continue
        for event in same:
            if isinstance(event, CoralsPlayed | NineSeeded):
                is_count_true = event not in outdated
                yield RecapSentence(_narrate_play(event, scene, is_brief=brief, tells_left=is_count_true))
            elif isinstance(event, TurnPassed):
                name = scene.names[event.seat]
                yield RecapSentence(
                    _narrate_stuck_players([name], scene.w) if brief else narrate_event(event, scene),
                    (name,),
                    starts_line=False,
                )
            elif isinstance(event, DeckReformed | RoundBegan) and not scene.is_steady:
                yield RecapSentence(narrate_event(event, scene), starts_line=isinstance(event, RoundBegan))


def _draws_later(event: Event, later: Sequence[Event]) -> bool:
    """Return whether the seat that played drew a card later, and so has more cards than the play left."""
    return isinstance(event, CoralsPlayed | NineSeeded) and any(
        isinstance(other, CardDrawn) and other.seat == event.seat for other in later
    )


def _is_playable_draw(event: Event) -> bool:
    """Return whether a seat drew a card that it can play.

    A recap of several turns leaves such events out, because the next play or the status says that a card
    was drawn.
    """
    return isinstance(event, CardDrawn) and event.is_playable


def _narrate_stuck_players(names: list[str], w: Words) -> str:
    return w.plural("{names} can't play.", "{names} can't play.", len(names), names=w.join_list(names))


def _narrate_play(
    event: CoralsPlayed | NineSeeded, scene: Scene, *, is_brief: bool, tells_left: bool = True
) -> str:
    w, name, stack = scene.w, name_actor(event, scene), event.stack + 1
    if isinstance(event, NineSeeded):
        text = w("{name} lays a nine as stack {stack}.", name=name, stack=stack)
    elif scene.is_steady and not event.cards_left:
        # Playing all cards matters more than why they can be played.
        text = w.plural(
            "{name} plays the last card!", "{name} plays the last {n} cards!", len(event.cards), name=name
        )
    elif scene.is_steady and len(event.cards) > 1:
        # A replay shows the cards and the stack, so say why they can be played.
        text = _narrate_sum(event, name, w)
    elif is_brief:
        text = w(
            "{name}: {corals} on stack {stack}.", name=name, corals=_summarize_corals(event, w), stack=stack
        )
    elif len(event.cards) == 1 or not event.cards_left:
        text = w(
            "{name} plays {corals} on stack {stack}.", name=name, corals=_name_corals(event, w), stack=stack
        )
    else:
        text = w(
            "{name} plays {corals} on stack {stack}, {top} on top.",
            name=name,
            corals=_name_corals(event, w),
            stack=stack,
            top=name_rank(event.cards[-1]),
        )
    if tells_left and signals_end(event) and not scene.is_steady:
        n = event.cards_left
        left = w("{n} left!", n=n) if is_brief else _count_cards_left(n, w)
        return f"{text} **{left}**"
    return text


def tell_prospect(view: View, events: Sequence[Event], w: Words) -> str:
    """Return a sentence for a replay if a seat has few cards left after its play."""
    del view  # The events say how many cards are left.
    played = [event for event in events if isinstance(event, CoralsPlayed | NineSeeded)]
    return _count_cards_left(played[-1].cards_left, w) if played and signals_end(played[-1]) else ""


def _count_cards_left(n: int, w: Words) -> str:
    return w.plural("{n} card left!", "{n} cards left!", n)


def _narrate_sum(event: CoralsPlayed, name: str, w: Words) -> str:
    """Return a sentence with the values of several corals, which add up to the target of their stack. A sum
    that is too long to read is left out.

    The values are in the order in which the picture shows the corals, but a positive one comes first. A ten
    of playing cards adds nothing, although the picture shows it as 10, so an extra sentence explains that.
    """
    values = list_terms(event.cards)
    if len(values) > MAX_SUM_TERMS:
        return w.plural(
            "{name} makes exactly {target} with {n} card.",
            "{name} makes exactly {target} with {n} cards.",
            len(values),
            name=name,
            target=sum(values),
        )
    # A line break inside the sum would make it hard to add up.
    formatted_sum = format_terms(values).replace(" ", NO_BREAK_SPACE)
    text = w("{name} makes exactly {target}: {sum}.", name=name, target=sum(values), sum=formatted_sum)
    shows_ten = 0 in values and find_variant(event.cards[0]) == CARDS_VARIANT
    return f"{text} {w('Tens add 0.')}" if shows_ten else text


def _name_corals(event: CoralsPlayed, w: Words) -> str:
    return format_corals(format_letters(event.cards), find_variant(event.cards[0]), w)


def _summarize_corals(event: CoralsPlayed, w: Words) -> str:
    n = len(event.cards)
    return _name_corals(event, w) if n <= MAX_NAMED_CORALS else w.plural("{n} card", "{n} cards", n)


def _narrate_draws(events: Sequence[CardDrawn], scene: Scene, *, is_brief: bool) -> Iterator[RecapSentence]:
    """Yield sentences about the players who drew and still can't act, and the player who can."""
    w = scene.w
    stuck_names = list(dict.fromkeys(scene.names[event.seat] for event in events if not event.is_playable))
    if stuck_names and is_brief:
        yield RecapSentence(_narrate_stuck_players(stuck_names, w), tuple(stuck_names), starts_line=False)
    elif len(stuck_names) > 1:
        text = w("{names} can't play and draw.", names=w.join_list(stuck_names))
        yield RecapSentence(text, tuple(stuck_names), starts_line=False)
    elif stuck_names:
        n = sum(not event.is_playable for event in events)
        text = w.plural(
            "{name} can't play and draws a card.",
            "{name} can't play and draws {n} cards.",
            n,
            name=stuck_names[0],
        )
        yield RecapSentence(text, tuple(stuck_names), starts_line=False)
    for event in events:
        if event.is_playable:
            text = w("{name} draws a card and can play.", name=scene.names[event.seat])
            yield RecapSentence(text, starts_line=False)


def _narrate_round_end(event: RoundEnded, scene: Scene) -> Iterator[str]:
    """Yield a line that says who won a round and, unless the match is over, a line with the score.

    The second line says how many cards the others had left and how many rounds each seat has won.
    """
    w = scene.w
    if scene.outcome is not None and scene.outcome.scores == event.wins:
        yield f"**{explain_last_round(event, scene)}**"
        return
    yield f"**{narrate_event(event, scene)}**"
    if scene.outcome is not None:
        return
    left = [
        w.plural("{name} {n} card", "{name} {n} cards", n, name=name)
        for name, n in zip(scene.names, event.cards_left, strict=True)
        if n
    ]
    wins = [f"{name} {n}" for name, n in zip(scene.names, event.wins, strict=True)]
    yield w(
        "Round {number}: {left} left. Rounds won: {wins}.",
        number=event.number,
        left=", ".join(left),
        wins=", ".join(wins),
    )
