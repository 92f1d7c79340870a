"""The fault matrix, which makes every request to Discord fail in every way and checks the result."""
