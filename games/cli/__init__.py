"""Command line for developers: play, watch, draw and verify matches without Discord."""
