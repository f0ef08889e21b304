"""The rules of String Railway, as RULES.md has them."""
