"""Bouvines: charges, shots, contacts, and the clash of two plaques."""
