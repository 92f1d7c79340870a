"""Who plays whom: the standing board of a server, challenges to anybody, a forum with a post per match."""
