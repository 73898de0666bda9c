"""A referee of full games of Breizh 1341, written from the rulebook alone and knowing nothing of the driver.

`table` is what lies in the box and on the board, `actions` and `course` are the rulebook in its own order, `watching`
stands beside a game that runs and compares.
"""
