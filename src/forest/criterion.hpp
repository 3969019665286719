// Split criteria: what a cut is worth.
//
// Vocabulary
//   Item   what one distinct in-bag row brings, its weight (how often it was drawn) and its response, in one word
//   Left   the left side of a cut, built up group by group; score() values it against the node
//   Groups sums per level of a category
//          (`adds_items`: a sum of items says all that a search needs to know of a side)
//   total  what a node's rows bring together: the sum of their items. Packed criteria read everything from it, the wide
//          one only the weight; is_leaf(total) is whether it alone shows that the node is not split
//   ceiling()  a score that no cut exceeds: that of two pure children, where it is known
//
// All sums are exact integers (see Response), so a score does not depend on the order in which rows were added, and
// equal partitions get equal scores to the last bit. A criterion is set to one node at a time.
//
//   VarianceCriterion    numeric response, any number of rows
//   PackedGiniCriterion  few classes: all class weights fit into one word (4 classes up to 65,535 rows)
//   WideGiniCriterion    any number of classes
#pragma once

#include "forest/packed_gini_criterion.hpp"
#include "forest/variance_criterion.hpp"
#include "forest/wide_gini_criterion.hpp"
