"""A finished game looked at again: whose chances moved where, which turns cost most, and why."""

from branchline.review.reviewing import Mistake, Review, review

__all__ = ["Mistake", "Review", "review"]
