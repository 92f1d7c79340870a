"""The table service: everything that people do at tables, stored before it is told. No Discord."""
