# Seconds that R takes for 5 to 50 features, for `umfi reproduce time --r-times FILE`.
#
#   Rscript r_times.R DATA TARGET THREADS > times.csv
#
# One pass each. MCI with sets of up to two others is 30 sets of three features, scaled up to the number of all sets.
source(file.path(dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE))), "../reference.R"))

arguments <- commandArgs(trailingOnly = TRUE)
data <- read.csv(arguments[1], check.names = FALSE)
target <- arguments[2]
threads <- as.integer(arguments[3])
y <- factor(data[[target]])
genes <- data[setdiff(names(data), target)]
sample_of_sets <- 30

set.seed(1)
cat("method,features,seconds\n")
for (p in seq(5, ncol(genes), by = 5)) {
  x <- genes[seq_len(p)]
  seconds <- c(
    "UMFI lr" = seconds_of(ultra_marginal(x, y, "lr", threads))$seconds,
    "UMFI ot" = seconds_of(ultra_marginal(x, y, "ot", threads))$seconds,
    "ablation" = seconds_of(ablation(x, y, threads))$seconds,
    "PI" = seconds_of(permutation(x, y, threads))$seconds,
    "MCI (k=2)" = seconds_of(sets_of_three(x, y, threads, sample_of_sets))$seconds / sample_of_sets *
      sum(choose(p, 1:3))
  )
  cat(sprintf("%s,%d,%.4f\n", names(seconds), p, seconds), sep = "")
}
