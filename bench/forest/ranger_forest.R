# Times ranger on one table. One line of output: least seconds per forest, mean and sd of the out-of-bag score.
#
#   Rscript ranger_forest.R DATA TARGET DROP|- forest|extratrees TREES THREADS REPEATS
suppressMessages(library(ranger))
arguments <- commandArgs(trailingOnly = TRUE)
data <- read.csv(arguments[1])
target <- arguments[2]
x <- data[, setdiff(names(data), c(target, arguments[3])), drop = FALSE]
y <- data[[target]]
is_class <- is.character(y)
if (is_class) y <- factor(y)
rule <- if (arguments[4] == "extratrees") "extratrees" else if (is_class) "gini" else "variance"
trees <- as.integer(arguments[5])
threads <- as.integer(arguments[6])
repeats <- as.integer(arguments[7])

seconds <- numeric(repeats)
scores <- numeric(repeats)
set.seed(1)
seeds <- sample.int(1e9, repeats)
for (i in seq_len(repeats)) {
  seconds[i] <- system.time(
    forest <- ranger(x = x, y = y, num.trees = trees, num.threads = threads, splitrule = rule, seed = seeds[i],
                     verbose = FALSE)  # progress would go where the figures go
  )[["elapsed"]]
  scores[i] <- if (is_class) 1 - forest$prediction.error else forest$r.squared
}
cat(sprintf("%.6f %.10f %.10f\n", min(seconds), mean(scores), if (repeats > 1) sd(scores) else 0))
