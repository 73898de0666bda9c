"""Breizh 1341: battles, sieges and fights."""
