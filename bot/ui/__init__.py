"""What people see of a table on Discord: messages, buttons and the answers to presses."""
