#!/usr/bin/env python3
"""Compares umfi's other importance methods with R loops over ranger: BRCA, 100 trees, same threads, same run. Time counts
only after the scores agree. Prints Markdown; docs/benchmarks.md keeps a run.

    run.py UMFI DATA_FOLDER [THREADS]
"""
import json
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SETS = 60  # of three features, to time R's MCI on


def run(command):
    return json.loads(subprocess.run([str(part) for part in command], check=True, capture_output=True).stdout)


def main():
    program, data = sys.argv[1], Path(sys.argv[2])
    threads = sys.argv[3] if len(sys.argv) > 3 else "2"
    brca = data / "brca.csv"
    if not brca.is_file():
        print("SKIPPED: brca.csv is missing; set UMFI_DATA", file=sys.stderr)
        return

    def ours(method, repeats, *options):
        return run([program, "rank", brca, "--target", "subtype", "--method", method, "--repeats", repeats, "--threads", threads,
                    "--format", "json", "--no-inference", "--own-mtry", *options])  # what R does

    def theirs(method, *options):
        return run(["Rscript", HERE / "r_methods.R", brca, "subtype", method, threads, *options])

    print(f"## Other methods, BRCA 572 x 50, 100 trees, {threads} threads, one repeat\n")
    print("| method | umfi | R (ranger) | ratio |")
    print("|---|---|---|---|")
    for method in ("permutation", "ablation"):
        mine = ours(method, 10)
        reference = theirs(method)
        pairs = list(zip(mine["features"], reference["scores"]))
        deviation = statistics.median(feature["sd"] for feature, _ in pairs)
        difference = statistics.mean(score - feature["mean"] for feature, score in pairs)
        if abs(difference) > 6 * deviation:  # ablation's scores share one forest and move together
            sys.exit(f"{method}: scores differ: time not believed")
        seconds = min(ours(method, 10)["seconds"] for _ in range(3)) / 10
        slower = min(theirs(method)["seconds"] for _ in range(3))
        print(f"| {method} | {1000 * seconds:.1f} ms | {1000 * slower:.0f} ms | {slower / seconds:.1f} |", flush=True)
    seconds = ours("conditional", 10)["seconds"] / 10
    print(f"| conditional | {1000 * seconds:.0f} ms | – | – |", flush=True)
    models = 20875
    seconds = ours("mci", 1, "--mci-k", "2")["seconds"]
    slower = theirs("mci", SETS)["seconds"] * models
    print(f"| mci, k = 2 ({models} models) | {seconds:.1f} s | {slower:.0f} s, from {SETS} sets | {slower / seconds:.1f} |")


if __name__ == "__main__":
    main()
