"""The board of a server: one message that lists its open tables, running matches and latest results."""
