"""Benchmarks: one file a claim, each beside a yardstick measured in the same run."""
