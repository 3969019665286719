# How many genes of BRCA get a zero median by UMFI with optimal transport, in plain R: a check of `umfi reproduce brca`.
#
#   Rscript brca_reference.R DATA TARGET THREADS REPEATS GENE... > scores.csv
#
# Each repeat takes 500 random patients and measures these genes. Genes that are far from zero need not be given.
source(file.path(dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE))), "../bench/reference.R"))

arguments <- commandArgs(trailingOnly = TRUE)
data <- read.csv(arguments[1], check.names = FALSE)
target <- arguments[2]
threads <- as.integer(arguments[3])
repeats <- as.integer(arguments[4])
wanted <- arguments[-(1:4)]
genes <- setdiff(names(data), target)

set.seed(1)
cat("repeat,gene,score\n")
for (r in seq_len(repeats)) {
  patients <- data[sample(nrow(data), 500), ]
  # The measured genes stand first.
  scores <- ultra_marginal(patients[c(wanted, setdiff(genes, wanted))], factor(patients[[target]]), "ot", threads,
                           count = length(wanted))
  cat(sprintf("%d,%s,%.6f\n", r, wanted, scores), sep = "")
}
