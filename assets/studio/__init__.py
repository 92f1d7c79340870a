"""The drawings of all pieces, as code. Edit them here, then run ``python -m assets.build``."""
