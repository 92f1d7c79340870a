"""The user interface on Discord: messages, buttons and the answers to presses."""
