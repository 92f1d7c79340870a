"""What everybody may know of a table: immutable values. No Discord, no storage."""
