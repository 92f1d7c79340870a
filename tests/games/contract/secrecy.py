"""Nothing shown or offered to a viewer changes when ``sample`` deals the hidden parts again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.core.rng import Chance
from tests.games.contract.values import flatten_value
from tools.walks import Case


def redeal_hidden_parts(case: Case, ply: int, viewer: int | None, seed: int = 0) -> Any:
    """Return the position at ``ply``, with everything hidden from ``viewer`` redealt."""
    view = case.rules.view(case.match.state_at(ply), viewer)
    return case.rules.sample(view, Chance(f"{case.name} {viewer} {seed}".encode()[-64:], ply))


def check_sample(case: Case) -> None:
    """A sample of a view looks the same to its viewer, and has the real state's components and outcome."""
    rules = case.rules
    for ply, state in case.iterate_states(60):
        for viewer in case.viewers:
            view = rules.view(state, viewer)
            assert view.viewer == viewer
            assert (view.active_seat, view.to_act) == (rules.find_active_seat(state), rules.to_act(state)), (
                f"ply {ply}"
            )
            known, counted = flatten_value(view), dict(rules.count_components(state))
            for salt in (0, 1):
                other = redeal_hidden_parts(case, ply, viewer, salt)
                again = rules.view(other, viewer)
                assert again == view, f"ply {ply} viewer {viewer}"
                assert flatten_value(again) == known, f"ply {ply} viewer {viewer}: a field outside of =="
                assert repr(again) == repr(view), f"ply {ply} viewer {viewer}"
                assert dict(rules.count_components(other)) == counted, f"ply {ply} viewer {viewer}"
                assert rules.outcome(other) == rules.outcome(state), f"ply {ply} viewer {viewer}"


def check_hidden_hands(case: Case) -> None:
    """A seat sees more than a spectator in some position, if and only if the game declares hidden hands."""
    views = (
        (case.rules.view(state, None), case.rules.view(state, seat))
        for _, state in case.iterate_states(30)
        for seat in range(case.seat_count)
    )
    assert any(replace(own, viewer=None) != public for public, own in views) == case.game.has_hidden_hands


def check_memory(case: Case) -> None:
    """If a position is sampled from what a seat remembers, its memory, view and components stay the same."""
    rules = case.rules
    for ply, state in case.iterate_states(30):
        for viewer in case.viewers:
            recalled = rules.recall(state, viewer)
            dealt = rules.sample(recalled, Chance(f"{case.name} {viewer}".encode()[-64:], ply))
            assert flatten_value(rules.recall(dealt, viewer)) == flatten_value(recalled), (
                f"ply {ply} viewer {viewer}"
            )
            assert rules.view(dealt, viewer) == rules.view(state, viewer), f"ply {ply} viewer {viewer}"
            assert dict(rules.count_components(dealt)) == dict(rules.count_components(state)), (
                f"ply {ply} viewer {viewer}"
            )


def check_offers_keep_secrets(case: Case) -> None:
    """A seat's actions, candidates and refusals depend only on its view; first choices on the public view."""
    rules = case.rules
    pool = _sample_actions(case)
    for ply, state in case.iterate_states(40):
        public = rules.view(state, None)
        for seat in rules.to_act(state):
            other = redeal_hidden_parts(case, ply, seat)
            legal = rules.legal_actions(state, seat)
            where = f"ply {ply} seat {seat}"
            assert rules.legal_actions(other, seat) == legal, where
            assert rules.list_candidates(other, seat) == rules.list_candidates(state, seat), where
            dealt = rules.view(redeal_hidden_parts(case, ply, None), None)
            assert rules.list_first_choices(dealt, seat) == rules.list_first_choices(public, seat), where
            possible = {action.path[0].value for action in legal}
            for kind in {str(action.path[0].value) for action in pool} - possible:
                said, hidden = (str(rules.explain_unavailable(each, seat, kind)) for each in (state, other))
                assert said == hidden, f"{where} {kind}"
            for action in pool:
                if action not in legal:
                    said, hidden = (
                        rules.explain_refusal(state, seat, action),
                        rules.explain_refusal(other, seat, action),
                    )
                    assert str(said) == str(hidden), f"{where} {action.token}"


def _sample_actions(case: Case) -> list[Any]:
    pool: dict[str, Any] = {}
    for _, state in case.iterate_states(20):
        for seat in case.rules.to_act(state):
            for action in case.rules.legal_actions(state, seat):
                pool.setdefault(action.token, action)
    return case.make_random("pool").sample(list(pool.values()), min(30, len(pool)))


