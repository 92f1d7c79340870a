"""Broken variants of the toy game, each of which a check of the contract must catch."""
