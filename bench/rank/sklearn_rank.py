#!/usr/bin/env python3
"""Ultra-marginal importance in plain Python, with NumPy and scikit-learn: what umfi rank is compared with.

    sklearn_rank.py DATA TARGET lr|ot THREADS [FEATURES] [DROP]

One pass over the first FEATURES features (all by default). Prints one JSON object: the seconds it took, and the score of
each feature.
"""
import json
import sys
import time

import numpy as np
from scipy import stats
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor

ALPHA = 0.01
BIN_SIZE = 150


def read(path, target, drop):
    with open(path, encoding="utf-8") as file:
        names = [name.strip('"') for name in file.readline().strip().split(",")]
        rows = [line.strip().split(",") for line in file]
    columns = {name: [row[i].strip('"') for row in rows] for i, name in enumerate(names)}
    y = columns.pop(target)
    columns.pop(drop, None)
    x = np.array([[float(cell) for cell in column] for column in columns.values()]).T
    try:
        return x, np.array([float(cell) for cell in y]), False
    except ValueError:
        return x, np.array(y), True


def free_by_regression(x, i):
    """All columns at once: residuals where the slope is significant."""
    x_i = x[:, i] - x[:, i].mean()
    centred = x - x.mean(axis=0)
    slopes = x_i @ centred / (x_i @ x_i)
    correlations = x_i @ centred / np.sqrt((x_i @ x_i) * (centred**2).sum(axis=0))
    t = correlations * np.sqrt((len(x) - 2) / np.maximum(1e-300, 1 - correlations**2))
    significant = 2 * stats.t.sf(np.abs(t), len(x) - 2) < ALPHA
    freed = np.where(significant, centred - np.outer(x_i, slopes), x)
    freed[:, i] = x[:, i]
    return freed


def free_by_transport(x, i):
    x_i = x[:, i]
    freed = x.copy()
    breaks = np.quantile(x_i, np.linspace(0, 1, max(2, int(np.ceil(len(x) / BIN_SIZE)))))
    for low, high in zip(breaks[:-1], breaks[1:]):
        rows = np.flatnonzero((x_i >= low) & (x_i <= high))
        inside = x_i[rows] - x_i[rows].mean()
        centred = x[rows] - x[rows].mean(axis=0)
        residuals = centred - np.outer(inside, inside @ centred / (inside @ inside))
        freed[rows] = stats.rankdata(residuals, axis=0) / len(rows)
    freed[:, i] = x_i
    return freed


def power(x, y, is_class, threads, seed):
    options = dict(n_estimators=100, max_features="sqrt", oob_score=True, n_jobs=threads, random_state=seed)
    if is_class:
        forest = RandomForestClassifier(**options).fit(x, y)
        return max(forest.oob_score_, np.unique(y, return_counts=True)[1].max() / len(y))
    return max(0.0, RandomForestRegressor(min_samples_split=6, **options).fit(x, y).oob_score_)


def main():
    path, target, remover, threads, *rest = sys.argv[1:]
    x, y, is_class = read(path, target, rest[1] if len(rest) > 1 else None)
    measured = min(int(rest[0]), x.shape[1]) if rest else x.shape[1]
    free = free_by_regression if remover == "lr" else free_by_transport
    scores = []
    started = time.perf_counter()
    for i in range(measured):
        freed = free(x, i)
        with_it = power(freed, y, is_class, int(threads), 2 * i)
        scores.append(with_it - power(np.delete(freed, i, axis=1), y, is_class, int(threads), 2 * i + 1))
    print(json.dumps({"seconds": time.perf_counter() - started, "scores": scores}))


if __name__ == "__main__":
    main()
