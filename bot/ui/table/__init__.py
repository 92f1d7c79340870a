"""A table as people see it: its lobby, its seats, its clocks, its proposals and its end."""
