"""The crash drill: scripted players play while a bot is killed at random; then its data is checked."""
