# Ultra-marginal importance in plain R, with lm and ranger: what umfi rank is compared with.
#
#   Rscript r_rank.R DATA TARGET lr|ot THREADS [FEATURES] [DROP]
#
# One pass over the first FEATURES features (all by default). Prints one JSON object: the seconds it took, and the score
# of each feature.
source(file.path(dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE))), "../reference.R"))

arguments <- commandArgs(trailingOnly = TRUE)
data <- read.csv(arguments[1], check.names = FALSE)
target <- arguments[2]
if (length(arguments) >= 6) data[[arguments[6]]] <- NULL
y <- data[[target]]
if (is.character(y)) y <- factor(y)
x <- data[setdiff(names(data), target)]
count <- if (length(arguments) >= 5) min(as.integer(arguments[5]), ncol(x)) else ncol(x)

set.seed(1)
pass <- seconds_of(ultra_marginal(x, y, arguments[3], as.integer(arguments[4]), count))
print_json(pass$seconds, pass$scores)