def check_events_keep_secrets(case: Case) -> None:
    """If positions look alike to a viewer before and after an action, so do the action's events.

    The action is repeated, with the same draws, in a position that differs only in what is hidden from the
    viewer. If the results still look alike, the redacted events must be alike.
    """
    rules, match = case.rules, case.match
    for ply in case.list_plies(200)[:-1]:
        step = match.steps[ply]
        for viewer in case.viewers:
            heard = tuple(rules.redact(event, viewer) for event in step.events)
            assert all(isinstance(event.reveals_hidden_parts, bool) for event in heard)
            assert heard == tuple(rules.redact(event, viewer) for event in heard), "redacting twice differs"
            other = redeal_hidden_parts(case, ply, viewer)
            if not rules.is_legal(other, step.seat, step.action):
                continue
            after, events = rules.apply(other, step.seat, step.action, Chance(match.key, ply + 1))
            if rules.view(after, viewer) == rules.view(step.state, viewer):
                redacted = tuple(rules.redact(event, viewer) for event in events)
                assert flatten_value(redacted) == flatten_value(heard), (
                    f"ply {ply} viewer {viewer} {step.action.token}"
                )


def check_sealing(case: Case) -> None:
    """A step that can be undone reveals nothing hidden to its seat."""
    rules, match = case.rules, case.match
    for ply in case.list_plies(200)[:-1]:
        step = match.steps[ply]
        if step.is_sealed:
            continue
        other = redeal_hidden_parts(case, ply, step.seat)
        after, _ = rules.apply(other, step.seat, step.action, Chance(match.key, ply + 1))
        seen = flatten_value(rules.view(step.state, step.seat))
        assert flatten_value(rules.view(after, step.seat)) == seen, (
            f"ply {ply} {step.action.token}: it showed something"
        )


def check_texts_keep_secrets(case: Case) -> None:
    """Every text of the game stays the same when the hidden parts are dealt again."""
    for ply in case.list_plies(12):
        for viewer in case.viewers:
            shown = _list_texts(case, ply, viewer, case.match.state_at(ply))
            assert _list_texts(case, ply, viewer, redeal_hidden_parts(case, ply, viewer)) == shown, (
                f"ply {ply} {viewer}"
            )


def _list_texts(case: Case, ply: int, viewer: int | None, state: Any) -> list[Any]:
    rules, said = case.rules, case.game.texts
    view, scene = rules.view(state, viewer), case.make_scene(ply, viewer, state)
    texts: list[Any] = [
        said.describe_status(view, scene),
        said.describe_picture(view, scene),
        said.describe_position(view, scene),
    ]
    texts += [said.narrate_event(event, scene) for event in scene.events]
    if viewer is None or viewer not in rules.to_act(state):
        return texts
    legal = rules.legal_actions(state, viewer)
    texts += [said.advise_on_action(action, view, scene) for action in legal[:: max(1, len(legal) // 6)]]
    texts += [said.contrast_actions(one, legal[-1], view, scene) for one in legal[:: max(1, len(legal) // 3)]]
    for action in legal[:40]:
        texts.append(said.describe_action(action, view, scene))
        texts.append(said.label_action(action, view, scene))
        for depth, pick in enumerate(action.path):
            texts.append(said.format_question(pick.field, action.path[:depth], view, scene))
            for value in (pick.value,) if isinstance(pick.value, str) else pick.value:
                texts.append(said.label_value(pick.field, value, view, scene, action.path[:depth]))
                texts.append(said.explain_value(pick.field, value, view, scene))
                texts.append(said.find_icon(pick.field, value, view))
    return texts


def check_pictures_keep_secrets(case: Case) -> None:
    """A picture's bytes don't change when hidden parts are dealt again."""
    for ply in case.list_plies(4):
        for viewer in case.viewers:
            states = (case.match.state_at(ply), redeal_hidden_parts(case, ply, viewer))
            one, two = (
                case.game.draw(case.rules.view(state, viewer), case.make_scene(ply, viewer, state))
                for state in states
            )
            assert (one.mode, one.size, one.getpalette()) == (two.mode, two.size, two.getpalette())
            assert one.tobytes() == two.tobytes(), f"ply {ply} viewer {viewer}"


def check_picture_ratio(case: Case) -> None:
    """A picture's aspect ratio is at most 11:7."""
    for ply in case.list_plies(4):
        for viewer in case.viewers:
            state = case.match.state_at(ply)
            scene = case.make_scene(ply, viewer, state)
            width, height = case.game.draw(case.rules.view(state, viewer), scene).size
            assert width * 7 <= height * 11, f"ply {ply} viewer {viewer}"
