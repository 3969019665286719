#!/usr/bin/env python3
"""How soon there is an answer: umfi rank --quick, and umfi rank --time-limit 5s, on tables of several sizes. Prints
Markdown; docs/benchmarks.md keeps a run.

    run.py UMFI WORK_FOLDER

In every table y is driven by x0, x1 and x2. Time counts only after these three lead the ranking of a table whose
features are few beside its rows. It is time on the clock, and includes starting and reading the table.
"""
import random
import subprocess
import sys
import time
from pathlib import Path

SIZES = [(1_000, 10), (20_000, 9), (100_000, 50), (1_000, 1_000), (1_000_000, 20)]
LIMIT = 5


def table(folder, rows, features):
    path = folder / f"{rows}x{features}.csv"
    if path.exists():
        return path
    draw = random.Random(rows + features)
    with path.open("w", encoding="utf-8") as out:
        out.write(",".join([f"x{i}" for i in range(features)] + ["y"]) + "\n")
        for _ in range(rows):
            values = [draw.gauss(0, 1) for _ in range(features)]
            target = 2 * values[0] + values[1] + values[2] + draw.gauss(0, 1)
            out.write(",".join(f"{value:.4f}" for value in values + [target]) + "\n")
    return path


def timed(program, path, *options):
    start = time.monotonic()
    done = subprocess.run([program, "rank", path, "--target", "y", "--format", "csv", *options], check=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return time.monotonic() - start, done.stdout, done.stderr


def leaders(text):
    scores = [line.split(",")[:2] for line in text.splitlines()[1:]]
    return {name for name, _ in sorted(scores, key=lambda score: -float(score[1]))[:3]}


def main(program, folder):
    folder.mkdir(parents=True, exist_ok=True)
    print(f"| table | `--quick` | `--time-limit {LIMIT}s` | its result |")
    print("|---|---|---|---|")
    for rows, features in SIZES:
        path = table(folder, rows, features)
        quick, ranking, _ = timed(program, path, "--quick")
        if rows >= 100 * features and leaders(ranking) != {"x0", "x1", "x2"}:
            sys.exit(f"{path}: the first look does not find what drives y, so its time is not believed")
        limited, _, said = timed(program, path, "--time-limit", f"{LIMIT}s")
        result = "a first look" if "first look" in said else "some repeats" if "not finished" in said else "whole"
        print(f"| {rows:,} x {features:,} | {quick:.1f} s | {limited:.1f} s | {result} |")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], Path(sys.argv[2]))
