"""The board of a server, which lists its matches; challenges; and a forum with a post per match."""
