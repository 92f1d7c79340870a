"""Writes the texts of a review."""

from __future__ import annotations

from collections.abc import Iterable

from bot.features.review.makers import FormerPlayer, find_accuracy, list_former_players
from bot.features.review.summary import SeatNames, WinChanceParts, write_summary
from bot.model.seat_history import make_name_lookup
from bot.model.table import Table
from bot.model.turns import find_turn_number
from bot.ui.escaping import escape_name
from games.core.match import Match
from games.core.outcome import FORFEITED_ENDING, RESIGNED_ENDING
from games.core.shapes import ViewLike
from games.core.texts import Advice, Scene
from games.core.words import N_, Words
from games.review.guide_reasons import is_distinct_minor_reason, is_distinct_reason
from games.review.moves import MIN_BLUNDER_LOSS
from games.review.points import describe_point, is_near_amount, is_surely_possible
from games.review.review import Review, ReviewedMove
from games.review.rounds import list_comparable_shares
from games.review.ways import find_way, is_drawback_avoided, is_followed_by

MAX_NAMED_LOSSES = 2
MAX_NAMED_STEPS = 4
"""Maximum number of actions after the better move for naming all of them."""
MIN_LAST_SWING = 10
"""Minimum change of the winner's win chance in the last turn that the picture states, in percent."""


def write_review(table: Table, review: Review, w: Words) -> str:
    """Return the text of a review: how the match was won, and the move that decided it."""
    return "\n".join(
        (f"📈 **{w('Review')}** · {describe_win(table, review, w)}", _write_turning_point(table, review, w))
    )


def describe_win(table: Table, review: Review, w: Words) -> str:
    """Return one or two sentences on how the match was won."""
    names = [escape_name(name) for name in table.names]
    outcome = None if table.match is None else table.match.outcome
    early = outcome is not None and outcome.ending in (RESIGNED_ENDING, FORFEITED_ENDING)
    if early and outcome is not None and outcome.winners and review.seat_count == 2:
        winner = outcome.winners[0]
        percent = round(100 * review.curve[-1][winner])
        values = {"winner": names[winner], "loser": names[1 - winner], "percent": percent}
        if outcome.ending == RESIGNED_ENDING:
            return w("{loser} resigned; {winner} won at a win chance of {percent}%.", **values)
        return w("{loser} ran out of time; {winner} won at a win chance of {percent}%.", **values)
    accounts = [WinChanceParts.from_account(review.explain_result(seat)) for seat in range(review.seat_count)]
    return write_summary(_name_players(table, review), accounts, review, w)


def _name_players(table: Table, review: Review) -> list[SeatNames]:
    """Return the names of the players of each seat."""
    find_names = None if table.match is None else make_name_lookup(table, table.match)

    def list_names(seat: int, moves: Iterable[ReviewedMove]) -> tuple[str, ...]:
        """Return the names of everyone who made one of a seat's moves."""
        if find_names is None:
            return ()
        return tuple(dict.fromkeys(escape_name(find_names(move.ply + 1)[seat]) for move in moves))

    names = []
    for seat, name in enumerate(table.names):
        current = escape_name(name)
        own = [move for move in review.moves if move.seat == seat]
        deciding_names = list_names(seat, own)
        costly = list_names(seat, (move for move in own if move.cost))
        names.append(SeatNames(current, deciding_names or (current,), costly or (current,)))
    return names


