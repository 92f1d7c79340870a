"""Fuzz target for uploaded files, which must be parsed or refused in bounded time and memory."""

from __future__ import annotations

import json
import time
import tracemalloc
import zlib

from hypothesis import strategies as st

from bot.features.imports.errors import InvalidRecord
from bot.ui.refusals import write_refusal
from games.core.errors import BrokenRecord
from games.core.upload import MAX_RECORD_BYTES, parse_upload
from games.core.words import load_words
from games.registry import GAMES
from tests.proof.fuzz.mutate import VALUE_STRATEGY, change_element
from tests.proof.fuzz.records import generate_files, make_records

MAX_SECONDS = 10
"""Maximum CPU seconds for a file. Most files take a hundredth of this."""
MAX_MEMORY = 48 * 2**20
"""Maximum additional memory for a file, in bytes."""
UNSAFE_TEXTS = ("**", "<@", "](", "\n", "\u202e")
MAX_REFUSAL_LENGTH = 500


def check_upload(data: bytes) -> None:
    """Check that an uploaded file is verified, or refused in plain text, within the limits."""
    tracemalloc.start()
    began = time.process_time()
    try:
        record = parse_upload(data)
        match = record.verify(GAMES)
    except BrokenRecord as error:
        said = write_refusal(InvalidRecord(error), load_words("de"))
        assert 0 < len(said) < MAX_REFUSAL_LENGTH
        assert not any(mark in said for mark in UNSAFE_TEXTS)
    else:
        assert match.rows == record.rows and match.outcome is not None
        assert parse_upload(record.to_json().encode()) == record
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert time.process_time() - began < MAX_SECONDS
    assert peak < MAX_MEMORY


def generate_uploads() -> st.SearchStrategy[bytes]:
    """Generate files: match records, damaged ones, compressed ones, and huge nested ones."""
    real = [json.loads(record.to_json()) for record in make_records()]
    sizes = st.integers(0, MAX_RECORD_BYTES + 10)
    bombs = st.builds(
        lambda head, again, size: (head + again * (size // len(again)))[: MAX_RECORD_BYTES + 5],
        st.sampled_from((b"", b'{"format": 1, "rows": ', b'{"a": "', b'{"format": 1, "options": {"a": ')),
        st.sampled_from(
            (b"[", b'{"a":', b'\\"', b"9", b'"a",', b'["act", 0, "x"],', b"\\ud800", b"\xf0\x9f", b"\x00")
        ),
        sizes,
    )
    # Make and undo the same move many times.
    loops = st.builds(
        lambda found, times: json.dumps(
            {**found, "rows": [*found["rows"][:1], ["undo", found["rows"][0][1], "0"]] * times}
        ).encode(),
        st.sampled_from(real),
        st.integers(1, 60),
    )
    many = st.builds(
        lambda found, first, second, cut: json.dumps(
            change_element(change_element(found, *first, deletes=cut), *second, deletes=False)
        ).encode("utf-8", "surrogatepass"),
        st.sampled_from(real),
        st.tuples(st.lists(st.integers(0, 40), max_size=4), VALUE_STRATEGY),
        st.tuples(st.lists(st.integers(0, 40), max_size=4), VALUE_STRATEGY),
        st.booleans(),
    )
    packed = generate_files().map(zlib.compress)
    return st.one_of(generate_files(), generate_files(), many, bombs, loops, packed)
