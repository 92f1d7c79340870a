"""What every game is built on."""
