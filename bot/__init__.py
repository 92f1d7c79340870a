"""The Discord side: hosts the games of the registry."""
