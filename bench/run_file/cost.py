#!/usr/bin/env python3
"""What keeping a study in a run file costs: umfi rank with and without -o study.umfi, turn by turn, after the results were
compared. Prints Markdown; docs/benchmarks.md keeps a run.

    cost.py UMFI DATA_FOLDER WORK_FOLDER [PASSES]

Of several passes the fastest counts on both sides, since what else the machine does can only add. Processor time is that of
all threads, so that what the writing thread does is counted; time on the clock also holds what is waited for at the end.
"""
import os
import random
import subprocess
import sys
import time
from pathlib import Path


def timed(command):
    """Output, processor seconds and seconds on the clock."""
    before, start = os.times(), time.monotonic()
    output = subprocess.run([str(part) for part in command], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    after, end = os.times(), time.monotonic()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return output, used, end - start


def wide_table(path, rows, features):
    draw = random.Random(1)
    names = [f"x{i}" for i in range(features)] + ["y"]
    lines = [",".join(names)]
    for _ in range(rows):
        values = [draw.gauss(0, 1) for _ in range(features)]
        lines.append(",".join(f"{value:.5f}" for value in values + [values[0] + values[1] + draw.gauss(0, 1)]))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def compare(title, command, work, passes):
    file = work / "study.umfi"
    plain, kept = [], []
    for _ in range(passes):
        file.unlink(missing_ok=True)
        without = timed(command)
        within = timed([*command, "-o", file])
        if without[0] != within[0]:
            sys.exit(f"{title}: the results differ, so that times mean nothing")
        plain.append(without[1:])
        kept.append(within[1:])
    used = [min(one[0] for one in runs) for runs in (plain, kept)]
    clock = [min(one[1] for one in runs) for runs in (plain, kept)]
    print(f"| {title} | {used[0]:.2f} s | {used[1]:.2f} s | {100 * (used[1] / used[0] - 1):+.2f} % | "
          f"{clock[0]:.2f} s | {clock[1]:.2f} s | {file.stat().st_size / 1024:.0f} KiB |", flush=True)


def main(arguments):
    program, data, work = Path(arguments[0]).resolve(), Path(arguments[1]), Path(arguments[2])
    passes = int(arguments[3]) if len(arguments) > 3 else 5
    work.mkdir(parents=True, exist_ok=True)
    rank = [program, "rank", "--format", "csv", "--threads", "1"]
    print("| study | processor time without | with `-o study.umfi` | more | clock without | with | file |")
    print("|---|---|---|---|---|---|---|")
    if (data / "camels.csv").is_file():
        compare("CAMELS 643 x 29, 5 repeats",
                [*rank, data / "camels.csv", "--target", "q_mean", "--drop", "gauge_id", "--repeats", "5"], work, passes)
    wide = wide_table(work / "wide.csv", 200, 1000)
    compare("simulated 200 x 1000, 1 repeat",
            [*rank, wide, "--target", "y", "--repeats", "1", "--no-removal-check"], work, passes)


if __name__ == "__main__":
    main(sys.argv[1:])
