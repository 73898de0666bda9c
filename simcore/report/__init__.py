"""Pictures and pages made from outcome tables."""
