# Ultra-marginal importance in plain R, with lm and ranger: what umfi is compared with. To be sourced.
suppressPackageStartupMessages(library(ranger))

alpha <- 0.01
bin_size <- 150

free_by_regression <- function(x_j, x_i) {
  fit <- lm(x_j ~ x_i)
  slope <- summary(fit)$coefficients
  if (nrow(slope) < 2 || slope[2, 4] >= alpha) x_j else residuals(fit)
}

free_by_transport <- function(x_j, x_i) {
  breaks <- quantile(x_i, seq(0, 1, length.out = max(2, ceiling(length(x_i) / bin_size))))
  for (bin in seq_len(length(breaks) - 1)) {
    rows <- which(x_i >= breaks[bin] & x_i <= breaks[bin + 1])
    x_j[rows] <- rank(residuals(lm(x_j[rows] ~ x_i[rows]))) / length(rows)
  }
  x_j
}

# How well a forest of 100 trees predicts y, at least as well as the null model.
power <- function(columns, y, threads) {
  forest <- ranger(x = columns, y = y, num.trees = 100, num.threads = threads)
  if (is.factor(y)) max(1 - forest$prediction.error, max(table(y)) / length(y)) else max(forest$r.squared, 0)
}

# The scores of the first `count` features; `remover` is "lr" or "ot".
ultra_marginal <- function(x, y, remover, threads, count = ncol(x)) {
  free <- if (remover == "lr") free_by_regression else free_by_transport
  vapply(seq_len(count), function(i) {
    freed <- x
    for (j in seq_along(x)) if (j != i) freed[[j]] <- free(x[[j]], x[[i]])
    power(freed, y, threads) - power(freed[-i], y, threads)
  }, numeric(1))
}

ablation <- function(x, y, threads) {
  full <- power(x, y, threads)
  vapply(seq_along(x), function(i) full - power(x[-i], y, threads), numeric(1))
}

permutation <- function(x, y, threads)
  ranger(x = x, y = y, num.trees = 100, num.threads = threads, importance = "permutation")$variable.importance

# The scores of random sets of three features, of which MCI with sets of up to two others is made.
sets_of_three <- function(x, y, threads, count)
  vapply(seq_len(count), function(k) power(x[sample(ncol(x), 3)], y, threads), numeric(1))

seconds_of <- function(work) {
  started <- proc.time()[["elapsed"]]
  scores <- force(work)
  list(seconds = proc.time()[["elapsed"]] - started, scores = scores)
}

print_json <- function(seconds, scores)
  cat(sprintf('{"seconds": %.6f, "scores": [%s]}\n', seconds, paste(format(scores, digits = 8), collapse = ", ")))
