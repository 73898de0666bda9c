"""How fast simcore is, beside others and in itself: `python3 tasks.py bench`.

`test_*.py` are the suites (`pytest bench` checks them without timing), `contestants/` the other programs, `turns` the
alternation, `figures` what is kept of a run, `promises.toml` what is promised, `gate` what counts as a loss, `report`,
`limits` and `plots` the page. `__main__` is the command.
"""
