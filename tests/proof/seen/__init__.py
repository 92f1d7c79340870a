"""Records where people see each sentence, in whole matches and in the end-to-end tests."""
