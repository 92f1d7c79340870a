"""Writes the texts of a tournament: its panel, rounds and standings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from bot.features.tournaments.picture import MAX_ROWS, PictureRow, Standings
from bot.features.tournaments.service import Tournament
from bot.model.table import Clock
from bot.platform.limits import MAX_ALT_TEXT_LENGTH, MAX_MESSAGE_LENGTH, clip
from bot.ui.durations import write_timestamp
from bot.ui.escaping import escape_name
from bot.ui.table.clocks import write_clock
from games.core.protocol import Game
from games.core.words import Words
from games.tournament.events import ENDED_EVENT
from games.tournament.pairing import count_expected_rounds
from games.tournament.scoring import (
    BEATEN_TIE_BREAK,
    OPPONENTS_TIE_BREAK,
    ROUNDS_TIE_BREAK,
    WIN_POINTS,
    WINS_TIE_BREAK,
    find_winners,
    list_tie_breaks,
    rank_entries,
)
from games.tournament.state import OPEN_STATUS, OVER_STATUS, PAUSED_STATUS
from games.tournament.steps import (
    ALL_HAVE_MET,
    TOO_FEW_LEFT,
    count_planned_rounds,
    find_early_end,
    is_played_out,
)
from games.tournament.terms import (
    ABSENT_FORFEITS,
    ABSENT_GETS_BYE,
    COMPUTER_PLAYS_ABSENT,
    KNOCKOUT_FORMAT,
    MIN_PLAYERS,
    ROUND_ROBIN_FORMAT,
    SWISS_FORMAT,
    AbsenceRule,
)

THREAD_LINK_LENGTH = len(" · <#1234567890123456789>")
"""Reserved for the link to a table's thread."""
MAX_NAMED_ENTRANTS = 30
"""Further entrants are only counted."""


def name_format(tournament: Tournament, w: Words) -> str:
    """Return the translated name of a tournament's format, such as "Knock-out"."""
    return {SWISS_FORMAT: w("Swiss"), ROUND_ROBIN_FORMAT: w("Round robin"), KNOCKOUT_FORMAT: w("Knock-out")}[
        tournament.row.terms.format
    ]


def describe_absence_rule(rule: AbsenceRule, w: Words) -> str:
    """Return the description of a rule for absent players, such as "they lose the match"."""
    return {
        ABSENT_FORFEITS: w("they lose the match"),
        COMPUTER_PLAYS_ABSENT: w("a computer plays on, and they get no points"),
        ABSENT_GETS_BYE: w("the match ends, and the others get a bye"),
    }[rule]


def name_tie_break(name: str, w: Words) -> str:
    """Return the translated name of a tie-break, such as "Opponents' points"."""
    return {
        OPPONENTS_TIE_BREAK: w("Opponents' points"),
        BEATEN_TIE_BREAK: w("Points of those beaten"),
        WINS_TIE_BREAK: w("Wins"),
        ROUNDS_TIE_BREAK: w("Rounds won"),
    }[name]


def write_head_lines(tournament: Tournament, game: str, w: Words) -> list[str]:
    """Return the lines at the head of a tournament's page: its title and its settings."""
    terms = tournament.row.terms
    opened = tournament.state.status == OPEN_STATUS
    # The number of entrants isn't known until the tournament begins, so the chosen number of rounds is shown.
    count = terms.rounds if opened else count_expected_rounds(tournament.state)
    rounds = w.plural("{n} round", "{n} rounds", count)
    lines = [f"🏆 **{escape_name(tournament.row.title)}** · {game}"]
    planned = terms.format != ROUND_ROBIN_FORMAT or terms.seats == MIN_PLAYERS or tournament.state.rounds
    if not planned or (opened and terms.format != SWISS_FORMAT):
        format_line = w("{format} · {seats} at a table", format=name_format(tournament, w), seats=terms.seats)
    else:
        format_line = w(
            "{format}, {rounds} · {seats} at a table",
            format=name_format(tournament, w),
            rounds=rounds,
            seats=terms.seats,
        )
    lines.append(format_line)
    lines.append(w("Clock: {clock}", clock=write_clock(Clock.parse(tournament.row.clock), w)))
    lines.append(w("When somebody's time runs out: {rule}", rule=describe_absence_rule(terms.absent, w)))
    if terms.duplicate:
        lines.append(w("Duplicate: all tables of a round get the same deal."))
    return lines


