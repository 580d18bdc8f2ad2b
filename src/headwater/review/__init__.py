"""Judgment: a plan and an edition in, an assessment out, with what each finding rests on and what would change it."""
