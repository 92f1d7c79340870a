"""The command line for developers: play, watch, draw and check matches without Discord."""
