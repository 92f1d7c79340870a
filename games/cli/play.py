"""The command ``play``. All seats share one screen, and choices are made by number or typed as tokens."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from games.cli.matches import (
    deal_match,
    find_game,
    load_locale_words,
    make_scene,
    make_seed_record,
    parse_options,
    write_text,
)
from games.cli.show import describe_board
from games.core.errors import RuleError
from games.core.match import Match, would_seal
from games.core.narrow import DONE_PICK, FieldQuestion, find_next_question, format_pick
from games.core.shapes import ActionLike
from games.core.words import Words

PLAY_HELP_TEXT = (
    "Type a number, or a move as written in brackets. "
    "Or b (back), u (undo), q (quit), help; Enter alone shows the choices again."
)


class QuitRequested(Exception):
    """The player asked to stop."""


def play_match(args: argparse.Namespace) -> None:
    """Deal a match from ``--seed``, play it until it ends or the player quits, and save it if asked to."""
    w = load_locale_words(args.lang)
    match = deal_match(find_game(args.key), args.seats, parse_options(args.option), args.seed)
    if args.save is not None:
        write_text(args.save, make_seed_record(match, args.seed).to_json())
    print(PLAY_HELP_TEXT)
    try:
        while match.outcome is None:
            match = _play_step(match, w)
        print(f"\n{describe_board(match, w, None)}")
    except (QuitRequested, EOFError, KeyboardInterrupt):
        print("\nStopped.")
    if args.save is not None:
        write_text(args.save, make_seed_record(match, args.seed).to_json())


def _play_step(match: Match, w: Words) -> Match:
    """Ask a seat for its action and return the match after the action, or after an undo."""
    seat = match.to_act[0]
    print(f"\n{describe_board(match, w, seat)}")
    picks: tuple[str, ...] = ()
    listed_picks: tuple[str, ...] | None = None
    while True:
        question_or_action = find_next_question(match.legal_actions(seat), picks, match.game.field_settings)
        if (
            not isinstance(question_or_action, FieldQuestion)
            and picks
            and not _needs_confirmation(match, seat, question_or_action)
        ):
            return match.act_until_asked(seat, question_or_action.token)
        print(_format_question(match, w, seat, question_or_action))
        if picks != listed_picks:
            print("\n".join(_list_choices(match, w, seat, question_or_action)))
            listed_picks = picks
        values = (
            question_or_action.values
            if isinstance(question_or_action, FieldQuestion)
            else (question_or_action.token,)
        )
        text = input("> ").strip()
        command = text.lower()
        if command in ("q", "quit"):
            raise QuitRequested
        if command in ("h", "?", "help"):
            print(PLAY_HELP_TEXT)
        elif command in ("u", "undo"):
            back = _undo_last_step(match)
            if back is not match:
                return back
        elif command in ("b", "back"):
            if not picks:
                print("Nothing has been chosen yet; u takes the last move back.")
            picks = picks[:-1]
        elif not text:
            listed_picks = None
        elif text.isdecimal():
            if not 1 <= int(text[:9]) <= len(values):
                print(f"Choose a number from 1 to {len(values)}.")
            elif not isinstance(question_or_action, FieldQuestion):
                return match.act_until_asked(seat, question_or_action.token)
            else:
                picks = (*picks, values[int(text) - 1])
        else:
            try:
                return match.act_until_asked(seat, text)
            except RuleError as error:
                print(f"{error.clause} {w.msg(error.message)}".strip())


def _undo_last_step(match: Match) -> Match:
    """Undo the last step that a seat chose, without asking others, because all share a screen."""
    if not match.steps:
        print("There is nothing to take back.")
        return match
    back = match.undo(match.steps[-1].seat, match.find_asked_ply(match.ply - 1))
    if match.is_rated and not back.is_rated:
        print("Chance was drawn in between: the match is unrated from here on.")
    return back


def _needs_confirmation(match: Match, seat: int, action: ActionLike) -> bool:
    """Return whether an action takes a single choice and can't be undone, so it must be confirmed."""
    return len(action.path) == 1 and would_seal(match, seat, action.token)


def _format_question(
    match: Match, w: Words, seat: int, question: FieldQuestion[ActionLike] | ActionLike
) -> str:
    view, scene = match.rules.view(match.state, seat), make_scene(match, w, seat)
    if not isinstance(question, FieldQuestion):
        return f"{scene.names[seat]}: confirm with 1."
    texts = match.game.texts
    picked_labels = " ".join(
        texts.label_value(question.field, value, view, scene, question.picks)
        for value in question.picked_elements
    )
    text = texts.format_question(question.field, question.picks, view, scene)
    return f"{scene.names[seat]}: {text}{f' (so far: {picked_labels})' if picked_labels else ''}"


def _list_choices(
    match: Match, w: Words, seat: int, question: FieldQuestion[ActionLike] | ActionLike
) -> Iterator[str]:
    """Yield a numbered line for each choice, or for the only action left to confirm."""
    texts, view, scene = match.game.texts, match.rules.view(match.state, seat), make_scene(match, w, seat)
    if not isinstance(question, FieldQuestion):
        yield f"   1. {texts.describe_action(question, view, scene)} [{question.token}]"
        return
    for number, value in enumerate(question.values, 1):
        if value == DONE_PICK:
            yield f" {number:>3}. That is all"
            continue
        label = texts.label_value(question.field, value, view, scene, question.picks)
        hint = texts.explain_value(question.field, value, view, scene)
        fitting = [action for action in question.actions if _has_field_value(action, question, value)]
        token = f" [{fitting[0].token}]" if len(fitting) == 1 else ""
        yield f" {number:>3}. {label}{f' - {hint}' if hint else ''}{token}"


def _has_field_value(action: ActionLike, question: FieldQuestion[ActionLike], value: str) -> bool:
    return not question.asks_by_element and format_pick(action.path[len(question.path)].value) == value