def _write_turning_point(table: Table, review: Review, w: Words) -> str:
    """Return the sentence about the move that decided the match.

    That move is the worst blunder after which a losing seat never regained its earlier win chance. If there
    is none, the sentence says that no single move decided the match, and names the costliest. A loss that
    the curve doesn't show is called a missed move.
    """
    match, points = table.match, review.find_turning_points()
    if match is None or not points:
        return w("No single move decided it.")
    best = max(review.result)
    losing = [
        move
        for move in points
        if review.result[move.seat] < best and move.loss >= MIN_BLUNDER_LOSS and not review.is_regained(move)
    ]
    worst = max(losing or points, key=lambda move: move.loss)
    name = escape_name(make_name_lookup(table, match)(worst.ply + 1)[worst.seat])
    values = {
        "turn": find_turn_number(match, worst.ply),
        "name": name,
        "percent": round(100 * worst.loss),
    }
    if losing:
        gave_away = N_("Decided in turn {turn}: {name}'s move gave away {percent}% win chance.")
        missed = N_("Decided in turn {turn}: {name} missed a move with {percent}% more win chance.")
        return w(choose_loss_text(review, worst, gave_away, missed), **values)
    gave_away = N_(
        "No single move decided it. The costliest was {name}'s in turn {turn}: "
        "it gave away {percent}% win chance."
    )
    missed = N_(
        "No single move decided it. In turn {turn}, {name} missed a move with {percent}% more win chance."
    )
    return w(choose_loss_text(review, worst, gave_away, missed), **values)


def choose_loss_text(review: Review, move: ReviewedMove, gave_away: str, missed: str) -> str:
    """Return ``gave_away`` if the curve shows a move's loss, otherwise ``missed``.

    Nobody who looks at the curve would believe that the move gave away something that it doesn't show.

    :param gave_away: the text that says that the move gave away win chance.
    :param missed: the text that says that the player missed a better move.
    """
    return gave_away if review.is_loss_on_curve(move) else missed


def write_win_chance_summaries(table: Table, review: Review, w: Words) -> str:
    """Return the lines on how play and luck changed each seat's win chance, and on its former players."""
    accounts = [WinChanceParts.from_account(review.explain_result(seat)) for seat in range(review.seat_count)]
    lines = []
    for seat, (name, points) in enumerate(zip(table.names, accounts, strict=True)):
        lines.append(_write_win_chance_summary(escape_name(name), points, w))
        if table.match is not None:
            lines += [
                _write_former_player_line(one, w)
                for one in list_former_players(table, table.match, review, seat)
            ]
    return "\n".join(lines)


def _write_win_chance_summary(name: str, points: WinChanceParts, w: Words) -> str:
    """Return a seat's win chance at the start and the end, and in between the changes that add up to it."""
    parts = [
        w("{n}% by the moves", n=_format_summand(points.play_change)),
        w("{n}% by luck", n=_format_summand(points.luck_change)),
    ]
    if points.is_luck_first:
        parts.reverse()
    if points.early_end_change:
        parts.append(w("{n}% by the early end", n=_format_summand(points.early_end_change)))
    return w(
        "-# {name}'s win chance: {start}% at the start {parts} = {result}%.",
        name=name,
        start=points.start_chance,
        result=points.final_chance,
        parts=" ".join(parts),
    )


def _write_former_player_line(former_player: FormerPlayer, w: Words) -> str:
    return w(
        "-# **{name}** played this seat until turn {turn}: {accuracy}% accurate",
        name=escape_name(former_player.name),
        turn=former_player.last_turn,
        accuracy=round(former_player.accuracy),
    )


def _format_summand(points: int) -> str:
    return f"{'−' if points < 0 else '+'} {abs(points)}"


def write_alt_text(table: Table, match: Match, review: Review, w: Words) -> str:
    """Return the picture's alt text: each seat's win chances and accuracy, the turning points and the end."""
    parts = [
        w("Win chances in {game}, from start to end, a quarter of the match apart.", game=table.game.title)
    ]
    for seat, name in enumerate(table.names):
        shares = list_comparable_shares(match, review, seat)
        stops = dict.fromkeys(round((len(shares) - 1) * part / 4) for part in range(5))
        ran = ", ".join(w("{percent}%", percent=round(100 * shares[at])) for at in stops)
        accuracy = find_accuracy(table, match, review, seat)
        if accuracy is None:
            parts.append(w("{name}: {ran}.", name=name, ran=ran))
        else:
            parts.append(w("{name}: {ran}; {n}% accurate.", name=name, ran=ran, n=round(accuracy)))
    names = make_name_lookup(table, match)
    for number, move in enumerate(review.find_turning_points(), 1):
        values = {
            "number": number,
            "turn": find_turn_number(match, move.ply),
            "name": names(move.ply + 1)[move.seat],
            "n": round(100 * move.loss),
        }
        gives_away = N_("Turning point {number}, turn {turn}: {name} gives away {n}% win chance.")
        misses = N_("Turning point {number}, turn {turn}: {name} misses a move with {n}% more win chance.")
        parts.append(w(choose_loss_text(review, move, gives_away, misses), **values))
    parts.append(write_ending(table, match, review, w))
    return " ".join(parts)


