"""The channel plays: a seat of a match held by everybody, who choose each of its moves by private votes."""
