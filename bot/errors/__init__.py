"""What the host refuses or cannot do, each told in words to the one who asked."""