def write_ending(table: Table, match: Match, review: Review, w: Words) -> str:
    """Return the sentence that names the winner.

    If the last turn raised the winner's win chance by :data:`MIN_LAST_SWING` or more, the sentence also
    states the win chances before and after that turn.
    """
    winners = [seat for seat, share in enumerate(review.result) if share == max(review.result)]
    names = w.join_list([table.names[seat] for seat in winners])
    if len(winners) > 1:
        return w("{names} share the win.", names=names)
    shares = review.list_shares(winners[0])
    before, after = (round(100 * shares[at]) for at in (find_last_turn_start(match), -1))
    if after - before < MIN_LAST_SWING:
        return w("{name} won.", name=names)
    return w("{name} won. Last turn: {before}% → {after}%.", name=names, before=before, after=after)


def find_last_turn_start(match: Match) -> int:
    """Return the point of the curve at which the last turn began. Point 0 is before the deal."""
    started = (ply + 1 for ply in reversed(range(match.ply)) if match.count_ended_turns(ply))
    return next(started, min(1, match.ply))


def write_reason(match: Match, move: ReviewedMove, position: ViewLike, scene: Scene) -> str:
    """Return a sentence that explains why the best move beats the move played.

    In order of preference, the reason is something that the rules allow only after the best move, an effect
    that the review found, the guide's reason for one of the moves, or its minor reason for the best move.
    Without a reason, the sentence says that no single turn shows why.
    """
    texts, actions = match.game.texts, [match.rules.read(token) for token in (move.best, move.played)]
    effect = None if move.point is None else describe_point(match.game, move.point, move.seat, scene.names)
    contrast = ""
    if move.point is None or (
        move.point.seat == move.seat and not is_surely_possible(match.game, move.point)
    ):
        contrast = texts.contrast_actions(actions[0], actions[1], position, scene)
    if effect is not None and contrast and not is_near_amount(match.game, move.point):
        return f"{contrast} {scene.w.msg(effect)}"
    if contrast:
        return contrast
    if effect is not None:
        way = (
            _write_following_actions(match, move, scene) if is_surely_possible(match.game, move.point) else ""
        )
        return f"{scene.w.msg(effect)} {way}".rstrip()
    better_advice, played_advice = (texts.advise_on_action(action, position, scene) for action in actions)
    return _write_advised_reason(match, move, better_advice, played_advice, scene) or scene.w(
        "No single turn shows why, but over many deals it leaves better chances."
    )


def _write_advised_reason(
    match: Match, move: ReviewedMove, better_advice: Advice, played_advice: Advice, scene: Scene
) -> str:
    """Return the guide's reason for the best move or against the move played, or an empty string if neither
    tells them apart.
    """
    if is_distinct_reason(better_advice, [played_advice]):
        is_next = not better_advice.later_token or is_followed_by(match, move, better_advice.later_token)
        if is_next or better_advice.is_reason_without_later_step:
            return scene.w(
                "Why: {reason}",
                reason=better_advice.text if is_next else better_advice.text_without_later_step,
            )
    if (
        played_advice.is_drawback
        and not better_advice.is_drawback
        and is_drawback_avoided(match, move, played_advice, scene)
    ):
        return scene.w("The move played has a drawback: {reason}", reason=played_advice.text)
    if is_distinct_minor_reason(better_advice, played_advice):
        return scene.w("Why: {reason}", reason=better_advice.minor_reason)
    return ""


