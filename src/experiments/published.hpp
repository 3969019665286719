// Numbers to compare with, each with its source, and nowhere else: those of the paper (Janssen, Guan and Robeva 2023,
// "Ultra-marginal Feature Importance", AISTATS), and those of the authors' R program, run again.
//
// "R" stands for the authors' program under R 4.2.2 with ranger 0.14.1, on the same data; CPI for permimp 1.1 on
// randomForest 4.7 with mtry 2, which is what forests of four features have here.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "experiments/model.hpp"

namespace umfi::paper {

// Two definitions of the blood-relation simulation: in the paper's text x2 is 3 x1 + U(-1, 1); the authors' script
// overwrites it by U(-1, 1) before x3 is made.
enum class Definition : std::uint8_t { text, script };

// Mean shares of x1..x4 in percent, and their standard errors, by R.
struct ReferenceShares {
  std::array<double, 4> mean;
  std::array<double, 4> error;
};

std::optional<ReferenceShares> reference_shares(std::string_view simulation, Definition definition, Model model,
                                                std::string_view method);

// Table 1, and what the text says of the other methods. NaN: not told.
struct Detection {
  double siqr = 0;   // mean interquartile range / mean median, over the 50 genes
  double tpr = 0;    // associated genes whose median is above 0
  double tnr = 0;    // others whose median is not
  double right = 0;  // both, of all genes
};

std::optional<Detection> paper_detection(std::string_view method);
// By R, after 51 repeats.
std::optional<Detection> reference_detection(std::string_view method);

// Section 4.3 and the supplement on time: seconds for 50 genes and features in one hour, 12 threads; 0: not told.
struct PaperTime {
  double seconds = 0;
  double features = 0;
};

PaperTime paper_time(std::string_view method);

// Mean over features of the R² by which the others predict a feature; by R's ranger, 500 trees.
struct ReferenceDependence {
  double raw = 0;
  double lr = 0;
  double ot = 0;
};

ReferenceDependence reference_dependence(std::string_view table, int bin_size);

// Figures of the text.
inline constexpr double paper_accuracy_permuted = 0.76;  // supplement, BRCA with known truth
inline constexpr double paper_accuracy_original = 0.79;  // supplement, unpermuted BRCA
inline constexpr double paper_r2_camels = 0.91;          // supplement, hydrology; extra-trees
inline constexpr int paper_zero_genes_lr = 14;           // supplement, unpermuted BRCA: genes with zero median
inline constexpr int paper_zero_genes_ot = 10;
inline constexpr double paper_least_kept_lr = 0.42;  // supplement, distortion
inline constexpr double paper_least_kept_ot = 0.37;

}  // namespace umfi::paper
