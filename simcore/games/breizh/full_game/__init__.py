"""Breizh 1341 played from set-up to victory, as compiled functions over a state of whole numbers; see `state`."""
