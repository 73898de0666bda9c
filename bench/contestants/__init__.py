"""Other programs that fight the battles of the bench, each written as well as its language or library allows.

A room for each of them. What is not on this machine raises `Missing` and is told as not measured.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version
from typing import Any


class Missing(Exception):
    """A contestant that cannot take part, and why."""


def library(module: str, package: str) -> Any:
    """A library that only the bench needs."""
    try:
        return import_module(module)
    except ImportError:
        raise Missing(f"{package} is not installed: pip install 'simcore[bench]'") from None


def versions(*packages: str) -> dict[str, str]:
    """What is installed of these."""
    found = {}
    for package in packages:
        try:
            found[package] = version(package)
        except ModuleNotFoundError:
            continue
    return found
