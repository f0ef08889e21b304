"""Finding strings to lay. Everything here is a proposal: the judge has the last word."""
