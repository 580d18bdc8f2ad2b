"""Law in general: provisions, tables, readings, and what a fact can and cannot decide.

This package knows no edition. It holds the records an edition is made of, decides a case by them, and proves an edition
whole. Which texts exist, and their numbers, is `headwater.editions`; where facts come from is `headwater.review`.
"""
