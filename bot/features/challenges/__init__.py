"""Challenges: tables that anyone can join until a deadline, and the role that is pinged for them."""
