"""Broken variants of the toy, each of which a property of the contract must catch."""
