#!/usr/bin/env python3
"""Compares umfi rank with the same method in R (lm, ranger) and Python (NumPy, scikit-learn): same table, same trees,
same threads, same run. Time counts only after the scores agree. Prints Markdown; docs/benchmarks.md keeps a run.

    run.py UMFI DATA_FOLDER WORK_FOLDER [THREADS]

R and Python are timed on all features of the small tables, and on a few features of the wide ones. Of umfi's passes the
median of five counts on small tables; R and Python run once.
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


def compare(table, program, remover, threads, repeats):
    ours = table.ours(program, remover, threads, repeats)
    passes = [table.ours(program, remover, threads, 1) for _ in range(5)] if repeats > 1 else [ours]
    seconds = statistics.median(one["seconds"] for one in passes)
    features = len(ours["features"])
    cells = []
    for name, command in (("R", ["Rscript", HERE / "r_rank.R"]),
                          ("Python", [DEBIAN_PYTHON, "-W", "ignore", HERE / "sklearn_rank.py"])):
        theirs = table.others(command, remover, threads)
        if repeats > 1:
            check_agreement(f"{table.title}, {remover}, {name}", ours, theirs["scores"])
        whole = theirs["seconds"] * features / len(theirs["scores"])
        cells.append(f"{whole:.1f} s{'*' if len(theirs['scores']) < features else ''} | {whole / seconds:.0f}")
    print(f"| {table.title} | {remover} | {seconds:.2f} s | {1000 * seconds / features:.1f} ms | {' | '.join(cells)} |",
          flush=True)
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