def write_panel(tournament: Tournament, game: str, w: Words) -> str:
    """Return the text of a tournament's panel: its settings, entrants and status."""
    state = tournament.state
    lines = write_head_lines(tournament, game, w)
    lines.append(w("Host: {host}", host=f"<@{tournament.row.host_id}>") if tournament.row.host_id else "")
    names = [escape_name(name) for name in tournament.list_names(state.active_entries)]
    if not names:
        lines.append(w("Nobody has joined yet."))
    elif len(names) <= MAX_NAMED_ENTRANTS:
        who = ", ".join(names)
        lines.append(w.plural("{n} person: {who}", "{n} people: {who}", len(names), who=who))
    else:
        who = ", ".join(names[:MAX_NAMED_ENTRANTS])
        lines.append(w("{n} people: {who}, and more", n=len(names), who=who))
    lines.append(write_fewer_rounds_reason(tournament, w))
    if state.status == OPEN_STATUS and state.starts_at:
        lines.append(w("Press *Join*. {begins}", begins=write_start_line(tournament, w)))
    elif state.status == OPEN_STATUS:
        lines.append(w("Press *Join*. With *Manage…* the host begins it."))
    else:
        lines += [f"**{write_status(tournament, w)}**", write_early_end_reason(tournament, w)]
    return clip("\n".join(line for line in lines if line), MAX_MESSAGE_LENGTH)


def write_fewer_rounds_reason(tournament: Tournament, w: Words) -> str:
    """Return the reason why a Swiss tournament has fewer rounds than chosen, if it has."""
    entered, wanted = len(tournament.state.entries), tournament.row.terms.rounds
    count = count_expected_rounds(tournament.state)
    if tournament.row.terms.format != SWISS_FORMAT or count >= wanted or entered < MIN_PLAYERS:
        return ""
    return w(
        "-# With {people} it has {rounds} instead of {wanted}: then everybody has met everybody.",
        people=w.plural("{n} person", "{n} people", entered),
        rounds=w.plural("{n} round", "{n} rounds", count),
        wanted=wanted,
    )


def write_status(tournament: Tournament, w: Words) -> str:
    """Return the line about a tournament's progress, such as "Round 2 of 5 is over."."""
    state = tournament.state
    if state.status == OPEN_STATUS:
        return w("It hasn't begun yet.")
    if state.status == OVER_STATUS:
        return w("It's over.")
    at, of = len(state.rounds), count_expected_rounds(state)
    current = state.current_round
    if current is None:
        status = w("Round {at} of {of} is over.", at=at, of=of) if at else w("It begins.")
    else:
        finished_count = sum(table.result is not None for table in current.tables)
        status = w(
            "Round {at} of {of}: {done} of {tables} tables finished",
            at=at,
            of=of,
            done=finished_count,
            tables=len(current.tables),
        )
    return w("Paused. {said}", said=status) if state.status == PAUSED_STATUS else status


def write_early_end_reason(tournament: Tournament, w: Words) -> str:
    """Return the reason why a tournament ended automatically before its last round, if it did."""
    why = find_early_end(tournament.state)
    if not why or any(row.event.kind == ENDED_EVENT and not row.is_automatic for row in tournament.log):
        return ""
    values = {"at": len(tournament.state.rounds), "of": count_planned_rounds(tournament.state)}
    return {
        ALL_HAVE_MET: w("-# It ended after round {at} of {of}: all who stayed had met each other.", **values),
        TOO_FEW_LEFT: w(
            "-# It ended after round {at} of {of}: too few people stayed for another table.", **values
        ),
    }[why]


def write_start_line(tournament: Tournament, w: Words) -> str:
    """Return the sentence about a tournament's start; empty once the tournament has begun."""
    if tournament.state.status != OPEN_STATUS:
        return ""
    at = tournament.state.starts_at
    if not at:
        return w("It begins when its host begins it.")
    return w(
        "It begins {when}, {soon}, if enough people have joined.",
        when=write_timestamp(at, "F"),
        soon=write_timestamp(at),
    )


def write_missed_start_notice(tournament: Tournament, w: Words) -> str:
    """Return the notice to the host that too few people had joined by the start time."""
    host = tournament.row.host_id
    return w(
        "{host} {title} didn't begin: not enough people have joined. *Manage…* begins it later, or "
        "gives it another time.",
        host=f"<@{host}>" if host else "",
        title=f"**{escape_name(tournament.row.title)}**",
    ).strip()


def write_withdrawal_notice(tournament: Tournament, people: Sequence[int], w: Words) -> str:
    """Return the notice to people who were withdrawn for absence."""
    who = w.join_list([f"<@{user_id}>" for user_id in people])
    title = f"**{escape_name(tournament.row.title)}**"
    lines = [
        w("{people}: absent two rounds in a row, so you're withdrawn from {title}.", people=who, title=title),
        w("You get no more tables there. Your points stay."),
    ]
    if tournament.state.allows_late_entry and not is_played_out(tournament.state):
        lines.append(w("Press *Join* to be back from the next round on."))
    return "\n".join(lines)


