"""The fault matrix. It makes each request to Discord fail in several ways, and checks the results."""
