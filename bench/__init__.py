"""How fast simcore is, as ratios against C and as times; the speed it promises stands in promises.toml."""
