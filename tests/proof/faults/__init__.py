"""The fault matrix. It makes every request to Discord fail in every way and checks the result."""
