"""The commands ``list`` and ``selfplay``."""

from __future__ import annotations

import argparse
import hashlib
import json

from games.cli.matches import (
    CommandError,
    deal_match,
    find_game,
    load_locale_words,
    make_seed_record,
    parse_options,
    play_randomly,
    write_text,
)
from games.core.match import Match
from games.core.words import SOURCE_LANGUAGE
from games.registry import GAMES


def print_games(args: argparse.Namespace) -> None:
    """Print each game with its seats, summary and options, defaults first."""
    w = load_locale_words(SOURCE_LANGUAGE)
    for game in GAMES.values():
        seats = "-".join(str(n) for n in dict.fromkeys((game.seat_counts[0], game.seat_counts[-1])))
        print(f"{game.key}: {game.title}, {seats} seats, rules version {game.version}")
        print(f"  {w.msg(game.summary)}")
        for option in game.options:
            print(f"  --option {option.name}={'|'.join(option.values)}")


def hash_tokens(match: Match) -> str:
    """Return the hexadecimal SHA-256 of the tokens in force, joined by newlines."""
    return hashlib.sha256("\n".join(step.action.token for step in match.steps).encode()).hexdigest()


def run_selfplay(args: argparse.Namespace) -> None:
    """Play ``--games`` matches at random. Match number i has the seed ``--seed`` + i."""
    game = find_game(args.key)
    if args.save is not None and not args.save.is_dir():
        raise CommandError(f"{args.save}: no such folder")
    for seed in range(args.seed, args.seed + args.games):
        match = play_randomly(deal_match(game, args.seats, parse_options(args.option), seed), seed)
        outcome = match.outcome
        if outcome is None:
            raise CommandError(f"the match of seed {seed} did not end")
        line = {
            "game": game.key,
            "seed": seed,
            "seats": match.seat_count,
            "outcome": {
                "ending": outcome.ending,
                "placements": list(outcome.placements),
                "scores": list(outcome.scores),
            },
            "plies": match.ply,
            "hash": hash_tokens(match),
        }
        if args.save is not None:
            write_text(args.save / f"{game.key}-{seed}.json", make_seed_record(match, seed).to_json())
        if args.json:
            print(json.dumps(line))
        else:
            places = " ".join(str(place) for place in outcome.placements)
            print(f"seed {seed}: {outcome.ending}, places {places}, {match.ply} plies, {line['hash']}")
