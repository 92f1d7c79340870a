"""Command line for developers, to play, watch, draw and verify matches without Discord."""
