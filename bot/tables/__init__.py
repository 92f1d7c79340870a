"""The table service: everything that people do at tables, independent of Discord."""
