// The maximal information coefficient MIC_e: how far two samples depend on each other, whatever the shape of the
// dependence, from 0 (independent, in the limit) to 1 (a noiseless function).
//
//   double kept = umfi::mic_e(feature, freed_feature);  // how much of a feature is left after removal
//
// After Reshef, Reshef, Finucane, Sabeti and Mitzenmacher (2016), Measuring dependence powerfully and equitably, JMLR
// 17(212); the numbers are those of mine(x, y, est = "mic_e") of the R package minerva.
//
// A grid cuts the range of x into k parts and that of y into l parts; its score is the mutual information of the two
// part numbers over log min(k, l). Scored are all sizes with k l <= B = max(n^alpha, 4). The axis with more parts is
// cut into parts with equally many points, as far as equal values, which stay together, allow; the other axis is cut
// where the information is largest. MIC_e is the best score.
//
// Values matter only by their order. Swapping x and y may change the result slightly: of square grids only those count
// in which it is x that is cut into equal parts.
#pragma once

#include <span>

namespace umfi {

// MIC_e of two samples of the same length, without missing values; 0 if one is constant or there are fewer than two
// points.
// alpha, in (0, 1], says how the number of cells grows with that of points. Along the axis that is optimised, cuts are
// tried between at most c times as many groups of points as there could be parts.
double mic_e(std::span<const double> x, std::span<const double> y, double alpha = 0.6, double c = 15);

}  // namespace umfi
