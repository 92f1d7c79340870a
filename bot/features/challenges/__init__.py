"""Challenges: tables that anyone can join until a time, and the role that is pinged for them."""