def write_round_pages(
    tournament: Tournament, round_index: int, threads: Mapping[int, int], w: Words
) -> list[str]:
    """Return the list of a round's tables, split into pages.

    :param threads: the ID of each table's thread, as far as known, by table number.
    """
    played = tournament.state.rounds[round_index]
    head = w("**Round {at}** · {title}", at=round_index + 1, title=escape_name(tournament.row.title))
    foot = []
    if played.byes:
        names = w.join_list([escape_name(name) for name in tournament.list_names(played.byes)])
        foot.append(w("Bye: {names}", names=names))
    if tournament.row.terms.duplicate:
        foot.append(w("-# Same deal for everybody: please don't talk about it until the round is over."))
    most = MAX_MESSAGE_LENGTH - len(head) - sum(len(line) + 1 for line in foot) - 60
    pages: list[list[str]] = [[]]
    room = most
    for number, table in enumerate(played.tables):
        names = " – ".join(escape_name(name) for name in tournament.list_names(table.entries))
        line = f"{number + 1}. {names}"
        # Reserve space for a link to each thread, so that tables stay on their page when threads are opened.
        size = len(line) + THREAD_LINK_LENGTH + 1
        if number in threads:
            line = f"{line} · <#{threads[number]}>"
        if size > room and pages[-1]:
            pages.append([])
            room = most
        room -= size
        pages[-1].append(line)
    written, left = [], len(played.tables)
    for lines in pages:
        left -= len(lines)
        more = [w.plural("and {n} more table", "and {n} more tables", left)] if left else []
        written.append(clip("\n".join((head, *lines, *more, *foot)), MAX_MESSAGE_LENGTH))
    return written


def make_standings(tournament: Tournament, game: Game, page: int, w: Words) -> Standings:
    """Return a page of the standings as the contents of its picture."""
    lines = rank_entries(tournament.state)
    names = list_tie_breaks(tournament.state)
    ended_empty = tournament.state.status == OVER_STATUS and not find_winners(tournament.state)
    rows = []
    for line in lines[page * MAX_ROWS : (page + 1) * MAX_ROWS]:
        values = [
            write_tie_break(name, value) for name, value in zip(names, line.tie_break_values, strict=True)
        ]
        below = " · ".join(values)
        if line.is_withdrawn:
            below = w("withdrawn · {values}", values=below)
        placement = 0 if ended_empty else line.placement
        rows.append(
            PictureRow(
                placement,
                tournament.entries[line.entry].name,
                write_points(line.points),
                below,
                line.is_withdrawn,
            )
        )
    breaks = w("Ties are broken by: {names}", names=" · ".join(name_tie_break(name, w) for name in names))
    hidden_count = len(lines) - page * MAX_ROWS - len(rows)
    if hidden_count > 0:
        breaks = f"{breaks} · {w.plural('and {n} more', 'and {n} more', hidden_count)}"
    return Standings(tournament.row.title, write_status(tournament, w), tuple(rows), breaks, game.poster)


def write_tie_break(name: str, value: Fraction) -> str:
    """Return a tie-break as text: a number of wins or rounds, or points as in :func:`write_points`."""
    return str(value) if name in (WINS_TIE_BREAK, ROUNDS_TIE_BREAK) else write_points(value)


def describe_standings(standings: Standings, w: Words) -> str:
    """Return the alt text of a standings page."""
    lines = [f"{standings.title}. {standings.subtitle}"]
    for row in standings.rows:
        values = {"name": row.name, "points": row.points, "below": row.tie_break_text}
        if row.placement:
            lines.append(w("{place}. {name}: {points} ({below})", place=row.placement, **values))
        else:
            lines.append(w("{name}: {points} ({below})", **values))
    if not standings.rows:
        lines.append(w("Nobody has joined yet."))
    lines.append(standings.footer)
    return clip("\n".join(lines), MAX_ALT_TEXT_LENGTH)


def write_standings(tournament: Tournament, w: Words) -> str:
    """Return the text above the picture of the standings: the state of the tournament, or its winners."""
    title = escape_name(tournament.row.title)
    if tournament.state.status != OVER_STATUS:
        return w("**{title}** · {status}", title=title, status=write_status(tournament, w))
    first = find_winners(tournament.state)
    winners = w.join_list([f"**{escape_name(name)}**" for name in tournament.list_names(first)])
    if not first:
        won = w("{title} ended without a winner: nobody played a round.", title=f"**{title}**")
    elif len(first) == 1:
        won = w("🏆 {names} wins {title}!", names=winners, title=title)
    else:
        won = w("🏆 {names} share first place in {title}!", names=winners, title=title)
    return "\n".join(filter(None, (won, write_early_end_reason(tournament, w))))


def write_points(points: int | Fraction) -> str:
    """Return points as text: whole numbers and halves exactly, others with two decimals."""
    exact = Fraction(points)
    whole, remainder = divmod(exact, WIN_POINTS)
    if not remainder:
        return str(whole)
    if 2 * remainder == WIN_POINTS:
        return f"{whole or ''}½"
    return f"{float(exact / WIN_POINTS):.2f}"
