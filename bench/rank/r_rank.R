# Ultra-marginal importance in plain R, with lm and ranger: what umfi rank is compared with.
#
#   Rscript r_rank.R DATA TARGET lr|ot THREADS [FEATURES] [DROP]
#
# One pass over the first FEATURES features (all by default). Prints one JSON object: the seconds it took, and the score
# of each feature.
suppressPackageStartupMessages(library(ranger))

arguments <- commandArgs(trailingOnly = TRUE)
data <- read.csv(arguments[1], check.names = FALSE)
target <- arguments[2]
remover <- arguments[3]
threads <- as.integer(arguments[4])
if (length(arguments) >= 6) data[[arguments[6]]] <- NULL
y <- data[[target]]
if (is.character(y)) y <- factor(y)
x <- data[setdiff(names(data), target)]
measured <- if (length(arguments) >= 5) min(as.integer(arguments[5]), ncol(x)) else ncol(x)
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

free <- if (remover == "lr") free_by_regression else free_by_transport

power <- function(columns) {
  forest <- ranger(x = columns, y = y, num.trees = 100, num.threads = threads)
  if (is.factor(y)) max(1 - forest$prediction.error, max(table(y)) / length(y)) else max(forest$r.squared, 0)
}

set.seed(1)
started <- proc.time()[["elapsed"]]
scores <- vapply(seq_len(measured), function(i) {
  freed <- x
  for (j in seq_along(x)) if (j != i) freed[[j]] <- free(x[[j]], x[[i]])
  power(freed) - power(freed[-i])
}, numeric(1))
seconds <- proc.time()[["elapsed"]] - started
cat(sprintf('{"seconds": %.6f, "scores": [%s]}\n', seconds, paste(format(scores, digits = 8), collapse = ", ")))
