#!/usr/bin/env python3
"""Compares umfi rank with the same method in R (lm, ranger) and Python (NumPy, scikit-learn): same table, same trees,
same threads, same run. Time counts only after the scores agree. Prints Markdown; docs/benchmarks.md keeps a run.

    run.py UMFI DATA_FOLDER WORK_FOLDER [THREADS]

R and Python are timed on all features of the small tables, and on a few features of the wide ones. On small tables umfi
and R run by turns, five passes of umfi and one of R, in five rounds, because what else a machine does moves both: what
counts are medians, of the ratio with the smallest and the largest. Python runs once.
"""
import json
import math
import random
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
DEBIAN_PYTHON = "/usr/bin/python3"  # which has Debian's scikit-learn


def run(command):
    return json.loads(subprocess.run([str(part) for part in command], check=True, capture_output=True).stdout)


class Table:
    def __init__(self, title, path, target, drop=None, sampled=None):
        self.title, self.path, self.target, self.drop, self.sampled = title, path, target, drop, sampled

    def ours(self, program, remover, threads, repeats):
        command = [program, "rank", self.path, "--target", self.target, "--remove", remover, "--repeats", repeats,
                   "--threads", threads, "--format", "json",
                   "--no-inference", "--no-removal-check", "--own-mtry"]  # what the others do
        return run(command + (["--drop", self.drop] if self.drop else []))

    def others(self, command, remover, threads):
        options = [self.sampled or 100000] + ([self.drop] if self.drop else [])
        return run([*command, self.path, self.target, remover, threads, *options])


def widen(source, features, path):
    """The table with so many features: random normal columns behind its own."""
    draw = random.Random(1)
    lines = source.read_text(encoding="utf-8").splitlines()
    more = features - lines[0].count(",")
    header = lines[0] + "".join(f",noise{i}" for i in range(more))
    rows = [line + "".join(f",{draw.gauss(0, 1):.6f}" for _ in range(more)) for line in lines[1:]]
    path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    return path


def check_agreement(title, ours, scores):
    """Every score within 6 standard deviations of ours over repeats, their mean within 5 standard errors."""
    features = ours["features"][:len(scores)]
    floor = statistics.median(feature["sd"] for feature in features)
    differences = [score - feature["mean"] for feature, score in zip(features, scores)]
    deviations = [max(feature["sd"], floor) * math.sqrt(2) for feature in features]
    worst = max(abs(d) / s for d, s in zip(differences, deviations))
    error = math.sqrt(sum(s * s for s in deviations)) / len(scores)
    if worst > 6 or abs(statistics.mean(differences)) > 5 * error:
        sys.exit(f"{title}: scores differ (worst {worst:.1f} deviations): time not believed")


R = ["Rscript", HERE / "r_rank.R"]
PYTHON = [DEBIAN_PYTHON, "-W", "ignore", HERE / "sklearn_rank.py"]


class Others:
    """How long one of the others took for all features, per round."""

    def __init__(self, name, command):
        self.name, self.command, self.seconds, self.is_sampled = name, command, [], False

    def run(self, table, remover, threads, ours, is_checked):
        theirs = table.others(self.command, remover, threads)
        if is_checked:
            check_agreement(f"{table.title}, {remover}, {self.name}", ours, theirs["scores"])
        features = len(ours["features"])
        self.is_sampled = len(theirs["scores"]) < features
        self.seconds.append(theirs["seconds"] * features / len(theirs["scores"]))

    def cells(self, ours):
        ratios = sorted(theirs / mine for theirs, mine in zip(self.seconds, ours))
        spread = f" ({ratios[0]:.0f} to {ratios[-1]:.0f})" if len(ratios) > 1 else ""
        star = "*" if self.is_sampled else ""
        return f"{statistics.median(self.seconds):.1f} s{star} | {statistics.median(ratios):.0f}{spread}"


def compare(table, program, remover, threads, repeats):
    ours = table.ours(program, remover, threads, repeats)
    r, python = Others("R", R), Others("Python", PYTHON)
    is_small = repeats > 1
    rounds = []
    for _ in range(5 if is_small else 1):
        passes = [table.ours(program, remover, threads, 1) for _ in range(5)] if is_small else [ours]
        rounds.append(statistics.median(one["seconds"] for one in passes))
        r.run(table, remover, threads, ours, is_small)
    python.run(table, remover, threads, ours, is_small)
    seconds = statistics.median(rounds)
    print(f"| {table.title} | {remover} | {seconds:.2f} s | {1000 * seconds / len(ours['features']):.1f} ms | "
          f"{r.cells(rounds)} | {python.cells([seconds])} |", flush=True)
    return seconds


def main():
    program, data, work = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    threads = sys.argv[4] if len(sys.argv) > 4 else "2"
    work.mkdir(parents=True, exist_ok=True)
    brca, camels = data / "brca.csv", data / "camels.csv"
    if not brca.is_file() or not camels.is_file():
        print("SKIPPED: brca.csv and camels.csv are missing; set UMFI_DATA", file=sys.stderr)
        return
    print(f"## Ranking: one pass of ultra-marginal importance, 100 trees, {threads} threads\n")
    print("| table | remover | umfi | per feature | R (lm, ranger) | ratio | Python (NumPy, scikit-learn) | ratio |")
    print("|---|---|---|---|---|---|---|---|")
    for remover in ("lr", "ot"):
        compare(Table("BRCA 572 x 50", brca, "subtype"), program, remover, threads, 10)
    for remover in ("lr", "ot"):
        compare(Table("CAMELS 643 x 29", camels, "q_mean", drop="gauge_id"), program, remover, threads, 10)
    times = {}
    for features in (500, 1000, 2000):
        path = widen(brca, features, work / f"wide-{features}.csv")
        wide = Table(f"BRCA + noise, 572 x {features}", path, "subtype", sampled=3)
        for remover in ("lr", "ot"):
            times[features, remover] = compare(wide, program, remover, threads, 1)
    print("\n\\* measured on the first three features and scaled up to all.\n")
    for remover in ("lr", "ot"):
        exponent = math.log(times[2000, remover] / times[500, remover]) / math.log(4)
        print(f"- {remover}: time grows with the number of features to the power {exponent:.2f} (500 to 2000)")


if __name__ == "__main__":
    main()
