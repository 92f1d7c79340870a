"""The fault matrix: each call of the bot gone wrong in each way, in each scene, and what must still hold."""
