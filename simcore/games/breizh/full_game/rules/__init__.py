"""The chapters of the rulebook as compiled functions."""
