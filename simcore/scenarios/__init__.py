"""What a person writes: scenarios, facts, one thing changed, and what lies next to a scenario."""
