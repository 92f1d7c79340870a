"""The table service: everything people do at tables. Changes are stored, then announced. No Discord."""
