"""Small helpers that know no table: what is remembered, tried again, or stopped at by a test."""
