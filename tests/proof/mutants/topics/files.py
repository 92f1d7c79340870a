"""Files that people bring: what is refused, whose they are, and what a record's reader is told."""

from __future__ import annotations

from tests.proof.mutants.mutant import Mutant

UPLOAD, STRICT, RECORD = (f"games/core/{name}.py" for name in ("upload", "strict", "match_record"))
KEEPER, FETCHING, BRINGING, ERRORS = (
    "bot/features/records/keeper.py",
    "bot/features/records/fetching.py",
    "bot/features/records/commands.py",
    "bot/features/records/errors.py",
)
IMPORTS = "bot/storage/imports.py"
PURE, E2E, FETCHED, KEPT = (
    "tests/games/core/test_upload.py",
    "tests/bot/features/records/test_e2e_files.py",
    "tests/bot/features/records/test_fetching.py",
    "tests/bot/storage/test_imports.py",
)

MUTANTS = (
    Mutant("a file of any size is read", UPLOAD, "if len(data) > MAX_BYTES:", "if False:", PURE),
    Mutant("a file of any depth is read", STRICT, "if _measure_depth(text) > MAX_DEPTH:", "if False:", PURE),
    Mutant("of two values the last one holds", STRICT, "if len(found) < len(pairs):", "if False:", PURE),
    Mutant("a number of any length is read", STRICT, "if len(digits) > MAX_DIGITS:", "if False:", PURE),
    Mutant("a log of any length is read", STRICT, "len(rows) > MAX_ROWS:", "len(rows) < 0:", PURE),
    Mutant(
        "numbers are written in several ways",
        STRICT,
        "type(value) is int and",
        "isinstance(value, int) and",
        "tests/games/test_cli.py",
    ),
    Mutant(
        "an outcome says more than it may",
        STRICT,
        "and set(value) == _OUTCOME",
        "",
        "tests/games/test_cli.py",
    ),
    Mutant(
        "a press is written in several ways",
        STRICT,
        "0|[1-9][0-9]{0,19}",
        "[0-9]{1,20}",
        "tests/games/test_cli.py",
    ),
    Mutant(
        "a match whose secret is sealed is said to go on",
        UPLOAD,
        "raise SecretWithheld",
        "raise Unfinished",
        PURE,
    ),
    Mutant(
        "a match that goes on is taken",
        UPLOAD,
        "if record.outcome is None:",
        "if False:",
        PURE,
    ),
    Mutant(
        "a replay cannot be stopped",
        RECORD,
        "if each is not None:",
        "if False:",
        PURE,
    ),
    Mutant(
        "what a file says is rendered",
        ERRORS,
        "return escape_name(value) if isinstance(value, str) else value",
        "return value",
        PURE,
    ),
    Mutant(
        "what Discord says of a size is passed over", FETCHING, "upload.size > MAX_BYTES", "False", FETCHED
    ),
    Mutant("what comes is not counted", FETCHING, "len(got) > MAX_BYTES", "False", FETCHED),
    Mutant("what comes packed is unpacked", FETCHING, "auto_decompress=False, ", "", FETCHED),
    Mutant("everybody sees every import", KEEPER, "row.user_id != user_id and (", "False and (", E2E),
    Mutant("a post is open in every channel", KEEPER, "row.channel != channel_id", "False", E2E),
    Mutant(
        "a match of any length is reviewed", "bot/features/records/pages.py", " <= LONGEST_REVIEWED", "", E2E
    ),
    Mutant("a check may take for ever", KEEPER, "if self._clock() > until:", "if False:", E2E),
    Mutant(
        "files are brought without end",
        BRINGING,
        "with fairness.posting(BRINGING, user):",
        "if True:",
        E2E,
    ),
    Mutant("a shelf has room without end", IMPORTS, "int(kept[0]) >= limit or ", "", KEPT),
    Mutant(
        "anybody removes an import",
        IMPORTS,
        '"DELETE FROM imports WHERE id = ? AND user_id = ?"',
        '"DELETE FROM imports WHERE id = ? AND ? = ?2"',
        KEPT,
    ),
    Mutant(
        "two matches of one number share pictures",
        "bot/ui/pictures.py",
        "return table.id, match.key, match.seq",
        "return table.id, match.seq",
        "tests/bot/features/records/test_e2e_files.py::test_two_matches_of_one_number_share_no_pictures",
    ),
    Mutant(
        "the number of an import is given again",
        "bot/storage/migrations/0030_import_numbers.sql",
        "id INTEGER PRIMARY KEY AUTOINCREMENT",
        "id INTEGER PRIMARY KEY",
        "tests/bot/storage/test_imports_migrated.py "
        "tests/bot/storage/test_imports.py::test_a_number_is_given_once",
    ),
)
