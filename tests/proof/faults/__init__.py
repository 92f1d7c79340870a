"""The fault matrix: every request of the bot failing in every way, in every scene, and its checks."""
