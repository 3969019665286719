# Importance methods in R with ranger: what umfi rank --method is compared with.
#
#   Rscript r_methods.R DATA TARGET mci|ablation|permutation THREADS [SETS]
#
# mci: SETS sets of three features are timed. Prints one JSON object: the seconds of one repeat (of one set, for mci), and
# the scores.
source(file.path(dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE))), "../reference.R"))

arguments <- commandArgs(trailingOnly = TRUE)
data <- read.csv(arguments[1], check.names = FALSE)
target <- arguments[2]
threads <- as.integer(arguments[4])
y <- factor(data[[target]])
x <- data[setdiff(names(data), target)]
sets <- if (length(arguments) >= 5) as.integer(arguments[5]) else 1

set.seed(1)
pass <- seconds_of(switch(arguments[3],
  permutation = permutation(x, y, threads),
  ablation = ablation(x, y, threads),
  mci = sets_of_three(x, y, threads, sets)
))
print_json(pass$seconds / sets, pass$scores)
