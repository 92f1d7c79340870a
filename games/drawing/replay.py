"""A match as a film: an animated GIF of the same drawings, as everybody may see them.

Each turn is lit for the seat that makes it, then its pieces move, then its result stays as long as it takes
to read the sentence below the board. Of a long match the film shows the highlights. It plays once and ends
with the final board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from PIL import Image

from games.core.match import Match, view_at, view_before_deal
from games.core.shapes import EventLike, ViewLike
from games.core.texts import Scene
from games.core.words import Words
from games.drawing import captions, gif, highlights, palette, tween
from games.drawing.captions import Told
from games.drawing.fitting import Fitted
from games.drawing.highlights import Turn
from games.drawing.reduction import REDUCTION, Reducer, reduced

LIMIT: Final = 2**20
"""Bytes that no film exceeds: one that would is made again with fewer turns."""
FEWER: Final = 0.8
"""Share of the turns that are kept in that case."""
LONGEST: Final = 6000
"""How long a film takes at most, in hundredths of a second."""
SHORTEST: Final = 180
"""How long a caption stays at least."""
WORD: Final = 100 / 3
"""How long one word of it takes to read."""
FULL: Final = 3
"""How many turns are told in full, however many there are."""
LEAD: Final = 50
"""How long the board before a turn is shown."""
END: Final = 400
"""How long the final board stays at least."""
WIDTH: Final = 1400 // REDUCTION

NamesAt = Callable[[int], Sequence[str]]
"""Who sat where when a step was made: the names by seat."""


class Shot(NamedTuple):
    """One frame of a film that shows a board, with the sentence below it.

    ``leads``: the board before ``turn`` was made, else the one after it; without a turn it is the deal or,
    if it ``ends`` the film, the final board. ``skipped`` turns before it are left out.
    """

    ticks: int
    caption: Fitted
    number: int
    turn: Turn | None = None
    leads: bool = False
    ends: bool = False
    skipped: int = 0


class Film:
    """What a film is made of.

    :param names: plain names by seat.
    :param w: the language of the texts in the pictures.
    :param names_at: the names in captions if seats have changed hands.
    """

    def __init__(self, match: Match, names: Sequence[str], w: Words, names_at: NamesAt | None = None) -> None:
        self.match = match
        self.names = tuple(names)
        self.w = w
        self.names_at = names_at or (lambda _: names)
        self.turns = highlights.turns(match)
        self.last = self.turns[-1].number if self.turns else 0
        self._told: dict[Turn, list[Fitted]] = {}

    def shots(self, chosen: Sequence[int], full: int | None = None) -> tuple[Shot, ...]:
        """Return the frames of a film of the chosen turns, by their indices.

        :param full: how many of them are told in full, the first ones chosen; by default all.
        """
        briefly = () if full is None else chosen[full:]
        opening = self._fitted(self._tell_opening(), 0)
        found = [Shot(_reading(opening), opening, 0)]
        before = -1
        for index in sorted(chosen):
            turn = self.turns[index]
            told = self.tell(turn)[: 1 if index in briefly else None]
            shot = Shot(LEAD, told[0], turn.number, turn, leads=True, skipped=index - before - 1)
            found.append(shot)
            found += [shot._replace(ticks=_reading(line), caption=line, leads=False) for line in told]
            before = index
        if self.match.outcome is not None:
            view = view_at(self.match, self.match.ply, None)
            ending = self._fitted(lambda names: self._status(view, names), self.match.ply)
            found.append(Shot(max(END, _reading(ending)), ending, self.last, ends=True))
        return tuple(found)

    def tell(self, turn: Turn) -> list[Fitted]:
        """Return the captions of a turn: what the seat did, and perhaps what came of it."""
        if turn not in self._told:
            ended = turn.ply == self.match.ply and self.match.outcome is not None
            count = 1 if ended else len(self._lines(turn, self.names))
            told = [self._fitted(self._line(turn, number), turn.ply) for number in range(count)]
            self._told[turn] = told
        return self._told[turn]

    def _fitted(self, told: Told, ply: int) -> Fitted:
        return captions.fitted(told, self.names_at(ply), WIDTH)

    def _status(self, view: ViewLike, names: tuple[str, ...]) -> str:
        return self.match.game.texts.status(view, Scene(names, self.w, (), self.match.outcome))

    def _tell_opening(self) -> Told:
        events = tuple(self.match.rules.redact(event, None) for event in self.match.opening_events)

        def told(names: tuple[str, ...]) -> str:
            scene = Scene(names, self.w)
            said = (self.match.game.texts.tell(event, scene) for event in events)
            lines = [line for line in said if line]
            return lines[0] if lines else self._status(view_at(self.match, 0, None), names)

        return told

    def _line(self, turn: Turn, number: int) -> Told:
        return lambda names: self._lines(turn, names)[number]

    def _lines(self, turn: Turn, names: tuple[str, ...]) -> list[str]:
        """Return what the seat did, in a line, and what stands out of what came of it."""
        scene, said = Scene(names, self.w), self.match.game.texts
        name, events = names[turn.seat], self.heard(turn)
        lines = said.recap(events, scene)
        sentences = [line for line in (said.tell(event, scene) for event in events) if line]
        about = [line for line in (*lines, *sentences) if _is_about(line, name)]
        first = next(iter((*about, *sentences, *lines)), "") or said.status(self.after(turn)[0], scene)
        more = [line for line in lines if line.startswith("**") and line != first]
        return [first, *more[:1]]

    def heard(self, turn: Turn) -> tuple[EventLike, ...]:
        """Return the public events of a turn."""
        return highlights.heard(self.match, turn.since, turn.ply)

    def after(self, turn: Turn) -> tuple[ViewLike, tuple[EventLike, ...], bool]:
        """Return the position after a turn, what led to it, and whether its last step dealt on after it."""
        sight = view_before_deal(self.match, turn.ply)
        if sight is not None:
            return (*sight, True)
        return self.match.rules.view(self.match.state_at(turn.ply), None), self.heard(turn), False

    def draw(self, shot: Shot) -> Image.Image:
        """Draw the board of a shot at full size."""
        view, scene = self.scene(shot)
        board: Image.Image = self.match.game.draw(view, scene)
        return board

    def scene(self, shot: Shot) -> tuple[ViewLike, Scene]:
        """Return what the board of a shot is drawn from."""
        match, view, turn = self.match, self.match.rules.view, shot.turn
        if shot.ends or (turn is not None and not shot.leads and self.is_final(turn)):
            events = highlights.heard(match, match.ply - 1, match.ply) if match.ply else ()
            return view_at(match, match.ply, None), Scene(self.names, self.w, events, match.outcome)
        if turn is None:
            return view(match.opening, None), Scene(self.names, self.w, steady=True)
        before = view(match.state_at(turn.since), None)
        if shot.leads:
            return before, Scene(self.names, self.w, steady=True, mover=turn.seat)
        after, events, dealt = self.after(turn)
        base = None if dealt else before
        return after, Scene(self.names, self.w, events, None, base, steady=True, mover=turn.seat)

    def is_final(self, turn: Turn) -> bool:
        """Return whether the rules ended the match with a turn."""
        match = self.match
        return turn.ply == match.ply and match.decided is None and match.outcome is not None

    def frame(self, shot: Shot, board: Image.Image) -> Image.Image:
        """Return the frame of a shot: a reduced board with the strip below it."""
        w = self.w
        counter = w("Turn {n} of {all}", n=shot.number, all=self.last) if shot.number else w("The start")
        skipped = shot.skipped
        note = w.plural("… {n} turn later", "… {n} turns later", skipped) if skipped else ""
        share = shot.number / max(self.last, 1)
        strip = captions.strip(board.width, counter, note, share, shot.caption)
        whole = Image.new("P", (board.width, board.height + strip.height))
        whole.putpalette(palette.flat())
        whole.paste(board, (0, 0))
        whole.paste(strip, (0, board.height))
        return whole

    def between(self, shot: Shot, before: Image.Image, after: Image.Image) -> Iterator[Image.Image]:
        """Draw the frames in which the pieces of a turn move, from one frame to the next."""
        if shot.turn is None:
            return
        match = self.match
        view = match.rules.view(match.state_at(shot.turn.since), None)
        position, events, _ = self.after(shot.turn)
        moves = match.game.moves(view, position, events)
        yield from tween.tween(before, after, moves, match.game.key)


def _reading(caption: Fitted) -> int:
    """Return how long a caption stays, in hundredths of a second."""
    return max(SHORTEST, round(WORD * captions.count_words(" ".join(caption.lines))))


def _is_about(line: str, name: str) -> bool:
    rest = captions.plain(line).removeprefix(name)
    return rest != captions.plain(line) and not rest[:1].isalnum()


def choose(film: Film, swings: Mapping[int, float] | None = None) -> tuple[Shot, ...]:
    """Plan a film of the highlights that is not too long."""
    return _shorten(film, highlights.ranked(film.match, swings))


def _shorten(film: Film, chosen: Sequence[int]) -> tuple[Shot, ...]:
    """Plan a film of turns, the most important first; the others are shortened or left out."""
    full, kept = len(chosen), len(chosen)
    while duration(planned := film.shots(chosen[:kept], full)) > LONGEST and kept > 1:
        if full > FULL:
            full -= 1
        else:
            kept -= 1
    return planned


def duration(planned: Sequence[Shot]) -> int:
    """Return how long shots take at most with all movements, in hundredths of a second."""
    moving = sum(shot.leads for shot in planned) * tween.LONGEST
    return sum(shot.ticks for shot in planned) + moving


def shots(match: Match, names: Sequence[str], w: Words, names_at: NamesAt | None = None) -> tuple[Shot, ...]:
    """Return the frames of a film that show a whole board."""
    made = Film(match, names, w, names_at)
    return choose(made)


def draw_shot(film: Film, shot: Shot, reduce: Callable[[Image.Image], Image.Image] = reduced) -> Image.Image:
    """Draw the frame of a shot."""
    return film.frame(shot, reduce(film.draw(shot)))


def film(
    match: Match,
    names: Sequence[str],
    w: Words,
    names_at: NamesAt | None = None,
    *,
    swings: Mapping[int, float] | None = None,
    whole: bool = False,
) -> Iterator[bytes]:
    """Make the GIF file of a match up to now. Yield after each frame: nothing yet, at last the whole file.

    :param names: plain names by seat.
    :param w: the language of the texts in the pictures.
    :param names_at: the names in captions if seats have changed hands.
    :param swings: by the ply of a step, how much it changed the chances to win, to choose the highlights by.
    :param whole: show every turn, however long and large the film becomes.
    """
    made = Film(match, names, w, names_at)
    chosen = tuple(range(len(made.turns))) if whole else highlights.ranked(match, swings)
    while True:
        planned = made.shots(chosen) if whole else _shorten(made, chosen)
        parts = list[bytes]()
        for part in encode(made, planned):
            if parts:
                yield b""
            parts.append(part)
        data = b"".join((*parts, gif.TRAILER))
        if whole or len(data) <= LIMIT or len(chosen) <= 1:
            yield data
            return
        yield b""
        kept = {shot.turn for shot in planned}
        chosen = tuple(index for index in chosen if made.turns[index] in kept)
        chosen = chosen[: max(1, int(FEWER * len(chosen)))]


def encode(film: Film, planned: Sequence[Shot]) -> Iterator[bytes]:
    """Give the frames of a file one by one, without its end."""
    writer, reducer = gif.Writer(), Reducer()
    board = frame = reducer(film.draw(planned[0]))
    for number, shot in enumerate(planned):
        earlier = planned[number - 1] if number else None
        if earlier is not None and not _same_board(film, earlier, shot):
            board = reducer(film.draw(shot))
        before, frame = frame, film.frame(shot, board)
        if earlier is not None and earlier.leads:
            for moved in film.between(shot, before, frame):
                yield writer.add(moved, tween.TICKS)
        yield writer.add(frame, shot.ticks)


def _same_board(film: Film, one: Shot, other: Shot) -> bool:
    """Return whether two shots that follow each other differ by their captions alone."""
    if one.leads or other.leads:
        return False
    if other.ends:
        return one.turn is not None and film.is_final(one.turn)
    return one.turn == other.turn and one.turn is not None