def _write_following_actions(match: Match, move: ReviewedMove, scene: Scene) -> str:
    """Return a sentence with the actions, or the last of many, that must follow the better move.

    It is empty if none must follow.
    """
    steps = find_way(match, move)
    if not steps:
        return ""
    descriptions = [
        match.game.texts.describe_action(step.action, step.view, scene).rstrip(".")
        for step in (steps if len(steps) <= MAX_NAMED_STEPS else steps[-2:])
    ]
    if len(descriptions) == len(steps):
        return scene.w("Next: {steps}.", steps="; ".join(descriptions))
    return scene.w("At the end of the turn: {steps}.", steps="; ".join(descriptions))


def write_other_moves(table: Table, match: Match, review: Review, w: Words) -> str:
    """Return lines about costly moves that aren't turning points, and about smaller losses."""
    shown, listed = review.find_turning_points(), review.list_key_moves()
    names, lines = make_name_lookup(table, match), list[str]()
    by_name: dict[str, dict[int, float]] = {}
    for move in sorted((move for move in listed if move not in shown), key=lambda move: move.ply):
        name, turn = escape_name(names(move.ply + 1)[move.seat]), find_turn_number(match, move.ply)
        costs = by_name.setdefault(name, {})
        # Add up the costly steps of a turn, so that each turn is listed once.
        costs[turn] = costs.get(turn, 0.0) + move.cost
    for name, costs in by_name.items():
        turns = [_write_loss(turn, cost, w) for turn, cost in costs.items()]
        # "Also" makes sense only if turning points are listed above.
        if shown:
            lines.append(w("Also costly for {name}: {turns}.", name=name, turns=w.join_list(turns)))
        else:
            lines.append(w("Most costly for {name}: {turns}.", name=name, turns=w.join_list(turns)))
    unlisted = [move for move in review.moves if move.cost and move not in shown and move not in listed]
    if unlisted:
        lines.append(_write_smaller_losses(table, match, unlisted, w))
    return "\n".join(lines)


def _write_loss(turn: int, cost: float, w: Words) -> str:
    return w("turn {turn} ({n}%)", turn=turn, n=round(100 * cost))


def _write_smaller_losses(table: Table, match: Match, moves: list[ReviewedMove], w: Words) -> str:
    """Return the line that sums up the smaller losses and names the turns of the largest."""
    largest = sorted(moves, key=lambda move: (-move.cost, move.ply))[:MAX_NAMED_LOSSES]
    in_order = sorted(largest, key=lambda move: move.ply)
    names = make_name_lookup(table, match)
    turns = [
        w(
            "{name} in turn {turn} ({n}%)",
            name=escape_name(names(move.ply + 1)[move.seat]),
            turn=find_turn_number(match, move.ply),
            n=round(100 * move.cost),
        )
        for move in in_order
    ]
    if len(moves) <= MAX_NAMED_LOSSES:
        return w("Smaller losses: {turns}.", turns=w.join_list(turns))
    first, last = _find_densest_turns(match, moves)
    return w(
        "The rest is {n} smaller losses, most of them in turns {first} to {last}. The largest: {turns}.",
        n=len(moves),
        first=first,
        last=last,
        turns=w.join_list(turns),
    )


def _find_densest_turns(match: Match, moves: list[ReviewedMove]) -> tuple[int, int]:
    """Return the first and last turn of the shortest range that contains more than half of the moves."""
    turns = sorted(find_turn_number(match, move.ply) for move in moves)
    size = len(turns) // 2
    return min(
        ((turns[at], turns[at + size]) for at in range(len(turns) - size)),
        key=lambda stretch: stretch[1] - stretch[0],
    )


def write_judgement(move: ReviewedMove, w: Words) -> str:
    """Return the judgement of a move in words."""
    return {
        "inaccuracy": w("an inaccuracy"),
        "mistake": w("a mistake"),
        "blunder": w("a blunder"),
    }[move.judgement]
