"""The file format as its page describes it: a reader that knows nothing else, and real records."""
