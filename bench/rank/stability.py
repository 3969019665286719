#!/usr/bin/env python3
"""How many repeats make a ranking stable: Kendall's tau between the rankings of two runs with other seeds.

    stability.py UMFI DATA TARGET [OPTIONS OF umfi rank ...]

Prints, per number of repeats, tau over all features and the share of the ten highest features that both runs name.
"""
import json
import subprocess
import sys


def scores(program, seed, arguments):
    command = [program, "rank", *arguments, "--repeats", "40", "--seed", str(seed), "--format", "json"]
    result = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return [feature["values"] for feature in result["features"]]


def means(values, repeats):
    return [sum(v[:repeats]) / repeats for v in values]


def tau(a, b):
    pairs = [(i, j) for i in range(len(a)) for j in range(i)]
    return sum(1 if (a[i] - a[j]) * (b[i] - b[j]) > 0 else -1 for i, j in pairs) / len(pairs)


def top(values, count):
    return set(sorted(range(len(values)), key=lambda i: -values[i])[:count])


def main():
    program, data, target, *rest = sys.argv[1:]
    first, second = (scores(program, seed, [data, "--target", target, *rest]) for seed in (1, 2))
    count = min(10, len(first) // 2)
    for repeats in (1, 2, 5, 10, 20, 40):
        a, b = means(first, repeats), means(second, repeats)
        common = len(top(a, count) & top(b, count)) / count
        print(f"{repeats:3d} repeats: tau {tau(a, b):.2f}, {100 * common:.0f} % of the first {count} in common")


if __name__ == "__main__":
    main()
