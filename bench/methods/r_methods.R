# Importance methods in R with ranger: what umfi rank --method is compared with.
#
#   Rscript r_methods.R DATA TARGET mci|ablation|permutation THREADS [SETS]
#
# mci: SETS sets of three features are timed. Prints one JSON object: the seconds of one repeat (of one set, for mci), and
# the scores.
suppressPackageStartupMessages(library(ranger))

arguments <- commandArgs(trailingOnly = TRUE)
data <- read.csv(arguments[1], check.names = FALSE)
target <- arguments[2]
method <- arguments[3]
threads <- as.integer(arguments[4])
y <- factor(data[[target]])
x <- data[setdiff(names(data), target)]

power <- function(columns) 1 - ranger(x = columns, y = y, num.trees = 100, num.threads = threads)$prediction.error

set.seed(1)
started <- proc.time()[["elapsed"]]
if (method == "permutation") {
  scores <- ranger(x = x, y = y, num.trees = 100, num.threads = threads, importance = "permutation")$variable.importance
  per <- 1
} else if (method == "ablation") {
  full <- power(x)
  scores <- vapply(seq_along(x), function(i) full - power(x[-i]), numeric(1))
  per <- 1
} else {
  per <- as.integer(arguments[5])
  scores <- vapply(seq_len(per), function(k) power(x[sample(ncol(x), 3)]), numeric(1))
}
seconds <- (proc.time()[["elapsed"]] - started) / per
cat(sprintf('{"seconds": %.6f, "scores": [%s]}\n', seconds, paste(format(scores, digits = 8), collapse = ", ")))
