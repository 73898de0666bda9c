#!/bin/sh
# What `make test` and CI run: lint, format, types, import direction; then the tests compiled; then the small tests
# without the JIT, where coverage is counted. `lint` as an argument stops after the first part.
# Kernels are compiled into a fresh folder, so that nothing left lying about can make the tests pass.
set -eu
cd "$(dirname "$0")/.."

ruff check .
ruff format --check .
mypy
lint-imports
[ "${1:-}" = lint ] && exit 0

NUMBA_CACHE_DIR="$(mktemp -d)"
export NUMBA_CACHE_DIR
trap 'rm -rf "$NUMBA_CACHE_DIR"' EXIT

NUMBA_DISABLE_JIT=1 coverage run -m pytest -m "not compiled" -p no:cacheprovider
coverage report
pytest -p no:cacheprovider
