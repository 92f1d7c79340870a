"""The table service: everything people do at tables, without Discord. Changes are stored, then announced."""
