"""Reads ``.env`` files: ``NAME=value`` lines in the syntax of shells and Docker."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from bot.errors.config import ConfigError, raise_error
from bot.errors.reasons import find_reason
from games.core.words import N_

_LINE_PATTERN = re.compile(
    r"""(?:export\s+)?(?P<name>[A-Za-z_]\w*)\s*=\s*
        (?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^"'\s\#]\S*(?:\s+[^\s\#]\S*)*)?)
        (?:\s+\#.*)?""",
    re.VERBOSE,
)
_UNCLOSED_QUOTE_PATTERN = re.compile(r"""(?:export\s+)?[A-Za-z_]\w*\s*=\s*(?P<quote>["'])(?!.*(?P=quote))""")
"""Matches a line whose value begins with a quote that isn't closed."""


def read_dotenv(path: Path, report: Callable[[ConfigError], None] = raise_error) -> dict[str, str]:
    """Return the variables of a file, except those with an empty value.

    :param report: called if the file can't be read, and for each faulty line. Errors contain the line's
        number but not its content. If omitted, the first error is raised.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return {}
    except UnicodeDecodeError:
        report(ConfigError(N_("{path} isn't a UTF-8 text file."), path=path))
        return {}
    except OSError as error:
        report(ConfigError(N_("Can't read {path}: {reason}"), path=path, reason=find_reason(error)))
        return {}
    values = {}
    for number, line in enumerate(map(str.strip, text.splitlines()), start=1):
        if not line or line.startswith("#"):
            continue
        match = _LINE_PATTERN.fullmatch(line)
        if match is None:
            report(_make_line_error(path, number, line))
        elif "${" in (match["double"] or match["bare"] or ""):
            report(
                ConfigError(
                    N_("{path}, line {number}: the bot doesn't fill in {form}; write the value itself."),
                    path=path,
                    number=number,
                    form="${...}",
                )
            )
        else:
            value = match["double"] or match["single"] or match["bare"] or ""
            if value.strip():
                values[match["name"]] = value
    return values


def _make_line_error(path: Path, number: int, line: str) -> ConfigError:
    """Return the error for an unreadable line, without quoting the line, because it may contain a token."""
    if _UNCLOSED_QUOTE_PATTERN.match(line):
        return ConfigError(N_("{path}, line {number}: the quote isn't closed."), path=path, number=number)
    return ConfigError(N_("{path}, line {number}: write it as NAME=value."), path=path, number=number)
